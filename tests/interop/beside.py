"""Where `beside.txt` of a group is installed: in the environment's folder, not in its site-packages."""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
from pathlib import Path


def environment_folder(module: str) -> Path:
    """The environment that a module of the group was installed to."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    site_packages = Path(spec.origin).parents[1]
    below_environment = Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    return site_packages.parents[len(below_environment.parts) - 1]


def beside_folder(module: str) -> Path:
    """The folder beside the group's site-packages."""
    return environment_folder(module) / "beside"


def with_beside(module: str) -> dict[str, str]:
    """The environment variables of a process that finds it too."""
    path = [str(beside_folder(module)), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}
