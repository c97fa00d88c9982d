"""Signatures: what torch's, tensorboardX's and TensorBoard's functions take, ours take too."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

pytest.importorskip("torch", reason="torch is not installed: make test-interop")
pytest.importorskip("tensorboard", reason="tensorboard is not installed: make test-interop")
tensorboardx = pytest.importorskip("tensorboardX", reason="tensorboardX is not installed: make test-interop")

from tensorboard.plugins.audio import summary_v2 as audio  # noqa: E402
from tensorboard.plugins.histogram import summary_v2 as histogram  # noqa: E402
from tensorboard.plugins.hparams import summary_v2 as hparams  # noqa: E402
from tensorboard.plugins.image import summary_v2 as image  # noqa: E402
from tensorboard.plugins.scalar import summary_v2 as scalar  # noqa: E402
from tensorboard.plugins.text import summary_v2 as text  # noqa: E402
from torch.utils.tensorboard import SummaryWriter as TorchWriter  # noqa: E402

import sightline  # noqa: E402
from sightline import SummaryWriter  # noqa: E402

TORCH = [name for name in dir(TorchWriter) if name.startswith("add_")] + ["flush", "close", "get_logdir"]
TENSORBOARDX = [
    name for name in dir(tensorboardx.SummaryWriter) if name.startswith("add_") and name in dir(SummaryWriter)
]
SUMMARY = {
    "scalar": scalar.scalar,
    "histogram": histogram.histogram,
    "image": image.image,
    "audio": audio.audio,
    "text": text.text,
}
HPARAMS = ["hparams", "hparams_pb", "hparams_config", "hparams_config_pb"]
NOT_TAKEN = {
    "add_image_with_boxes": {"kwargs"},  # named ones all are
    "add_onnx_graph": {"onnx_model_file"},  # torch calls it prototxt
    "add_scalar": {"display_name", "summary_description"},
}
CLASSES = ["HParam", "Metric", "IntInterval", "RealInterval", "Discrete"]


def parameters(function: Any) -> list[inspect.Parameter]:
    return [p for p in inspect.signature(function).parameters.values() if p.name != "self"]


def check(ours: Any, theirs: Any) -> None:
    """Every parameter of theirs is in ours: same place, same name, same default."""
    mine, wanted = parameters(ours), parameters(theirs)
    assert [p.name for p in mine[: len(wanted)]] == [p.name for p in wanted]
    for one, other in zip(mine, wanted, strict=False):
        assert one.default == other.default, one.name
        assert one.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD, one.name
    for rest in mine[len(wanted) :]:
        assert rest.default is not inspect.Parameter.empty, rest.name


@pytest.mark.parametrize("name", TORCH)
def test_torch_methods(name: str) -> None:
    check(getattr(SummaryWriter, name), getattr(TorchWriter, name))


def test_torch_constructor() -> None:
    check(SummaryWriter, TorchWriter)


@pytest.mark.parametrize("name", TENSORBOARDX)
def test_tensorboardx_names(name: str) -> None:
    """By name only: where the order differs torch's is ours."""
    theirs = {p.name for p in parameters(getattr(tensorboardx.SummaryWriter, name))}
    ours = {p.name for p in parameters(getattr(SummaryWriter, name))}
    assert theirs - ours <= NOT_TAKEN.get(name, set())


@pytest.mark.parametrize("name", SUMMARY)
def test_summary_functions(name: str) -> None:
    check(getattr(sightline.summary, name), SUMMARY[name])


@pytest.mark.parametrize("name", HPARAMS + CLASSES)
def test_hparams_api(name: str) -> None:
    check(getattr(sightline.hparams, name), getattr(hparams, name))
