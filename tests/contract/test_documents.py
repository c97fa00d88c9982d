"""Links between documents lead somewhere, and what is public is written about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sightline

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def documents() -> list[Path]:
    return [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    targets = LINK.findall(CODE.sub("", path.read_text()))
    assert [target for target in targets if not (path.parent / target).exists()] == []


def test_public_names_are_documented() -> None:
    text = "\n".join(path.read_text() for path in documents())
    assert [name for name in sightline.__all__ if name not in text and name != "__version__"] == []


def test_every_writer_method_is_documented() -> None:
    text = "\n".join(path.read_text() for path in documents())
    methods = [name for name in dir(sightline.SummaryWriter) if not name.startswith("_")]
    assert [name for name in methods if name not in text] == []


def test_every_command_is_documented() -> None:
    text = (ROOT / "docs" / "cli.md").read_text()
    commands = [path.stem for path in (ROOT / "src/sightline/cli").glob("[a-z]*.py")]
    assert [name for name in commands if f"sightline {name}" not in text] == []


def test_security_promises_name_tests_that_exist() -> None:
    named = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", (ROOT / "docs/security.md").read_text(encoding="utf-8"))
    assert len(named) > 40
    for file, test in named:
        homes = (ROOT, ROOT / "tests/unit/server", ROOT / "tests/unit")
        found = [home / file for home in homes if (home / file).is_file()]
        assert found, file
        assert f"def {test}" in found[0].read_text(encoding="utf-8"), f"{file}::{test}"
