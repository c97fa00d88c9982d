"""The WSGI application of a host: TensorBoard's own around one plugin, for our server alone."""

from __future__ import annotations

import copy
import hmac
from collections.abc import Callable, Iterable
from typing import Any

from tensorboard.backend.application import TensorBoardWSGI
from tensorboard.plugins.core.core_plugin import CorePlugin
from werkzeug.wrappers import Request, Response

from sightline.tensorboard.host.config import SECRET_HEADER, STORAGE_PATH
from sightline.tensorboard.host.frame_document import STORAGE_SCRIPT, with_storage
from sightline.tensorboard.host.loading import LoadError, reason_of

WsgiApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_HTML = "text/html"


def plugin_app(plugin: Any, context: Any, secret: str) -> WsgiApp:
    """The application; LoadError where the plugin has no module that a frame could show."""
    if not plugin.frontend_metadata().es_module_path:
        raise LoadError("it brings no module of its own to show: its page is part of TensorBoard's front end")
    # Routes about the board as a whole, such as /data/runs; without the files of TensorBoard's front end.
    bare = copy.copy(context)
    bare.__dict__["assets_zip_provider"] = None
    inner = TensorBoardWSGI([CorePlugin(bare), plugin], "", context.data_provider)
    return _for_frames(inner, secret)


def _for_frames(inner: WsgiApp, secret: str) -> WsgiApp:
    @Request.application
    def answer(request: Request) -> Response:
        if not hmac.compare_digest(request.headers.get(SECRET_HEADER, ""), secret):
            return Response("not for you", 403)
        if request.path == STORAGE_PATH:
            return Response(STORAGE_SCRIPT, mimetype="text/javascript")
        try:
            made = Response.from_app(inner, request.environ, buffered=False)
        except Exception as error:
            return Response(reason_of(error), 500, mimetype="text/plain")
        return _with_storage(request, made) if made.mimetype == _HTML else made

    app: WsgiApp = answer
    return app


def _with_storage(request: Request, made: Response) -> Response:
    data = with_storage(made.get_data(), made.headers.pop("Content-Encoding", ""), request.path)
    made.set_data(data)
    return made
