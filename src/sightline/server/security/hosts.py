"""Which Host and Origin headers belong to this server: against DNS rebinding and foreign pages."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from sightline.server.settings import LOOPBACK_NAMES, Settings


@lru_cache(maxsize=1024)
def host_name(host_header: str) -> str:
    """Return the name in a Host header, lower case, without port and brackets ("" when it is malformed)."""
    try:
        parts = urlsplit(f"//{host_header.strip()}")
        if parts.username is not None or parts.path or parts.query or parts.fragment:
            return ""
        _ = parts.port  # raises on a port that is no number
        return (parts.hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_ip(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1)
def machine_names() -> frozenset[str]:
    """Return this machine's own names, found without a name server."""
    name = socket.gethostname().lower()
    return frozenset({name, name.split(".")[0], f"{name.split('.')[0]}.local"} - {"", ".local"})


def host_allowed(host_header: str, settings: Settings) -> bool:
    """Whether a request for this Host was meant for this server.

    Rebinding needs a *name* that an attacker's name server controls; so a bare address is fine wherever the
    server listens beyond loopback, while names must be ours or have been allowed with `--allow-host`.
    """
    name = host_name(host_header)
    if not name:
        return False
    if name in LOOPBACK_NAMES or name in settings.allowed_hosts or name == settings.host.lower():
        return True
    if settings.loopback:
        return False
    return _is_ip(name) or name in machine_names()


def origin_allowed(origin: str, host_header: str, settings: Settings) -> bool:
    """Whether a page of this Origin is our own page (or one that `--allow-host` names)."""
    try:
        parts = urlsplit(origin.strip())
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    if _with_port(parts.netloc, parts.scheme) in (
        _with_port(host_header, "http"),
        _with_port(host_header, "https"),
    ):
        return True
    return host_name(parts.netloc) in settings.allowed_hosts


def _with_port(netloc: str, scheme: str) -> str:
    netloc = netloc.strip().lower()
    has_port = netloc.rpartition(":")[2].isdigit() and not netloc.endswith("]")
    return netloc if has_port else f"{netloc}:{443 if scheme == 'https' else 80}"
