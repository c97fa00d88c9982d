"""`sightline profile`: what a profile says, and how two differ, in the terminal."""

from __future__ import annotations

import click

_ROWS = click.IntRange(1, 100_000)
_HELP = {"help_option_names": ["-h", "--help"]}


@click.group(name="profile", short_help="Show what profiles say, or compare two.", context_settings=_HELP)
def command() -> None:
    """Show where the time went in profiles of torch, TensorFlow, JAX and in any trace in Chrome's format."""


@command.command(name="summary", short_help="What ran, steps, device use, top operators, advice.")
@click.argument("path", type=click.Path())
@click.option("--run", multiple=True, metavar="GLOB", help="Only these runs; may be repeated.")
@click.option("--limit", default=10, type=_ROWS, metavar="N", help="Rows of each table; 10 unless given.")
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def summary(path: str, run: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Show what the profiles at PATH say.

    PATH is a trace file, the folder of a run, or the folder above your runs.
    """
    from sightline.cli._console import CANNOT_READ, fail, print_json, warn
    from sightline.cli._profile_summary import print_summary, summarize
    from sightline.cli._profiles import find_profiles, opened

    shown, problems = [], []
    for profile in find_profiles(path, run):
        try:
            with opened(profile):
                shown.append(summarize(profile, limit))
        except LookupError as error:
            problems.append({"run": profile.run, "name": profile.name, "reason": str(error)})
            continue
        if not as_json:
            print_summary(shown[-1])
    if as_json and shown:
        print_json({"profiles": shown, "problems": problems})
    if not shown:
        fail("; ".join(str(each["reason"]) for each in problems), CANNOT_READ)
    for problem in problems:
        warn(str(problem["reason"]))


@command.command(name="compare", short_help="What changed from one profile to another.")
@click.argument("a", type=click.Path())
@click.argument("b", type=click.Path())
@click.option("--limit", default=15, type=_ROWS, metavar="N", help="Rows of each table; 15 unless given.")
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def compare(a: str, b: str, limit: int, as_json: bool) -> None:
    """Show what changed from profile A to profile B: steps, operators and kernels, in time per mean step.

    A and B are trace files, or folders of runs, of which the latest profile is taken.
    """
    from sightline.cli._console import CANNOT_READ, fail, print_json
    from sightline.cli._profile_compare import compare_profiles, print_comparison
    from sightline.cli._profiles import latest_profile, opened

    sides = (latest_profile(a), latest_profile(b))
    try:
        for side in sides:
            with opened(side):
                pass
    except LookupError as error:
        fail(str(error), CANNOT_READ)
    found = compare_profiles(*sides, limit)
    if as_json:
        print_json(found)
    else:
        print_comparison(found)
