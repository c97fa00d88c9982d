"""Hosts one plugin: told what by standard input, reports to standard output, ends with its server."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from sightline import platform
from sightline.tensorboard.host.config import HostConfig, HostReport
from sightline.tensorboard.host.loading import LoadError, load_plugin, reason_of

if TYPE_CHECKING:
    from werkzeug.serving import BaseWSGIServer


def main() -> None:
    """Load the plugin, report, and answer until standard input is closed."""
    # A plugin is in the way of neither the board nor a training.
    platform.lower_process_priority()
    reports = _private_output()
    config = msgspec.json.decode(sys.stdin.buffer.readline(), type=HostConfig)
    threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        server, report = _opened(config)
    except LoadError as error:
        _send(reports, HostReport(error=str(error)))
        return
    _send(reports, report)
    server.serve_forever()


def _opened(config: HostConfig) -> tuple[BaseWSGIServer, HostReport]:
    plugin, context, note = load_plugin(config)
    from sightline.tensorboard.host.plugin_app import plugin_app

    try:
        app = plugin_app(plugin, context, config.secret)
        tab_name = plugin.frontend_metadata().tab_name
    except LoadError:
        raise
    except BaseException as error:  # a plugin may call sys.exit()
        raise LoadError(reason_of(error)) from error
    server = _server(app)
    name: str = plugin.plugin_name
    return server, HostReport(
        port=server.server_port, plugin_name=name, tab_name=str(tab_name or name), note=note
    )


def _server(app: Any) -> BaseWSGIServer:
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Handler(WSGIRequestHandler):
        # One request a connection: an answer ends where the connection does.
        protocol_version = "HTTP/1.0"

        def log(self, type: str, message: str, *args: Any) -> None:
            """Nothing: the server of the board reports what fails."""

    return make_server("127.0.0.1", 0, app, threaded=True, request_handler=Handler)


def _private_output() -> BinaryIO:
    """Standard output for the report alone; what a plugin prints goes to standard error."""
    private = os.dup(1)
    os.dup2(2, 1)
    return open(private, "wb", buffering=0)


def _send(reports: BinaryIO, report: HostReport) -> None:
    reports.write(msgspec.json.encode(report) + b"\n")


def _end_with_input() -> None:
    """End when the server that holds the other end of the pipe is gone, whatever the plugin is doing."""
    while os.read(0, 1024):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
