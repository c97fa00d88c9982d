"""Command lines in the documents name commands and options that exist; messages in them are in the code."""

from __future__ import annotations

import contextlib
import re
import shlex
from pathlib import Path

import click
import pytest

from sightline.cli._flags import with_dashes
from sightline.cli._group import group

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_INLINE = re.compile(r"`(sightline [^`]+)`")
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def command_lines() -> list[tuple[str, str]]:
    """Every command in a shell block or between backticks that runs sightline, with its document."""
    found = []
    for path in DOCUMENTS:
        name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        found += [(name, line) for line in _INLINE.findall(_BLOCK.sub("", text)) if "…" not in line]
        for language, block in _BLOCK.findall(text):
            if language not in ("", "bash", "console", "sh", "shell"):
                continue
            for line in block.replace("\\\n", " ").splitlines():
                line = line.strip().removeprefix("$ ")
                if re.match(r"sightline\s", line) and "…" not in line:
                    found.append((name, line))
    return found


@pytest.mark.parametrize(("document", "line"), command_lines())
def test_command_line_has_commands_and_options_that_exist(document: str, line: str) -> None:
    words = shlex.split(line.replace("[", " ").replace("]", " "), comments=True)
    words = [word for word in words if word not in ("&",)]
    stops = [at for at, word in enumerate(words) if word in ("|", "&&", ";", ">", ">>", "2>")]
    _parse(words[1 : stops[0] if stops else None])


def test_messages_of_the_troubleshooting_page_are_in_the_code() -> None:
    rows = (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
    messages = re.findall(r'^\| [^|]*?"([^"]+)"', rows, re.MULTILINE)
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for folder, endings in (
            ("src", "py"),
            ("web/src", "svelte"),
            ("web/src", "ts"),
            ("native/core", "cpp"),
        )
        for path in (ROOT / folder).rglob(f"*.{endings}")
    )
    assert len(messages) > 8
    assert [message for message in messages if message != "n of N" and message not in code] == []


def _parse(words: list[str]) -> None:
    """Parse a command line without running it; files that are not there are no failure."""
    command: click.Command = group
    context = click.Context(group, info_name="sightline")
    if words and words[0] in ("--help", "--version"):
        return
    if not words or words[0] not in group.list_commands(context):
        words = ["serve", *words]
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words[0])
        assert found is not None, f"there is no command {words[0]}"
        command, words = found, words[1:]
    if not isinstance(command, click.Group):
        # A mention may leave out what is required, and files of an example are not there.
        with contextlib.suppress(click.exceptions.Exit, click.BadParameter, click.BadOptionUsage):
            command.make_context(command.name, with_dashes(words), parent=context)
