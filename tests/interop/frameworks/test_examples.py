"""Every example that needs a framework runs, and leaves logs that can be read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("lightning", reason="the frameworks are not installed: make test-interop-frameworks")

from support.logs import load

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize("example", sorted(path.name for path in EXAMPLES.glob("train_with_*.py")))
def test_example_leaves_runs(example: str, tmp_path: Path) -> None:
    environ = {**os.environ, "KERAS_BACKEND": "torch"}
    done = subprocess.run(
        [sys.executable, EXAMPLES / example], cwd=tmp_path, env=environ, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert load(str(tmp_path)).view().runs
