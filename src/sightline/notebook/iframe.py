"""The frame of a board as HTML without script, at the address that reaches it from the browser."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping

from sightline.notebook.jupyter_proxy import proxied_path

HEIGHT_PX = 800


def frame_html(port: int, prefix: str, height: int = HEIGHT_PX) -> str:
    """The frame as HTML."""
    address = html.escape(frame_address(port, prefix, os.environ), quote=True)
    style = f"width:100%;height:{int(height)}px;border:1px solid #8884;border-radius:4px"
    return f'<iframe src="{address}" style="{style}" title="Sightline" allowfullscreen></iframe>'


def frame_address(port: int, prefix: str, environment: Mapping[str, str]) -> str:
    """Where the browser reaches a server: by a proxy that is named or found to work, else on localhost."""
    given = environment.get("SIGHTLINE_PROXY_URL") or environment.get("TENSORBOARD_PROXY_URL")
    if given:
        return f"{given.replace('%PORT%', str(port)).rstrip('/')}{prefix}/"
    hub = environment.get("JUPYTERHUB_SERVICE_PREFIX")
    if hub:
        return f"{hub.rstrip('/')}/proxy/{port}{prefix}/"
    path = proxied_path(port, prefix, environment)
    if path:
        return path
    editor = environment.get("VSCODE_PROXY_URI")
    if editor:
        return f"{editor.replace('{{port}}', str(port)).rstrip('/')}{prefix}/"
    return f"http://localhost:{port}{prefix}/"
