"""`SummaryWriter("s3://…")`: objects that any reader takes, uploaded by a thread, kept on failure."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import sightline
from sightline import SummaryWriter
from support.cloud_servers import Cloud
from support.fault_proxy import silent, status

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-remote")
pytest.importorskip("moto", reason="moto is not installed: make test-interop-remote")


def _steps(address: str) -> list[int]:
    with sightline.open(address) as logs:
        assert logs.problems == []
        return list(logs.scalars(tag="loss")["step"])


def test_everything_logged_is_in_the_bucket_after_close(cloud: Cloud) -> None:
    address = f"{cloud.address}/team/run"
    with SummaryWriter(f"{address}/") as writer:
        assert writer.get_logdir() == address
        for step in range(100):
            writer.add_scalar("loss", step, step)
        writer.add_scalars("both", {"a": 1.0, "b": 2.0}, 1)
        writer.add_embedding(np.eye(4), metadata=list("abcd"), tag="words")
        writer.add_hparams({"lr": 0.1}, {"best": 1.0}, run_name="trial")
    keys = cloud.bucket.keys()
    assert all(key.startswith("team/run/") for key in keys)
    assert "team/run/projector_config.pbtxt" in keys
    with sightline.open(f"{cloud.address}/team") as logs:
        assert list(logs.scalars(tag="loss")["step"]) == list(range(100))
        assert [found.name for found in logs.embeddings()] == ["words"]
        assert {run.name for run in logs.view.runs} >= {"run", "run/both_a", "run/both_b", "run/trial"}


def test_flushed_values_survive_a_killed_process(cloud: Cloud) -> None:
    address = f"{cloud.address}/run"
    program = f"""
import os, signal, sightline
writer = sightline.SummaryWriter({address!r})
for step in range(50):
    writer.add_scalar("loss", step, step)
writer.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program]).returncode == -signal.SIGKILL
    assert _steps(address) == list(range(50))


def test_program_that_never_closes_uploads_at_its_end_and_leaves_no_files(
    cloud: Cloud, tmp_path: Path
) -> None:
    address = f"{cloud.address}/run"
    program = f"""
import sightline, tempfile
tempfile.tempdir = {str(tmp_path)!r}
writer = sightline.SummaryWriter({address!r})
writer.add_scalar("loss", 1.0, 7)
"""
    subprocess.run([sys.executable, "-c", program], check=True)
    assert _steps(address) == [7]
    assert list(tmp_path.glob("sightline-upload-*")) == []


def test_large_run_is_several_objects_and_full_ones_are_uploaded_once(cloud: Cloud) -> None:
    address = f"{cloud.address}/run"
    with SummaryWriter(address, max_file_bytes=100_000) as writer:
        for step in range(5000):
            writer.add_scalar("loss", step, step)
        writer.flush()
        first = cloud.bucket.keys()
        assert len(first) > 1
        n_puts = cloud.proxy.counts()["put"]
        writer.add_scalar("loss", 5000, 5000)
        writer.flush()
        assert cloud.proxy.counts()["put"] == n_puts + 1
    assert _steps(address) == list(range(5001))


def test_refused_upload_warns_once_and_is_made_up_for(cloud: Cloud) -> None:
    address = f"{cloud.address}/run"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        writer = SummaryWriter(address)
        cloud.proxy.break_next("put", status(403, "AccessDenied"), status(403, "AccessDenied"))
        writer.add_scalar("loss", 1.0, 1)
        writer.flush()
        writer.flush()
        writer.add_scalar("loss", 2.0, 2)
        writer.close()
    messages = [
        str(warning.message) for warning in caught if "no permission to write" in str(warning.message)
    ]
    assert len(messages) == 1
    assert "uploaded later" in messages[0]
    assert _steps(address) == [1, 2]


def test_missing_bucket_is_named_and_stops_nothing(cloud: Cloud, tmp_path: Path) -> None:
    program = (
        "from sightline import SummaryWriter\n"
        "with SummaryWriter('s3://nobody-has-this/run') as writer:\n"
        "    writer.add_scalar('loss', 1.0, 0)\n"
        "print('trained')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert done.stdout == "trained\n"
    assert "s3://nobody-has-this does not exist; check its name and the account or region. Logs wait" in (
        done.stderr
    )


def test_objects_are_event_files_that_tensorboard_reads(cloud: Cloud, tmp_path: Path) -> None:
    loader = pytest.importorskip("tensorboard.backend.event_processing.event_file_loader")
    with SummaryWriter(f"{cloud.address}/run") as writer:
        writer.add_scalar("loss", 1.5, 3)
    (key,) = cloud.bucket.keys()
    path = tmp_path / key.rpartition("/")[2]
    path.write_bytes(cloud.bucket.get(key))
    events = list(loader.EventFileLoader(str(path)).Load())
    assert [event.step for event in events if event.HasField("summary")] == [3]


def test_forked_child_with_a_writer_of_its_own_says_why_it_uploads_nothing(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    program = f"""
import os, sys
from sightline import SummaryWriter
writer = SummaryWriter("{cloud.address}/parent")
writer.add_scalar("loss", 1.0, 1)
writer.flush()
child = os.fork()
if not child:
    own = SummaryWriter("{cloud.address}/child")
    own.add_scalar("loss", 2.0, 2)
    own.close()
    sys.exit()
os.waitpid(child, 0)
writer.close()
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=50, check=True)
    assert "cannot be used in a forked process" in done.stderr
    (key,) = cloud.bucket.keys()
    assert key.startswith("parent/")


def test_interrupted_wait_for_a_silent_server_names_the_folder_of_the_logs(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    cloud.proxy.break_next("put", *[silent] * 9)
    program = f"""
import os, signal, threading
from sightline import SummaryWriter
writer = SummaryWriter("{cloud.address}/run")
writer.add_scalar("loss", 1.0, 1)
writer._file.flush()
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
writer._remote._end()
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=50)
    found = re.search(r"is not complete: the logs are in (\S+)\.", done.stderr)
    assert found is not None, done.stderr
    assert len(list(Path(found[1]).iterdir())) == 1
