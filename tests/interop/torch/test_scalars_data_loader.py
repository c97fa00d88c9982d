"""A writer in a program whose DataLoader forks workers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sightline import SummaryWriter
from support.records import event_files, read_scalars

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


class Numbers(torch.utils.data.Dataset):  # type: ignore[misc, name-defined]
    """A data set whose items may be logged by the worker that loads them."""

    def __init__(self, writer: SummaryWriter, *, log: bool) -> None:
        self.writer = writer
        self.log = log

    def __len__(self) -> int:
        return 40

    def __getitem__(self, index: int) -> Any:
        if self.log:
            self.writer.add_scalar("loaded", index, index)
        return torch.tensor(float(index))


@pytest.mark.parametrize("log", [False, True])
def test_fork_with_a_data_loader(tmp_path: Path, log: bool) -> None:
    writer = SummaryWriter(tmp_path, max_queue=100_000)
    writer.add_scalar("before", 1.0, 0)
    loader = torch.utils.data.DataLoader(
        Numbers(writer, log=log), batch_size=4, num_workers=2, multiprocessing_context="fork"
    )
    for step, batch in enumerate(loader):
        writer.add_scalar("mean", batch.mean(), step)
    del loader
    writer.close()
    series = read_scalars(tmp_path)
    assert [step for step, _ in series["mean"]] == list(range(10))
    assert series["before"] == [(0, 1.0)]
    assert sorted(step for step, _ in series.get("loaded", [])) == (list(range(40)) if log else [])
    assert len(event_files(tmp_path)) == (3 if log else 1)
