"""Files that are generated from others are current."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_shapes_of_the_page_are_current_with_the_declared_shapes_of_the_api() -> None:
    command = [sys.executable, str(ROOT / "tools/generate_shapes.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
