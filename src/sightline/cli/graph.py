"""`sightline graph`: the outline of a model's graph, from logs or from a model's file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sightline.cli._graphs import FoundGraph


@click.command(name="graph", short_help="Show the outline of a model's graph.")
@click.argument("path", type=click.Path())
@click.option("--run", multiple=True, metavar="GLOB", help="Only these runs; may be repeated.")
@click.option("--graph", "name", default="", metavar="NAME", help="This graph of a run instead of its first.")
@click.option(
    "--depth", default=3, type=click.IntRange(1, 64), metavar="N", help="Scopes to open; 3 unless given."
)
@click.option(
    "--compare", "other", type=click.Path(), metavar="PATH", help="Show what changed to the graph there."
)
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def command(path: str, run: tuple[str, ...], name: str, depth: int, other: str | None, as_json: bool) -> None:
    """Show what a model computes: scopes, operations, and what repeats.

    PATH is the folder of a run, the folder above your runs, a model's file, or a SavedModel's folder.
    Of each run the first graph is shown; --json lists the names of the others.
    """
    from sightline.cli._console import CANNOT_READ, fail, print_json, printable, warn
    from sightline.cli._graphs import find_graphs
    from sightline.kinds.graph.outline import lines, summary

    if other is not None:
        _compare(path, other, run, name, as_json)
        return
    graphs, problems = find_graphs(path, run, name)
    if not graphs:
        fail("; ".join(problems) or _none_below(path, run), CANNOT_READ)
    if as_json:
        print_json({"graphs": [{**_about(each), **summary(each.graph, depth)} for each in graphs]})
    else:
        for each in graphs:
            click.echo(_head(each.title, summary(each.graph, 0)))
            for line in lines(each.graph, depth):
                click.echo(f"  {printable(line)}")
    for problem in problems:
        warn(problem)


def _compare(path: str, other: str, run: tuple[str, ...], name: str, as_json: bool) -> None:
    from sightline.cli._console import print_json, printable
    from sightline.kinds.graph.compare import compare_graphs
    from sightline.kinds.graph.differences import difference_lines, difference_summary

    a, b = _one_graph(path, run, name), _one_graph(other, run, name)
    comparison = compare_graphs(a.graph, b.graph)
    if as_json:
        found = difference_summary(comparison, a.graph, b.graph)
        print_json({"a": _about(a), "b": _about(b), **found})
        return
    lines = difference_lines(comparison, a.graph, b.graph)
    click.echo(printable(f"{path} → {other}: {next(lines)}"))
    for line in lines:
        click.echo(printable(line))


def _one_graph(path: str, run: tuple[str, ...], name: str) -> FoundGraph:
    from sightline.cli._console import CANNOT_READ, fail
    from sightline.cli._graphs import find_graphs

    graphs, problems = find_graphs(path, run, name)
    if not graphs:
        fail("; ".join(problems) or _none_below(path, run), CANNOT_READ)
    if len(graphs) > 1:
        names = ", ".join(each.run for each in graphs[:5])
        fail(f"{path} has {len(graphs)} runs with graphs ({names}); give the folder of one.", CANNOT_READ)
    return graphs[0]


def _none_below(path: str, run: tuple[str, ...]) -> str:
    whose = "of these runs " if run else ""
    return f"no graph {whose}below {path}: write one with writer.add_graph(model, inputs)."


def _about(found: FoundGraph) -> dict[str, Any]:
    about = {"run": found.run, "name": found.name, "format": found.format, "step": found.step}
    return {**about, "others": found.others}


def _head(name: str, about: dict[str, Any]) -> str:
    from sightline.cli._console import printable

    counts = [_counted(about["n_operations"], "operation"), _counted(about["n_edges"], "edge")]
    if about["n_parameters"]:
        counts.append(_counted(about["n_parameters"], "parameter"))
    if about["n_set_aside"]:
        counts.append(f"{about['n_set_aside']:,} set aside")
    head = f"{name}: {', '.join(counts)}"
    return "\n  ".join(printable(line) for line in [head, *map(_problem, about["problems"])])


def _counted(n: int, what: str) -> str:
    return f"{n:,} {what if n == 1 else what + 's'}"


def _problem(problem: dict[str, Any]) -> str:
    what, example, count = problem["what"], problem["example"], problem["count"]
    if count == 1:
        return f"{what}: {example}" if example else what
    return f"{count:,} {what}, such as {example}" if example else f"{count:,} {what}"
