from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sightline import SummaryWriter
from sightline.engine.default_reader import default_reader
from sightline.engine.follow import Follower
from sightline.engine.passing_reader import PassingReader
from sightline.engine.reader import Stat
from sightline.engine.roots import parse_roots
from sightline.engine.saved_segments import SavedSegments
from sightline.engine.segment_saver import FEWEST_PACKED
from sightline.engine.store import Store
from sightline.formats.cache_folder import CacheFolder
from sightline.plugins import load_claims
from unit.server.serving import PATIENCE_SECS, served


class OldFilesReader(PassingReader):
    """Files have the version of files that nobody wrote to lately; looks saved ones up when it may."""

    def __init__(self) -> None:
        super().__init__(default_reader())
        self.may_look_up = threading.Event()

    def stat(self, path: str) -> Stat:
        return super().stat(path)._replace(version="old")

    def stat_known(self, paths: Sequence[str]) -> Sequence[Stat | None]:
        assert self.may_look_up.wait(PATIENCE_SECS)
        return [None if stat is None else stat._replace(version="old") for stat in super().stat_known(paths)]


def saved_logs(tmp_path: Path) -> tuple[Path, SavedSegments]:
    """A log directory with just enough small runs to be saved together, and their cache."""
    logs, segments = tmp_path / "logs", SavedSegments(CacheFolder(tmp_path / "cache"))
    for number in range(FEWEST_PACKED):
        with SummaryWriter(str(logs / f"run_{number:03}")) as writer:
            writer.add_scalar("loss", 1.0, number)
        for path in (logs / f"run_{number:03}").iterdir():
            os.utime(path, (1e9, 1e9))
    follower = Follower(Store(OldFilesReader(), load_claims()), parse_roots(logs), segments=segments)
    follower.load()
    assert follower.save_segments() == FEWEST_PACKED
    follower.close()
    return logs, segments


@pytest.mark.parametrize("path", ["runs", "tags"])
def test_the_first_list_waits_for_the_saved_runs(tmp_path: Path, path: str) -> None:
    logs, segments = saved_logs(tmp_path)
    reader = OldFilesReader()
    answers: list[Any] = []
    with served(logs, reader=reader, segments=segments) as it:
        asking = threading.Thread(target=lambda: answers.append(it.client.api(path)))
        asking.start()
        asking.join(0.2)
        assert asking.is_alive()
        reader.may_look_up.set()
        asking.join(PATIENCE_SECS)
    (answer,) = answers
    if path == "runs":
        assert [run["last_step"] for run in answer["runs"]] == list(range(FEWEST_PACKED))
    else:
        assert [len(tag["runs"]) for tag in answer["tags"]] == [FEWEST_PACKED]
