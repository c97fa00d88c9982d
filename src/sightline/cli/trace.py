"""`sightline trace`: the board's profile page on one trace file, wherever it lies."""

from __future__ import annotations

import click

from sightline.cli._one_file import showing_one_file


@click.command(
    name="trace",
    short_help="Show one trace file on the profile page.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@showing_one_file
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
