"""Makes a new plugin: a package that works, with a kind, a query, a page and a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_TEMPLATE = Path(__file__).parent / "template"
# So that no tool takes the template's files for code of this package.
_ENDING = ".txt"
_NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")


def make_plugin(name: str, folder: Path) -> list[Path]:
    """Write the package into a new or empty folder; return its files. ValueError for a bad name."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name for a plugin: use small letters, digits and single dashes")
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty")
    words = _words(name)
    return list(_written(folder, words))


def _words(name: str) -> dict[str, str]:
    slug = name.replace("-", "_")
    return {
        "PLUGIN_PACKAGE": f"sightline-{name.replace('_', '-')}",
        "PLUGIN_MODULE": f"sightline_{slug}",
        "PLUGIN_SLUG": slug,
        "PLUGIN_TITLE": slug.replace("_", " ").capitalize(),
    }


def _written(folder: Path, words: dict[str, str]) -> Iterator[Path]:
    for source in sorted(_TEMPLATE.rglob(f"*{_ENDING}")):
        relative = source.relative_to(_TEMPLATE).as_posix().removesuffix(_ENDING)
        path = folder / _filled(relative, words)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_filled(source.read_text(encoding="utf-8"), words), encoding="utf-8")
        yield path


def _filled(text: str, words: dict[str, str]) -> str:
    for placeholder, word in words.items():
        text = text.replace(placeholder, word)
    return text
