"""`sightline tail`: the last values and texts of a run, line by line, and new ones as they are logged."""

from __future__ import annotations

from contextlib import suppress

import click

from sightline.cli._one_run import one_run

# How often to see whether Ctrl-C was pressed while nothing is logged.
_LOOK_SECS = 1.0


@click.command(
    name="tail",
    short_help="Print the last values and texts of a run, and follow it.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@one_run
@click.option(
    "-n",
    "--lines",
    type=click.IntRange(0, 1_000_000),
    default=10,
    help="Lines to begin with; 10 unless given.",
)
@click.option("-f", "--follow", is_flag=True, help="Go on with what is logged, until Ctrl-C.")
@click.option("--tag", multiple=True, metavar="GLOB", help="Only these tags; may be repeated.")
@click.option(
    "--text", "only_text", is_flag=True, help="Only logged text, such as console output, as it was."
)
@click.option("--json", "as_json", is_flag=True, help="A JSON object on each line.")
def command(
    run: str,
    logdir: str | None,
    lines: int,
    follow: bool,
    tag: tuple[str, ...],
    only_text: bool,
    as_json: bool,
) -> None:
    """Print what RUN, the folder of a run, logged last: a line for each step with its scalars, texts and
    tables; of a captured program how it was started, what it printed and how it ended.

    \b
    sightline tail runs/a
    sightline tail runs/a -f --tag 'val/*'
    sightline tail a --logdir runs --text -n 50
    """
    from sightline.cli._console import CANNOT_READ, fail
    from sightline.cli._one_run import followed, matching
    from sightline.cli._run_lines import RunLines
    from sightline.logs.select import tag_matcher

    with followed(run, logdir, may_come=follow) as logs:
        if not follow and not matching(logs, run, logdir):
            fail(f"no run {run} {f'below {logdir}' if logdir else 'with event files'}.", CANNOT_READ)
        source = RunLines(tag_matcher(tag or None), with_scalars=not only_text)

        def new_lines() -> list[str]:
            found = source.new(logs.view, matching(logs, run, logdir))
            return [line.as_json() if as_json else line.as_text(only_text) for line in found]

        generation = logs.store.generation
        begun = new_lines()
        _print(begun[max(0, len(begun) - lines) :])
        with suppress(KeyboardInterrupt):
            while follow:
                logs.store.wait(generation, _LOOK_SECS)
                generation = logs.store.generation
                _print(new_lines())


def _print(lines: list[str]) -> None:
    for line in lines:
        click.echo(line)
