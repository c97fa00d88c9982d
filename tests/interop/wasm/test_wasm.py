"""The modules of the page are what their sources give: native/wasm/*.wasm, byte for byte."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ziglang = pytest.importorskip("ziglang")

BUILD = Path(__file__).parents[3] / "native" / "wasm" / "build.py"


@pytest.mark.timeout(1800)
def test_modules_of_the_page_are_current() -> None:
    done = subprocess.run([sys.executable, str(BUILD), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
