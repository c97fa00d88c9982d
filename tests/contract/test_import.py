"""Importing stays light: what `import sightline` and a first writer may load."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    "PIL",
    "click",
    "google.protobuf",
    "msgspec",
    "nanoarrow",
    "numpy",
    "rich",
    "starlette",
    "tensorboard",
    "torch",
}


def loaded_by(code: str) -> set[str]:
    program = f"import json, sys\n{code}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "code",
    [
        "import sightline",
        "from sightline import SummaryWriter; SummaryWriter(r'{dir}').add_scalar('loss', 0.5, 1)",
    ],
)
def test_nothing_heavy(code: str, tmp_path: Path) -> None:
    assert not HEAVY & loaded_by(code.format(dir=tmp_path / "run"))


def test_open_loads_only_what_reading_scalars_needs(tmp_path: Path) -> None:
    assert not HEAVY & loaded_by("import sightline; sightline.open")
    read = loaded_by(f"import sightline; sightline.open({str(tmp_path)!r}).scalars()")
    not_needed = {"google.protobuf", "nanoarrow", "rich", "sqlite3", "yaml", "sightline.engine.filter"}
    assert "numpy" in read
    assert not not_needed & read


def test_server_answers_before_what_reads_logs_is_imported() -> None:
    reading = {"numpy", "sightline._native", "sightline.engine", "sightline.wire"}
    assert not reading & loaded_by("import sightline.server.run")


def test_public_names_resolve() -> None:
    program = "import sightline\nfor name in sightline.__all__: getattr(sightline, name)"
    subprocess.run([sys.executable, "-c", program], check=True)
