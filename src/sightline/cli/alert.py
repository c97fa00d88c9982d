"""`sightline alert`: watches runs by rules, and tells a command, a webhook and the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sightline.cli._durations import Duration
from sightline.cli._reading import selecting_runs

if TYPE_CHECKING:
    from sightline.engine.filter import Expression

FIRED = 7
_LOOK_SECS = 2.0


@click.command(
    name="alert",
    short_help="Tell a command or webhook about NaN, stalled runs and conditions.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@selecting_runs
@click.option("--nan", is_flag=True, help="When a scalar becomes NaN.")
@click.option(
    "--stalled", type=Duration(), default=None, metavar="TIME", help="When a run is silent for so long."
)
@click.option(
    "--no-progress", multiple=True, metavar="TAG", help="When TAG has no new best value for --patience."
)
@click.option("--patience", type=Duration(), default=1800.0, metavar="TIME", help="30m unless given.")
@click.option(
    "--when", multiple=True, metavar="COND", help="When a run matches, e.g. 'val/loss > 5'; may be repeated."
)
@click.option(
    "--command",
    default=None,
    metavar="CMD",
    help="Run this without a shell; SIGHTLINE_RULE, _RUN, _STEP, _MESSAGE are set.",
)
@click.option("--webhook", default=None, metavar="URL", help="POST the alert as JSON to this address.")
@click.option(
    "--note/--no-note", default=True, help="Note it at the step in the page's charts; on unless given."
)
@click.option(
    "--once", is_flag=True, help="Check once and exit: 0 where nothing fired, 7 where something did."
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each alert.")
def command(
    logdir: tuple[str, ...],
    expression: str | None,
    nan: bool,
    stalled: float | None,
    no_progress: tuple[str, ...],
    patience: float,
    when: tuple[str, ...],
    command: str | None,
    webhook: str | None,
    note: bool,
    once: bool,
    as_json: bool,
) -> None:
    """Watch the runs below LOGDIR until Ctrl-C; each rule fires once for a run until it is over.

    \b
    sightline alert runs --nan --stalled 10m --command ./notify.sh
    sightline alert runs --when 'val/loss > 5' --webhook https://chat.example.org/hook
    sightline alert runs --nan --no-progress val/loss --patience 2h --once
    """
    import time
    from contextlib import suppress

    from sightline.briefs.alerts import Rules, Watcher
    from sightline.cli._alert_delivery import Delivery
    from sightline.cli._reading import follow_logs
    from sightline.logs.logs import fact_sources

    if not (nan or stalled is not None or no_progress or when):
        raise click.UsageError("give at least one of --nan, --stalled, --no-progress and --when")
    rules = Rules(
        nan=nan,
        stalled_after_secs=stalled,
        no_progress=no_progress,
        patience_secs=patience,
        conditions=tuple((text, _parsed("--when", text)) for text in when),
    )
    chosen = _parsed("--filter", expression or "")
    delivery = Delivery(command=command, webhook=webhook, note=note, as_json=as_json)
    watcher, n_fired = Watcher(rules), 0
    with follow_logs(logdir, expression, follow=not once) as logs, suppress(KeyboardInterrupt):
        while True:
            generation, view = logs.store.generation, logs.view
            facts = fact_sources(view)
            runs = [run for run in view.runs if run.parent_id is None and chosen.matches(facts.of(run))]
            for alert in watcher.check(view, runs, time.time()):
                delivery.send(alert)
                n_fired += 1
            if once:
                break
            logs.store.wait(generation, _LOOK_SECS)
            time.sleep(_LOOK_SECS)  # values come in many times a second
    if once and n_fired:
        raise SystemExit(FIRED)


def _parsed(what: str, text: str) -> Expression:
    from sightline.engine.filter import FilterError, parse

    try:
        return parse(text)
    except FilterError as error:
        raise click.UsageError(f"{what}: {error}") from error
