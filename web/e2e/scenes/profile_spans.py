"""Logs of a worker of which torch recorded two spans.

python profile_spans.py FOLDER
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

GOLDEN = Path(__file__).parents[3] / "tests/golden"


def write(folder: Path) -> None:
    """One run with both files."""
    (folder / "trained").mkdir(parents=True)
    for path in (GOLDEN / "torch_profiler/full_gz").glob("*.pt.trace.json.gz"):
        shutil.copy(path, folder / "trained")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
