"""The headers on every answer: what the page may load, who may frame it, and that types are not guessed."""

from __future__ import annotations

import re
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
        "frame-src 'self'",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "object-src 'none'",
    )
)

_FRAME_WORDS = {"none": "'none'", "self": "'self'", "any": "*"}
_ORIGIN = re.compile(r"https?://(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:(\d{1,5}|\*))?")

# What a document of a hosted plugin may do, wherever its address is opened: run without an origin, so that
# the board's cookie, storage and answers are those of another site, and load nothing from elsewhere.
# Documents in it are framed by one without an origin, so who may frame them cannot be said.
FRAME_POLICY = "; ".join(
    (
        "sandbox allow-scripts allow-downloads allow-forms allow-popups",
        "default-src 'self' data: blob:",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline' data:",
        "base-uri 'self'",
        "form-action 'none'",
        "object-src 'none'",
    )
)

# What comes out of logs is shown as data only: nothing in it may run, load or frame anything.
ITEM_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"


def page_policy(host_header: str, frame_ancestors: str | None = None) -> str:
    """Return the Content-Security-Policy of the page; frames on the same machine (notebooks) unless given."""
    if frame_ancestors == "":
        return _POLICY
    return f"{_POLICY}; frame-ancestors {frame_ancestors or _same_machine(host_header)}"


def _same_machine(host_header: str) -> str:
    names = dict.fromkeys(("localhost", "127.0.0.1", host_name(host_header)))
    frames = " ".join(f"http://{name}:* https://{name}:*" for name in names if name and ":" not in name)
    return f"'self' {frames}"


@lru_cache(maxsize=256)
def common_headers(host_header: str, frame_ancestors: str | None = None) -> tuple[tuple[bytes, bytes], ...]:
    """Return the headers that every answer carries."""
    return (
        (b"content-security-policy", page_policy(host_header, frame_ancestors).encode("latin-1", "replace")),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-resource-policy", b"same-site"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    )


def parse_frame_ancestors(text: str) -> str:
    """Return the policy's `frame-ancestors` for `none`, `self`, `any` or a list of origins.

    ValueError names what is not an origin.
    """
    if text in _FRAME_WORDS:
        return _FRAME_WORDS[text]
    origins = [origin for origin in text.replace(",", " ").split() if origin]
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(f"{origin!r} is no origin such as https://hub.example.org")
    if not origins:
        raise ValueError("give none, self, any or a list of origins")
    return " ".join(["'self'", *origins])
