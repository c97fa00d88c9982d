"""What plugins declare, with their functions behind a time budget: queries, facts and folding rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from sightline.engine.kind import FactLookup, Kind
from sightline.plugins.plugin import Plugin, PluginError
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError
from sightline.wire.query import Blob, Download, File, Query

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView
    from sightline.engine.store import StoreView

T = TypeVar("T")
QueryTable = Mapping[str, Query[Any]]

# Errors of the request, not of the plugin: built-in queries raise them too.
_OF_THE_REQUEST = (ParamsError, LookupError, FileNotFoundError)
_ANSWERS: dict[str, type] = {"arrow": Frame, "blob": Blob, "download": Download, "file": File}
_END = object()


def guarded_table(plugin: Plugin, owner: str, table: object) -> QueryTable:
    """A plugin's queries; TypeError where that is no table of queries."""
    if not isinstance(table, Mapping):
        raise TypeError("QUERIES is not a dictionary of queries")
    for name, query in table.items():
        if not isinstance(query, Query):
            raise TypeError(f"{name!r} is not a Query")
    return {name: _guarded_query(plugin, f"the query {owner}/{name}", table[name]) for name in table}


def _guarded_query(plugin: Plugin, what: str, query: Query[Any]) -> Query[Any]:
    def run(view: Any, params: Any) -> Any:
        answer = plugin.call(
            what, lambda: _checked(query, query.run(view, params)), passed_on=_OF_THE_REQUEST
        )
        return _guarded_download(plugin, what, answer) if isinstance(answer, Download) else answer

    # Nobody waits for what is computed ahead, so a slow plugin would only be in the way.
    return replace(query, run=run, ahead=False)


def _checked(query: Query[Any], answer: Any) -> Any:
    """The answer, if it is what the query says it is."""
    if query.answer == "json":
        return msgspec.to_builtins(answer)
    if not isinstance(answer, _ANSWERS[query.answer]):
        wanted, found = _ANSWERS[query.answer].__name__, type(answer).__name__
        raise TypeError(f"the answer is a {found}, not a {wanted}")
    return answer


def _guarded_download(plugin: Plugin, what: str, made: Download) -> Download:
    def pieces() -> Iterator[bytes]:
        source = iter(made.pieces)
        while (piece := plugin.call(what, lambda: next(source, _END))) is not _END:
            assert isinstance(piece, bytes)
            yield piece

    return replace(made, pieces=pieces())


def guarded_kind(plugin: Plugin, kind: Kind) -> Kind:
    """A plugin's kind. Its functions are called for every run, so one that fails is not called again."""
    return replace(
        kind,
        folds=kind.folds and _until_failure(plugin, f"the folding rule of {kind.slug}", kind.folds, False),
        facts=kind.facts and _guarded_facts(plugin, f"the facts of {kind.slug}", kind.facts),
    )


def _until_failure(plugin: Plugin, what: str, function: Callable[..., T], instead: T) -> Callable[..., T]:
    is_lost = False

    def call(*arguments: Any) -> T:
        nonlocal is_lost
        if is_lost:
            return instead
        try:
            return plugin.call(what, lambda: function(*arguments))
        except PluginError:
            is_lost = True
            return instead

    return call


def _guarded_facts(
    plugin: Plugin, what: str, facts: Callable[[StoreView], FactLookup]
) -> Callable[[StoreView], FactLookup]:
    def all_facts(view: StoreView) -> dict[int, Mapping[str, Any]]:
        look_up = facts(view)
        return {run.id: look_up(run) for run in view.runs}

    nothing: dict[int, Mapping[str, Any]] = {}
    of_all = _until_failure(plugin, what, all_facts, nothing)

    def guarded(view: StoreView) -> FactLookup:
        found = of_all(view)

        def look_up(run: RunView) -> Mapping[str, Any]:
            return found.get(run.id, {})

        return look_up

    return guarded
