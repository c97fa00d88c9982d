"""Every page of docs/kinds has an example, and every Python example runs as written with the base install."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs" / "kinds").glob("*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[int, str]]:
    """(line, code) of each Python block."""
    text = page.read_text()
    return [(text.count("\n", 0, match.start(1)), match.group(1)) for match in BLOCK.finditer(text)]


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_examples_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    examples = blocks(page)
    assert examples, f"{page.name} has no example"
    names: dict[str, object] = {"__name__": "__main__"}
    for line, code in examples:
        # Blank lines in front make a traceback name the line of the page.
        exec(compile("\n" * line + code, str(page), "exec"), names)
