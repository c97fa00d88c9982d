"""Indexes from a bucket to a bucket: what is requested, and what goes wrong there."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-cluster")
pytest.importorskip("moto", reason="moto is not installed: make test-interop-cluster")

from sightline.engine.index.cleaning import clean
from sightline.engine.index.engines import open_engine
from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.manifest import latest
from sightline.engine.index.place import open_place
from support.cloud_servers import Cloud
from support.fault_proxy import closed, status
from support.indexes import assert_equal_views, make_index, opened_index
from support.logs import line, load, write_events


@pytest.fixture
def logs(cloud: Cloud, tmp_path: Path) -> Path:
    for run in range(4):
        write_events(tmp_path / "logs" / f"run{run}", line("loss", range(200), at=1e9 + run))
        (tmp_path / "logs" / f"run{run}" / "hparams.yaml").write_text(f"lr: {run}\n")
    cloud.bucket.put_folder(tmp_path / "logs", "logs")
    return tmp_path / "logs"


def source(cloud: Cloud) -> str:
    return f"{cloud.address}/logs"


def index(cloud: Cloud) -> str:
    return f"{cloud.address}/index"


def assert_shows(cloud: Cloud, logs: Path) -> None:
    expected = load(str(logs)).view()
    with opened_index(index(cloud)) as follower:
        found = follower.store.view()
        assert follower.problems == []
        assert [run.name for run in found.runs] == [run.name for run in expected.runs]
        for mine, theirs in zip(found.runs, expected.runs, strict=True):
            for tag in theirs.scalars:
                assert mine.scalar(tag).values.tolist() == theirs.scalar(tag).values.tolist()
                assert mine.scalar(tag).wall_times.tolist() == theirs.scalar(tag).wall_times.tolist()
            assert len(mine.side_files) == len(theirs.side_files)


def test_bucket_to_bucket_by_processes(cloud: Cloud, logs: Path) -> None:
    engine = open_engine("processes:2")
    try:
        outcome = make_index(source(cloud), index(cloud), engine=engine, batch_bytes=30_000)
    finally:
        engine.close()
    assert outcome.n_indexed == 4
    assert len(outcome.manifest.pages) > 1
    assert_shows(cloud, logs)
    assert make_index(source(cloud), index(cloud)).n_indexed == 0


def test_server_requests_pages_then_ranges_and_asks_for_the_next_manifest(cloud: Cloud, logs: Path) -> None:
    make_index(source(cloud), index(cloud))
    del cloud.proxy.requests[:]
    with opened_index(index(cloud)) as follower:
        view = follower.store.view()
        targets = [request.target for request in cloud.proxy.requests]
        assert not [target for target in targets if "/packs/" in target or "/logs/" in target]
        n_before = len(targets)
        series = [run.scalar("loss") for run in view.runs]
        from sightline.engine.index.fetch_ahead import fetch_ahead

        fetch_ahead(series)
        n_ranges = len(cloud.proxy.requests) - n_before
        assert n_ranges <= 3  # the runs are neighbors in each column of one pack
        assert [len(each.values) for each in series] == [200] * 4
        assert len(cloud.proxy.requests) == n_before + n_ranges
        del cloud.proxy.requests[:]
        follower.load()
        assert [request.target for request in cloud.proxy.requests] == [
            f"/{cloud.bucket.name}/index/manifests/00000003.json"
        ]


def test_read_only_bucket_gets_a_sentence(cloud: Cloud, logs: Path) -> None:
    cloud.proxy.break_next("put", status(403, "AccessDenied"))
    with pytest.raises(OSError, match=r"no permission to write .*s3:PutObject"):
        make_index(source(cloud), index(cloud))
    make_index(source(cloud), index(cloud))
    write_events(logs / "run9", line("loss", range(9), at=1e9))
    cloud.bucket.put_folder(logs, "logs")
    cloud.proxy.break_next("put", *[status(403, "AccessDenied")] * 20)
    with pytest.raises(OSError, match="no permission to write"):
        make_index(source(cloud), index(cloud))
    with opened_index(index(cloud)) as follower:
        assert len(follower.store.view().runs) == 4


def test_put_whose_answer_is_lost_is_not_taken_for_another_indexer(cloud: Cloud, logs: Path) -> None:
    cloud.proxy.break_next("put", *[closed] * 3)
    make_index(source(cloud), index(cloud))
    assert_shows(cloud, logs)


def listing_of(cloud: Cloud, logs: Path) -> bytes:
    """The answer to a listing as it is now, to be sent again later."""
    answers: list[bytes] = []

    def keep(client: socket.socket, answer: bytes) -> None:
        answers.append(answer)
        client.sendall(answer)

    cloud.proxy.break_next("list", keep)
    from sightline.engine.default_reader import default_reader

    default_reader().list([source(cloud)])
    assert b"<Key>" in answers[0]
    return answers[0]


def replay(answer: bytes):  # type: ignore[no-untyped-def]
    return lambda client, _: client.sendall(answer)


def test_listing_of_the_source_that_lags_loses_nothing(cloud: Cloud, logs: Path) -> None:
    old = listing_of(cloud, logs)
    write_events(logs / "run8", line("loss", range(8), at=1e9))
    cloud.bucket.put_folder(logs / "run8", "logs/run8")  # the others keep the times that the old listing has
    make_index(source(cloud), index(cloud))
    assert_shows(cloud, logs)
    # The first listing of the next job is of the index; the second, of the source, lacks the newest run.
    before = latest(open_place(index(cloud)))
    for place in (lambda client, answer: client.sendall(answer), replay(old)):
        cloud.proxy.break_next("list", place)
    outcome = make_index(source(cloud), index(cloud))
    assert outcome.n_removed == 0
    assert outcome.n_files == 4
    assert outcome.manifest == before
    assert_shows(cloud, logs)


def test_listed_object_that_was_deleted_is_left_out(cloud: Cloud, logs: Path) -> None:
    keys = cloud.bucket.keys()
    key = next(key for key in keys if re.search(r"run2/.*tfevents", key))
    cloud.proxy.before_next("head", lambda: cloud.bucket.delete(key))
    make_index(source(cloud), index(cloud))
    make_index(source(cloud), index(cloud))
    for path in (logs / "run2").glob("*"):
        path.unlink()
    cloud.bucket.delete("logs/run2/hparams.yaml")
    make_index(source(cloud), index(cloud))
    assert_shows(cloud, logs)


def test_pack_that_is_deleted_while_it_is_read(cloud: Cloud, logs: Path) -> None:
    make_index(source(cloud), index(cloud))
    keys = cloud.bucket.keys()
    (pack,) = (key for key in keys if "/packs/" in key)
    with opened_index(index(cloud)) as follower:
        run = follower.store.view().runs[0]
        cloud.proxy.before_next("get", lambda: cloud.bucket.delete(pack))
        with pytest.raises(BrokenIndexError, match="is not there: `sightline index` makes it again"):
            run.scalar("loss").values  # noqa: B018
        make_index(source(cloud), index(cloud))
        follower.load()
        expected = load(str(logs)).view()
        assert run.scalar("loss").values.tolist() == expected.runs[0].scalar("loss").values.tolist()


def test_two_indexers_of_one_bucket_at_once(cloud: Cloud, logs: Path) -> None:
    script = """
import sys
import time
from support.indexes import make_index
make_index(sys.argv[1], sys.argv[2], batch_bytes=10_000, commit_secs=0.0)
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", script, source(cloud), index(cloud)]
    running = [subprocess.Popen(command, env=env, stderr=subprocess.PIPE) for _ in range(2)]
    assert [process.communicate(timeout=120)[1] for process in running] == [b""] * 2
    assert_shows(cloud, logs)


def test_local_folder_to_bucket(cloud: Cloud, logs: Path) -> None:
    make_index(logs, index(cloud))
    with opened_index(index(cloud)) as follower:
        assert_equal_views(follower.store.view(), load(str(logs)).view())


def test_index_in_a_bucket_does_not_choose_local_files_to_read(cloud: Cloud, logs: Path) -> None:
    """Files beside the events that are not in the index would be read from this machine."""
    (logs / "run0" / "hparams.yaml").write_text("x: 1\n" * 20_000)  # too large for the index
    make_index(logs, index(cloud))
    with opened_index(index(cloud)) as follower:
        assert [len(run.side_files) for run in follower.store.view().runs] == [0, 1, 1, 1]


def test_cleaning_a_bucket_deletes_what_is_old_and_unused_only(cloud: Cloud, logs: Path) -> None:
    make_index(source(cloud), index(cloud))
    write_events(logs / "run8", line("loss", range(8), at=1e9))
    cloud.bucket.put_folder(logs, "logs")
    manifest = make_index(source(cloud), index(cloud)).manifest
    cloud.bucket.put("index/packs/unused.arrow", b"left by a job that was killed")
    place = open_place(index(cloud))
    assert clean(place, manifest, time.time) == 0
    assert clean(place, manifest, lambda: time.time() + 2 * 86_400) == 1 + manifest.number - 1
    assert_shows(cloud, logs)


def test_requests_are_those_that_the_model_counts(cloud: Cloud, tmp_path: Path) -> None:
    """benchmarks/scale_model.py: a HEAD and a GET of each event file, a pack and a page of a batch."""
    n_files = 20
    for run in range(n_files):
        write_events(tmp_path / "many" / f"run{run}", line("loss", range(10), at=1e9 + run))
    cloud.bucket.put_folder(tmp_path / "many", "logs")
    del cloud.proxy.requests[:]
    make_index(source(cloud), index(cloud))
    of_source = [request.sort for request in cloud.proxy.requests if "/logs/" in request.target]
    assert (of_source.count("head"), of_source.count("get")) == (n_files, n_files)
    puts = [request.target for request in cloud.proxy.requests if request.sort == "put"]
    assert sorted(target.rpartition("/index/")[2].partition("/")[0] for target in puts) == [
        "manifests",
        "manifests",
        "packs",
        "pages",
    ]
    del cloud.proxy.requests[:]
    with opened_index(index(cloud)):
        counts = cloud.proxy.counts()
        assert counts["list"] == 1
        assert counts["get"] == 4  # the last manifest, the one after it twice, and the page


def test_stop_while_a_source_is_silent_ends_at_once(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        source = f"http://127.0.0.1:{silent.getsockname()[1]}/logs/"
        command = [sys.executable, "-m", "sightline", "index", source, "--to", str(tmp_path / "index")]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        silent.settimeout(60)
        connection, _ = silent.accept()
        with connection:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "sightline: Stopped before the files were listed; the same command begins again.\n"
