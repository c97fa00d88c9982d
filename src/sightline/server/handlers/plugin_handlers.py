"""What plugins add: the list of them and of their pages, the pages' files, the start of hosted ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from sightline.plugins import PAGE_API
from sightline.server.http.errors import RequestError
from sightline.server.http.responses import encoded, json_body, response
from sightline.server.http.static_files import StaticFiles
from sightline.server.plugin_hosts.plugin_hosts import NotRunningError
from sightline.server.schema.shapes import PluginInfo, PluginsAnswer

if TYPE_CHECKING:
    from sightline.server.board import Board


class PluginHandlers:
    """Answers `plugins` and `plugins/{page}/{path}`."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._files = {slug: StaticFiles(folder) for slug, folder in board.installed.files.items()}

    async def plugins(self, request: Request) -> Response:
        """List the plugins, whether they work, and the pages that are offered."""
        plugins = [
            PluginInfo(plugin.name, plugin.version, "broken" if plugin.reason else "ok", plugin.reason)
            for plugin in self._board.installed.plugins
        ]
        answer = PluginsAnswer(PAGE_API, plugins, list(self._board.pages.all))
        return response(encoded(json_body(answer), None))

    async def start(self, request: Request) -> Response:
        """Start the process of a hosted plugin; answer with the address of its frame."""
        page = request.path_params["page"]
        try:
            answer = await self._board.plugin_hosts.start(page)
        except KeyError:
            raise RequestError(f"there is no hosted plugin {page!r}", 404) from None
        except NotRunningError as error:
            raise RequestError(str(error), 503) from error
        return response(encoded(json_body(answer), None))

    async def file(self, request: Request) -> Response:
        """Answer with a file of a plugin's page."""
        page, path = request.path_params["page"], request.path_params["path"]
        files = self._files.get(page)
        found = files.find(request, path) if files else None
        if found is None:
            raise RequestError(f"the page {page!r} has no file {path!r}", 404)
        return found
