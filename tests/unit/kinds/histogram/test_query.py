"""What a view shows of histograms: windows of steps, facts, and what is wrong with bad ones."""

from __future__ import annotations

import math
from importlib import import_module

import numpy as np
import pytest

from sightline import SummaryWriter
from sightline.formats import messages
from sightline.wire.params import ParamsError
from support.event_logs import VERSION
from support.logs import load
from support.records import frame as record

QUERIES = import_module("sightline.kinds.histogram.query").QUERIES


def logged(folder, values):
    """A log of histogram values as given, one a step."""
    events = [
        messages.Event(wall_time=100.0 + step, step=step, summary=messages.Summary(value=[value]))
        for step, value in enumerate(values)
    ]
    data = b"".join(map(record, [VERSION, *(event.SerializeToString() for event in events)]))
    (folder / "events.out.tfevents.1.host").write_bytes(data)
    return load(str(folder)).view()


def histo(limits, counts, **fields):
    histogram = messages.HistogramProto(bucket_limit=limits, bucket=counts, **fields)
    return messages.Summary.Value(tag="w", histo=histogram)


@pytest.fixture
def long(tmp_path):
    with SummaryWriter(tmp_path) as writer:
        for step in range(100):
            writer.add_histogram("w", np.arange(10.0) + step, step, walltime=1000 + step)
    return load(str(tmp_path)).view()


@pytest.mark.parametrize("window", [{"times": [1007.5, 1010]}, {"seconds": [8, 10.4]}])
def test_a_window_in_time_is_shown_in_full(long, window):
    shown = QUERIES["grid"](long, {"tags": ["w"], "max_steps": 3, **window})
    assert shown["step"].tolist() == [8, 9, 10]


def test_every_step_is_within_reach_of_a_window(long):
    percentiles = QUERIES["percentiles"]
    few = percentiles(long, {"tags": ["w"], "max_steps": 4})
    assert few["step"].tolist() == [0, 33, 66, 99]
    assert few.metadata["series"][0]["total"] == 100
    seen = set()
    for first in range(0, 100, 4):
        part = percentiles(long, {"tags": ["w"], "max_steps": 4, "steps": [first, first + 3]})
        seen |= set(part["step"].tolist())
        assert part.metadata["series"][0]["start"] == 1000
    assert seen == set(range(100))


def test_requested_step_is_among_those_shown(long):
    shown = QUERIES["grid"](long, {"tags": ["w"], "max_steps": 4, "step": 50})
    assert shown["step"].tolist() == [0, 33, 50, 66, 99]


def test_mean_and_spread_are_those_of_the_values(long):
    shown = QUERIES["percentiles"](long, {"tags": ["w"], "steps": [7, 7]})
    assert shown["mean"].tolist() == [11.5]
    assert shown["std"][0] == pytest.approx(np.arange(10).std())
    assert shown["number"].tolist() == [10]


def test_nan_and_infinity_of_our_writer_are_counted_apart(tmp_path):
    with SummaryWriter(tmp_path) as writer:
        writer.add_histogram("w", [1.0, 2.0, math.nan, math.nan, math.inf, -math.inf, math.inf], 0)
        writer.add_histogram("w", [0.5, 1.5, 9.0], 1, bins=np.array([0.0, 1.0, 2.0]))
    shown = QUERIES["grid"](load(str(tmp_path)).view(), {"tags": ["w"], "n_bins": 4})
    names = ("number", "nan", "inf", "uncounted")
    assert [[shown[name][row] for name in names] for row in range(2)] == [[7, 2, 3, 0], [3, 0, 0, 1]]
    assert shown["count"][0].sum() == 2
    assert shown["mean"][0] == pytest.approx(1.5, rel=0.05)


def test_values_in_no_bucket_of_another_writer_are_uncounted(tmp_path):
    view = logged(tmp_path, [histo([1, 2], [0, 3], num=8, min=1, max=2, sum=math.nan)])
    shown = QUERIES["series"](view, {"tags": ["w"]})
    assert (shown["uncounted"].tolist(), shown["nan"].tolist()) == ([5], [0])
    assert shown["mean"].tolist() == [1.5]


BAD = {
    "one bucket": (histo([2], [5], num=5, min=1, max=2, sum=8, sum_squares=13), None),
    "no bucket": (histo([], []), "no bucket has a value"),
    "empty buckets": (histo([1, 2], [0, 0]), "no bucket has a value"),
    "negative limits": (histo([-4, -3], [1, 1], num=2, min=-5, max=-3), None),
    "falling limits": (histo([3, 1, 2], [1, 1, 1], num=3, min=0, max=2), "do not rise"),
    "NaN limits": (histo([math.nan, 1, 2], [1, 1, 2], num=4, min=0, max=2), "not finite numbers"),
    "NaN minimum": (histo([1, 2], [1, 1], num=2, min=math.nan, max=math.nan), None),
    "negative counts": (histo([1, 2, 3], [2, -1, 2], num=3, min=0, max=3), "negative"),
    "unequal lists": (histo([1, 2, 3], [2]), "3 bucket limits for 1 bucket counts"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("query", ["series", "grid", "percentiles"])
def test_bad_histograms_show_what_they_can_and_say_what_is_wrong(tmp_path, name, query):
    value, fault = BAD[name]
    good = histo([1, 2], [1, 1], num=2, min=0, max=2)
    shown = QUERIES[query](logged(tmp_path, [good, value, good]), {"tags": ["w"]})
    (note,) = shown.metadata["series"]
    assert note["total"] == 3
    assert {0, 2} <= set(shown["step"].tolist())
    texts = " ".join(each["text"] for each in note.get("faults", []))
    assert fault is None if texts == "" else (fault is not None and fault in texts)
    assert len(shown.to_ipc()) > 100


@pytest.mark.parametrize(
    "params",
    [{"steps": [2, 1]}, {"times": [2, 1]}, {"max_steps": 5001}, {"points": [-1]}, {"points": [0] * 102}],
)
def test_invalid_series_parameters_raise(long, params):
    with pytest.raises(ParamsError, match=r"expected|must"):
        QUERIES["series"](long, {"tags": ["w"], **params})
