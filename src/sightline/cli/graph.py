"""`sightline graph`: the outline of a model's graph, from logs or from a model's file."""

from __future__ import annotations

from typing import Any

import click


@click.command(name="graph", short_help="Show the outline of a model's graph.")
@click.argument("path", type=click.Path())
@click.option("--run", multiple=True, metavar="GLOB", help="Only these runs; may be repeated.")
@click.option(
    "--depth", default=3, type=click.IntRange(1, 64), metavar="N", help="Scopes to open; 3 unless given."
)
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def command(path: str, run: tuple[str, ...], depth: int, as_json: bool) -> None:
    """Show what a model computes: scopes, operations, and what repeats.

    PATH is the folder of a run, the folder above your runs, or an ONNX file.
    Of each run the last graph is shown.
    """
    from sightline.cli._console import CANNOT_READ, fail, print_json, printable, warn
    from sightline.cli._graphs import find_graphs
    from sightline.kinds.graph.outline import lines, summary

    graphs, problems = find_graphs(path, run)
    if not graphs:
        fail("; ".join(problems) or _none_below(path, run), CANNOT_READ)
    if as_json:
        print_json({"graphs": [{"run": name, **summary(graph, depth)} for name, graph in graphs]})
    else:
        for name, graph in graphs:
            click.echo(_head(name, summary(graph, 0)))
            for line in lines(graph, depth):
                click.echo(f"  {printable(line)}")
    for problem in problems:
        warn(problem)


def _none_below(path: str, run: tuple[str, ...]) -> str:
    whose = "of these runs " if run else ""
    return f"no graph {whose}below {path}: write one with writer.add_graph(model, inputs)."


def _head(name: str, about: dict[str, Any]) -> str:
    from sightline.cli._console import printable

    count = about["n_operations"]
    aside = f", {about['n_set_aside']:,} set aside" if about["n_set_aside"] else ""
    operations = f"{count:,} {'operation' if count == 1 else 'operations'}"
    head = f"{name}: {operations}, {about['n_edges']:,} edges{aside}"
    wrong = [f"{each['count']:,} {each['what']}, such as {each['example']}" for each in about["problems"]]
    return "\n  ".join(printable(line) for line in [head, *wrong])
