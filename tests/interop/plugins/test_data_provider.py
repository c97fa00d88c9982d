"""What plugins read through our data provider is what TensorBoard's own gives them, on golden logs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from unit.server.serving import served

pytest.importorskip("tensorboard")

from tensorboard import context, errors

from sightline.tensorboard.host.board_client import BoardClient
from sightline.tensorboard.host.config import BoardAddress
from sightline.tensorboard.host.data_provider import BoardDataProvider
from support.tensorboard_app import NO_SAMPLING, TensorBoardApp

GOLDEN = Path(__file__).parents[2] / "golden"
CASES = (
    *("torch/scalar", "torch/nested_runs", "torch/odd_tags", "torch/hparams", "torch/image", "torch/text"),
    *(
        "torch/audio",
        "torch/pr_curve",
        "torch/mesh",
        "torch/graph",
        "tf/summary_histogram",
        "tf/v1_summaries",
    ),
    *("tf/summary_write", "tf/summary_image", "tf/summary_text", "tf/hparams_api", "tf/keras_fit_epoch"),
)
CONTEXT = context.RequestContext()
Providers = tuple[Any, Any]


@pytest.fixture(scope="module", params=CASES)
def providers(request: pytest.FixtureRequest) -> Iterator[Providers]:
    """Ours and theirs."""
    logdir = GOLDEN / request.param
    with served(logdir) as it:
        it.wait_loaded()
        address = BoardAddress(host="127.0.0.1", port=it.client.port)
        yield BoardDataProvider(BoardClient(address), str(logdir)), TensorBoardApp(logdir).data_provider


def plugins(providers: Providers) -> list[str]:
    return sorted(providers[1].list_plugins(CONTEXT, experiment_id=""))


def both(providers: Providers, method: str, **given: Any) -> tuple[Any, Any]:
    ours, theirs = (getattr(each, method)(CONTEXT, experiment_id="", **given) for each in providers)
    return ours, theirs


def plain(value: Any) -> Any:
    """Comparable: objects by their fields, arrays by type, shape and elements, NaN by its name."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if each}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float) and math.isnan(value):
        return "NaN"
    if hasattr(value, "dtype"):
        return [str(value.dtype), list(value.shape), plain(value.reshape(-1).tolist())]
    names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    # Theirs gives the last value of no series.
    fields = {name: plain(getattr(value, name)) for name in names if name != "_last_value"}
    return fields if names else value


def test_plugins_and_runs_are_equal(providers: Providers) -> None:
    ours, theirs = both(providers, "list_plugins")
    assert sorted(ours) == sorted(theirs)
    ours, theirs = both(providers, "list_runs")
    assert sorted(map(repr, ours)) == sorted(map(repr, theirs))


@pytest.mark.parametrize("data_class", ["scalars", "tensors", "blob_sequences"])
def test_series_and_their_values_are_equal(providers: Providers, data_class: str) -> None:
    for plugin in plugins(providers):
        ours, theirs = both(providers, f"list_{data_class}", plugin_name=plugin)
        assert plain(ours) == plain(theirs), plugin
        ours, theirs = both(providers, f"read_{data_class}", plugin_name=plugin, downsample=NO_SAMPLING)
        assert plain(ours) == plain(theirs), plugin


def test_last_scalars_are_equal(providers: Providers) -> None:
    for plugin in plugins(providers):
        ours, theirs = both(providers, "read_last_scalars", plugin_name=plugin)
        assert plain(ours) == plain(theirs), plugin


def test_blobs_are_equal(providers: Providers) -> None:
    ours, theirs = providers
    for plugin in plugins(providers):
        found = ours.read_blob_sequences(CONTEXT, experiment_id="", plugin_name=plugin, downsample=3)
        for tags in found.values():
            for values in tags.values():
                for reference in (one for value in values for one in value.values):
                    key = reference.blob_key
                    assert ours.read_blob(CONTEXT, blob_key=key) == theirs.read_blob(CONTEXT, blob_key=key)


def test_what_is_not_there_is_an_error_of_tensorboard(providers: Providers) -> None:
    ours, _ = providers
    with pytest.raises(errors.InvalidArgumentError):
        ours.read_blob(CONTEXT, blob_key="nonsense")
    with pytest.raises(errors.InvalidArgumentError):
        ours.read_scalars(CONTEXT, experiment_id="", plugin_name="scalars")
    assert ours.list_scalars(CONTEXT, experiment_id="", plugin_name="no such plugin") == {}
