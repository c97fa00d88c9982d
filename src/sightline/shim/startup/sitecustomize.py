"""Runs when a child process starts: the sitecustomize that this one hides first, then installs the shim."""

from __future__ import annotations

import os
import sys


def _run_hidden_sitecustomize() -> None:
    """Run the sitecustomize that would have been found without this one."""
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    here = os.path.dirname(os.path.abspath(__file__))
    folders = [folder for folder in sys.path if os.path.abspath(folder) != here]
    spec = PathFinder.find_spec("sitecustomize", folders)
    if spec is not None and spec.loader is not None:
        module = module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


def _install() -> None:
    mode = os.environ.get("SIGHTLINE_SHIM")
    if mode is None:
        return
    # `sightline run` asks the first process to say what was done; its children have nothing to add.
    is_first = os.environ.pop("SIGHTLINE_SHIM_REPORT", None) is not None
    try:
        from sightline.shim import captured, install
    except ImportError:  # another Python, without Sightline
        if is_first:
            print(f"sightline: {sys.executable} has no Sightline: nothing was changed", file=sys.stderr)
        return
    if captured.ENVIRONMENT in os.environ:
        captured.capture_first_writer()
    install(force=mode == "force", quiet=not is_first)


try:
    _run_hidden_sitecustomize()
finally:
    _install()
