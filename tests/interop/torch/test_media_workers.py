"""Pictures logged while torch's DataLoader forks workers, by the parent and by the workers."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("torch")

from plain_records import values

PROGRAM = """
import sys, torch
from torch.utils.data import DataLoader, Dataset
from sightline import SummaryWriter

writer = SummaryWriter(sys.argv[1])

class Pictures(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        picture = torch.full((3, 40, 40), i / 8)
        writer.add_image(f"worker/{i}", picture, EPOCH)
        return picture

for EPOCH in range(3):
    loader = DataLoader(Pictures(), batch_size=2, num_workers=2, multiprocessing_context="fork")
    for n, batch in enumerate(loader):
        writer.add_images("parent", batch, 4 * EPOCH + n)
        writer.add_histogram("spread", batch, 4 * EPOCH + n)
writer.close()
"""


def test_nothing_is_lost_or_written_twice(tmp_path):
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, str(tmp_path)]
    subprocess.run(command, check=True, timeout=120)
    logged = [(value.tag, step) for step, value in values(tmp_path)]
    wanted = [(tag, step) for tag in ("parent", "spread") for step in range(12)]
    wanted += [(f"worker/{i}", epoch) for i in range(8) for epoch in range(3)]
    assert sorted(logged) == sorted(wanted)
