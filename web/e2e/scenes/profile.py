"""Logs of the profile page: real profilers' files with and without events, and some that are of no use.

python profile.py FOLDER
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from sightline import SummaryWriter

GOLDEN = Path(__file__).parents[3] / "tests/golden"


def write(folder: Path) -> None:
    """One run with events and profiles, one with torch's profiles alone, one with bad files."""
    with SummaryWriter(folder / "trained") as writer:
        writer.add_scalar("loss", 1.0, 0)
    shutil.copytree(GOLDEN / "jax/perfetto_trace/plugins", folder / "trained/plugins")
    shutil.copytree(GOLDEN / "torch_profiler/memory_no_stack/run_b", folder / "profiled")
    bad = folder / "bad/plugins/profile/one"
    bad.mkdir(parents=True)
    (bad / "empty.trace.json.gz").touch()
    (bad / 'ü "&#.trace.json').write_text('{"traceEvents": []}')


if __name__ == "__main__":
    write(Path(sys.argv[1]))
