"""Objects that grow, are uploaded whole again, replaced or deleted: only new bytes are fetched."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import sightline
from sightline.logs import Logs
from support.cloud_servers import Cloud

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-remote")
pytest.importorskip("moto", reason="moto is not installed: make test-interop-remote")

KEY = "runs/a/events.out.tfevents.1.host"
_POLL_SECS = 0.05


def _content(folder: Path, n_steps: int, *, start: float = 0.0) -> bytes:
    """An event file with a scalar for each step; the same steps have the same bytes."""
    with sightline.SummaryWriter(folder / f"{n_steps}-{start}") as writer:
        for step in range(n_steps):
            writer.add_scalar("loss", start + step, step, walltime=1000.0 + step)
    (path,) = (folder / f"{n_steps}-{start}").glob("*tfevents*")
    # The first record has the time of writing: a fixed one, so that prefixes are equal.
    data = path.read_bytes()
    return data[_first_record(data) :]


def _first_record(data: bytes) -> int:
    return int.from_bytes(data[:8], "little") + 16


def _wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 50
    while not condition():
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.01)


@pytest.fixture
def follow(cloud: Cloud) -> Iterator[Callable[[], Logs]]:
    opened: list[Logs] = []

    def start() -> Logs:
        opened.append(sightline.open(f"{cloud.address}/runs", follow=True, reload_interval_secs=_POLL_SECS))
        return opened[-1]

    yield start
    for logs in opened:
        logs.close()


def _n_points(logs: Logs) -> int:
    return len(logs.scalars()["step"])


def test_idle_root_costs_one_listing_a_poll_and_no_get(
    cloud: Cloud, follow: Callable[[], Logs], tmp_path: Path
) -> None:
    cloud.bucket.put(KEY, _content(tmp_path, 10))
    follow()
    _wait(lambda: cloud.proxy.counts()["list"] >= 5)
    assert cloud.proxy.counts()["get"] == 1
    assert cloud.proxy.counts().keys() == {"get", "list"}


def test_object_uploaded_whole_again_costs_only_its_new_bytes(
    cloud: Cloud, follow: Callable[[], Logs], tmp_path: Path
) -> None:
    before, after = _content(tmp_path, 60_000), _content(tmp_path, 60_500)
    assert len(before) > 2 << 20
    assert after.startswith(before)
    cloud.bucket.put(KEY, before)
    logs = follow()
    assert _n_points(logs) == 60_000
    n_before = cloud.proxy.n_bytes_requested()
    assert n_before < len(before) + (128 << 10)
    cloud.bucket.put(KEY, after)
    _wait(lambda: _n_points(logs) == 60_500)
    assert cloud.proxy.n_bytes_requested() - n_before == len(after) - len(before) + 64
    assert logs.problems == []


def test_object_that_grew_between_listing_and_get_is_read_on(
    cloud: Cloud, follow: Callable[[], Logs], tmp_path: Path
) -> None:
    before, after = _content(tmp_path, 100), _content(tmp_path, 200)
    cloud.bucket.put(KEY, before)
    cloud.proxy.before_next("get", lambda: cloud.bucket.put(KEY, after))
    logs = follow()
    _wait(lambda: _n_points(logs) == 200)
    assert list(logs.scalars()["step"]) == list(range(200))
    assert logs.view.runs[0].n_damages == 0


def test_large_object_replaced_while_it_is_read_is_read_anew(
    cloud: Cloud, follow: Callable[[], Logs], tmp_path: Path
) -> None:
    before, after = _content(tmp_path, 60_000), _content(tmp_path, 60_000, start=0.5)
    cloud.bucket.put(KEY, before)
    cloud.proxy.before_next("get", lambda: None)
    cloud.proxy.before_next("get", lambda: cloud.bucket.put(KEY, after))
    logs = follow()
    _wait(lambda: _n_points(logs) == 60_000 and logs.scalars()["value"][0] == 0.5)
    np.testing.assert_array_equal(logs.scalars()["value"], np.arange(60_000) + 0.5)


def test_rewritten_object_of_the_same_size_is_read_anew(
    cloud: Cloud, follow: Callable[[], Logs], tmp_path: Path
) -> None:
    cloud.bucket.put(KEY, _content(tmp_path, 50))
    logs = follow()
    cloud.bucket.put(KEY, _content(tmp_path, 50, start=0.5))
    _wait(lambda: _n_points(logs) == 50 and logs.scalars()["value"][0] == 0.5)


def test_new_and_deleted_objects_appear_and_disappear(
    cloud: Cloud, follow: Callable[[], Logs], tmp_path: Path
) -> None:
    content = _content(tmp_path, 10)
    cloud.bucket.put(KEY, content)
    logs = follow()
    cloud.bucket.put("runs/b/events.out.tfevents.2.host", content)
    _wait(lambda: [run.name for run in logs.view.runs] == ["a", "b"])
    cloud.bucket.delete(KEY)
    _wait(lambda: [run.name for run in logs.view.runs] == ["b"])


def test_payloads_of_a_megabyte_are_left_in_the_bucket_until_somebody_looks(
    cloud: Cloud, tmp_path: Path
) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (3, 900, 900), np.uint8)
    with sightline.SummaryWriter(tmp_path / "a") as writer:
        for step in range(4):
            writer.add_image("noise", noise, step)
    cloud.bucket.put_folder(tmp_path, "runs")
    with sightline.open(f"{cloud.address}/runs") as logs:
        assert cloud.proxy.n_bytes_requested() < 2.5 * (1 << 20)
        assert len(logs.images()["data"][3]) > 2 << 20


def test_usage_counts_what_the_server_was_sent(cloud: Cloud, tmp_path: Path) -> None:
    content = _content(tmp_path, 10)
    cloud.bucket.put(KEY, content)
    with sightline.open(f"{cloud.address}/runs") as logs:
        usage = logs.store.reader.usage(f"{cloud.address}/runs")
    assert usage is not None
    assert usage.counts._asdict() == {"lists": 1, "gets": 1, "puts": 0}
    assert usage.usd == pytest.approx((0.005 + 0.0004) / 1000)
    assert usage.n_bytes == len(content)
