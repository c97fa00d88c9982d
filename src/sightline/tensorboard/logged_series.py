"""The logs as TensorBoard sees them: a series per run and tag, with its plugin and data class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sightline.engine.claims import DATA_CLASSES
from sightline.engine.run_view import RunView
from sightline.engine.series_info import SeriesInfo
from sightline.engine.store import StoreView

RUN_GRAPH_TAG = "__run_graph__"

# Values without a data class have the one of their plugin.
_CLASS_OF_PLUGIN = {
    "scalars": "scalar",
    "histograms": "tensor",
    "text": "tensor",
    "hparams": "tensor",
    "pr_curves": "tensor",
    "mesh": "tensor",
    "custom_scalars": "tensor",
    "images": "blob_sequence",
    "audio": "blob_sequence",
    "graphs": "blob_sequence",
    "graph_run_metadata": "blob_sequence",
    "graph_run_metadata_graph": "blob_sequence",
    "graph_keras_model": "blob_sequence",
    "graph_tagged_run_metadata": "blob_sequence",
}
# Fields of old values and of events: the plugin that shows them.
_PLUGIN_OF_FIELD = {
    "simple_value": "scalars",
    "histo": "histograms",
    "image": "images",
    "audio": "audio",
    "graph_def": "graphs",
    "tagged_run_metadata": "graph_tagged_run_metadata",
}
_OLD_VALUES = ("simple_value", "histo", "image", "audio")
# The plugin content that TensorBoard gives values of old fields: "converted", and of audio also "WAV".
_CONTENT_OF_FIELD = {"image": b"\x10\x01", "audio": b"\x10\x0b\x18\x01"}


@dataclass(frozen=True, slots=True)
class LoggedSeries:
    """One tag of one run under the name TensorBoard has for it."""

    run: RunView
    info: SeriesInfo
    tag: str
    plugin: str
    data_class: str
    content: bytes
    display_name: str
    description: str
    field: str


def logged_runs(view: StoreView) -> list[RunView]:
    """The runs that have events; TensorBoard knows no others."""
    return [run for run in view.runs if run.tips]


def listed(view: StoreView, plugin: str, data_class: str) -> dict[str, dict[str, LoggedSeries]]:
    """The series of a plugin, by run and tag; runs without any are left out."""
    found = {
        run.name: {
            tag: series
            for tag, series in _of_run(run).items()
            if series.plugin == plugin and series.data_class == data_class
        }
        for run in logged_runs(view)
    }
    return {run: tags for run, tags in found.items() if tags}


def find(view: StoreView, run: str, tag: str, plugin: str, data_class: str) -> LoggedSeries | None:
    """One series of a plugin; None where the run has no such tag."""
    found = view.by_name.get(run)
    series = _of_run(found).get(tag) if found else None
    return series if series and series.plugin == plugin and series.data_class == data_class else None


def plugins_with_data(view: StoreView) -> frozenset[str]:
    """The names of all plugins that something was logged for."""
    return frozenset(series.plugin for run in logged_runs(view) for series in _of_run(run).values())


def _of_run(run: RunView) -> dict[str, LoggedSeries]:
    """The series of a run by tag. Where values of several sorts share a tag, the first one has it."""
    cached: dict[str, LoggedSeries] | None = run.cache.get("tensorboard.series")
    if cached is None:
        found = sorted(_series(run), key=lambda series: series.info.rows[0][:2])
        cached = run.cache["tensorboard.series"] = {}
        for series in found:
            cached.setdefault(series.tag, series)
    return cached


def _series(run: RunView) -> Iterator[LoggedSeries]:
    for kind in run.kinds:
        for tag, info in run.series(kind).items():
            made = _one_series(run, tag, info)
            if made is not None:
                yield made


def _one_series(run: RunView, tag: str, info: SeriesInfo) -> LoggedSeries | None:
    meta, field = info.meta, info.rows[0].what
    plugin, content = meta.plugin_name, meta.plugin_content
    name = RUN_GRAPH_TAG if field == "graph_def" else tag
    # Points in columns may come from either field; those of the old one have no metadata.
    is_old = field in _PLUGIN_OF_FIELD and (field != "simple_value" or not (plugin or meta.data_class))
    if is_old:
        plugin, content = _PLUGIN_OF_FIELD[field], _CONTENT_OF_FIELD.get(field, b"")
    if not plugin:
        return None
    data_class = DATA_CLASSES.get(meta.data_class, "unknown")
    if is_old or data_class == "unknown":
        data_class = _CLASS_OF_PLUGIN.get(plugin, "unknown")
    shown = meta.display_name or (tag if is_old and field in _OLD_VALUES else "")
    return LoggedSeries(run, info, name, plugin, data_class, content, shown, meta.description, field)
