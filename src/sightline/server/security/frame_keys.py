"""The keys in the addresses of plugins' frames: such a frame has no origin, so it has no cookie to show."""

from __future__ import annotations

import hashlib
import hmac

PREFIX = "/api/v1/frames/"


class FrameKeys:
    """Makes and checks keys. Each reaches one plugin's process and nothing of the board."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def key(self, slug: str) -> str:
        """The key of a plugin's frame: 128 bits that only this server can make."""
        return hmac.new(self._secret, slug.encode(), hashlib.sha256).hexdigest()[:32]

    def is_valid(self, slug: str, key: str) -> bool:
        """Whether this is the plugin's key, compared in constant time."""
        return hmac.compare_digest(key.encode("utf-8", "surrogateescape"), self.key(slug).encode())

    def opens(self, path: str) -> bool:
        """Whether a path, without the server's own prefix, is in a plugin's frame and has its key."""
        if not path.startswith(PREFIX):
            return False
        slug, _, rest = path.removeprefix(PREFIX).partition("/")
        key, slash, _ = rest.partition("/")
        return bool(slash) and self.is_valid(slug, key)
