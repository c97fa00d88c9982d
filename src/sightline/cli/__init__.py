"""The `sightline` command. Each file here that has no leading underscore is a subcommand with that name."""

from __future__ import annotations

from collections.abc import Sequence


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line; the entry point of `sightline` and `python -m sightline`."""
    from sightline.cli._group import group

    group.main(args=None if args is None else list(args), prog_name="sightline")
