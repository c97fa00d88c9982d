"""Asks a board whether it is up, whatever HTTP proxy the environment names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.request import ProxyHandler, Request, build_opener


def is_healthy(board: str, timeout_secs: float, headers: Mapping[str, str] | None = None) -> bool:
    """Whether a board answers below an address that ends with a slash."""
    request = Request(f"{board}api/v1/health", headers=dict(headers or {}))
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=timeout_secs) as answer:
            found = json.load(answer)
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("status") == "ok"
