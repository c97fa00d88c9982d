"""Files of a folder, by default the built page: read once, compressed once, cached by the browser."""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from sightline.server.http import encoding

STATIC_DIR = Path(__file__).parents[2] / "_static"
MISSING = "The page is not built: run `make page` (or `pip install .`), then reload.\n"

# Fixed here because the system's table may be wrong (scripts as text/plain on some machines).
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class Page:
    """One static file, as it goes out."""

    data: bytes
    content_type: str
    etag: str
    immutable: bool


class StaticFiles:
    """Answers for everything that is not under `/api/`; knows nothing of routes inside the page."""

    def __init__(self, directory: Path = STATIC_DIR) -> None:
        self._directory = directory
        self._known = lru_cache(maxsize=512)(self._encoded)

    async def answer(self, request: Request) -> Response:
        """Answer with the file that the path names, `index.html` for the folder itself."""
        found = self.find(request, request.path_params.get("path", "") or "index.html")
        if found is None:
            missing = not (self._directory / "index.html").is_file()
            return PlainTextResponse(MISSING if missing else "not found\n", 503 if missing else 404)
        return found

    def find(self, request: Request, name: str) -> Response | None:
        """Answer with a file of the folder; None where it has none of this name."""
        path = self._inside(name)
        return None if path is None else self._answer(request, path)

    def _inside(self, name: str) -> Path | None:
        """Return the file below the folder, never one outside of it, followed links included."""
        try:
            root = self._directory.resolve(strict=True)
            path = (root / name).resolve(strict=True)
        except (OSError, ValueError):
            return None
        return path if path.is_file() and path.is_relative_to(root) else None

    def _answer(self, request: Request, path: Path) -> Response:
        stat = path.stat()
        chosen = encoding.choose(request.headers.get("accept-encoding", ""))
        page = self._known(path, stat.st_mtime_ns, stat.st_size, chosen)
        headers = {
            "etag": page.etag,
            "vary": "accept-encoding",
            "cache-control": "public, max-age=31536000, immutable" if page.immutable else "no-cache",
        }
        if request.headers.get("if-none-match") == page.etag:
            return Response(status_code=304, headers=headers)
        if chosen is not None and page.content_type.startswith(_COMPRESSIBLE):
            headers["content-encoding"] = chosen
        return Response(page.data, headers=headers, media_type=page.content_type)

    def _encoded(self, path: Path, _mtime_ns: int, _size: int, chosen: str | None) -> Page:
        data = path.read_bytes()
        content_type = (
            _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        )
        digest = hashlib.sha256(data).hexdigest()[:16]
        if chosen is not None and content_type.startswith(_COMPRESSIBLE):
            data = encoding.encode(data, chosen, reused=True)
        immutable = path.parent.name == "assets"
        return Page(data, content_type, f'"{digest}-{chosen or "plain"}"', immutable)


_COMPRESSIBLE = ("text/", "application/json", "application/wasm", "image/svg+xml")
