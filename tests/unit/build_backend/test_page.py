"""When the page is made again, and what is said when it cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from sightline_build import page
from sightline_build.node import Node

BUILD_OK = (
    'case "$*" in *build*) mkdir -p "$6" && echo page > "$6/index.html" ;; ci*) mkdir -p node_modules ;; esac'
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "a path with a space"
    (root / "web" / "src").mkdir(parents=True)
    (root / "src" / "sightline").mkdir(parents=True)
    (root / "web" / "src" / "main.ts").write_text("1")
    for name in ("index.html", "package.json", "package-lock.json", "vite.config.ts", "tsconfig.json"):
        (root / "web" / name).write_text("{}")
    return root


def use_npm(root: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> Path:
    """Put a real little program where npm would be, and return its record of calls."""
    calls = root / "calls"
    folder = root / "bin"
    folder.mkdir(exist_ok=True)
    for name, text in (("node", "echo v22.12.0"), ("npm", f'echo "$*" >> "{calls}"\n{body}')):
        program = folder / name
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return calls


def test_made_once_then_quick_then_again_when_stale(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = use_npm(checkout, monkeypatch, BUILD_OK)
    assert not page.is_fresh(checkout)
    assert page.make(checkout) is True
    assert (page.static_folder(checkout) / "index.html").read_text() == "page\n"
    assert page.make(checkout) is False
    assert page.requires(checkout) == []
    (checkout / "web" / "src" / "main.test.ts").write_text("a test is not part of the page")
    assert page.is_fresh(checkout)
    (checkout / "web" / "src" / "main.ts").write_text("2")
    assert page.make(checkout) is True
    assert [line.split()[0] for line in calls.read_text().splitlines()] == ["ci", "run", "run"]


def test_an_sdist_needs_no_node(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_npm(checkout, monkeypatch, BUILD_OK)
    page.make(checkout)
    monkeypatch.setenv("PATH", str(checkout / "nothing here"))
    assert page.requires(checkout) == []
    assert page.make(checkout) is False


def test_npm_failure_is_one_line(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_npm(checkout, monkeypatch, "echo noise; echo 'npm error code ENOTFOUND'; exit 1")
    with pytest.raises(page.PageError, match=r"npm config get registry.*page\.log") as caught:
        page.make(checkout)
    assert "\n" not in str(caught.value)
    assert not page.static_folder(checkout).exists()


def test_tools_are_added_when_asked_for(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = use_npm(checkout, monkeypatch, "mkdir -p node_modules")
    node = Node(version=(22, 12), folder=checkout / "bin", npm=(str(checkout / "bin" / "npm"),))
    for tools in (False, False, True, True, False):
        page.install_packages(checkout, node, tools=tools)
    assert calls.read_text().splitlines() == ["ci --omit=dev", "ci"]


def test_missing_sources_are_named(tmp_path: Path) -> None:
    with pytest.raises(page.PageError, match="web/"):
        page.make(tmp_path)
