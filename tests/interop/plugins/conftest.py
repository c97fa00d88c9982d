"""The sample plugins as installed packages, and logs to show."""

from __future__ import annotations

import math
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline import SummaryWriter, summary
from sightline.formats import messages

SAMPLES = Path(__file__).parent / "packages" / "sample_plugins.py"
NAMES = (
    *("Bare", "Crashing", "Exiting", "Failing", "Hanging", "Hungry"),
    *("Old", "Older", "Prying", "Reading", "Slow"),
)


@pytest.fixture(scope="module")
def sample_plugins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What pip would have written, found by this process and by those that it starts."""
    packages = tmp_path_factory.mktemp("packages")
    shutil.copy(SAMPLES, packages)
    info = packages / "sample_plugins-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sample-plugins\nVersion: 1.0\n")
    lines = [f"{name.lower()} = sample_plugins:{name}" for name in NAMES]
    (info / "entry_points.txt").write_text("\n".join(["[tensorboard_plugins]", *lines, ""]))
    before = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(packages), before]))
    sys.path.insert(0, str(packages))
    yield packages
    sys.path.remove(str(packages))
    os.environ["PYTHONPATH"] = before


@pytest.fixture(scope="session")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    for offset, run in enumerate(("first", "second")):
        with SummaryWriter(str(folder / run)) as writer:
            for step in range(200):
                writer.add_scalar("loss", offset + math.exp(-step / 50), step)
    with SummaryWriter(str(folder / "first")) as writer:
        points = [[float(i % 7), float(i % 5), float(i % 3)] for i in range(30)]
        writer.add_embedding(points, metadata=[f"point {i}" for i in range(30)], tag="words")
    metadata = messages.SummaryMetadata(data_class=2)  # tensors
    metadata.plugin_data.plugin_name = "reading"
    with summary.create_file_writer(str(folder / "second")).as_default():
        summary.write("matrix", [[1.0, 2.0]], 0, metadata)
    return folder
