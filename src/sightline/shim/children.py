"""Child processes get the shim too: a folder with a sitecustomize.py goes first on their PYTHONPATH."""

from __future__ import annotations

import os

from sightline.shim.names import ENVIRONMENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableMapping

STARTUP_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "startup")


def add_to(environ: MutableMapping[str, str], *, force: bool) -> None:
    """Change an environment so that Python processes started with it install the shim."""
    environ[ENVIRONMENT] = "force" if force else "1"
    folders = environ.get("PYTHONPATH", "")
    if STARTUP_FOLDER not in folders.split(os.pathsep):
        environ["PYTHONPATH"] = STARTUP_FOLDER + (os.pathsep + folders if folders else "")


def remove_from(environ: MutableMapping[str, str]) -> None:
    """Undo `add_to`, whatever else was added since."""
    environ.pop(ENVIRONMENT, None)
    if "PYTHONPATH" in environ:
        folders = [folder for folder in environ["PYTHONPATH"].split(os.pathsep) if folder != STARTUP_FOLDER]
        environ["PYTHONPATH"] = os.pathsep.join(folders)
        if not folders:
            del environ["PYTHONPATH"]
