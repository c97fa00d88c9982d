"""The board in notebooks: `%load_ext sightline`, `%sightline --logdir runs`, or these functions.

A server started here belongs to the kernel: the same kernel reuses it for the same logs and flags, and it
ends when the kernel does, even when that is killed.
"""

from __future__ import annotations

from sightline.notebook.frames import display
from sightline.notebook.magic import load_ipython_extension
from sightline.notebook.servers import NotebookServer, list, start, stop

__all__ = ["NotebookServer", "display", "list", "load_ipython_extension", "start", "stop"]
