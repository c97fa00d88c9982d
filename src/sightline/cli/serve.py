"""`sightline serve`: the board on a port, live, with TensorBoard's flags."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sightline.cli._flags import tensorboard_flags
from sightline.cli._options import ServeOptions

if TYPE_CHECKING:
    from sightline.engine.memory_limit import MemoryLimit


def _memory_limit(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> MemoryLimit | None:
    from sightline.engine.memory_limit import MemoryLimit, parse_size

    try:
        return None if text is None else MemoryLimit(parse_size(text))
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command(
    name="serve",
    short_help="Serve the board (what `sightline LOGDIR` does).",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("logdirs", metavar="[LOGDIR]...", nargs=-1, type=click.Path())
@click.option(
    "--logdir", "more_logdirs", multiple=True, type=click.Path(), help="A log directory; may be repeated."
)
@click.option("--logdir-spec", default="", metavar="NAME:DIR,…", help="Several log directories, with names.")
@click.option(
    "--index",
    "indexes",
    multiple=True,
    metavar="DIR",
    help="An index made by `sightline index`, a folder or s3://…; may be repeated, and go with LOGDIR.",
)
@click.option("--host", default=None, metavar="ADDR", help="Address to listen on; 127.0.0.1 unless given.")
@click.option(
    "--bind-all", is_flag=True, help="Listen on all addresses; needs a token, which is made and printed."
)
@click.option(
    "--port",
    default=None,
    type=click.IntRange(0, 65535),
    help="Port; unless given 6006 or the next free one.",
)
@click.option("--path-prefix", default="", metavar="PATH", help="Serve below this path, e.g. /board.")
@click.option("--window-title", default="", metavar="TEXT", help="Title of the browser window.")
@click.option(
    "--reload-interval",
    default=5.0,
    type=float,
    metavar="SECONDS",
    help="How often to poll file systems without change events; 0 reads once.",
)
@click.option(
    "--stalled-after",
    default=300.0,
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="Report a run as stalled when it is silent for so long, and for 20 times its usual interval.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the board in the browser.")
@click.option("--json", "as_json", is_flag=True, help="Print the addresses as one line of JSON.")
@click.option(
    "--inspect", is_flag=True, help="Print what is in the event files and exit; see `sightline inspect`."
)
@click.option("--tag", default=None, help="With --inspect: only this tag.")
@click.option("--event-file", default=None, type=click.Path(), help="With --inspect: only this file.")
@click.option(
    "--auth",
    type=click.Choice(["token", "none"]),
    default=None,
    help="`none` only behind a proxy that authenticates.",
)
@click.option(
    "--token-file", default=None, type=click.Path(), help="File with the token; or set SIGHTLINE_TOKEN."
)
@click.option(
    "--allow-host",
    multiple=True,
    metavar="NAME",
    help="Also answer under this host name (a proxy's); may be repeated.",
)
@click.option(
    "--frame-ancestors",
    default=None,
    metavar="WHO",
    help="Who may frame the page: none, self, any or a list of origins; this machine's pages if not given.",
)
@click.option(
    "--writable/--read-only",
    default=None,
    help="Allow edits (names, notes, saved views); beyond loopback only if given.",
)
@click.option(
    "--certfile", default=None, type=click.Path(exists=True, dir_okay=False), help="TLS certificate (PEM)."
)
@click.option(
    "--keyfile", default=None, type=click.Path(exists=True, dir_okay=False), help="TLS private key (PEM)."
)
@click.option(
    "--verbose", is_flag=True, help="Print each minute what was requested of remote places, with its price."
)
@click.option(
    "--no-plugins",
    "plugins",
    is_flag=True,
    flag_value=False,
    default=True,
    help="Load no plugins of other packages.",
)
@click.option(
    "--tensorboard-plugins/--no-tensorboard-plugins",
    default=None,
    help="Host plugins of TensorBoard; beyond loopback only if given.",
)
@click.option(
    "--no-cache",
    is_flag=True,
    help="Neither read nor write the cache of columns; see `sightline cache`.",
)
@click.option(
    "--memory-limit",
    default=None,
    metavar="SIZE",
    callback=_memory_limit,
    help="Map columns from the cache where they would take more memory than this, e.g. 2GB.",
)
@click.option(
    "--end-with-stdin",
    is_flag=True,
    hidden=True,
    help="End when standard input is closed.",
)
@tensorboard_flags
def command(**given: object) -> None:
    """Serve the logs below each LOGDIR.

    The address is printed at once; logs load while the board is served, and new ones appear as written.
    """
    from sightline.cli._serving import serve

    serve(ServeOptions(**given))  # type: ignore[arg-type]
