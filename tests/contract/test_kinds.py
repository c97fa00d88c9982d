"""A kind has the same slug everywhere: package, page, tests, document and entry point."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOMES = {
    "package": "src/sightline/kinds/{}/__init__.py",
    "page": "web/src/kinds/{}/index.ts",
    "tests": "tests/unit/kinds/{}",
    "document": "docs/kinds/{}.md",
}


def registered() -> dict[str, str]:
    return {entry.name: entry.value for entry in entry_points(group="sightline.kinds")}


def slugs() -> list[str]:
    tests = ROOT / "tests/unit/kinds"
    places = [
        {path.parent.name for path in (ROOT / "src/sightline/kinds").glob("*/__init__.py")},
        {path.parent.name for path in (ROOT / "web/src/kinds").glob("*/index.ts")},
        {path.name for path in tests.iterdir() if path.is_dir() and path.name[0] != "_"},
        {path.stem for path in (ROOT / "docs/kinds").glob("*.md")},
        set(registered()),
    ]
    return sorted(set().union(*places))


@pytest.mark.parametrize("slug", slugs())
def test_kind_is_everywhere(slug: str) -> None:
    missing = [name for name, home in HOMES.items() if not (ROOT / home.format(slug)).exists()]
    assert not missing, f"kind {slug!r} lacks its {', '.join(missing)}"
    assert registered().get(slug) == f"sightline.kinds.{slug}:kind"


def test_there_are_kinds() -> None:
    assert "scalar" in slugs()
