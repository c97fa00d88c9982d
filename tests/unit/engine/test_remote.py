"""Remote places without a network: addresses, listings as trees, pauses between polls, counts and prices."""

from __future__ import annotations

import threading

import pytest

from sightline.engine.reader import UnavailableError
from sightline.engine.remote.address import Address, check_scheme, is_remote, parse
from sightline.engine.remote.errors import BusyError
from sightline.engine.remote.listing import Listing
from sightline.engine.remote.request_log import RequestLog
from sightline.engine.remote.retry import N_TRIES, Retry
from sightline.engine.remote.store import Object


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("s3://bucket", Address("s3", "bucket", "")),
        ("s3a://bucket//runs/", Address("s3", "bucket", "runs")),
        ("gs://bucket/a/../../../b", Address("gs", "bucket", "b")),
        ("http://host:80/runs/x", Address("http", "host:80", "runs/x")),
        ("hf://owner/model/runs", Address("hf", "owner/model", "runs")),
        ("hf://datasets/owner/name@v1/runs", Address("hf", "datasets/owner/name@v1", "runs")),
    ],
)
def test_address_is_taken_apart(text: str, address: Address) -> None:
    assert parse(text) == address
    assert parse(str(address)) == address


def test_local_paths_and_other_schemes_are_not_remote() -> None:
    assert not any(map(is_remote, ["runs", "/a/b", "C:/runs", "name:runs", "ftp://host/runs", "s3:/x"]))


def test_address_without_a_name_gets_a_sentence() -> None:
    with pytest.raises(UnavailableError, match="s3:/// names no bucket or host: write s3://NAME/FOLDER"):
        check_scheme("s3:///")


def _listing(*keys: str, before: Listing | None = None, etag: str = "1") -> Listing:
    objects = [Object(key, 10, 5.0, etag) for key in keys]
    return Listing("s3://b/runs", objects, "s3://b", before=before)


def test_listing_is_a_tree_of_folders() -> None:
    listing = _listing("runs/a/f", "runs/a/deep/g", "runs/h", "runs/empty/")
    assert sorted((entry.name, entry.is_directory) for entry in listing.entries("s3://b/runs")) == [
        ("a", True),
        ("h", False),
    ]
    assert listing.stat("s3://b/runs/a/deep").is_directory
    assert listing.stat("s3://b/runs/a/f").version == "1"
    with pytest.raises(FileNotFoundError):
        listing.stat("s3://b/runs/nothing")
    with pytest.raises(FileNotFoundError):
        _listing().entries("s3://b/runs")


def test_glob_stays_within_a_folder_unless_it_has_two_stars() -> None:
    listing = _listing("runs/a/f", "runs/a/deep/f")
    assert listing.glob("s3://b/runs/*/f") == ["s3://b/runs/a/f"]
    assert sorted(listing.glob("s3://b/runs/**/f")) == ["s3://b/runs/a/deep/f", "s3://b/runs/a/f"]


def test_listing_knows_whether_anything_changed() -> None:
    first = _listing("runs/a")
    same = _listing("runs/a", before=first)
    assert not same.has_changed
    assert same.last_change == first.last_change
    assert _listing("runs/a", "runs/b", before=first).has_changed
    assert _listing("runs/a", before=first, etag="2").has_changed


def test_pause_grows_while_nothing_changes_and_with_the_requests_of_a_listing() -> None:
    listing = _listing("runs/a")
    assert listing.pause_secs(5.0, 1) == 5.0
    listing.last_change -= 100
    assert listing.pause_secs(5.0, 1) == pytest.approx(10, rel=0.1)
    assert listing.pause_secs(30.0, 1) == 30.0
    listing.last_change -= 100_000
    assert listing.pause_secs(5.0, 1) == 60.0
    assert listing.pause_secs(5.0, 100) == 100.0


def test_requests_are_counted_with_their_rate_and_price() -> None:
    now = 1000.0
    log = RequestLog("s3", clock=lambda: now)
    log.count(lists=10)
    now += 30
    log.count(gets=20, puts=1)
    log.add_bytes(5)
    usage = log.usage()
    assert usage.counts.total == 31
    assert usage.n_bytes == 5
    assert usage.per_minute == 31  # as if it went on for the rest of the first minute
    assert usage.usd == pytest.approx((11 * 0.005 + 20 * 0.0004) / 1000)
    now += 600
    assert log.usage().per_minute == 0
    assert log.usage().usd_per_day == 0
    assert log.usage().counts.total == 31


def test_web_requests_have_no_price() -> None:
    log = RequestLog("https")
    log.count(gets=1)
    assert log.usage().usd is None


def test_retry_ends_at_once_when_it_is_stopped() -> None:
    retry, n_calls = Retry(), 0

    def fail() -> None:
        nonlocal n_calls
        n_calls += 1
        raise BusyError("busy")

    retry.stop()
    with pytest.raises(BusyError):
        retry(fail)
    assert n_calls == 1 < N_TRIES


def test_request_of_the_main_thread_leaves_it_free_for_interrupts() -> None:
    caller: list[threading.Thread] = []
    Retry()(lambda: caller.append(threading.current_thread()))
    assert caller[0].daemon
    assert caller[0] is not threading.main_thread()


def test_errors_of_the_main_thread_are_those_of_the_request() -> None:
    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Retry()(fail)
