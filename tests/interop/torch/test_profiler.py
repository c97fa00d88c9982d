"""sightline.profiler around torch's profiler, on the CPU."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline.kinds.profile.query import QUERIES
from sightline.profiler import profile
from support.logs import load

torch = pytest.importorskip("torch", reason="torch is not installed: make test-interop")


def traces(folder: Path) -> list[dict[str, Any]]:
    paths = sorted(folder.glob("*.pt.trace.json.gz"))
    return [json.loads(gzip.decompress(path.read_bytes())) for path in paths]


def names(trace: dict[str, Any], category: str) -> list[str]:
    return [event["name"] for event in trace["traceEvents"] if event.get("cat") == category]


def train(target: Any, n_steps: int = 6, *, loader: Any = None, **options: Any) -> None:
    model = torch.nn.Linear(8, 8)
    batches = loader or [torch.ones(4, 8)] * n_steps
    with profile(target, **options) as prof:
        for batch in prof.data(batches):
            with prof.span("forward"):
                loss = model(batch).sum()
            loss.backward()
            prof.step()


def test_default_window_has_three_steps_with_operators_and_data_loading(tmp_path: Path) -> None:
    train(tmp_path / "run", step=100)
    (path,) = (tmp_path / "run").glob("*.pt.trace.json.gz")
    assert re.fullmatch(r"[^.]+_\d+\.\d{19}\.pt\.trace\.json\.gz", path.name)
    (trace,) = traces(tmp_path / "run")
    annotations = names(trace, "user_annotation")
    assert [name for name in annotations if name.startswith("Prof")] == [
        f"ProfilerStep#{n}" for n in (102, 103, 104)
    ]
    assert annotations.count("forward") == 3
    assert annotations.count("enumerate(DataLoader)#list.__next__") == 3
    assert names(trace, "cpu_op").count("aten::linear") == 3
    assert trace["record_shapes"] == trace["profile_memory"] == 1
    assert [event for event in trace["traceEvents"] if event["name"] == "[memory]"]
    frame = QUERIES["sessions"](load(tmp_path).view(), {})
    assert list(frame["name"]) == [path.name]


def test_waits_of_a_data_loader_are_marked_once(tmp_path: Path) -> None:
    data = torch.utils.data.DataLoader(torch.ones(24, 8), batch_size=4)
    train(tmp_path, loader=data)
    (trace,) = traces(tmp_path)
    waits = [name for name in names(trace, "user_annotation") if name.startswith("enumerate(DataLoader)#")]
    assert len(waits) == 3


def test_cycles_write_a_file_each_and_leave_nothing_else(tmp_path: Path) -> None:
    train(tmp_path, n_steps=6, wait=1, warmup=0, active=2, repeat=0)
    assert len(traces(tmp_path)) == 2
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_writers_of_torch_log_the_scalars(tmp_path: Path) -> None:
    from torch.utils.tensorboard import SummaryWriter

    with SummaryWriter(str(tmp_path)) as writer:
        train(writer)
    frame = sightline.open(tmp_path).scalars()
    assert {str(tag) for tag in frame["tag"]} == {
        "profile/cpu_percent",
        "profile/data_time_ms",
        "profile/host_memory_mib",
        "profile/step_time_ms",
    }
    assert len(traces(tmp_path)) == 1


@pytest.mark.parametrize("warmup", [0, 1])
def test_profiler_that_is_busy_keeps_its_events(tmp_path: Path, warmup: int) -> None:
    expected = "profiling stopped.*another torch profiler is running"
    with torch.profiler.profile() as other, pytest.warns(RuntimeWarning, match=expected):
        train(tmp_path, wait=0, warmup=warmup)
    assert [event for event in other.events() if event.name == "aten::linear"]
    assert traces(tmp_path) == []


def test_block_that_ends_while_warming_up_leaves_torch_free(tmp_path: Path) -> None:
    train(tmp_path, n_steps=2, wait=0, warmup=5)
    assert traces(tmp_path) == []
    train(tmp_path, wait=0, warmup=0)
    assert len(traces(tmp_path)) == 1


def test_error_of_the_training_leaves_torch_free(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="shapes cannot be multiplied"):
        train(tmp_path, loader=[torch.ones(4, 8), torch.ones(4, 9)], wait=0, warmup=0)
    train(tmp_path, wait=0, warmup=0)
    assert len(traces(tmp_path)) == 2


def test_full_disk_warns_and_leaves_no_draft_behind(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, limits[1]))
    try:
        with pytest.warns(RuntimeWarning, match="profiling stopped, the training goes on"):
            train(tmp_path, wait=0, warmup=0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [path.name.split(".")[0] for path in tmp_path.iterdir()] == ["events"]


_TWO_RANKS = """
import sys

import torch

import sightline.profiler


def work(rank, folder):
    torch.distributed.init_process_group("gloo", f"file://{folder}/meeting", rank=rank, world_size=2)
    with sightline.profiler.profile(f"{folder}/run", wait=0, warmup=0, active=2) as prof:
        for _ in range(2):
            torch.distributed.all_reduce(torch.ones(4))
            prof.step()
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    torch.multiprocessing.spawn(work, (sys.argv[1],), nprocs=2)
"""


def test_ranks_of_torch_distributed_write_files_of_their_own(tmp_path: Path) -> None:
    program = tmp_path / "two_ranks.py"
    program.write_text(_TWO_RANKS)
    subprocess.run([sys.executable, str(program), str(tmp_path)], check=True, timeout=300)
    folder = tmp_path / "run"
    ranks = sorted(path.name.split(".")[0].rpartition("_")[2] for path in folder.glob("*.pt.trace.json.gz"))
    assert ranks == ["rank0", "rank1"]
    assert sorted(trace["distributedInfo"]["rank"] for trace in traces(folder)) == [0, 1]
    frame = sightline.open(folder).scalars()
    steps = [int(step) for tag, step in zip(frame["tag"], frame["step"], strict=True) if "step_time" in tag]
    assert steps == [0, 1]
