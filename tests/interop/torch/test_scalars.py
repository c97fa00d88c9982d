"""Scalars as torch writes them: for each call the same files, tags, values and event bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sightline
from support.records import event_files, read_events

torch = pytest.importorskip("torch")
accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
TorchWriter = pytest.importorskip("torch.utils.tensorboard").SummaryWriter

CALLS: dict[str, Callable[[Any], None]] = {
    "plain": lambda w: [w.add_scalar("loss", 0.1 * n, n) for n in range(50)],  # type: ignore[dict-item]
    "no step": lambda w: w.add_scalar("loss", 0.5),
    "negative step": lambda w: w.add_scalar("loss", 0.5, -3),
    "keywords": lambda w: w.add_scalar(tag="a/b", scalar_value=1, global_step=2, walltime=3.5),
    "walltime": lambda w: w.add_scalar("loss", 0.5, 1, 1234.5678),
    "walltime zero": lambda w: w.add_scalar("loss", 0.5, 1, 0),
    "new style": lambda w: w.add_scalar("loss", 0.1, 1, new_style=True),
    "new style zero": lambda w: w.add_scalar("loss", 0, 0, new_style=True),
    "double": lambda w: w.add_scalar("loss", 0.1, 1, new_style=True, double_precision=True),
    "double without new style": lambda w: w.add_scalar("loss", 0.1, 1, double_precision=True),
    "all by position": lambda w: w.add_scalar("loss", 0.1, 1, 2.0, True, True),
    "nan and inf": lambda w: [w.add_scalar("x", v, 1) for v in (float("nan"), float("inf"), -float("inf"))],  # type: ignore[dict-item]
    "too large for 32 bits": lambda w: w.add_scalar("x", 1e300, 1),
    "tiny": lambda w: w.add_scalar("x", 1e-300, 1),
    "zero": lambda w: w.add_scalar("x", 0, 0),
    "bool": lambda w: w.add_scalar("x", True, 0),
    "unicode": lambda w: w.add_scalar("größe/🎉", 1, 1),
    "empty tag": lambda w: w.add_scalar("", 1, 1),
    "bytes tag": lambda w: w.add_scalar(b"loss", 1, 1),
    "numpy float16": lambda w: w.add_scalar("x", np.float16(0.1), 1),
    "numpy 0-d": lambda w: w.add_scalar("x", np.array(0.1), np.int64(4)),
    "numpy one element": lambda w: w.add_scalar("x", np.array([[0.1]]), np.array(4)),
    "numpy int": lambda w: w.add_scalar("x", np.int32(7), np.uint8(4)),
    "tensor": lambda w: w.add_scalar("x", torch.tensor(0.1), 1),
    "tensor step": lambda w: w.add_scalar("x", 0.1, torch.tensor(7)),
    "tensor of one": lambda w: w.add_scalar("x", torch.tensor([0.1]), 1),
    "requires grad": lambda w: w.add_scalar("x", torch.tensor(0.1, requires_grad=True), 1),
    "half": lambda w: w.add_scalar("x", torch.tensor(0.1, dtype=torch.float16), 1),
    "bfloat16": lambda w: w.add_scalar("x", torch.tensor(0.5, dtype=torch.bfloat16), 1),
    "int tensor": lambda w: w.add_scalar("x", torch.tensor(3), 1),
    "double tensor": lambda w: w.add_scalar("x", torch.tensor(0.1).double(), 1, None, True, True),
    "scalars": lambda w: [w.add_scalars("a/b", {"x": n, "y": n / 2}, n) for n in range(5)],  # type: ignore[dict-item]
    "scalars with slash": lambda w: w.add_scalars("a", {"x/y": 1}, 1, 5.0),
    "scalars by keyword": lambda w: w.add_scalars(main_tag="m", tag_scalar_dict={"x": torch.tensor(1)}),
    "scalars and scalar": lambda w: (w.add_scalars("m", {"x": 1}, 1), w.add_scalar("m", 2, 2))[0],
}


def stripped(path: Path) -> list[bytes]:
    """The events' bytes without what must differ: who wrote them and, unless given, when."""
    records = []
    for event in read_events(path):
        event.ClearField("source_metadata")
        if event.wall_time > 1e6:
            event.wall_time = 1e9
        records.append(event.SerializeToString())
    return records


def runs_of(root: Path) -> dict[str, list[list[bytes]]]:
    """For every directory that holds event files: their events."""
    directories = sorted({path.parent for path in root.rglob("*tfevents*")})
    return {
        str(directory.relative_to(root)): [stripped(path) for path in event_files(directory)]
        for directory in directories
    }


def accumulated(root: Path) -> dict[str, Any]:
    """What TensorBoard's own reader makes of each run."""
    answers = {}
    for directory in sorted({path.parent for path in root.rglob("*tfevents*")}):
        reader = accumulator.EventAccumulator(str(directory), size_guidance={"scalars": 0, "tensors": 0})
        reader.Reload()
        tags = reader.Tags()
        answers[str(directory.relative_to(root))] = {
            "tags": tags,
            "scalars": {t: [(e.step, str(e.value)) for e in reader.Scalars(t)] for t in tags["scalars"]},
            "tensors": {
                t: [(e.step, str(e.tensor_proto)) for e in reader.Tensors(t)] for t in tags["tensors"]
            },
            "metadata": {tag: str(reader.SummaryMetadata(tag)) for tag in tags["tensors"]},
        }
    return answers


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_leaves_what_torch_leaves(tmp_path: Path, call: Callable[[Any], None]) -> None:
    for name, kind in {"torch": TorchWriter, "ours": sightline.SummaryWriter}.items():
        with kind(str(tmp_path / name)) as writer:
            call(writer)
    assert runs_of(tmp_path / "ours") == runs_of(tmp_path / "torch")
    assert accumulated(tmp_path / "ours") == accumulated(tmp_path / "torch")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"purge_step": 7},
        {"purge_step": 0},
        {"filename_suffix": ".end"},
        {"max_queue": 1, "flush_secs": 1},
        {"comment": "no effect with a directory"},
    ],
)
def test_options(tmp_path: Path, options: dict[str, Any]) -> None:
    for name, kind in {"torch": TorchWriter, "ours": sightline.SummaryWriter}.items():
        with kind(tmp_path / name, **options) as writer:
            writer.add_scalar("x", 1, 9)
    assert runs_of(tmp_path / "ours") == runs_of(tmp_path / "torch")
    torch_name, our_name = (event_files(tmp_path / name)[0].name for name in ("torch", "ours"))
    assert our_name.split(".")[-1] == torch_name.split(".")[-1] or not options.get("filename_suffix")


def test_logging_after_close(tmp_path: Path) -> None:
    for name, kind in {"torch": TorchWriter, "ours": sightline.SummaryWriter}.items():
        writer = kind(str(tmp_path / name), purge_step=3)
        writer.add_scalar("x", 1, 3)
        writer.close()
        writer.add_scalar("x", 2, 4)
        writer.close()
    ours, theirs = runs_of(tmp_path / "ours")["."], runs_of(tmp_path / "torch")["."]
    assert sorted(ours) == sorted(theirs)


def test_default_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = []
    for kind in (TorchWriter, sightline.SummaryWriter):
        with kind(comment="-c") as writer:
            names.append(writer.log_dir)
    torch_name, our_name = names
    assert len(torch_name) == len(our_name)
    assert torch_name.split("_")[2:] == our_name.split("_")[2:]


@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "float8_e5m2"])
def test_float8_where_torch_itself_fails(tmp_path: Path, dtype: str) -> None:
    with sightline.SummaryWriter(tmp_path) as writer:
        writer.add_scalar("x", torch.tensor(0.5).to(getattr(torch, dtype)), 1)
    assert accumulated(tmp_path)["."]["scalars"] == {"x": [(1, "0.5")]}


def test_fractional_step_is_cut_as_in_torch(tmp_path: Path) -> None:
    with TorchWriter(str(tmp_path / "torch")) as writer:
        writer.add_scalar("x", 1, 2.75)
    with (
        sightline.SummaryWriter(tmp_path / "ours") as writer,
        pytest.warns(RuntimeWarning, match="whole part"),
    ):
        writer.add_scalar("x", 1, 2.75)
    assert runs_of(tmp_path / "ours") == runs_of(tmp_path / "torch")


def test_grouped_tags_are_readable_by_tensorboard(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path) as writer:
        writer.add_scalars("loss", {"train": 1, "test": 2}, 3, as_tags=True)
    assert accumulated(tmp_path)["."]["scalars"] == {"loss/train": [(3, "1.0")], "loss/test": [(3, "2.0")]}


def test_rotated_files_are_read_by_tensorboard_in_order(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path, max_file_bytes=400) as writer:
        for step in range(100):
            writer.add_scalar("x", step, step)
    assert len(event_files(tmp_path)) > 10
    expected = [(step, str(float(step))) for step in range(100)]
    assert accumulated(tmp_path)["."]["scalars"]["x"] == expected


@pytest.mark.parametrize(
    "call",
    [
        lambda w: w.add_scalar("loss", 0.5, 3),
        lambda w: w.add_scalar("loss", 0.5, 3, display_name="Loss", summary_description="what is *lost*"),
    ],
)
def test_a_call_leaves_what_tensorboardx_leaves(tmp_path: Path, call: Callable[[Any], None]) -> None:
    tensorboardx = pytest.importorskip("tensorboardX")
    for name, kind in {"theirs": tensorboardx.SummaryWriter, "ours": sightline.SummaryWriter}.items():
        with kind(logdir=str(tmp_path / name)) as writer:
            call(writer)
    assert runs_of(tmp_path / "ours") == runs_of(tmp_path / "theirs")
    assert accumulated(tmp_path / "ours") == accumulated(tmp_path / "theirs")
