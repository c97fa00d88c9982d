"""Shows the board of a server in the output of a cell."""

from __future__ import annotations

import sys

from sightline.notebook.iframe import HEIGHT_PX, frame_html
from sightline.notebook.servers import NotebookServer
from sightline.notebook.servers import list as list_servers


def display(server: NotebookServer | int | None = None, height: int = HEIGHT_PX) -> None:
    """Show a server of this kernel, given itself or by its port; the one started last where none is given."""
    port = server.port if isinstance(server, NotebookServer) else server
    chosen = [each for each in list_servers() if port is None or each.port == port]
    if not chosen:
        raise ValueError("no server of this kernel answers; `sightline.notebook.start` starts one")
    show(chosen[-1], height)


def show(server: NotebookServer, height: int) -> None:
    """Put the frame into the notebook's output; outside a notebook print the address."""
    try:
        from IPython.display import display as show_output
    except ImportError:
        print(server.url)
        return
    if "google.colab" in sys.modules:
        from google.colab import output

        output.serve_kernel_port_as_iframe(server.port, path=f"{server.prefix}/", height=str(height))
        return
    frame = frame_html(server.port, server.prefix, height)
    show_output({"text/html": frame, "text/plain": server.url}, raw=True)
