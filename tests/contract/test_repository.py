"""What the repository may hold: no host of a registry, no path of one machine, no unfinished marks."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
SELF = Path(__file__).relative_to(ROOT)
WORDS = {
    "a registry's host": re.compile(r"registry\.npmjs|files\.pythonhosted|pypi\.org/simple|deb\.debian"),
    "a path of one machine": re.compile(r"(?<![\w.$}/-])(?:/root|/home/\w+|/work)/"),
    "an unfinished mark": re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b"),
}


def tracked_text_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    skipped = ("tests/golden/", "native/fuzz/corpus/")
    names = [name for name in listed.stdout.split("\0") if name and not name.startswith(skipped)]
    paths = [ROOT / name for name in names if Path(name) != SELF]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()[:4096]]


def test_nothing_of_one_machine() -> None:
    found = []
    for path in tracked_text_files():
        text = path.read_text(errors="replace")
        found += [f"{path.relative_to(ROOT)}: {what}" for what, word in WORDS.items() if word.search(text)]
    assert not found
