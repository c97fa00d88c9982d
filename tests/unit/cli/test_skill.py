"""`sightline skill` and `sightline mcp` where the extra is not installed."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from sightline.agents.fence import fenced
from sightline.cli._group import group


def test_skill_prints_a_skill_whose_commands_exist(tmp_path: Path) -> None:
    text = CliRunner().invoke(group, ["skill"]).stdout
    assert text.startswith("---\nname: sightline\ndescription: ")
    commands = re.findall(r"^ +sightline (\w+)(?: (\w+))?", text, re.MULTILINE)
    assert len(commands) > 8
    for name, sub in commands:
        args = [name, sub, "--help"] if name == "query" else [name, "--help"]
        assert CliRunner().invoke(group, args).exit_code == 0, args


def test_skill_installs_below_the_folder_of_skills(tmp_path: Path) -> None:
    done = CliRunner().invoke(group, ["skill", "--install", str(tmp_path)])
    path = tmp_path / "sightline" / "SKILL.md"
    assert done.stdout == f"{path}\n"
    assert path.read_text() == CliRunner().invoke(group, ["skill"]).stdout
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(group, ["skill", "--install", str(tmp_path / "file")])
    assert done.exit_code == 1
    assert "cannot write" in done.stderr


@pytest.mark.skipif(importlib.util.find_spec("mcp") is not None, reason="the package mcp is installed")
def test_mcp_without_its_package_says_what_to_install(tmp_path: Path) -> None:
    done = CliRunner().invoke(group, ["mcp", str(tmp_path)])
    assert done.exit_code == 1
    assert "pip install 'sightline[mcp]'" in done.stderr


def test_a_fence_cannot_be_closed_by_what_it_holds() -> None:
    first, second = fenced("a"), fenced(fenced("a"))
    assert first.split("\n")[1] not in second
    assert second.split("\n")[1] == second.split("\n")[-1]
