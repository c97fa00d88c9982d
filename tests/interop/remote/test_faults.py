"""Busy servers, cut connections and lost permissions: tried again, nothing wrong shown, nothing lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import sightline
from sightline.engine.remote import cloud_store
from support.cloud_servers import Cloud
from support.fault_proxy import Fault, closed, silent, status, truncated

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-remote")
pytest.importorskip("moto", reason="moto is not installed: make test-interop-remote")

FAULTS = pytest.mark.parametrize(
    "fault",
    [status(500, "InternalError"), status(503, "SlowDown"), status(429), truncated, closed],
    ids=["500", "503", "429", "truncated", "closed"],
)


def _upload(cloud: Cloud, folder: Path, *, n_steps: int = 100) -> None:
    with sightline.SummaryWriter(folder / "a") as writer:
        for step in range(n_steps):
            writer.add_scalar("loss", step, step)
    cloud.bucket.put_folder(folder, "runs")


def _wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 50
    while not condition():
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.01)


@FAULTS
def test_broken_listing_is_tried_again(cloud: Cloud, tmp_path: Path, fault: Fault) -> None:
    _upload(cloud, tmp_path)
    cloud.proxy.break_next("list", fault, fault)
    with sightline.open(f"{cloud.address}/runs") as logs:
        assert len(logs.scalars()["step"]) == 100
    assert cloud.proxy.counts()["list"] == 3


@FAULTS
def test_broken_get_is_tried_again(cloud: Cloud, tmp_path: Path, fault: Fault) -> None:
    _upload(cloud, tmp_path)
    cloud.proxy.break_next("get", fault, fault)
    with sightline.open(f"{cloud.address}/runs") as logs:
        assert len(logs.scalars()["step"]) == 100
        assert logs.problems == []
    assert cloud.proxy.counts()["get"] == 3


def test_broken_ranges_of_a_large_object_are_tried_again(cloud: Cloud, tmp_path: Path) -> None:
    _upload(cloud, tmp_path, n_steps=300_000)
    cloud.proxy.break_next("get", closed, status(503, "SlowDown"), truncated)
    with sightline.open(f"{cloud.address}/runs") as logs:
        np.testing.assert_array_equal(logs.scalars()["value"], np.arange(300_000))
        assert logs.view.runs[0].n_damages == 0


@pytest.mark.parametrize("sort", ["list", "get"])
def test_server_that_stays_silent_is_asked_again(
    cloud: Cloud, tmp_path: Path, sort: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cloud_store.CLIENT_OPTIONS, "timeout", "5s")
    _upload(cloud, tmp_path)
    cloud.proxy.break_next(sort, silent)
    with sightline.open(f"{cloud.address}/runs") as logs:
        assert len(logs.scalars()["step"]) == 100
        assert logs.problems == []
    assert cloud.proxy.counts()[sort] >= 2


def test_object_that_cannot_be_read_is_reported_and_read_later(cloud: Cloud, tmp_path: Path) -> None:
    _upload(cloud, tmp_path)
    cloud.proxy.break_next("get", *[status(403, "AccessDenied")] * 2)
    with sightline.open(f"{cloud.address}/runs", follow=True, reload_interval_secs=0.05) as logs:
        _wait(lambda: len(logs.scalars()["step"]) == 100)
        _wait(lambda: logs.problems == [])


def test_runs_stay_while_the_bucket_cannot_be_listed(cloud: Cloud, tmp_path: Path) -> None:
    _upload(cloud, tmp_path)
    with sightline.open(f"{cloud.address}/runs", follow=True, reload_interval_secs=0.05) as logs:
        n_gets = cloud.proxy.counts()["get"]
        cloud.proxy.break_next("list", *[status(403, "AccessDenied")] * 3)
        _wait(lambda: any("no permission" in problem.message for problem in logs.problems))
        assert [run.name for run in logs.view.runs] == ["a"]
        _wait(lambda: logs.problems == [])
        assert len(logs.scalars()["step"]) == 100
    assert cloud.proxy.counts()["get"] == n_gets


def test_object_deleted_between_listing_and_get_is_left_out(cloud: Cloud, tmp_path: Path) -> None:
    _upload(cloud, tmp_path)
    (key,) = cloud.bucket.keys()
    cloud.proxy.before_next("get", lambda: cloud.bucket.delete(key))
    with sightline.open(f"{cloud.address}/runs") as logs:
        assert len(logs.scalars()["step"]) == 0
        assert logs.problems == []


def test_server_that_is_not_there_gives_one_sentence(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    with pytest.raises(OSError, match="cannot reach s3://"):
        sightline.open(f"{cloud.address}/runs")
