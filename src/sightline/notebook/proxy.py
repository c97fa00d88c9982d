"""The entry point of jupyter-server-proxy: a tile in the launcher opens the board below the hub."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import Any


def setup() -> dict[str, Any]:
    """How jupyter-server-proxy starts the board: over $SIGHTLINE_LOGDIR, or the folder Jupyter runs in.

    The proxy lets only the notebook's user in, and strips its own part of the path; what is left begins with
    the secret prefix, so that no other user of the machine gets in by the port.
    """
    secret = f"n-{secrets.token_hex(16)}"
    logdir = os.environ.get("SIGHTLINE_LOGDIR", ".")
    return {
        "command": [sys.executable, "-m", "sightline", "serve", logdir, "--port", "{port}"],
        "environment": {"SIGHTLINE_SECRET_PREFIX": secret},
        "timeout": 30,
        "new_browser_tab": True,
        "launcher_entry": {
            "title": "Sightline",
            "path_info": f"sightline/{secret}/",
            "icon_path": str(Path(__file__).with_name("icon.svg")),
        },
    }
