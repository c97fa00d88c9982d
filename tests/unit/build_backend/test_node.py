"""Which Node is chosen: the system's if new enough, else PyPI's, else none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sightline_build import node


@pytest.mark.parametrize(
    ("version", "fit"),
    [
        ((18, 20), False),
        ((20, 18), False),
        ((20, 19), True),
        ((21, 7), False),
        ((22, 11), False),
        ((22, 12), True),
        ((26, 0), True),
    ],
)
def test_is_new_enough(version: tuple[int, int], fit: bool) -> None:
    assert node.is_new_enough(version) is fit


def test_parse_version_reads_major_and_minor() -> None:
    assert node.parse_version("v22.12.0\n") == (22, 12)
    assert node.parse_version("not a node") is None


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_ask_version_of_real_programs(tmp_path: Path) -> None:
    assert node.ask_version(script(tmp_path / "good", "echo v24.1.0")) == (24, 1)
    assert node.ask_version(script(tmp_path / "broken", "exit 3")) is None
    assert node.ask_version(tmp_path / "missing") is None


def test_system_node_wants_both_and_new(tmp_path: Path) -> None:
    programs = {"node": "/opt/n/bin/node", "npm": "/opt/n/bin/npm"}
    found = node.system_node(programs.get, lambda _: (20, 19))
    assert found is not None
    assert found.folder == Path("/opt/n/bin")
    assert found.npm == ("/opt/n/bin/npm",)
    assert found.environment()["PATH"].split(os.pathsep)[0] == "/opt/n/bin"
    assert node.system_node(programs.get, lambda _: (18, 0)) is None
    assert node.system_node({"node": "/x/node"}.get, lambda _: (20, 19)) is None
    assert node.system_node({}.get, lambda _: (20, 19)) is None


def test_pypi_node_is_found_in_its_package(tmp_path: Path) -> None:
    assert node.pypi_node(tmp_path) is None
    executable = script(tmp_path / "bin" / "node", "echo v24.11.1")
    assert node.pypi_node(tmp_path) is None, "without npm it cannot build"
    npm = script(tmp_path / "lib/node_modules/npm/bin/npm-cli.js", "")
    found = node.pypi_node(tmp_path)
    assert found is not None
    assert found.version == (24, 11)
    assert found.npm == (str(executable), str(npm))
