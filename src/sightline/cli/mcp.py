"""`sightline mcp`: the answers of `sightline query` as read-only tools for agents, over stdio."""

from __future__ import annotations

import click


@click.command(
    name="mcp",
    short_help="Answer agents over the Model Context Protocol (stdio).",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("logdir", nargs=-1, required=True)
def command(logdir: tuple[str, ...]) -> None:
    """Give an agent read-only tools over LOGDIR: status, runs, best, compare, series, tags, text, profile.

    \b
    pip install 'sightline[mcp]'
    sightline mcp runs          the command to give to the agent; it speaks on stdin and stdout

    Answers have at most 4 KB, and what comes out of logs is fenced as data.
    """
    from contextlib import suppress

    from sightline.agents.server import make_server
    from sightline.cli._console import FAILED, fail
    from sightline.cli._reading import follow_logs

    with follow_logs(logdir) as logs:
        try:
            server = make_server(logs)
        except ImportError:
            fail("this needs the package mcp: pip install 'sightline[mcp]'", FAILED)
        with suppress(KeyboardInterrupt):
            server.run("stdio")
