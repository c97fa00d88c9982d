"""Runs the programs of this folder as a user would: with the shim, or with the real tensorboardX."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from interop.beside import beside_folder

PROGRAMS = Path(__file__).parent / "programs"

# A Python that has tensorboardX, also for frameworks that know only torch.utils.tensorboard.
_WITH_TENSORBOARDX = """
import runpy, sys
import tensorboardX, tensorboardX.summary
import torch.utils
sys.modules["torch.utils.tensorboard"] = torch.utils.tensorboard = tensorboardX
sys.modules["torch.utils.tensorboard.summary"] = tensorboardX.summary
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def run_with_shim(program: str, log_dir: Path) -> str:
    """Run a program by `sightline run`; return what it printed to stderr."""
    command = [
        sys.executable,
        "-m",
        "sightline",
        "run",
        "--no-capture",
        str(PROGRAMS / program),
        str(log_dir),
    ]
    return _run(command, [])


def run_with_tensorboardx(program: str, log_dir: Path) -> str:
    """Run a program by plain Python beside tensorboardX."""
    command = [sys.executable, "-c", _WITH_TENSORBOARDX, str(PROGRAMS / program), str(log_dir)]
    return _run(command, [str(beside_folder("torch"))])


def _run(command: list[str], folders: list[str]) -> str:
    path = [*folders, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stderr
    return done.stderr
