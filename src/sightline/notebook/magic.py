"""`%sightline`: starts or reuses a server and shows it, with the arguments of `%tensorboard`."""

from __future__ import annotations

import shlex
from typing import Any

from sightline.notebook.frames import show
from sightline.notebook.iframe import HEIGHT_PX
from sightline.notebook.servers import start


def load_ipython_extension(ipython: Any) -> None:
    """What `%load_ext sightline` calls."""
    ipython.register_magic_function(sightline_magic, "line", "sightline")


def sightline_magic(line: str) -> None:
    """Show the board: `%sightline --logdir runs [--height 600]`, with any flag of `sightline serve`."""
    try:
        args, height = _without_height(shlex.split(line))
        server = start(args)
    except (RuntimeError, ValueError) as error:
        print(error)
        return
    show(server, height)


def _without_height(args: list[str]) -> tuple[list[str], int]:
    """The arguments for the server, and the frame's height."""
    joined = [part for arg in args for part in (arg.split("=", 1) if arg.startswith("--height=") else [arg])]
    if "--height" not in joined:
        return joined, HEIGHT_PX
    place = joined.index("--height")
    try:
        height = int(joined[place + 1])
    except (IndexError, ValueError):
        raise ValueError("--height needs a number of pixels, such as --height 600") from None
    return joined[:place] + joined[place + 2 :], height
