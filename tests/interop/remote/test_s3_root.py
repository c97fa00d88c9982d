"""A log directory in an S3 bucket: found by one listing, read whole, followed, with clear errors."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import sightline
from support.cloud_servers import Cloud
from support.fault_proxy import status

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-remote")
pytest.importorskip("moto", reason="moto is not installed: make test-interop-remote")


def _log(folder: Path, *, n_steps: int = 20) -> None:
    with sightline.SummaryWriter(folder) as writer:
        for step in range(n_steps):
            writer.add_scalar("loss", 1 / (step + 1), step)
        writer.add_image("picture", np.zeros((3, 8, 8), np.uint8), 1)
        writer.add_text("note", "hello", 1)
        writer.add_histogram("weights", np.arange(100.0), 1)
        writer.add_embedding(np.eye(4), metadata=list("abcd"), tag="words")


@pytest.fixture
def runs(cloud: Cloud, tmp_path: Path) -> Path:
    folder = tmp_path / "runs"
    for name in ("a", "b/deep"):
        _log(folder / name)
    (folder / "a" / "hparams.yaml").write_text("lr: 0.1\n")
    cloud.bucket.put_folder(folder, "team/runs")
    return folder


def test_bucket_shows_the_same_runs_and_values_as_the_local_folder(cloud: Cloud, runs: Path) -> None:
    with sightline.open(str(runs)) as local, sightline.open(f"{cloud.address}/team/runs") as remote:
        assert list(remote.runs["run"]) == list(local.runs["run"]) == ["a", "b/deep"]
        assert list(remote.tags()["tag"]) == list(local.tags()["tag"])
        assert remote.scalars().to_ipc() == local.scalars().to_ipc()
        assert remote.problems == []


def test_root_is_found_by_one_listing_and_each_small_file_by_one_get(cloud: Cloud, runs: Path) -> None:
    n_files = sum("tfevents" in path.name for path in runs.rglob("*"))
    with sightline.open(f"{cloud.address}/team/runs") as logs:
        assert len(logs.view.runs) == 2
    assert cloud.proxy.counts() == {"get": n_files, "list": 1}


def test_items_and_side_files_are_read_from_the_bucket(cloud: Cloud, runs: Path) -> None:
    with sightline.open(f"{cloud.address}/team/runs") as logs:
        assert bytes(logs.images(run="a")["data"][0])[:4] == b"\x89PNG"
        assert list(logs.text(run="a")["text"]) == ["hello"]
        (words,) = logs.embeddings(run="a")
        assert words.vectors().shape == (4, 4)
        assert logs.hparams(run="a")["lr"][0] == 0.1


def test_missing_bucket_gives_one_sentence(cloud: Cloud) -> None:
    with pytest.raises(OSError, match="s3://nobody-has-this does not exist; check its name"):
        sightline.open("s3://nobody-has-this/runs")


def test_missing_folder_is_not_found(cloud: Cloud) -> None:
    with pytest.raises(FileNotFoundError, match="there is nothing at s3://"):
        sightline.open(f"{cloud.address}/nothing/here")


@pytest.mark.parametrize(
    ("code", "name", "sentence"),
    [
        (403, "AccessDenied", "no permission to read .*s3:ListBucket"),
        (403, "InvalidAccessKeyId", "refuses the credentials: set AWS_ACCESS_KEY_ID"),
        (403, "RequestTimeTooSkewed", "refuses this machine's clock"),
    ],
)
def test_refusal_gives_a_sentence_that_says_what_to_do(
    cloud: Cloud, code: int, name: str, sentence: str
) -> None:
    cloud.proxy.break_next("list", status(code, name))
    with pytest.raises(OSError, match=sentence):
        sightline.open(f"{cloud.address}/team/runs")
    assert cloud.proxy.counts() == {"list": 1}


def test_credentials_come_from_the_files_of_the_aws_tools(
    cloud: Cloud, runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint = f"http://127.0.0.1:{cloud.proxy.port}"
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name)
    folder = tmp_path / "home" / ".aws"
    folder.mkdir(parents=True)
    (folder / "config").write_text(f"[profile team]\nregion = eu-west-1\nendpoint_url = {endpoint}\n")
    (folder / "credentials").write_text("[team]\naws_access_key_id = teams-key\naws_secret_access_key = x\n")
    monkeypatch.setenv("AWS_PROFILE", "team")
    with sightline.open(f"{cloud.address}/team/runs") as logs:
        assert len(logs.view.runs) == 2
    signed = cloud.proxy.requests[0].headers["authorization"]
    assert "teams-key" in signed
    assert "eu-west-1" in signed


def test_credentials_come_from_a_program_of_the_aws_config(
    cloud: Cloud, runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    folder = tmp_path / "home" / ".aws"
    folder.mkdir(parents=True)
    found = {"Version": 1, "AccessKeyId": "printed-key", "SecretAccessKey": "x", "SessionToken": "t"}
    (folder / "found.json").write_text(json.dumps(found))
    (folder / "config").write_text(f"[default]\ncredential_process = cat {folder}/found.json\n")
    with sightline.open(f"{cloud.address}/team/runs") as logs:
        assert len(logs.view.runs) == 2
    assert "printed-key" in cloud.proxy.requests[0].headers["authorization"]


def test_local_and_remote_roots_mix(cloud: Cloud, runs: Path) -> None:
    with sightline.open({"here": str(runs), "there": f"{cloud.address}/team/runs"}) as logs:
        names = sorted(run.name for run in logs.view.runs)
    assert names == ["here/a", "here/b/deep", "there/a", "there/b/deep"]


def test_glob_over_a_bucket_takes_one_listing(cloud: Cloud, runs: Path) -> None:
    with sightline.open(f"{cloud.address}/team/*/b*") as logs:
        assert [run.name for run in logs.view.runs] == ["runs/b/deep"]
    assert cloud.proxy.counts()["list"] == 1


def test_single_event_file_is_a_root(cloud: Cloud, runs: Path) -> None:
    name = next((runs / "a").glob("*tfevents*")).name
    with sightline.open(f"{cloud.address}/team/runs/a/{name}") as logs:
        assert len(logs.scalars()["step"]) == 20


def test_side_file_outside_of_the_root_is_refused(cloud: Cloud, runs: Path) -> None:
    cloud.bucket.put("secret.tsv", b"1\t2\n")
    config = b'embeddings { tensor_name: "x" tensor_path: "../../../secret.tsv" }'
    cloud.bucket.put("team/runs/a/projector_config.pbtxt", config)
    with sightline.open(f"{cloud.address}/team/runs") as logs:
        assert [found.steps for found in logs.embeddings(run="a")] == [()]
    assert not any("secret" in request.target for request in cloud.proxy.requests)
