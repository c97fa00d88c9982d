"""What a page out of TensorBoard's package may load: its own files and data, nothing from elsewhere."""

from __future__ import annotations

import base64
import hashlib
import re

_INLINE_SCRIPT = re.compile(rb"<script type=\"module\">(.*?)</script>", re.DOTALL)


def page_policy(page: bytes) -> str:
    """The Content-Security-Policy; inline modules are allowed by their hash."""
    hashes = [_hash(script) for script in _INLINE_SCRIPT.findall(page)]
    return "; ".join(
        [
            "default-src 'self'",
            "font-src 'self' data:",
            "frame-ancestors 'self'",
            "img-src 'self' data: blob:",
            "object-src 'none'",
            # TensorBoard's pages are made of templates with styles in them, and compile expressions.
            "style-src 'self' 'unsafe-inline' data:",
            " ".join(["script-src 'self' 'unsafe-eval'", *hashes]),
        ]
    )


def _hash(script: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
