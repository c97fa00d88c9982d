"""`sightline query`: short answers about logs, as lines or JSON, at most 4 KB unless asked for more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from sightline.briefs.briefs import Briefs
    from sightline.briefs.shapes import Brief

_HELP = {"help_option_names": ["-h", "--help"]}
_F = TypeVar("_F", bound=Callable[..., Any])
_RUN = click.option("--run", multiple=True, metavar="GLOB", help="Only these runs; may be repeated.")
_FILTER = click.option(
    "--filter", "expression", metavar="EXPR", help="Only runs that match, e.g. 'val/loss.min < 0.3'."
)
_TAG = click.option("--tag", multiple=True, metavar="GLOB", help="Only these tags; may be repeated.")
_COUNT = click.IntRange(1, 100_000)


def _options(limit: int) -> Callable[[_F], _F]:
    """The options that every query has."""

    def decorate(command: _F) -> _F:
        for option in (
            click.option("--json", "as_json", is_flag=True, help="Print JSON; docs/query.md has the fields."),
            click.option(
                "--max-bytes",
                type=click.IntRange(256, 1 << 26),
                default=4096,
                metavar="N",
                help="At most so many bytes; 4096 unless given. What does not fit is counted in the hint.",
            ),
            click.option(
                "--limit", type=_COUNT, default=limit, metavar="N", help=f"Rows; {limit} unless given."
            ),
            _FILTER,
            _RUN,
            click.argument("logdir"),
        ):
            command = option(command)
        return command

    return decorate


@click.group(
    name="query",
    short_help="Short answers about logs, for people, scripts and agents.",
    context_settings=_HELP,
)
def command() -> None:
    """Answer one question about the logs below LOGDIR in at most 4 KB.

    \b
    sightline query status runs                       what is going on, and what is wrong
    sightline query best runs val/loss --json         which run is best, with what hyperparameters
    sightline query compare runs baseline 'sweep/*'   runs side by side
    sightline query series runs val/loss --run a      at most 100 points of each series
    """


def _answer(
    logdir: str,
    make: Callable[[Briefs], Brief],
    *,
    run: tuple[str, ...],
    expression: str | None,
    max_bytes: int,
    as_json: bool,
    **_: Any,
) -> None:
    from sightline.briefs.bounded import fit, to_json
    from sightline.briefs.briefs import Briefs, UnknownError
    from sightline.briefs.plain_text import to_text
    from sightline.cli._console import FAILED, fail, printable
    from sightline.cli._reading import read_logs

    with read_logs((logdir,)) as logs:
        try:
            brief = make(Briefs(logs, run=run or None, filter=expression))
        except UnknownError as error:
            fail(str(error), FAILED)
    # A line feed ends the output, so it counts too.
    write = to_json if as_json else lambda each: printable(to_text(each))
    click.echo(write(fit(brief, max_bytes, write)))


@command.command(context_settings=_HELP, short_help="What is going on: states, notices, the latest runs.")
@_options(20)
@_TAG
def status(logdir: str, tag: tuple[str, ...], limit: int, **options: Any) -> None:
    """Show how many runs are live, what is wrong with any, and where each is.

    \b
    sightline query status runs
    sightline query status runs --filter 'state = live' --tag 'val/*' --json
    """
    _answer(logdir, lambda briefs: briefs.status(tag=tag, limit=limit), **options)


@command.command(context_settings=_HELP, short_help="The runs with state, step, pace and metrics.")
@_options(20)
@_TAG
def runs(logdir: str, tag: tuple[str, ...], limit: int, **options: Any) -> None:
    """List the runs, the latest first.

    \b
    sightline query runs runs --filter 'lr > 1e-4' --limit 5
    """
    _answer(logdir, lambda briefs: briefs.runs(tag=tag, limit=limit), **options)


@command.command(context_settings=_HELP, short_help="The best runs by a metric.")
@_options(10)
@click.argument("tag")
@click.option("--lower", "better", flag_value="lower", help="Lower is better.")
@click.option("--higher", "better", flag_value="higher", help="Higher is better.")
def best(logdir: str, tag: str, better: str | None, limit: int, **options: Any) -> None:
    """Rank runs by their best value of TAG; names such as loss and accuracy tell whether lower is better.

    \b
    sightline query best runs val/loss
    sightline query best runs score --higher --limit 3 --json
    """
    _answer(logdir, lambda briefs: briefs.best(tag, better=better, limit=limit), **options)


@command.command(context_settings=_HELP, short_help="Runs side by side.")
@_options(40)
@click.argument("names", metavar="RUN...", nargs=-1, required=True)
@_TAG
@click.option(
    "--aggregate", default="last", metavar="NAME", help="last, min, max, mean …; docs/filter.md lists them."
)
def compare(
    logdir: str, names: tuple[str, ...], tag: tuple[str, ...], aggregate: str, limit: int, **options: Any
) -> None:
    """Show hyperparameters that differ and metrics of up to ten runs, given by name or glob.

    \b
    sightline query compare runs baseline candidate
    sightline query compare runs 'sweep/*' --tag 'val/*' --aggregate min
    """
    _answer(
        logdir,
        lambda briefs: briefs.compare(list(names), tag=tag, aggregate=aggregate, limit=limit),
        **options,
    )


@command.command(context_settings=_HELP, short_help="Points of scalar series, at most 100 each.")
@_options(20)
@click.argument("tags", metavar="TAG...", nargs=-1, required=True)
@click.option(
    "--points",
    type=click.IntRange(1, 100),
    default=100,
    metavar="N",
    help="Points of each series; 100 unless given.",
)
def series(logdir: str, tags: tuple[str, ...], points: int, limit: int, **options: Any) -> None:
    """Show series of TAG (names or globs): figures over all points, and some of them; "n of N" says how many.

    \b
    sightline query series runs val/loss
    sightline query series runs 'train/*' --run candidate --points 20 --json
    """
    _answer(logdir, lambda briefs: briefs.series(tags, points=points, limit=limit), **options)


@command.command(context_settings=_HELP, short_help="Which tags there are.")
@_options(60)
@_TAG
@click.option("--kind", default=None, metavar="KIND", help="scalar, text, image …")
def tags(logdir: str, tag: tuple[str, ...], kind: str | None, limit: int, **options: Any) -> None:
    """List tags with kind, number of runs and values.

    \b
    sightline query tags runs --kind image
    """
    _answer(logdir, lambda briefs: briefs.tags(kind=kind, tag=tag, limit=limit), **options)


@command.command(context_settings=_HELP, short_help="Logged text, the latest last.")
@_options(10)
@_TAG
@click.option("--chars", type=_COUNT, default=500, metavar="N", help="Characters of each; 500 unless given.")
def text(logdir: str, tag: tuple[str, ...], chars: int, limit: int, **options: Any) -> None:
    """Show the last logged texts.

    \b
    sightline query text runs --run candidate --tag 'samples*' --limit 2
    """
    _answer(logdir, lambda briefs: briefs.text(tag=tag, max_chars=chars, limit=limit), **options)


@command.command(context_settings=_HELP, short_help="Logged pictures to files.")
@_options(20)
@_TAG
@click.option("--step", type=int, default=None, help="Those at this step; the last ones unless given.")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Where to write them.")
def images(
    logdir: str, tag: tuple[str, ...], step: int | None, output: str, limit: int, **options: Any
) -> None:
    """Write pictures as they were logged below FOLDER, and list the files.

    \b
    sightline query images runs --tag 'samples*' -o pictures
    """
    from pathlib import Path

    from sightline.cli._console import fail

    try:
        _answer(
            logdir, lambda briefs: briefs.images(Path(output), tag=tag, step=step, limit=limit), **options
        )
    except OSError as error:
        fail(f"cannot write below {output}: {error.strerror or error}")


@command.command(context_settings=_HELP, short_help="Where the time of the latest profiles went.")
@_options(5)
def profile(logdir: str, limit: int, **options: Any) -> None:
    """Sum up the latest profile of each run; `sightline profile summary` has all of it.

    \b
    sightline query profile runs --run resnet50 --json
    """
    _answer(logdir, lambda briefs: briefs.profile(limit=limit), **options)


@command.command(context_settings=_HELP, short_help="The JSON schema of all answers.")
def schema() -> None:
    """Print a JSON schema with a definition for each answer."""
    import msgspec

    from sightline.briefs.shapes import ALL
    from sightline.cli._console import print_json

    _, definitions = msgspec.json.schema_components(ALL, ref_template="#/$defs/{name}")
    print_json({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions})
