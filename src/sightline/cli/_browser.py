"""Opens the board of some logs in a browser, from a program in a terminal."""

from __future__ import annotations

import os
from collections.abc import Sequence


def open_board(logdir: Sequence[str]) -> str:
    """Start the board, once, and open its page; return what was done, or how to reach it from elsewhere.

    It ends with this process.
    """
    import webbrowser

    from sightline.notebook import servers

    try:
        server = servers.start([arg for path in logdir for arg in ("--logdir", path)])
    except RuntimeError as error:
        return f"the board did not start: {error}"
    if os.environ.get("SSH_CONNECTION"):
        return f"ssh -L {server.port}:localhost:{server.port} <this host>, then open {server.url}"
    return f"opened {server.url}" if webbrowser.open(server.url) else f"open {server.url}"
