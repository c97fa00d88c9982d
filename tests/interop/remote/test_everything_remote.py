"""What works in a local folder works in a bucket: profiles, projector files, compressed logs, export."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sightline
from support.cloud_servers import Cloud
from support.model_files import onnx_model
from unit.cli.commands import running
from unit.cli.commands import sightline as sightline_command

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-remote")
pytest.importorskip("moto", reason="moto is not installed: make test-interop-remote")

GOLDEN = Path(__file__).parents[2] / "golden"


def put(cloud: Cloud, folder: Path) -> str:
    cloud.bucket.put_folder(folder, "all")
    return f"{cloud.address}/all"


def log_scalars(folder: Path, n_steps: int = 50) -> Path:
    with sightline.SummaryWriter(folder) as writer:
        for step in range(n_steps):
            writer.add_scalar("loss", 1 / (step + 1), step)
    (path,) = folder.glob("*tfevents*")
    return path


def test_profiles_of_a_bucket_are_those_of_the_folder(cloud: Cloud, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    shutil.copytree(GOLDEN / "torch_profiler" / "full_gz", folder / "torch")
    shutil.copytree(GOLDEN / "jax" / "trace", folder / "jax")
    address = put(cloud, folder)
    with sightline.open(str(folder)) as local, sightline.open(address) as remote:
        expected = {(each.run, each.name): each for each in local.profiles()}
        found = {(each.run, each.name): each for each in remote.profiles()}
        assert found.keys() == expected.keys() != set()
        for key, profile in found.items():
            assert profile.overview() == expected[key].overview()


def test_compressed_event_files_of_a_bucket_are_read_as_what_they_hold(cloud: Cloud, tmp_path: Path) -> None:
    path = log_scalars(tmp_path / "logs" / "run")
    with sightline.open(str(tmp_path / "logs")) as plain:
        expected = plain.scalars().to_ipc()
    path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    with sightline.open(put(cloud, tmp_path / "logs")) as remote:
        assert remote.problems == []
        assert remote.scalars().to_ipc() == expected


def test_projector_files_of_a_bucket_are_read(cloud: Cloud, tmp_path: Path) -> None:
    folder = tmp_path / "logs" / "run"
    log_scalars(folder)
    vectors = np.arange(12.0).reshape(4, 3)
    np.savetxt(folder / "vectors.tsv", vectors, delimiter="\t")
    (folder / "labels.tsv").write_text("a\nb\nc\nd\n")
    (folder / "projector_config.pbtxt").write_text(
        'embeddings { tensor_name: "words" tensor_path: "vectors.tsv" metadata_path: "labels.tsv" }'
    )
    with sightline.open(put(cloud, tmp_path / "logs")) as remote:
        (words,) = remote.embeddings()
        assert words.vectors().tolist() == vectors.tolist()


def test_embeddings_of_checkpoints_in_a_bucket_are_those_of_the_folder(cloud: Cloud, tmp_path: Path) -> None:
    log_scalars(tmp_path / "logs" / "run")
    shutil.copytree(GOLDEN / "tf" / "projector_checkpoint", tmp_path / "logs" / "run", dirs_exist_ok=True)
    with sightline.open(put(cloud, tmp_path / "logs")) as remote, sightline.open(tmp_path / "logs") as local:
        expected = {found.name: found.vectors().tolist() for found in local.embeddings()}
        assert {found.name: found.vectors().tolist() for found in remote.embeddings()} == expected
        assert any(name.startswith("checkpoint/") for name in expected)


def test_commands_answer_alike_for_a_bucket(cloud: Cloud, tmp_path: Path) -> None:
    log_scalars(tmp_path / "logs" / "run")
    address = put(cloud, tmp_path / "logs")
    answers = []
    for place in (str(tmp_path / "logs"), address):
        out = tmp_path / "out.csv"
        command = [sys.executable, "-m", "sightline", "export", place, "-o", str(out)]
        subprocess.run(command, check=True, capture_output=True)
        answers.append(out.read_bytes())
        out.unlink()
    assert answers[0] == answers[1]
    assert answers[0].count(b"\n") == 51


def test_commands_for_one_file_take_its_address(cloud: Cloud, tmp_path: Path) -> None:
    trace = next((GOLDEN / "torch_profiler" / "full_gz").rglob("*.pt.trace.json.gz"))
    (tmp_path / "logs").mkdir()
    shutil.copy(trace, tmp_path / "logs")
    (tmp_path / "logs" / "model.onnx").write_bytes(onnx_model().SerializeToString())
    (tmp_path / "logs" / "words.tsv").write_text("a\t1\t2\nb\t3\t4\n")
    address = put(cloud, tmp_path / "logs")
    for command, name in (("profile summary", trace.name), ("graph", "model.onnx")):
        local = sightline_command(*command.split(), str(tmp_path / "logs" / name), "--json", check=True)
        remote = sightline_command(*command.split(), f"{address}/{name}", "--json", check=True)
        assert local.stdout == remote.stdout != ""
    for command, name in (("trace", trace.name), ("embed", "words.tsv")):
        with running(command, f"{address}/{name}", "--port", "0") as served:
            served.address()
    gone = sightline_command("embed", f"{address}/none.tsv")
    assert (gone.returncode, gone.stderr.count("\n")) == (4, 1)
    assert "none.tsv does not exist; give a file of vectors." in gone.stderr


def test_several_buckets_mixed_with_a_folder_are_one_board(cloud: Cloud, tmp_path: Path) -> None:
    for name in ("here", "there", "elsewhere"):
        log_scalars(tmp_path / name / "run")
    cloud.bucket.put_folder(tmp_path / "there", "there")
    cloud.bucket.put_folder(tmp_path / "elsewhere", "elsewhere")
    roots = {
        "a": str(tmp_path / "here"),
        "b": f"{cloud.address}/there",
        "c": f"{cloud.address}/elsewhere",
    }
    with sightline.open(roots) as logs:
        assert sorted(logs.runs["run"]) == ["a/run", "b/run", "c/run"]
        assert logs.problems == []
