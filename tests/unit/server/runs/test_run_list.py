from __future__ import annotations

import math
import os
import sys
from pathlib import Path

import pytest

from sightline.formats import messages
from support.records import frame_fast
from unit.server.serving import served

N_RECORDS = 3000


def write_with_every_second_record_broken(path: Path) -> int:
    """Write a scalar per record and flip a bit in the data of every second one; return the bytes of those."""
    records = []
    for step in range(N_RECORDS):
        value = messages.Summary.Value(tag="loss", simple_value=1.0)
        event = messages.Event(wall_time=1.0, step=step, summary=messages.Summary(value=[value]))
        records.append(bytearray(frame_fast(event.SerializeToString())))
    # The last record stays whole, so that no damage is open at the end of the file.
    broken = records[0:-1:2]
    for record in broken:
        record[-5] ^= 1
    path.parent.mkdir()
    path.write_bytes(b"".join(records))
    return sum(map(len, broken))


def test_run_list_counts_all_damage_and_its_bytes_beyond_the_first_thousand(tmp_path: Path) -> None:
    file = tmp_path / "a" / "events.out.tfevents.1.host"
    n_bytes = write_with_every_second_record_broken(file)
    with served(tmp_path) as it:
        it.wait_loaded()
        (run,) = it.client.api("runs")["runs"]
        (details,) = it.client.api(f"runs/{run['id']}")["files"]
    assert run["n_points"] == N_RECORDS // 2
    assert (run["damage"]["count"], run["damage"]["bytes"]) == (N_RECORDS // 2, n_bytes)
    assert run["damage"]["first"] == {"file": str(file), "offset": 0, "reason": "bad data crc"}
    assert details["n_damages"] == N_RECORDS // 2
    assert len(details["damage"]) == 100


def write_scalar(path: Path, wall_time: float) -> None:
    value = messages.Summary.Value(tag="loss", simple_value=1.0)
    event = messages.Event(wall_time=wall_time, step=1, summary=messages.Summary(value=[value]))
    path.parent.mkdir()
    path.write_bytes(frame_fast(event.SerializeToString()))


def test_wall_times_that_are_no_moment_are_null(tmp_path: Path) -> None:
    write_scalar(tmp_path / "a" / "events.out.tfevents.1.host", math.nan)
    write_scalar(tmp_path / "b" / "events.out.tfevents.1.host", math.inf)
    with served(tmp_path) as it:
        it.wait_loaded()
        runs = it.client.api("runs")["runs"]
    assert [(run["name"], run["start_time"], run["last_time"], run["n_points"]) for run in runs] == [
        ("a", None, None, 1),
        ("b", None, None, 1),
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux alone")
def test_run_whose_name_is_no_text_is_listed_with_the_others(tmp_path: Path) -> None:
    write_scalar(tmp_path / "plain" / "events.out.tfevents.1.host", 1.0)
    write_scalar(Path(os.fsdecode(os.fsencode(tmp_path) + b"/od\xffd")) / "events.out.tfevents.1.host", 1.0)
    with served(tmp_path) as it:
        it.wait_loaded()
        names = [run["name"] for run in it.client.api("runs")["runs"]]
        tags = it.client.api("tags")["tags"]
    assert names == ["od?d", "plain"]
    assert [len(tag["runs"]) for tag in tags] == [2]
