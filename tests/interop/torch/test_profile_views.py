"""Views of profiles against torch itself: operators as `key_averages`, and two ranks that train together."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline.kinds.profile.query import QUERIES

torch = pytest.importorskip("torch", reason="torch is not installed: make test-interop")


class ConvNet(torch.nn.Module):  # type: ignore[misc,name-defined]
    """Convolutions, norms and a module that calls itself."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 4, 3, padding=1)
        self.norm = torch.nn.BatchNorm2d(4)
        self.head = torch.nn.Linear(4 * 8 * 8, 5)

    def fold(self, x: Any, depth: int) -> Any:
        """A span in itself, as often as asked."""
        with torch.profiler.record_function("fold"):
            return torch.relu(x) if depth == 0 else self.fold(x + 1, depth - 1)

    def forward(self, x: Any) -> Any:
        """One pass."""
        x = self.fold(self.norm(self.conv(x)), 3)
        return self.head(x.flatten(1))


def train(prof: Any, n_steps: int) -> None:
    torch.manual_seed(0)
    model = ConvNet()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    for _ in range(n_steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(torch.randn(2, 3, 8, 8)), torch.tensor([0, 1]))
        loss.backward()
        optimizer.step()
        prof.step()


@pytest.mark.parametrize(
    "options",
    [{}, {"record_shapes": True}, {"with_stack": True, "record_shapes": True, "profile_memory": True}],
)
def test_operators_equal_key_averages(tmp_path: Path, options: dict[str, bool]) -> None:
    activities = [torch.profiler.ProfilerActivity.CPU]
    with torch.profiler.profile(activities=activities, **options) as prof:
        train(prof, 3)
    path = tmp_path / "trace.json"
    prof.export_chrome_trace(str(path))
    (profile,) = sightline.open(path).profiles()
    table = profile.operators()
    ours = {
        name: (calls, own / 1e3, total / 1e3)
        for name, calls, own, total in zip(
            *(table[key].tolist() for key in ("operator", "calls", "host_self_ns", "host_total_ns")),
            strict=True,
        )
    }
    expected = {
        each.key: (each.count, each.self_cpu_time_total, each.cpu_time_total)
        for each in prof.key_averages()
        if not each.key.startswith(("ProfilerStep", "[memory]")) and each.key in ours
    }
    # Spans that people name and steps are not operators; all else of torch's is there.
    missing = {each.key for each in prof.key_averages()} - set(ours)
    assert not [name for name in missing if name.startswith("aten::")]
    assert len(expected) > 30
    for name, (calls, own, total) in expected.items():
        assert ours[name][0] == calls, name
        assert ours[name][1] == pytest.approx(own, abs=0.01 * calls + 0.1), name
        assert ours[name][2] == pytest.approx(total, abs=0.01 * calls + 0.1), name


RANK = """
import sys, torch
import torch.distributed as dist

rank, folder, store = int(sys.argv[1]), sys.argv[2], sys.argv[3]
torch.set_num_threads(1)
dist.init_process_group("gloo", rank=rank, world_size=2, init_method=f"file://{store}")
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(64, 64))
handler = torch.profiler.tensorboard_trace_handler(folder, worker_name=f"rank{rank}")
schedule = torch.profiler.schedule(wait=0, warmup=1, active=3)
activities = [torch.profiler.ProfilerActivity.CPU]
with torch.profiler.profile(
    activities=activities, record_shapes=True, schedule=schedule, on_trace_ready=handler
) as prof:
    for _ in range(4):
        model(torch.randn(8, 64)).sum().backward()
        prof.step()
dist.barrier()
dist.destroy_process_group()
"""


def test_two_ranks_with_gloo_have_matched_collectives(tmp_path: Path) -> None:
    folder, store = str(tmp_path / "logs" / "ddp"), str(tmp_path / "store")
    ranks = [
        subprocess.Popen([sys.executable, "-c", RANK, str(rank), folder, store], stderr=subprocess.PIPE)
        for rank in range(2)
    ]
    for rank in ranks:
        _, errors = rank.communicate(timeout=120)
        assert rank.returncode == 0, errors.decode()
    view = sightline.open(tmp_path / "logs").view
    (run,) = view.runs
    name = next(file.path for file in run.side_files if "rank0" in file.path).rpartition("/")[2]
    found = QUERIES["distributed"](view, {"run": run.id, "name": name})
    assert [(row["worker"], row["rank"], row["n_steps"]) for row in found["workers"]] == [
        ("rank0", 0, 3),
        ("rank1", 1, 3),
    ]
    assert (found["world_size"], found["backend"], found["problems"]) == (2, "gloo", [])
    # torch annotates gloo's work on the host (`gloo:all_reduce`) with the shape, and has no sequence numbers.
    reduces = [row for row in found["collectives"] if row["collective"] == "all_reduce"]
    assert sum(row["n_matched"] for row in reduces) >= 3
    assert {row["bytes"] for row in reduces} == {(64 * 64 + 64) * 4}
    assert all(row["communication_ns"] > 0 for row in found["workers"])
    assert all(row["transfer_ns"] > 0 for row in reduces)
