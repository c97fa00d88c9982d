"""`sightline wait`: blocks until a run meets a condition; the exit code says how it ended."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from sightline.cli._durations import Duration
from sightline.cli._one_run import one_run

if TYPE_CHECKING:
    from sightline.engine.filter import Expression
    from sightline.engine.run_view import RunView
    from sightline.logs import Logs

# Beside those of all commands (docs/cli.md).
TIMED_OUT = 5
ENDED = 6
FAILED_CONDITION = 7
# How often to look where only the clock can change the answer.
_LOOK_SECS = 1.0


@click.command(
    name="wait",
    short_help="Wait until a run meets a condition.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@one_run
@click.argument("condition")
@click.option("--timeout", type=Duration(), default=None, metavar="TIME", help="Give up after 90s, 45m, 2h …")
@click.option("--fail-if", default=None, metavar="COND", help="End with code 7 as soon as this is met.")
@click.option(
    "--stalled-after",
    type=Duration(),
    default=None,
    metavar="TIME",
    help="End with code 6 when nothing was logged for so long.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def command(
    run: str,
    condition: str,
    logdir: str | None,
    timeout: float | None,
    fail_if: str | None,
    stalled_after: float | None,
    as_json: bool,
) -> None:
    """Wait until RUN, the folder of a run, meets CONDITION, a filter as in docs/filter.md.

    \b
    sightline wait runs/a 'val/loss.min < 0.3' --timeout 2h
    sightline wait a 'steps >= 10000' --logdir runs --fail-if 'train/loss.nan > 0'
    sightline wait runs/a 'state = finished' && python evaluate.py

    Exit codes: 0 met, 5 timed out, 6 the run ended or stalled before, 7 --fail-if was met.
    A run that is not there yet is waited for; of several runs below RUN one has to meet it.
    """
    from sightline.cli._one_run import followed

    met, failed = _parsed("CONDITION", condition), _parsed("--fail-if", fail_if) if fail_if else None
    with followed(run, logdir, may_come=True) as logs:
        waiting = _Waiting(logs, run, logdir, met, failed, stalled_after)
        outcome, code = waiting.until_done(timeout)
    _report(outcome, condition, as_json)
    raise SystemExit(code)


def _parsed(what: str, text: str) -> Expression:
    from sightline.engine.filter import FilterError, parse

    try:
        return parse(text)
    except FilterError as error:
        raise click.UsageError(f"{what}: {error}") from error


class _Waiting:
    """Looks at the runs whenever something was logged, and once a second for the clock's sake."""

    def __init__(
        self,
        logs: Logs,
        run: str,
        logdir: str | None,
        met: Expression,
        failed: Expression | None,
        stalled_after_secs: float | None,
    ) -> None:
        self._logs, self._run, self._logdir = logs, run, logdir
        self._met, self._failed = met, failed
        self._stalled_after_secs = stalled_after_secs
        self._begun = time.monotonic()
        self._begun_at = time.time()

    def until_done(self, timeout_secs: float | None) -> tuple[dict[str, Any], int]:
        """The outcome as plain data, and the exit code."""
        while True:
            generation = self._logs.store.generation
            done = self._look()
            if done is not None:
                return done
            left_secs = _LOOK_SECS
            if timeout_secs is not None:
                left_secs = min(left_secs, timeout_secs - (time.monotonic() - self._begun))
                if left_secs <= 0:
                    return self._outcome("timed out", None), TIMED_OUT
            self._logs.store.wait(generation, left_secs)

    def _look(self) -> tuple[dict[str, Any], int] | None:
        from sightline.cli._one_run import matching
        from sightline.logs.logs import fact_sources

        runs = matching(self._logs, self._run, self._logdir)
        facts = fact_sources(self._logs.view)
        for run in runs:
            if self._met.matches(facts.of(run)):
                return self._outcome("met", run), 0
            if self._failed is not None and self._failed.matches(facts.of(run)):
                return self._outcome("failed", run), FAILED_CONDITION
        trainings = [run for run in runs if run.parent_id is None]
        if trainings and all(run.has_ended and run.state != "loading" for run in trainings):
            return self._outcome("ended", trainings[0]), ENDED
        if self._is_stalled(runs):
            return self._outcome("stalled", runs[0] if runs else None), ENDED
        return None

    def _is_stalled(self, runs: list[RunView]) -> bool:
        """Whether nothing was logged for long; before the first run, since the command began."""
        latest = max((run.grew_at for run in runs), default=self._begun_at)
        return self._stalled_after_secs is not None and time.time() - latest > self._stalled_after_secs

    def _outcome(self, outcome: str, run: RunView | None) -> dict[str, Any]:
        from sightline.briefs.numbers import plain
        from sightline.cli._one_run import matching
        from sightline.logs.logs import fact_sources

        known = [run] if run is not None else matching(self._logs, self._run, self._logdir)
        fields = sorted(self._met.fields() | (self._failed.fields() if self._failed else set()))
        facts = fact_sources(self._logs.view)
        values = {
            name: next((plain(value) for each in known for value in facts.of(each)(name)), None)
            for name in fields
        }
        return {
            "outcome": outcome,
            "run": None if run is None else run.name,
            "step": None if run is None else run.last_step,
            "values": values,
            "waited_secs": round(time.monotonic() - self._begun, 1),
        }


def _report(outcome: dict[str, Any], condition: str, as_json: bool) -> None:
    from sightline.cli._console import print_json, printable, warn

    if as_json:
        print_json(outcome)
        return
    values = ", ".join(
        f"{name} = {'unknown' if value is None else value}" for name, value in outcome["values"].items()
    )
    at = "" if outcome["step"] is None else f" at step {outcome['step']:,}"
    line = f"{outcome['outcome']}: {values}{at} after {outcome['waited_secs']:.0f} s"
    if outcome["outcome"] == "met":
        click.echo(printable(line))
        return
    unknown = [name for name, value in outcome["values"].items() if value is None]
    warn(f"{condition} was not met; {line}")
    if unknown:
        warn(f"nothing was logged under {', '.join(unknown)}; `sightline query tags` lists the tags.")
