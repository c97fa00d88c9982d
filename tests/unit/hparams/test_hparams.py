"""sightline.hparams: TensorBoard's names and results, checked values, sessions and trials."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from golden_tags import GOLDEN
from plain_records import tagged, values
from sightline import hparams as hp
from sightline import summary
from sightline.kinds.hparams import decode as d

LR = hp.HParam("lr", hp.RealInterval(1e-5, 1e-1), display_name="rate", description="how *fast*")
UNITS = hp.HParam("units", hp.IntInterval(8, 64))
OPT = hp.HParam("opt", hp.Discrete(["sgd", "adam"]))
BIAS = hp.HParam("bias", hp.Discrete([True, False]))
FREE = hp.HParam("free")


def test_hparams_config_writes_the_experiment(tmp_path: Path) -> None:
    metrics = [
        hp.Metric("acc", group="validation", display_name="Accuracy", dataset_type=hp.Metric.VALIDATION),
        hp.Metric("loss", description="lower is better"),
    ]
    with summary.create_file_writer(tmp_path).as_default():
        assert hp.hparams_config([LR, UNITS, OPT, BIAS, FREE], metrics, time_created_secs=5.0) is True
    ((step, value),) = values(tmp_path)
    found = d.decode(value)
    assert step == 0
    assert isinstance(found, d.Experiment)
    assert found.time_created_secs == 5.0
    assert found.hparams == (
        d.HParamInfo("lr", "rate", "how *fast*", "number", None, (1e-5, 1e-1)),
        d.HParamInfo("units", "", "", "number", None, (8.0, 64.0)),
        d.HParamInfo("opt", "", "", "string", ("adam", "sgd"), None),
        d.HParamInfo("bias", "", "", "bool", (False, True), None),
        d.HParamInfo("free", "", "", None, None, None),
    )
    assert found.metrics == (
        d.MetricInfo("acc", "validation", "Accuracy", "", "validation"),
        d.MetricInfo("loss", "", "", "lower is better", None),
    )


def test_hparams_and_session_end_write_the_session(tmp_path: Path) -> None:
    given = {LR: np.float32(0.5), "units": 16, OPT: "sgd", BIAS: np.bool_(True)}
    with summary.create_file_writer(tmp_path).as_default():
        assert hp.hparams(given, start_time_secs=7.0) is True
        assert hp.hparams({"a": 1}, trial_id="mine") is True
        assert hp.session_end("failure", 8.0) is True
    start, other, end = (d.decode(value) for _, value in values(tmp_path))
    assert isinstance(start, d.SessionStart)
    assert isinstance(other, d.SessionStart)
    assert start.hparams == {"bias": True, "lr": 0.5, "opt": "sgd", "units": 16.0}
    assert start.start_time_secs == 7.0
    assert other.group_name == "mine"
    assert other.start_time_secs > 1.5e9
    assert end == d.SessionEnd("failure", 8.0)


def test_trial_ids_are_tensorboards() -> None:
    ((_, value),) = tagged(GOLDEN / "tf/hparams_api/run-0", "_hparams_/session_start_info")
    golden = d.decode(value)
    assert isinstance(golden, d.SessionStart)
    whole = {"depth", "num_units"}
    given: Any = {k: int(v) if k in whole else v for k, v in golden.hparams.items()}  # type: ignore[arg-type]
    message = hp.hparams_pb(given, start_time_secs=golden.start_time_secs)
    assert d.decode(message.value[0]) == golden
    assert (
        message.value[0].metadata.plugin_data.content
        == hp.hparams_pb(dict(reversed(given.items())), start_time_secs=golden.start_time_secs)
        .value[0]
        .metadata.plugin_data.content
    )


def test_golden_experiment_again() -> None:
    ((_, value),) = tagged(GOLDEN / "tf/hparams_api", "_hparams_/experiment")
    golden = d.decode(value)
    assert isinstance(golden, d.Experiment)
    again = hp.hparams_config_pb(
        [hp.HParam(h.name, domain(h), h.display_name, h.description) for h in golden.hparams],
        [
            hp.Metric(
                m.tag,
                m.group,
                m.display_name,
                m.description,
                {"training": 1, "validation": 2}.get(m.dataset or ""),
            )
            for m in golden.metrics
        ],
        golden.time_created_secs,
    ).value[0]
    assert again == value


def domain(info: d.HParamInfo) -> hp.Domain | None:
    if info.interval is not None:
        return hp.RealInterval(*info.interval)
    return None if info.values is None else hp.Discrete(info.values)


def test_hparams_without_a_writer_write_nothing() -> None:
    assert hp.hparams({"a": 1}) is False
    assert hp.hparams_config([], []) is False


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: hp.IntInterval(1, 2.0), TypeError, "max_value: expected int"),
        (lambda: hp.IntInterval(3, 2), ValueError, "3 > 2"),
        (lambda: hp.RealInterval(1, 2.0), TypeError, "min_value: expected float"),
        (lambda: hp.RealInterval(3.0, 2.0), ValueError, "3.0 > 2.0"),
        (lambda: hp.Discrete([]), ValueError, "or a dtype"),
        (lambda: hp.Discrete([b"x"]), ValueError, "dtype: expected"),
        (lambda: hp.Discrete([1, "x"]), TypeError, "of type int, got 'x'"),
        (lambda: hp.HParam("h", [1]), ValueError, "'h': expected a domain"),
        (lambda: hp.Metric("m", dataset_type=9), ValueError, "'m': expected dataset_type"),
        (lambda: hp.hparams_pb({"a": [1]}), TypeError, "'a': expected"),
        (lambda: hp.hparams_pb({LR: 1, "lr": 2}), ValueError, "'lr': expected one value"),
        (lambda: hp.hparams_pb([1]), TypeError, "expected a dict"),
        (lambda: hp.hparams_pb({}, trial_id=3), TypeError, "trial_id"),
        (lambda: hp.session_end_pb("fine"), ValueError, "expected one of"),
    ],
)
def test_invalid_hparams_raise(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_domains_sample_values_of_their_own() -> None:
    rng = random.Random(0)
    assert all(8 <= UNITS.domain.sample_uniform(rng) <= 64 for _ in range(20))  # type: ignore[union-attr]
    assert all(1e-5 <= LR.domain.sample_uniform(rng) <= 1e-1 for _ in range(20))  # type: ignore[union-attr]
    assert {hp.Discrete([3, 1]).sample_uniform(rng) for _ in range(20)} == {1, 3}
    assert (hp.IntInterval(1, 2).dtype, hp.RealInterval(1.0, 2.0).dtype, hp.Discrete([], str).dtype) == (
        int,
        float,
        str,
    )
    assert (hp.IntInterval(1, 2).min_value, hp.IntInterval(1, 2).max_value) == (1, 2)
    assert hp.Discrete([3, 1]).values == [1, 3]
    with pytest.raises(IndexError):
        hp.Discrete([], int).sample_uniform(rng)


def test_declarations_have_a_readable_repr() -> None:
    assert (str(UNITS.domain), repr(UNITS.domain)) == ("[8, 64]", "IntInterval(8, 64)")
    assert (str(OPT.domain), repr(OPT.domain)) == ("{'adam', 'sgd'}", "Discrete(['adam', 'sgd'])")
    assert str(UNITS) == "<HParam 'units': [8, 64]>"
    assert repr(FREE) == "HParam(name='free', domain=None, display_name=None, description=None)"
    assert (LR.name, LR.display_name, LR.description) == ("lr", "rate", "how *fast*")


def test_keras_is_loaded_only_for_its_callback() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        hp.nothing  # noqa: B018
    try:
        import keras  # noqa: F401
    except ImportError:
        with pytest.raises(ImportError, match="needs Keras"):
            hp.KerasCallback  # noqa: B018
