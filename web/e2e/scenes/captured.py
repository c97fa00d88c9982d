"""Programs that were captured: one in each run, in a git repository with a change that is not committed.

`sweep/good` ends well, `sweep/broken` by an exception; an alert was raised for `sweep/good` too.

Usage: captured.py FOLDER
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = """
import sys
import sightline
folder, rate = sys.argv[1], float(sys.argv[3])
with sightline.SummaryWriter(folder) as writer:
    sightline.capture(writer)
    for step in range(1, 21):
        writer.add_scalar("val/loss", 9.0 if rate > 1 and step > 15 else 1 / step, step)
        print(f"step {step}: the rate is {rate}")
    print("weights saved to best.pt" if rate > 1 else "the gradients of layer 7 are gone")
    if rate < 1:
        raise ValueError("the loss is gone")
"""


def main(folder: Path) -> None:
    """Write the program, run it twice, and check the runs for alerts once."""
    code = Path(tempfile.mkdtemp())
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(code)]
    (code / "train.py").write_text(PROGRAM)
    (code / "model.py").write_text("depth = 1\n")
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], check=True)
    (code / "model.py").write_text("depth = 2\n")
    runs = (("good", "2.0", 0), ("broken", "0.5", 1))
    for name, rate, exit_code in runs:
        command = [
            sys.executable,
            "train.py",
            str(folder / "sweep" / name),
            "--rate",
            rate,
            "--api-key=abcdef",
        ]
        found = subprocess.run(command, cwd=code, env={**os.environ, "NO_COLOR": "1"}, check=False)
        assert found.returncode == exit_code
    alert = [sys.executable, "-m", "sightline", "alert", str(folder), "--when", "val/loss.last > 5", "--once"]
    assert subprocess.run(alert, check=False).returncode == 7


main(Path(sys.argv[1]))
