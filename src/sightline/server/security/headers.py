"""The headers on every answer: what the page may load, who may frame it, and that types are not guessed."""

from __future__ import annotations

from functools import lru_cache

from sightline.server.security.hosts import host_name

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "object-src 'none'",
    )
)

# What comes out of logs is shown as data only: nothing in it may run, load or frame anything.
ITEM_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"


def page_policy(host_header: str) -> str:
    """Return the Content-Security-Policy of the page: frames only on the same machine (notebooks)."""
    names = dict.fromkeys(("localhost", "127.0.0.1", host_name(host_header)))
    frames = " ".join(f"http://{name}:* https://{name}:*" for name in names if name and ":" not in name)
    return f"{_POLICY}; frame-ancestors 'self' {frames}"


@lru_cache(maxsize=256)
def common_headers(host_header: str) -> tuple[tuple[bytes, bytes], ...]:
    """Return the headers that every answer carries."""
    return (
        (b"content-security-policy", page_policy(host_header).encode("latin-1", "replace")),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-resource-policy", b"same-site"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    )
