"""What the server and a host tell each other when the host starts, each as one line of JSON."""

from __future__ import annotations

from msgspec import Struct

# The header by which a host knows requests of its own server.
SECRET_HEADER = "X-Sightline-Secret"
# The path of the script that stands in for storage, below the address of the frame.
STORAGE_PATH = "/data/sightline_storage.js"


class BoardAddress(Struct, frozen=True, kw_only=True):
    """Where the board's API is. With a certificate the address is https, and that one is trusted alone."""

    host: str
    port: int
    path_prefix: str = ""
    token: str | None = None
    certfile: str | None = None


class HostConfig(Struct, frozen=True, kw_only=True):
    """What a host is to do.

    target: the plugin as its entry point names it, "package.module:Name".
    secret: only requests with it in `SECRET_HEADER` are answered.
    logdir: the log directory where there is one alone, else "" and `logdir_spec` lists them.
    """

    target: str
    secret: str
    board: BoardAddress
    logdir: str = ""
    logdir_spec: str = ""
    window_title: str = ""


class HostReport(Struct, frozen=True, kw_only=True):
    """What became of it: a port on loopback where the plugin answers, or why there is none.

    note: something to know about a plugin that works.
    """

    port: int = 0
    plugin_name: str = ""
    tab_name: str = ""
    note: str | None = None
    error: str | None = None
