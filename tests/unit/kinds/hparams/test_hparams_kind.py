"""Hyperparameters: experiments and sessions of every producer; plain values out of what people pass."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from golden_tags import of_plugin
from sightline.kinds.hparams import decode as d
from sightline.kinds.hparams.encode import (
    as_plain,
    experiment,
    experiment_value,
    flattened,
    session_end_value,
    session_start_value,
)

GOLDEN = list(of_plugin("hparams"))
TYPES = {"DATA_TYPE_FLOAT64": "number", "DATA_TYPE_STRING": "string", "DATA_TYPE_BOOL": "bool"}


def test_there_are_golden_hparams() -> None:
    assert {name.split("/")[0] for name, _, _ in GOLDEN} >= {
        "flax",
        "lightning",
        "tensorboardx",
        "tf",
        "torch",
    }


@pytest.mark.parametrize(("values", "info"), [g[1:] for g in GOLDEN], ids=[g[0] for g in GOLDEN])
def test_decode_of_golden_hparams(values: list[Any], info: dict[str, Any]) -> None:
    found = d.decode(values[0].SerializeToString())
    expected = info["data"]["plugin_data"][info["data"]["which"]]
    if isinstance(found, d.Experiment):
        check_experiment(found, expected)
    elif isinstance(found, d.SessionStart):
        assert found.hparams == expected.get("hparams", {})
        assert found.group_name == expected.get("group_name", "")
        assert found.start_time_secs == float(expected.get("start_time_secs", 0.0))
    else:
        assert f"STATUS_{found.status.upper()}" == expected.get("status", "STATUS_UNKNOWN")
        assert found.end_time_secs == float(expected.get("end_time_secs", 0.0))


def check_experiment(found: d.Experiment, expected: dict[str, Any]) -> None:
    for hparam, wanted in zip(found.hparams, expected.get("hparam_infos", []), strict=True):
        assert hparam.name == wanted["name"]
        assert hparam.type == TYPES.get(wanted.get("type", ""))
        assert hparam.display_name == wanted.get("display_name", "")
        assert list(hparam.values or []) == wanted.get("domain_discrete", [])
        interval = wanted.get("domain_interval")
        low_high = None if interval is None else (interval.get("min_value", 0.0), interval["max_value"])
        assert hparam.interval == low_high
    for metric, wanted in zip(found.metrics, expected.get("metric_infos", []), strict=True):
        assert (metric.tag, metric.group) == (wanted["name"]["tag"], wanted["name"].get("group", ""))
        assert metric.display_name == wanted.get("display_name", "")
        dataset = wanted.get("dataset_type", "")
        assert metric.dataset == (dataset.removeprefix("DATASET_").lower() or None)


def test_experiment_and_session_survive_encoding() -> None:
    hparams = {"lr": 0.1, "depth": 3, "opt": "sgd", "bias": True}
    message = experiment(hparams, ["acc"], {"opt": ["sgd", "adam"], "bias": [True, False]})
    found = d.decode(experiment_value(message).SerializeToString())
    assert isinstance(found, d.Experiment)
    assert [(h.name, h.type) for h in found.hparams] == [
        ("lr", "number"),
        ("depth", "number"),
        ("opt", "string"),
        ("bias", "bool"),
    ]
    assert found.hparams[2].values == ("sgd", "adam")
    assert found.hparams[3].values == (True, False)
    start = d.decode(session_start_value(hparams, group_name="g", start_time_secs=5.0))
    assert start == d.SessionStart({"bias": True, "depth": 3.0, "lr": 0.1, "opt": "sgd"}, "g", 5.0, "", "")
    assert d.decode(session_end_value(2, 7.0)) == d.SessionEnd("failure", 7.0)


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (True, True),
        (3, 3),
        (0.5, 0.5),
        ("x", "x"),
        (np.float32(0.5), 0.5),
        (np.bool_(1), True),
        (np.array([2]), 2),
    ],
)
def test_as_plain_converts_numpy_and_tensor_values(value: Any, plain: Any) -> None:
    assert as_plain("h", value) == plain
    assert type(as_plain("h", value)) is type(plain)


@pytest.mark.parametrize("value", [[1], {"a": 1}, object(), np.zeros(2), None, b"x"])
def test_no_plain_values(value: Any) -> None:
    with pytest.raises(TypeError, match="hyperparameter 'h': expected"):
        as_plain("h", value)


@dataclass
class Optimizer:
    lr: float
    betas: tuple[float, float]


def test_nested_values_are_flattened() -> None:
    nested = {
        "opt": Optimizer(0.1, (0.9, 0.99)),
        "args": argparse.Namespace(seed=1),
        "deep": {"er": {"x": 1}},
    }
    assert flattened(nested) == {
        "opt/lr": 0.1,
        "opt/betas": (0.9, 0.99),
        "args/seed": 1,
        "deep/er/x": 1,
    }


def test_decode_refuses_nonsense() -> None:
    for content, message in (
        (b"\xff", "not a HParamsPluginData"),
        (b"\x08\x07", "version 7"),
        (b"", "neither"),
    ):
        with pytest.raises(ValueError, match=message):
            d.decode_content(content)
