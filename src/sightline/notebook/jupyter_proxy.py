"""Finds the path at which the Jupyter server of this kernel proxies a port, so that a page needs no other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from sightline.notebook.health import is_healthy

_ASK_SECS = 2.0


def proxied_path(port: int, prefix: str, environment: Mapping[str, str]) -> str | None:
    """The board's path on the Jupyter server that started this kernel; None unless the board answers there.

    It does where jupyter-server-proxy is installed. The server is found by the file it keeps about itself.
    """
    server = _parent_server(environment)
    if not server or server.get("sock"):
        return None
    path = f"{server['base_url']}proxy/{port}{prefix}/"
    token = server.get("token")
    headers = {"Authorization": f"token {token}"} if token else {}
    return path if is_healthy(urljoin(server["url"], path), _ASK_SECS, headers) else None


def _parent_server(environment: Mapping[str, str]) -> dict[str, Any] | None:
    pid = environment.get("JPY_PARENT_PID", "")
    if not pid.isdigit():
        return None
    try:
        from jupyter_core.paths import jupyter_runtime_dir

        found = json.loads(Path(jupyter_runtime_dir(), f"jpserver-{pid}.json").read_text(encoding="utf-8"))
    except (ImportError, OSError, ValueError):
        return None
    return found if isinstance(found, dict) and {"base_url", "url"} <= found.keys() else None
