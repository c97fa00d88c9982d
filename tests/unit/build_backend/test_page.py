"""When the page is built again, and the error when it cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from sightline_build import page
from sightline_build.node import Node

PAGE_PACKAGE = '"node_modules/svelte": {"version": "5.0.0"}'
TOOL_PACKAGE = '"node_modules/vitest": {"version": "4.0.0", "dev": true}'
OTHER_PLATFORM = '"node_modules/binding-windows": {"version": "1.0.0", "optional": true}'
LOCK = f'{{"packages": {{"": {{}}, {PAGE_PACKAGE}, {TOOL_PACKAGE}, {OTHER_PLATFORM}}}}}'

# As npm does: an empty folder first, at last the list of what was installed.
INSTALL = f"""rm -rf node_modules && mkdir node_modules
case "$*" in *omit=dev*) tools= ;; *) tools=', {TOOL_PACKAGE}' ;; esac
echo '{{"packages": {{{PAGE_PACKAGE}'"$tools"'}}}}' > node_modules/.package-lock.json"""
BUILD_OK = f"""case "$*" in
*"build --"*) mkdir -p "$6" && echo page > "$6/index.html" ;;
*build-report*) echo report > "$6/report.html" ;;
ci*) {INSTALL} ;; esac"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "a path with a space"
    (root / "web" / "src").mkdir(parents=True)
    (root / "src" / "sightline").mkdir(parents=True)
    (root / "web" / "src" / "main.ts").write_text("1")
    for name in ("index.html", "package.json", "vite.config.ts", "tsconfig.json"):
        (root / "web" / name).write_text("{}")
    (root / "web" / "package-lock.json").write_text(LOCK)
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
    assert [line.split()[0] for line in calls.read_text().splitlines()] == ["ci", *["run"] * 4]


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


def fake_node(checkout: Path) -> Node:
    return Node(version=(22, 12), folder=checkout / "bin", npm=(str(checkout / "bin" / "npm"),))


def test_install_packages_adds_tools_once_and_keeps_them(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = use_npm(checkout, monkeypatch, INSTALL)
    for tools in (False, False, True, True, False):
        page.install_packages(checkout, fake_node(checkout), tools=tools)
    assert calls.read_text().splitlines() == ["ci --omit=dev", "ci"]


def test_install_packages_of_a_changed_lock_file_installs_tools_that_were_there_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = use_npm(checkout, monkeypatch, INSTALL)
    page.install_packages(checkout, fake_node(checkout), tools=True)
    (checkout / "web" / "package-lock.json").write_text(LOCK.replace("5.0.0", "5.1.0"))
    page.install_packages(checkout, fake_node(checkout), tools=False)
    assert calls.read_text().splitlines() == ["ci", "ci"]


def test_install_packages_after_an_install_that_was_cut_short_starts_over(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = use_npm(checkout, monkeypatch, INSTALL)
    (checkout / "web" / "node_modules" / "svelte").mkdir(parents=True)
    page.install_packages(checkout, fake_node(checkout), tools=False)
    assert calls.read_text().splitlines() == ["ci --omit=dev"]


def test_missing_sources_are_named(tmp_path: Path) -> None:
    with pytest.raises(page.PageError, match="web/"):
        page.make(tmp_path)
