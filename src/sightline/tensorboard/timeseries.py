"""Plugin "timeseries": tags of scalars, histograms and images, their series in one request, one picture."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from sightline.engine.store import StoreView
from sightline.tensorboard import histograms, images, scalars
from sightline.tensorboard.logged_series import LoggedSeries, listed
from sightline.tensorboard.logged_values import blobs, max_blobs, points, tensors
from sightline.tensorboard.markdown_html import markdown_to_html
from sightline.tensorboard.request import ApiRequest, Content, invalid
from sightline.tensorboard.tag_listing import readable

_CLASSES = {
    scalars.PLUGIN: "scalar",
    histograms.PLUGIN: "tensor",
    images.PLUGIN: "blob_sequence",
}
Found = Mapping[str, Mapping[str, LoggedSeries]]


def tags(request: ApiRequest) -> dict[str, Any]:
    """What runs have which tags, and the tags' descriptions, of each of the three plugins."""
    view = request.view
    found = {plugin: readable(view, plugin, data_class) for plugin, data_class in _CLASSES.items()}
    answer: dict[str, Any] = {
        plugin: {
            "runTagInfo": {run: sorted(tags) for run, tags in found[plugin].items()},
            "tagDescriptions": _descriptions(found[plugin]),
        }
        for plugin in (scalars.PLUGIN, histograms.PLUGIN)
    }
    answer[images.PLUGIN] = {
        "tagDescriptions": _descriptions(found[images.PLUGIN]),
        "tagRunSampledInfo": _samples(view, found[images.PLUGIN]),
    }
    return answer


def _samples(view: StoreView, found: Found) -> dict[str, dict[str, Any]]:
    samples: dict[str, dict[str, Any]] = {}
    for run, tags in found.items():
        for tag, series in tags.items():
            n = max_blobs(view, series) - images.N_BEFORE_PICTURES
            samples.setdefault(tag, {})[run] = {"maxSamplesPerStep": n}
    return samples


def _descriptions(found: Found) -> dict[str, str]:
    by_tag: dict[str, set[str]] = {}
    runs: dict[str, set[str]] = {}
    for run, tags in found.items():
        for tag, series in tags.items():
            if series.description:
                by_tag.setdefault(tag, set()).add(series.description)
                runs.setdefault(series.description, set()).add(run)
    return {tag: markdown_to_html(_combined(sorted(texts), runs)) for tag, texts in by_tag.items()}


def _combined(descriptions: list[str], runs: Mapping[str, set[str]]) -> str:
    """One description where runs agree, else each with its runs."""
    if len(descriptions) == 1:
        return descriptions[0]
    parts = []
    for text in descriptions:
        names = sorted(runs[text])
        parts.append(f"## For {'runs' if len(names) > 1 else 'run'}: {', '.join(names)}\n{text}")
    return "# Multiple descriptions\n" + "\n".join(parts)


def time_series(request: ApiRequest) -> list[dict[str, Any]]:
    """The answer to each of the given requests for series."""
    given = (request.form if request.method == "POST" else request.args).get("requests")
    if not given:
        raise invalid("Missing 'requests' field")
    try:
        wanted = json.loads(given)
    except (ValueError, RecursionError):
        raise invalid("Unable to parse 'requests' as JSON") from None
    if not isinstance(wanted, list) or not all(isinstance(one, dict) for one in wanted):
        raise invalid("'requests' must be a list of objects")
    return [_series(request, one) for one in wanted]


def _series(request: ApiRequest, wanted: dict[str, Any]) -> dict[str, Any]:
    wanted = defaultdict(lambda: None, wanted)
    tag, run, plugin, sample = wanted["tag"], wanted["run"], wanted["plugin"], wanted["sample"]
    answer: dict[str, Any] = {"plugin": plugin, "tag": tag}
    if isinstance(run, str):
        answer["run"] = run
    if isinstance(sample, int):
        answer["sample"] = sample
    problem = _problem(tag, run, plugin, sample)
    if problem:
        return answer | {"error": problem}
    found = listed(request.view, plugin, _CLASSES[plugin])
    series = [tags[tag] for name, tags in found.items() if tag in tags and (not run or name == run)]
    made = {one.run.name: _points(request, plugin, one, sample) for one in series}
    return answer | {"runToSeries": {name: each for name, each in made.items() if each is not None}}


def _problem(tag: Any, run: Any, plugin: Any, sample: Any) -> str | None:
    if not isinstance(tag, str):
        return "Missing tag"
    if plugin not in _CLASSES:
        return "Invalid plugin"
    if plugin != scalars.PLUGIN and not isinstance(run, str):
        return "Missing run"
    if plugin == images.PLUGIN and not isinstance(sample, int):
        return "Missing sample"
    return None


def _points(
    request: ApiRequest, plugin: str, series: LoggedSeries, sample: Any
) -> list[dict[str, Any]] | None:
    """The points of a series; None where no step has the wanted picture."""
    if plugin == scalars.PLUGIN:
        rows = scalars.rows(points(series))
        return [{"wallTime": time, "step": step, "value": value} for time, step, value in rows]
    if plugin == histograms.PLUGIN:
        found = [value for value in tensors(request.view, series) if histograms.is_histogram(value.array)]
        return [
            {
                "wallTime": value.wall_time,
                "step": value.step,
                "bins": [{"min": row[0], "max": row[1], "count": row[2]} for row in value.array.tolist()],
            }
            for value in found
        ]
    place = sample + images.N_BEFORE_PICTURES
    pictures = [
        {"step": step, "wallTime": wall_time, "imageId": keys[place]}
        for step, wall_time, keys in blobs(request.view, series, request.experiment)
        if 0 <= place < len(keys)
    ]
    return pictures or None


def image_data(request: ApiRequest) -> Content:
    """One picture by its key."""
    key = request.args.get("imageId")
    if not key:
        raise invalid("Missing 'imageId' field")
    return images.picture(request, key)
