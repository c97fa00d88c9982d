"""The graphs at a path: one of each run, or that of a model's file."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sightline.cli._console import CANNOT_READ, fail
from sightline.cli._given_path import look_up

if TYPE_CHECKING:
    from sightline.engine.store import StoreView
    from sightline.formats.graph import Graph


@dataclass(frozen=True)
class FoundGraph:
    """A graph that was read, and where it is from. `others` are the names of further graphs of the run."""

    run: str
    name: str
    format: str
    step: int | None
    graph: Graph
    others: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The run, and which of its graphs it is where it has several."""
        return f"{self.run} ({self.name})" if self.others else self.run


def find_graphs(path: str, run: tuple[str, ...] = (), name: str = "") -> tuple[list[FoundGraph], list[str]]:
    """A graph for each run, by name or the first, and what could not be read."""
    from sightline.engine.default_reader import default_reader
    from sightline.engine.roots import exists

    given = look_up(path, "a folder with logs, or a model's file")
    full = f"{given.full}/saved_model.pb"
    if given.is_folder and exists(default_reader(), full):
        return [_of_file(full)], []
    if not given.is_folder and "tfevents" not in os.path.basename(given.full):
        return [_of_file(given.full)], []
    return _of_logs(path, run, name)


def _of_file(path: str) -> FoundGraph:
    from sightline.engine.default_reader import default_reader
    from sightline.formats.graph import read_graph_def
    from sightline.formats.model_file import find_format
    from sightline.kinds.graph.read_graph import check_operations

    name = os.path.basename(path)
    try:
        with default_reader().open(path) as source:
            format = find_format(path, source)
            graph = read_graph_def(format.read(source))
        check_operations(name, graph)
    except (OSError, ValueError, MemoryError, LookupError) as error:
        fail(f"{path}: {error}", CANNOT_READ)
    return FoundGraph(name, name, format.title, None, graph)


def _of_logs(path: str, run: tuple[str, ...], name: str) -> tuple[list[FoundGraph], list[str]]:
    from sightline.cli._reading import read_logs
    from sightline.kinds.graph.sources import list_graphs
    from sightline.logs.select import matcher

    graphs: list[FoundGraph] = []
    problems: list[str] = []
    matches = matcher(run or None)
    with read_logs((path,)) as logs:
        view = logs.view
        for each in view.runs:
            if not matches(each.name):
                continue
            if list_graphs(each):
                try:
                    graphs.append(_of_run(view, each.id, name))
                except LookupError as error:
                    problems.append(f"{each.name}: {error}")
            elif each.n_damages:
                problems.append(f"{each.name}: no graph, but {each.n_damaged_bytes:,} damaged bytes")
    return graphs, problems


def _of_run(view: StoreView, run: int, name: str) -> FoundGraph:
    from sightline.kinds.graph.read_graph import read_source
    from sightline.kinds.graph.saved_graphs import SavedGraphs
    from sightline.kinds.graph.sources import find_graph, list_graphs

    found, source = find_graph(view, run, name)
    others = [each.name for each in list_graphs(found) if each.name != source.name]
    graph = read_source(view, found, source, SavedGraphs())
    return FoundGraph(found.name, source.name, source.format, source.step, graph, others)
