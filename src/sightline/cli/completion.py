"""`sightline completion`: the script that completes subcommands and flags in a shell."""

from __future__ import annotations

import click


@click.command(
    name="completion",
    short_help="Print the completion script of a shell.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script of SHELL; e.g. `eval "$(sightline completion bash)"` in ~/.bashrc."""
    from click.shell_completion import get_completion_class

    from sightline.cli._group import group

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(group, {}, "sightline", "_SIGHTLINE_COMPLETE").source())
