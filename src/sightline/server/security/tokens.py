"""The token: made at start or given, compared in constant time, stored by the browser as a derived cookie."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

if TYPE_CHECKING:
    from collections.abc import Mapping

TOKEN_VARIABLE = "SIGHTLINE_TOKEN"
MIN_TOKEN_CHARS = 16


class TokenError(Exception):
    """A token that was given cannot be used; the message is for the user."""


def make_token() -> str:
    """Return a fresh token of 192 random bits that is safe in a URL."""
    return secrets.token_urlsafe(24)


def find_token(token_file: str | None, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the token from the file or the environment, or None when neither gives one."""
    if token_file is not None:
        try:
            token = Path(token_file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise TokenError(f"cannot read the token file {token_file}: {error}") from error
        return _usable(token, token_file)
    token = environment.get(TOKEN_VARIABLE, "").strip()
    return _usable(token, TOKEN_VARIABLE) if token else None


def _usable(token: str, source: str) -> str:
    if len(token) < MIN_TOKEN_CHARS or not token.isascii() or not token.isprintable() or " " in token:
        raise TokenError(
            f"the token in {source} must be at least {MIN_TOKEN_CHARS} printable ASCII characters"
        )
    return token


class TokenCheck:
    """Checks whether a request carries the token or the cookie that stands for it."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()
        # Browsers send cookies to every port of a host: what is stored must not be the token itself.
        self._cookie = hmac.new(self._token, b"sightline cookie", hashlib.sha256).hexdigest()
        self.cookie_name = "sightline-" + self._cookie[:8]

    def is_token(self, given: str) -> bool:
        """Whether this is the token, compared in constant time."""
        return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), self._token)

    def has_cookie(self, cookie_header: str) -> bool:
        """Whether the header has the cookie, compared in constant time."""
        try:
            morsel = SimpleCookie(cookie_header).get(self.cookie_name)
        except CookieError:
            return False
        return morsel is not None and hmac.compare_digest(morsel.value.encode(), self._cookie.encode())

    def is_authorized(self, headers: Mapping[str, str]) -> bool:
        """Whether the headers carry the token (Authorization) or the cookie."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() in ("bearer", "token") and self.is_token(given.strip()):
            return True
        return self.has_cookie(headers.get("cookie", ""))

    def set_cookie(self, *, path: str, secure: bool, in_foreign_frames: bool = False) -> str:
        """Return the Set-Cookie header that stands for the token for as long as the browser runs.

        Browsers send it in frames of other sites only over TLS.
        """
        site = "None; Partitioned" if secure and in_foreign_frames else "Lax"
        tail = "; Secure" if secure else ""
        return f"{self.cookie_name}={self._cookie}; Path={path}; HttpOnly; SameSite={site}{tail}"


def token_in_query(query_string: str) -> tuple[str | None, str]:
    """Return the `token` parameter of a query string and the rest, however its letters are written."""
    token, others = None, []
    for part in query_string.split("&"):
        pairs = parse_qsl(part, keep_blank_values=True)
        if pairs and pairs[0][0] == "token":
            token = pairs[0][1]
        else:
            others.append(part)
    return token, "&".join(others)
