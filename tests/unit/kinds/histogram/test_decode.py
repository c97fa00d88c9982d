"""Histograms of all golden producers, equal to what TensorBoard makes of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from golden_tags import of_plugin
from sightline.formats import messages
from sightline.formats.tensor_proto import to_tensor_proto
from sightline.kinds.histogram.decode import decode

GOLDEN = [case for case in of_plugin("histograms") if "same_tag_many_kinds" not in case[0]]


def rows(histogram):
    return np.stack([histogram.lefts, histogram.rights, histogram.counts], axis=1)


@pytest.mark.parametrize(("values", "info"), [case[1:] for case in GOLDEN], ids=[case[0] for case in GOLDEN])
def test_decode_of_golden_histograms(values, info):
    made = [rows(decode(value.SerializeToString())) for value in values]
    data = info["data"]
    assert [len(buckets) for buckets in made] == data["bucket_counts"]
    assert [buckets[:, 2].sum() for buckets in made] == [float(total) for total in data["totals"]]
    for buckets, known in ((made[0], data["first"]), (made[-1], data["last"])):
        wanted = np.array(known["buckets_left_right_count"], dtype=float).reshape(-1, 3)
        finite = np.isfinite(wanted)
        assert np.array_equal(buckets.astype(known["dtype"])[finite], wanted[finite])
        if values[0].HasField("histo"):  # where TensorBoard shows nothing drawable, we use the limits
            assert np.isfinite(buckets).all()
        else:
            assert not np.isfinite(buckets[~finite]).any()


def test_golden_logs_cover_infinite_limits_and_empty_histograms():
    names = " ".join(case[0] for case in GOLDEN)
    for part in ("odd/nan", "odd/inf", "zero_buckets", "tensorboardx/media . hist", "v1_summaries . kernel"):
        assert part in names


def value(**fields):
    return messages.Summary.Value(tag="w", **fields).SerializeToString()


def test_statistics_of_the_old_field():
    histo = messages.HistogramProto(
        min=1, max=4, num=3, sum=7, sum_squares=21, bucket_limit=[1, 2, 5], bucket=[0, 2, 1]
    )
    made = decode(value(histo=histo))
    assert rows(made).tolist() == [[1, 2, 2], [2, 4, 1]]
    assert made.statistics is not None
    assert (made.statistics.num, made.statistics.sum, made.statistics.sum_squares) == (3, 7, 21)


def test_unbounded_limits_give_way_to_minimum_and_maximum():
    big = math.ldexp(1.0, 1023)
    histo = messages.HistogramProto(min=-2, max=9, num=2, bucket_limit=[-1, big], bucket=[1, 1])
    assert rows(decode(value(histo=histo))).tolist() == [[-2, -1, 1], [-1, 9, 1]]


def test_all_empty_is_no_bucket():
    made = decode(value(histo=messages.HistogramProto(bucket_limit=[1], bucket=[0])))
    assert rows(made).shape == (0, 3)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"simple_value": 1.0},
        {"tensor": to_tensor_proto(np.zeros((3, 2)))},
        {"tensor": to_tensor_proto(np.zeros(3))},
        {"tensor": to_tensor_proto(np.array([["a", "b", "c"]], dtype=object))},
        {"histo": messages.HistogramProto(bucket_limit=[1, 2], bucket=[1])},
    ],
)
def test_decode_refuses_values_without_a_histogram(fields):
    with pytest.raises(ValueError, match=r"histogram|expected|limits"):
        decode(value(**fields))
