"""The reference of the command line, made from the commands themselves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click


def cli_reference() -> str:
    """Return the page: each command with its usage, text, arguments and options."""
    from sightline.cli._group import group

    context = click.Context(group, info_name="sightline")
    parts = ["# Command line\n", f"{_text(group.help or '')}\n"]
    for names, command in _commands(group, context):
        parts.append(_section(names, command, context))
    return "\n".join(parts)


def _commands(
    group: click.Group, context: click.Context, prefix: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        yield (*prefix, name), command
        if isinstance(command, click.Group):
            yield from _commands(command, context, (*prefix, name))


def _section(names: tuple[str, ...], command: click.Command, parent: click.Context) -> str:
    context = click.Context(command, info_name=" ".join(names), parent=parent)
    title = " ".join(("sightline", *names))
    usage = " ".join([title, *command.collect_usage_pieces(context)])
    lines = [f"{'#' * (len(names) + 1)} {title}", "", "```", usage, "```", "", _text(command.help or ""), ""]
    records = [
        param.get_help_record(context) for param in command.params if not getattr(param, "hidden", False)
    ]
    rows = [f"| `{_cell(names)}` | {_cell(text)} |" for names, text in filter(None, records)]
    if rows:
        lines += ["| option | meaning |", "|---|---|", *rows, ""]
    return "\n".join(lines)


def _text(help_text: str) -> str:
    """Paragraphs marked with \\b keep their lines, as in the terminal."""
    paragraphs = inspect.cleandoc(help_text).split("\n\n")
    return "\n\n".join(
        "```\n" + part.replace("\b\n", "") + "\n```" if part.startswith("\b") else part for part in paragraphs
    )


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
