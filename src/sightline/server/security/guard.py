"""The guard before every handler: Host, Origin, token, edits, and the headers on every answer."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sightline.server.security.frame_keys import FrameKeys
from sightline.server.security.headers import common_headers
from sightline.server.security.hosts import host_allowed, host_name, origin_allowed
from sightline.server.security.tokens import TokenCheck, token_in_query

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from sightline.server.settings import Settings

EDITS = frozenset({"PATCH", "PUT", "DELETE"})


class RefusedError(Exception):
    """A request that goes no further; status and sentence for the client."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Guard:
    """ASGI middleware that refuses requests for other hosts, from other pages or without the token."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._token_check = TokenCheck(settings.token) if settings.token else None
        self._frame_keys = FrameKeys(settings.frame_secret)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request, then hand it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        common = common_headers(headers.get("host", ""), self._settings.frame_ancestors)
        guarded = _with_headers(send, common)
        in_frame = self._frame_keys.opens(scope["path"].removeprefix(self._settings.path_prefix))
        try:
            if self._settings.secret_prefix:
                self._check_secret_prefix(scope)
            else:
                self._check_addresses(scope, headers, in_frame)
            if await self._entered_by_link(scope, guarded):
                return
            if self._is_health_check(scope) and not self._has_token(scope, headers):
                await _answer(guarded, 200, {"status": "ok"})
                return
            # A frame without an origin sends no cookie: the key in its address stands in for the token.
            if not in_frame:
                self._check_token(scope, headers)
            self._check_edit(scope, headers)
        except RefusedError as refused:
            await _refuse(guarded, refused, headers)
            return
        await self._app(scope, receive, guarded)

    def _check_secret_prefix(self, scope: Scope) -> None:
        """Whoever knows the prefix may come under any name and in any frame; for others nothing is here."""
        prefix = f"{self._settings.path_prefix}/"
        path: str = scope["path"]
        if not secrets.compare_digest(path[: len(prefix)].encode(), prefix.encode()):
            raise RefusedError(404, "Nothing is here.")

    def _check_addresses(self, scope: Scope, headers: dict[str, str], in_frame: bool) -> None:
        host = headers.get("host", "")
        if not host_allowed(host, self._settings):
            name = host_name(host) or "?"
            raise RefusedError(
                403, f"This board is not served under the name {name!r}. " + _how_to_allow(name, headers)
            )
        origin = headers.get("origin")
        if (in_frame and origin == "null") or self._is_page_code(scope):
            return
        if origin is not None and not origin_allowed(origin, host, self._settings):
            name = host_name(origin.partition("://")[2]) or "?"
            raise RefusedError(
                403, f"Pages of {origin!r} may not read this board. " + _how_to_allow(name, headers)
            )

    def _is_page_code(self, scope: Scope) -> bool:
        """Whether this is code of the page, which has no data: with it the page can say what is refused."""
        path: str = scope["path"]
        return scope["method"] == "GET" and path.startswith(f"{self._settings.path_prefix}/assets/")

    async def _entered_by_link(self, scope: Scope, send: Send) -> bool:
        """Turn `/?token=…` into a cookie and a redirect to the same page without the token in its address."""
        if self._token_check is None or scope["method"] != "GET" or _is_for_programs(scope["path"]):
            return False
        token, rest = token_in_query(scope["query_string"].decode("latin-1"))
        if token is None or not self._token_check.is_token(token):
            return False
        cookie = self._token_check.set_cookie(
            path="/",
            secure=scope.get("scheme") == "https",
            in_foreign_frames=self._settings.frame_ancestors not in (None, "'none'", "'self'"),
        )
        # Relative, because a proxy may have put any prefix before the path that we see.
        place = "./" + quote(scope["path"].rpartition("/")[2]) + (f"?{rest}" if rest else "")
        found = [(b"location", place.encode("latin-1")), (b"set-cookie", cookie.encode())]
        await _answer(send, 303, {}, found)
        return True

    def _is_health_check(self, scope: Scope) -> bool:
        """Whether this is the health check of a container or proxy, the one answer that needs no token."""
        path: str = scope["path"]
        return scope["method"] == "GET" and path == f"{self._settings.path_prefix}/api/v1/health"

    def _has_token(self, scope: Scope, headers: dict[str, str]) -> bool:
        if self._token_check is None or self._token_check.is_authorized(headers):
            return True
        token, _ = token_in_query(scope["query_string"].decode("latin-1"))
        return token is not None and self._token_check.is_token(token)

    def _check_token(self, scope: Scope, headers: dict[str, str]) -> None:
        if not self._has_token(scope, headers):
            raise RefusedError(
                401, "A token is needed: open the address with ?token=… that was printed at the start."
            )

    def _check_edit(self, scope: Scope, headers: dict[str, str]) -> None:
        if scope["method"] not in EDITS:
            return
        if not self._settings.writable:
            raise RefusedError(403, "This board is read-only; start it with --writable to allow edits.")
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            raise RefusedError(403, "Edits are taken from the board's own page only.")
        if "origin" not in headers and "sec-fetch-site" not in headers:
            raise RefusedError(403, "An edit needs an Origin header with the address of this server.")


def _is_for_programs(path: str) -> bool:
    """Whether the path is one of the APIs, ours or TensorBoard's, and no page."""
    return "/api/" in path or "/data/" in path


def _how_to_allow(name: str, headers: dict[str, str]) -> str:
    if "x-proxycontextpath" in headers or "x-forwarded-context" in headers:
        return f"It is reached through jupyter-server-proxy; start it with --allow-host {name}."
    return f"If it should be (a proxy), start it with --allow-host {name}."


def _with_headers(send: Send, common: Iterable[tuple[bytes, bytes]]) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {key for key, _ in message.get("headers", ())}
            message["headers"] = [
                *message.get("headers", ()),
                *(pair for pair in common if pair[0] not in own),
            ]
        await send(message)

    return guarded


async def _refuse(send: Send, refused: RefusedError, headers: dict[str, str]) -> None:
    """Answer a program with JSON, and a person, who opened the address in a browser, with the sentence."""
    if "text/html" in headers.get("accept", ""):
        await _send(send, refused.status, refused.message.encode(), b"text/plain; charset=utf-8")
    else:
        await _answer(send, refused.status, {"error": {"message": refused.message}})


async def _answer(send: Send, status: int, body: Any, headers: Iterable[tuple[bytes, bytes]] = ()) -> None:
    await _send(send, status, json.dumps(body).encode(), b"application/json", headers)


async def _send(
    send: Send, status: int, data: bytes, media_type: bytes, headers: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    fixed = [
        (b"content-type", media_type),
        (b"content-length", str(len(data)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": [*fixed, *headers]})
    await send({"type": "http.response.body", "body": data})
