"""The built page: what every visit loads at once stays free of what only some pages draw with."""

from __future__ import annotations

import base64
import gzip
import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "src/sightline/_static"
# A text of each library that minifying leaves as it is.
HEAVY = {
    "uPlot": "u-cursor-pt",
    "three.js": "WebGLRenderer",
    "marked": "blockquote",
    "DOMPurify": "DOMPurify",
}


def first_scripts() -> dict[str, str]:
    """The scripts that `index.html` names and all that these import at once, by file name."""
    index = (STATIC / "index.html").read_text()
    waiting = re.findall(r'(?:src|href)="\./assets/([^"]+\.js)"', index)
    scripts: dict[str, str] = {}
    while waiting:
        name = waiting.pop()
        if name not in scripts:
            scripts[name] = (STATIC / "assets" / name).read_text()
            waiting += re.findall(r'(?:from|import)\s*"\./([^"]+\.js)"', scripts[name])
    return scripts


@pytest.mark.parametrize("library", HEAVY)
def test_first_scripts_of_the_page_hold_no_heavy_library(library: str) -> None:
    everything = {path.name: path.read_text() for path in (STATIC / "assets").glob("*.js")}
    assert any(HEAVY[library] in text for text in everything.values()), "is the text still the library's?"
    holding = [name for name, text in first_scripts().items() if HEAVY[library] in text]
    assert holding == [], "shared by too many parts of the page: see SHARED_BY in web/vite.config.ts"


def test_first_scripts_of_the_page_are_the_entry_the_shell_and_the_runtime() -> None:
    names = sorted(name[: -len("-HASHHASH.js")] for name in first_scripts())
    assert names == ["index", "rolldown-runtime", "shell"]


@pytest.mark.parametrize("library", sorted(HEAVY.keys() - {"uPlot"}))
def test_the_part_that_a_report_runs_at_once_holds_no_heavy_library(library: str) -> None:
    template = (STATIC / "report.html").read_text()
    packed = re.findall(r'id="sightline-code/([^"]+)">([^<]+)<', template)
    parts = {name: gzip.decompress(base64.b64decode(code)).decode() for name, code in packed}
    assert any(HEAVY[library] in code for code in parts.values()), "is the text still the library's?"
    assert HEAVY[library] not in parts["main.js"]
