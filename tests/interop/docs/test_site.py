"""The documentation site builds without a warning, can be searched, and needs nobody's fonts or scripts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mkdocs")
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(ROOT / "tools/build_docs.py"), "--target", str(target)]
    subprocess.run(command, check=True, cwd=ROOT)
    return target


def test_every_document_has_its_page(site: Path) -> None:
    documents = {
        path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")
    }
    assert {str(path) for path in documents if not (site / path).is_file()} == set()


def test_reference_names_commands_methods_and_routes(site: Path) -> None:
    for page, words in (
        ("cli", ("sightline serve", "--stalled-after", "sightline query best")),
        ("python", ("SummaryWriter", "add_histogram", "log_hparams", "sightline.open")),
        ("http", ("kinds/scalar/series", "RunsAnswer")),
    ):
        text = (site / "reference" / f"{page}.html").read_text(encoding="utf-8")
        assert [word for word in words if word not in text] == []


def test_search_works_without_a_server(site: Path) -> None:
    index = (site / "search/search_index.js").read_text(encoding="utf-8")
    assert "Five minutes" in index
    assert "troubleshooting.html" in index


def test_pages_load_nothing_from_other_hosts(site: Path) -> None:
    loads = re.compile(r"<(?:script|img|iframe|source)[^>]+src=\"?https?:|<link[^>]+stylesheet[^>]+https?:")
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    assert [page.name for page in pages if loads.search(page.read_text(encoding="utf-8"))] == []
