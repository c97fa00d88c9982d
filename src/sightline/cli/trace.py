"""`sightline trace`: the board's profile page on one trace file, wherever it lies."""

from __future__ import annotations

import click


@click.command(
    name="trace",
    short_help="Show one trace file on the profile page.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("file", type=click.Path())
@click.option("--host", default=None, metavar="ADDR", help="Address to listen on; 127.0.0.1 unless given.")
@click.option(
    "--port",
    default=None,
    type=click.IntRange(0, 65535),
    help="Port; unless given 6006 or the next free one.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in the browser.")
@click.option("--json", "as_json", is_flag=True, help="Print the addresses as one line of JSON.")
def command(file: str, host: str | None, port: int | None, open_browser: bool, as_json: bool) -> None:
    """Show one FILE on the profile page: a trace in Chrome's format (JSON, also .gz) or an .xplane.pb.

    The file is read when the page asks for it; the page says how far. Nothing is written beside the file.
    """
    from sightline.cli._options import ServeOptions
    from sightline.cli._profiles import check_trace
    from sightline.cli._serving import serve

    check_trace(file)
    serve(
        ServeOptions(
            trace=file, host=host, port=port, open_browser=open_browser, as_json=as_json, writable=False
        )
    )
