"""`sightline plugin`: make a new plugin, and list the installed ones."""

from __future__ import annotations

import click

_SETTINGS = {"help_option_names": ["-h", "--help"]}


@click.group(name="plugin", short_help="Make a plugin, or list those installed.", context_settings=_SETTINGS)
def command() -> None:
    """Plugins add kinds of data, queries and pages to the board; docs/plugins.md is their guide."""


@command.command(name="new", context_settings=_SETTINGS)
@click.argument("name")
@click.option(
    "--into",
    default=None,
    type=click.Path(),
    metavar="DIR",
    help="Where to write it; ./sightline-NAME unless given.",
)
def new(name: str, into: str | None) -> None:
    """Write a package that works: a kind of data, a query, a page and a test.

    \b
    sightline plugin new fairness
    pip install -e ./sightline-fairness
    """
    from pathlib import Path

    from sightline.cli._console import fail
    from sightline.plugins.new_package import make_plugin

    folder = Path(into or f"sightline-{name}")
    try:
        files = make_plugin(name, folder)
    except (ValueError, OSError) as error:
        fail(str(error))
    for path in files:
        click.echo(str(path))
    click.echo(f"Install it with `pip install -e {folder}`; its README says more.")


@command.command(name="list", context_settings=_SETTINGS)
def list_plugins() -> None:
    """List the installed plugins, and why those that are broken are."""
    import warnings

    from sightline.plugins import load_installed
    from sightline.plugins.of_tensorboard import tensorboard_plugins

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plugins = load_installed().plugins
    hosted = tensorboard_plugins()
    if not plugins and not hosted:
        click.echo("No plugins are installed.")
    for plugin in plugins:
        state = "ok" if plugin.reason is None else f"broken: {plugin.reason}"
        click.echo(f"{plugin.name} {plugin.version}  {state}")
    for each in hosted:
        click.echo(f"{each.package} {each.version}  {each.name}, of TensorBoard: starts with its tab")
