"""The requests that compare TensorBoard's API: for each route, all there is to ask of a log directory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from urllib.parse import urlencode

from support.tensorboard_app import TensorBoardApp


class Wanted(NamedTuple):
    """One request: a path below /data/, and the form or JSON that is posted, if any is."""

    path: str
    form: dict[str, Any] | None = None
    body: dict[str, Any] | None = None


def _get(path: str, **query: Any) -> Wanted:
    return Wanted(f"{path}?{urlencode(query)}" if query else path)


def _by_tag(app: TensorBoardApp, plugin: str) -> Iterator[tuple[str, str, Any]]:
    for run, tags in app.json(f"plugin/{plugin}/tags").items():
        for tag in tags:
            yield run, tag, tags[tag] if isinstance(tags, dict) else None


def _per_tag(plugin: str, route: str, **more: Any) -> Callable[[TensorBoardApp], list[Wanted]]:
    def requests(app: TensorBoardApp) -> list[Wanted]:
        path = f"plugin/{plugin}/{route}"
        found = [_get(path, run=run, tag=tag, **more) for run, tag, _ in _by_tag(app, plugin)]
        return [*found, _get(path, run="no such run", tag="no such tag", **more)]

    return requests


def _multirun(app: TensorBoardApp) -> list[Wanted]:
    runs = [*app.json("runs"), "no such run"]
    tags = {tag for _, tag, _ in _by_tag(app, "scalars")}
    return [Wanted("plugin/scalars/scalars_multirun", {"tag": tag, "runs": runs}) for tag in sorted(tags)]


def _per_sample(plugin: str, route: str) -> Callable[[TensorBoardApp], list[Wanted]]:
    def requests(app: TensorBoardApp) -> list[Wanted]:
        return [
            _get(f"plugin/{plugin}/{route}", run=run, tag=tag, sample=sample)
            for run, tag, info in _by_tag(app, plugin)
            for sample in range(info["samples"])
        ]

    return requests


def _per_blob(plugin: str, route: str, blob_route: str) -> Callable[[TensorBoardApp], list[Wanted]]:
    def requests(app: TensorBoardApp) -> list[Wanted]:
        listed = [item for wanted in _per_sample(plugin, route)(app) for item in app.json(wanted.path)]
        return [Wanted(f"plugin/{plugin}/{blob_route}?{item['query']}") for item in listed]

    return requests


def _series(app: TensorBoardApp) -> list[Wanted]:
    tags = app.json("plugin/timeseries/tags")
    wanted: list[dict[str, Any]] = [{"plugin": "scalars"}, {"plugin": "images", "tag": "x", "run": "y"}]
    for plugin in ("scalars", "histograms"):
        for run, found in tags[plugin]["runTagInfo"].items():
            wanted += [{"plugin": plugin, "tag": tag, "run": run} for tag in found]
    wanted += [{"plugin": "scalars", "tag": one["tag"]} for one in wanted if one.get("run")]
    for tag, runs in tags["images"]["tagRunSampledInfo"].items():
        for run, info in runs.items():
            samples = range(info["maxSamplesPerStep"] + 1)
            wanted += [{"plugin": "images", "tag": tag, "run": run, "sample": sample} for sample in samples]
    path = "plugin/timeseries/timeSeries"
    return [_get(path, requests=json.dumps(wanted[:20])), Wanted(path, {"requests": json.dumps(wanted)})]


def _image_data(app: TensorBoardApp) -> list[Wanted]:
    answers = [answer for wanted in _series(app)[:1] for answer in app.json(wanted.path)]
    found = [answer for answer in answers if answer.get("plugin") == "images" and "runToSeries" in answer]
    keys = [item["imageId"] for one in found for series in one["runToSeries"].values() for item in series]
    return [_get("plugin/timeseries/imageData", imageId=key) for key in keys]


def _meshes(app: TensorBoardApp) -> list[Wanted]:
    found = _by_tag(app, "mesh")
    return [_get("plugin/mesh/meshes", run=run, tag=tag) for run, tag, _ in found]


def _mesh_data(app: TensorBoardApp) -> list[Wanted]:
    return [
        _get("plugin/mesh/data", run=run, tag=tag, step=step, sample=sample, content_type=content_type)
        for run, tag, info in _by_tag(app, "mesh")
        for step in {part["step"] for part in app.json("plugin/mesh/meshes", run=run, tag=tag)}
        for sample in range(info["samples"])
        for content_type in ("VERTEX", "FACE", "COLOR")
    ]


def _graphs(app: TensorBoardApp) -> list[Wanted]:
    wanted = []
    for run, info in app.json("plugin/graphs/info").items():
        if info["run_graph"]:
            wanted += [_get("plugin/graphs/graph", run=run), _get("plugin/graphs/graph", run=run, **_LIMITS)]
        wanted += [
            _get("plugin/graphs/graph", run=run, tag=tag)
            for tag, parts in info["tags"].items()
            if parts["op_graph"]
        ]
    return wanted


def _keras_graphs(app: TensorBoardApp) -> list[Wanted]:
    return [
        _get("plugin/graphs/graph", run=run, tag=tag, conceptual="true")
        for run, info in app.json("plugin/graphs/info").items()
        for tag, parts in info["tags"].items()
        if parts["conceptual_graph"]
    ]


def _run_metadata(app: TensorBoardApp) -> list[Wanted]:
    return [
        _get("plugin/graphs/run_metadata", run=run, tag=tag)
        for run, info in app.json("plugin/graphs/info").items()
        for tag, parts in info["tags"].items()
        if parts["profile"]
    ]


def _custom_scalars(app: TensorBoardApp) -> list[Wanted]:
    patterns = ("loss.*", ".*", "(", "", "a|b", "Loss/(train|eval)")
    return [
        _get("plugin/custom_scalars/scalars", run=run, tag=pattern)
        for run in [*app.json("runs"), "no such run"]
        for pattern in patterns
    ]


def _embeddings(app: TensorBoardApp, route: str, **more: Any) -> list[Wanted]:
    wanted = []
    for run in app.json("plugin/projector/runs"):
        for entry in app.json("plugin/projector/info", run=run)["embeddings"]:
            path = _get(f"plugin/projector/{route}", run=run, name=entry["tensorName"], **more)
            wanted += [path] if entry.get(_FILE_OF_ROUTE[route]) else []
    return wanted


def _experiment(_app: TensorBoardApp) -> list[Wanted]:
    requests: list[dict[str, Any]] = [{}, {"includeMetrics": False}, {"hparams_limit": 2}]
    path = "plugin/hparams/experiment"
    return [Wanted(path, body=body) for body in requests] + [_get(path, request="{}")]


def _sessions(app: TensorBoardApp) -> list[Wanted]:
    experiment = app.post("plugin/hparams/experiment", {})
    columns = [{"hparam": info["name"]} for info in experiment["hparamInfos"]]
    columns += [{"metric": info["name"]} for info in experiment["metricInfos"]]
    numbers = [column for column in columns if "metric" in column]
    all_groups = {"allowedStatuses": _STATUSES, "sliceSize": 1000}
    requests: list[dict[str, Any]] = [
        {},
        {**all_groups, "colParams": columns},
        {**all_groups, "sliceSize": 2, "startIndex": 1, "includeMetrics": False},
        {**all_groups, "allowedStatuses": ["STATUS_SUCCESS"]},
        *({**all_groups, "colParams": [{**one, "order": order}]} for one in columns for order in _ORDERS),
        *({**all_groups, "colParams": [{**one, "excludeMissingValues": True}]} for one in columns),
        *({**all_groups, "col_params": [{**one, "filterInterval": _INTERVAL}]} for one in numbers),
        *({**all_groups, "colParams": [{**one, "includeInResult": True}]} for one in columns),
    ]
    return [Wanted("plugin/hparams/session_groups", body=body) for body in requests]


def _metric_evals(app: TensorBoardApp) -> list[Wanted]:
    wanted = {"allowedStatuses": _STATUSES, "sliceSize": 1000}
    groups = app.post("plugin/hparams/session_groups", wanted)["sessionGroups"]
    sessions = [session for group in groups for session in group["sessions"]]
    return [
        Wanted("plugin/hparams/metric_evals", body={"sessionName": one["name"], "metricName": value["name"]})
        for one in sessions
        for value in one["metricValues"]
    ]


def _hparams_table(app: TensorBoardApp) -> list[Wanted]:
    experiment = app.post("plugin/hparams/experiment", {})
    n_columns = len(experiment["hparamInfos"]) + len(experiment["metricInfos"])
    wanted = json.dumps({"allowedStatuses": _STATUSES, "sliceSize": 1000})
    visible = json.dumps([place != 1 for place in range(n_columns)])
    path = "plugin/hparams/download_data"
    return [
        _get(path, format=kind, columnsVisibility=visible, request=wanted)
        for kind in ("json", "csv", "latex")
    ]


def _listing(app: TensorBoardApp) -> list[Wanted]:
    """TensorBoard looks for embeddings in a thread that the first listing starts."""
    if app.json("plugin/projector/runs"):
        while not app.json("plugins_listing")["projector"]["enabled"]:
            pass
    return [Wanted("plugins_listing")]


_STATUSES = ["STATUS_UNKNOWN", "STATUS_SUCCESS", "STATUS_FAILURE", "STATUS_RUNNING"]
_ORDERS = ("ORDER_ASC", "ORDER_DESC")
_INTERVAL = {"minValue": 0.1, "maxValue": 0.8}
_LIMITS = {"limit_attr_size": 50, "large_attrs_key": "_too_large_attrs"}
_FILE_OF_ROUTE = {
    "tensor": "tensorPath",
    "metadata": "metadataPath",
    "sprite_image": "sprite",
    "bookmarks": "bookmarksPath",
}


def _once(*paths: str) -> Callable[[TensorBoardApp], list[Wanted]]:
    return lambda _app: [Wanted(path) for path in paths]


# By the name of the route: what to ask.
ROUTES: dict[str, Callable[[TensorBoardApp], list[Wanted]]] = {
    "environment": _once("environment"),
    "logdir": _once("logdir", "window_properties"),
    "runs": _once("runs", "runs/"),
    "experiments": _once("experiments", "experiment_runs"),
    "plugins_listing": _listing,
    "plugin_entry.html": _once(
        *(f"plugin_entry.html?name={name}" for name in ("scalars", "projector", "no_such"))
    ),
    "debugger-v2/runs": _once("plugin/debugger-v2/runs"),
    "no_such_route": _once("no_such_route", "plugin/scalars/no_such_route"),
    "scalars/tags": _once("plugin/scalars/tags"),
    "scalars/scalars": _per_tag("scalars", "scalars"),
    "scalars/scalars?format=csv": _per_tag("scalars", "scalars", format="csv"),
    "scalars/scalars_multirun": _multirun,
    "timeseries/tags": _once("plugin/timeseries/tags"),
    "timeseries/timeSeries": _series,
    "timeseries/imageData": _image_data,
    "images/tags": _once("plugin/images/tags"),
    "images/images": _per_sample("images", "images"),
    "images/individualImage": _per_blob("images", "images", "individualImage"),
    "audio/tags": _once("plugin/audio/tags"),
    "audio/audio": _per_sample("audio", "audio"),
    "audio/individualAudio": _per_blob("audio", "audio", "individualAudio"),
    "histograms/tags": _once("plugin/histograms/tags"),
    "histograms/histograms": _per_tag("histograms", "histograms"),
    "distributions/tags": _once("plugin/distributions/tags"),
    "distributions/distributions": _per_tag("distributions", "distributions"),
    "text/tags": _once("plugin/text/tags"),
    "text/text": _per_tag("text", "text"),
    "text/text?markdown=false": _per_tag("text", "text", markdown="false"),
    "pr_curves/tags": _once("plugin/pr_curves/tags"),
    "pr_curves/pr_curves": _per_tag("pr_curves", "pr_curves"),
    "mesh/tags": _once("plugin/mesh/tags"),
    "mesh/meshes": _meshes,
    "mesh/data": _mesh_data,
    "custom_scalars/layout": _once("plugin/custom_scalars/layout"),
    "custom_scalars/scalars": _custom_scalars,
    "custom_scalars/download_data": lambda app: [
        Wanted(wanted.path.replace("scalars/scalars", "custom_scalars/download_data"))
        for wanted in _per_tag("scalars", "scalars", format="csv")(app)
    ],
    "graphs/info": _once("plugin/graphs/info"),
    "graphs/graph": _graphs,
    "graphs/graph?conceptual=true": _keras_graphs,
    "graphs/run_metadata": _run_metadata,
    "hparams/experiment": _experiment,
    "hparams/session_groups": _sessions,
    "hparams/metric_evals": _metric_evals,
    "hparams/download_data": _hparams_table,
    "projector/runs": _once("plugin/projector/runs"),
    "projector/info": lambda app: [
        _get("plugin/projector/info", run=run) for run in [*app.json("plugin/projector/runs"), "no such run"]
    ],
    "projector/tensor": lambda app: [*_embeddings(app, "tensor"), *_embeddings(app, "tensor", num_rows=3)],
    "projector/metadata": lambda app: [
        *_embeddings(app, "metadata"),
        *_embeddings(app, "metadata", num_rows=3),
    ],
    "projector/sprite_image": lambda app: _embeddings(app, "sprite_image"),
    "projector/bookmarks": lambda app: _embeddings(app, "bookmarks"),
    "projector/index.js": _once(
        *(f"plugin/projector/{name}" for name in ("index.js", "projector_binary.html", "projector_binary.js"))
    ),
}
