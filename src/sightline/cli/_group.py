"""The command group: finds subcommands by file name, loads one when it is used, serves when none is named."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path

import click
from click.shell_completion import CompletionItem

import sightline
from sightline.cli._console import fail
from sightline.cli._dev_upload import as_share
from sightline.cli._flags import with_dashes

_ABOUT_ITSELF = frozenset({"--help", "-h", "--version"})
_TENSORBOARD_DEV = frozenset({"update-metadata", "list", "export", "delete", "auth"})


class FileGroup(click.Group):
    """A group whose subcommand `name` is the attribute `command` of `sightline.cli.<name>`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the subcommand files."""
        names = (module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
        return sorted(name for name in names if not name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the file of one subcommand."""
        if cmd_name not in self.list_commands(ctx):
            return None
        found = import_module(f"sightline.cli.{cmd_name}").command
        assert isinstance(found, click.Command), f"sightline.cli.{cmd_name}.command is not a click command"
        return found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Serve when the first word is no subcommand, so that TensorBoard's command lines work."""
        if args[:2] == ["dev", "upload"]:
            args = as_share(args[2:])
        elif len(args) > 1 and args[0] == "dev" and args[1] in _TENSORBOARD_DEV:
            fail(
                "TensorBoard.dev was shut down. To show logs to others make a report, `sightline share DIR`, "
                "or serve them, `sightline DIR --bind_all`. To serve a folder named dev, write ./dev."
            )
        if not args and not ctx.resilient_parsing:
            args = ["serve"]
        elif args and args[0] not in _ABOUT_ITSELF and args[0] not in self.list_commands(ctx):
            args = ["serve", *args]
        # What follows `run` belongs to another program.
        return super().parse_args(ctx, args if args[:1] == ["run"] else with_dashes(args))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete subcommands, and the flags of `serve`, which need not be named."""
        found = super().shell_complete(ctx, incomplete)
        serve = self.get_command(ctx, "serve")
        if incomplete.startswith("-") and serve is not None:
            found += serve.shell_complete(click.Context(serve, parent=ctx), incomplete)
        return found


@click.group(cls=FileGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(sightline.__version__, prog_name="sightline")
def group() -> None:
    """The board you watch while a model trains.

    `sightline LOGDIR` serves the logs below LOGDIR; that is short for `sightline serve LOGDIR`.
    A folder that has the name of a subcommand is written ./NAME.
    """
