"""Every example that needs a framework runs, and leaves logs that can be read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("lightning", reason="the frameworks are not installed: make test-interop-frameworks")

from interop.beside import with_beside
from support.logs import load

EXAMPLES = Path(__file__).parents[3] / "examples"
# Run in groups of their own, or beside this one.
ELSEWHERE = {"train_with_clu.py", "train_with_ray_tune.py"}
HERE = sorted({path.name for path in EXAMPLES.glob("train_with_*.py")} - ELSEWHERE)


@pytest.mark.parametrize("example", HERE)
def test_example_leaves_runs(example: str, tmp_path: Path) -> None:
    environ = with_beside("torch") if "fastai" in example else {**os.environ}
    environ["KERAS_BACKEND"] = "torch"
    done = subprocess.run(
        [sys.executable, EXAMPLES / example], cwd=tmp_path, env=environ, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert load(str(tmp_path)).view().runs
