"""SummaryWriter's structured methods: each call leaves what its kind decodes, at the step it was given."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plain_records import tagged, values
from sightline import SummaryWriter
from sightline.kinds.confusion_matrix import decode as confusion_matrix
from sightline.kinds.custom_scalars import decode as custom_scalars
from sightline.kinds.embedding.decode import decode_config
from sightline.kinds.hparams import decode as hparams
from sightline.kinds.mesh import decode as mesh
from sightline.kinds.pr_curve import decode as pr_curve
from sightline.kinds.roc_curve import decode as roc_curve
from sightline.kinds.table import decode as table
from support.projector_files import read_labels, read_vectors

LABELS, SCORES = np.array([1, 0, 1, 0]), np.array([0.9, 0.2, 0.6, 0.7])


def only(folder: Path, tag: str) -> tuple[int, Any]:
    (found,) = tagged(folder, tag)
    return found


def test_curve_methods_write_pr_and_roc_curves(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_pr_curve("pr", LABELS, SCORES, 3, 11)
        writer.add_pr_curve_raw("raw", *[np.arange(4.0)] * 6, 4, num_thresholds=4)
        writer.add_roc_curve("roc", LABELS, SCORES, step=5)
    step, value = only(tmp_path, "pr")
    assert (step, len(pr_curve.decode(value).thresholds)) == (3, 11)
    step, value = only(tmp_path, "raw")
    assert (step, pr_curve.decode(value).recall.tolist()) == (4, [0, 1, 2, 3])
    step, value = only(tmp_path, "roc")
    curve = roc_curve.decode(value)
    assert (step, curve.true_positives[-1], curve.false_positives[-1]) == (5, 2, 2)
    assert only(tmp_path, "roc/image")[0] == 5


def test_add_confusion_matrix_takes_classes_or_a_matrix(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_confusion_matrix("m", [0, 1, 1], [0, 1, 0], 2, ["a", "b"])
        writer.add_confusion_matrix("ready", matrix=[[1, 0], [0, 1]], step=3)
        with pytest.raises(TypeError, match=r"'m': expected labels and predictions, or matrix="):
            writer.add_confusion_matrix("m")
        with pytest.raises(TypeError, match=r"'m': expected labels and predictions, or matrix="):
            writer.add_confusion_matrix("m", [1], [1], matrix=[[1]])
    step, value = only(tmp_path, "m")
    assert (step, confusion_matrix.decode(value).matrix.tolist()) == (2, [[1, 0], [1, 1]])
    assert only(tmp_path, "m/text_summary")[0] == 2
    assert only(tmp_path, "ready")[0] == 3


def test_add_table_writes_columns_and_types(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_table("t", {"name": ["a", "b"], "score": [1, 2.5]}, step=7)
        writer.add_table("rows", [[1, 2]], ["x", "y"], 8)
    step, value = only(tmp_path, "t")
    assert step == 7
    assert [(c.name, c.type) for c in table.decode(value)] == [("name", "string"), ("score", "float")]
    assert only(tmp_path, "rows")[0] == 8


def test_mesh_parts_share_step_and_time(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_mesh("m", np.zeros((1, 4, 3)), faces=np.zeros((1, 2, 3)), global_step=6, walltime=100.5)
    logged = values(tmp_path)
    assert [(step, value.tag) for step, value in logged] == [(6, "m_VERTEX"), (6, "m_FACE")]
    assert [mesh.decode(value).part for _, value in logged] == ["vertices", "faces"]


def test_large_kinds_obey_the_rate_limit(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path, large_every_secs=3600) as writer:
        writer.add_mesh("m", np.zeros((1, 4, 3)), global_step=1)
        writer.add_mesh("m", np.zeros((1, 4, 3)), global_step=2)
    assert [step for step, _ in values(tmp_path)] == [1]


def test_add_custom_scalars_writes_the_layout(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_custom_scalars({"c": {"t": ["Multiline", ["loss/.*"]]}})
        writer.add_custom_scalars_multilinechart(["a", "b"])
        writer.add_custom_scalars_marginchart(["a", "b", "c"], "cat", "title")
        with pytest.raises(ValueError, match="expected 3 tags"):
            writer.add_custom_scalars_marginchart(["a", "b"])
    layouts = [custom_scalars.decode(value) for _, value in tagged(tmp_path, "custom_scalars__config__")]
    titles = [(c.title, [chart.title for chart in c.charts]) for layout in layouts for c in layout]
    assert titles == [("c", ["t"]), ("default", ["untitled"]), ("cat", ["title"])]


def session(folder: Path) -> dict[str, Any]:
    """The decoded hparams values and the scalars of a run, by the end of their tags."""
    found: dict[str, Any] = {}
    for _, value in values(folder):
        if value.tag.startswith("_hparams_/"):
            found[value.tag.removeprefix("_hparams_/")] = hparams.decode(value)
        else:
            found[value.tag] = value.simple_value
    return found


def test_hparams_in_a_run_of_their_own(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 0.1, "opt": "sgd", "flag": True, "none": None}, {"acc": np.float32(0.5)})
    assert values(tmp_path) == []
    (run,) = [path for path in tmp_path.iterdir() if path.is_dir()]
    assert float(run.name) > 1.5e9
    found = session(run)
    assert found["session_start_info"].hparams == {"flag": 1.0, "lr": 0.1, "opt": "sgd"}
    assert [metric.tag for metric in found["experiment"].metrics] == ["acc"]
    assert found["session_end_info"].status == "success"
    assert found["acc"] == 0.5


@pytest.mark.parametrize(
    ("arguments", "keywords"),
    [(("trial",), {}), ((None, "trial"), {}), ((), {"run_name": "trial"}), ((), {"name": "trial"})],
)
def test_hparams_run_name(tmp_path: Path, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 0.1}, {"acc": 1}, *arguments, **keywords, step=4)
    assert {step for step, _ in values(tmp_path / "trial")} == {4}


def test_hparams_in_the_same_run(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 0.1}, {"acc": 1}, {"lr": [0.1, 0.2]}, run_name=".")
    assert len(list(tmp_path.iterdir())) == 1
    assert session(tmp_path)["experiment"].hparams[0].values == (0.1, 0.2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], {}), "expected a dict of hyperparameters"),
        (({}, []), "expected a dict of metrics"),
        (({"a": [1]}, {}), "hyperparameter 'a': expected"),
        (({"a": 1}, {"m": "x"}), "metric 'm': expected one number"),
        (({"a": 1}, {}, {"a": 1}), "domain of 'a'"),
        (({"a": 1}, {}, {"b": [1]}), "domain of 'b'"),
        (({"a": 1}, {}, {"a": ["x"]}), "expected int values for the domain of 'a'"),
        (({"a": 1}, {}, [1]), "expected a dict for hparam_domain_discrete"),
    ],
)
def test_bad_hparams_write_nothing(tmp_path: Path, arguments: tuple[Any, ...], message: str) -> None:
    with SummaryWriter(tmp_path) as writer, pytest.raises(TypeError, match=message):
        writer.add_hparams(*arguments)
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == []


def test_log_hparams_flattens_a_namespace(tmp_path: Path) -> None:
    args = argparse.Namespace(seed=1, layers=[3, 4], opt={"name": "sgd", "nesterov": True}, none=None)
    with SummaryWriter(tmp_path) as writer:
        writer.log_hparams(args, ["loss"])
        writer.add_scalar("loss", 0.5, 10)
    found = session(tmp_path)
    assert found["session_start_info"].hparams == {
        "layers": "[3, 4]",
        "opt/name": "sgd",
        "opt/nesterov": True,
        "seed": 1.0,
    }
    assert len(found["session_start_info"].group_name) == 64
    assert [metric.tag for metric in found["experiment"].metrics] == ["loss"]
    assert "session_end_info" not in found


def test_log_hparams_with_final_metrics(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.log_hparams({"lr": 1}, {"final/loss": 0.25}, 9, trial_id="t")
        with pytest.raises(TypeError, match="expected a dict, dataclass or Namespace, got int"):
            writer.log_hparams(3)
    found = session(tmp_path)
    assert found["session_start_info"].group_name == "t"
    assert found["session_end_info"].status == "success"
    assert found["final/loss"] == 0.25
    assert {step for step, _ in values(tmp_path)} == {9}


def test_embeddings_of_several_tags_steps_and_writers(tmp_path: Path) -> None:
    for step in (1, 2):
        with SummaryWriter(tmp_path) as writer:
            writer.add_embedding(np.eye(3) * step, list("abc"), global_step=step)
            writer.add_embedding(np.eye(2), label_img=np.zeros((2, 3, 4, 4)), tag="a/b", step=step)
            writer.add_embedding(np.eye(3) * step, list("xyz"), global_step=step)
    infos = {info.name: info for info in decode_config((tmp_path / "projector_config.pbtxt").read_bytes())}
    assert sorted(infos) == ["a/b:00001", "a/b:00002", "default:00001", "default:00002"]

    def read(path: str) -> bytes:
        return (tmp_path / path).read_bytes()

    assert read_vectors(infos["default:00002"], read).tolist() == (np.eye(3) * 2).tolist()
    labels = read_labels(infos["default:00001"], read)
    assert labels is not None
    assert labels.columns == (["x", "y", "z"],)
    assert (tmp_path / infos["a/b:00001"].sprite_path).exists()
    assert list(tmp_path.rglob(".*")) == []


def test_two_processes_and_threads_list_their_embeddings_together(tmp_path: Path) -> None:
    program = (
        "import sys, threading, numpy as np\n"
        "from sightline import SummaryWriter\n"
        "writer = SummaryWriter(sys.argv[1])\n"
        "def log(tag):\n"
        "    for step in range(5): writer.add_embedding(np.eye(2), global_step=step, tag=tag)\n"
        "threads = [threading.Thread(target=log, args=(sys.argv[2] + name,)) for name in 'ab']\n"
        "[thread.start() for thread in threads]\n"
        "[thread.join() for thread in threads]\n"
    )
    children = [subprocess.Popen([sys.executable, "-c", program, str(tmp_path), name]) for name in "xy"]
    assert [child.wait() for child in children] == [0, 0]
    infos = decode_config((tmp_path / "projector_config.pbtxt").read_bytes())
    wanted = {f"{tag}:{step:05}" for tag in ("xa", "xb", "ya", "yb") for step in range(5)}
    assert {info.name for info in infos} == wanted
    assert list(tmp_path.glob(".*")) == []


def test_a_lock_left_by_a_dead_process_is_taken_over(tmp_path: Path) -> None:
    lock = tmp_path / ".projector_config.lock"
    lock.touch()
    os.utime(lock, (0, 0))
    with SummaryWriter(tmp_path) as writer:
        writer.add_embedding(np.eye(2))
    assert (tmp_path / "projector_config.pbtxt").exists()
    assert not lock.exists()


def test_an_unwritable_place_for_embeddings_is_a_warning(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        (tmp_path / "00000").write_text("in the way")
        with pytest.warns(RuntimeWarning, match="add_embedding 'default': not written"):
            writer.add_embedding(np.eye(2))


def test_write_to_disk_false_creates_no_files(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "none", write_to_disk=False) as writer:
        writer.add_embedding(np.eye(2))
        writer.add_hparams({"a": 1}, {"b": 2})
        writer.add_table("t", {"a": [1]})
    assert not (tmp_path / "none").exists()


def test_tags_must_be_text(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        for call in (
            lambda: writer.add_pr_curve(3, LABELS, SCORES),  # type: ignore[arg-type]
            lambda: writer.add_roc_curve(3, LABELS, SCORES),  # type: ignore[arg-type]
            lambda: writer.add_table(3, {"a": [1]}),  # type: ignore[arg-type]
            lambda: writer.add_mesh(3, np.zeros((1, 1, 3))),  # type: ignore[arg-type]
            lambda: writer.add_embedding(np.eye(2), tag=3),  # type: ignore[arg-type]
        ):
            with pytest.raises(TypeError, match="expected text"):
                call()


def test_a_tag_of_two_kinds_warns(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_table("t", {"a": [1]})
        with pytest.warns(RuntimeWarning, match="'t' already has table data and now gets roc_curve data"):
            writer.add_roc_curve("t", LABELS, SCORES)


def test_table_payload_is_plain_json(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_table("t", {"a": [float("nan")]})
    _, value = only(tmp_path, "t")
    content = json.loads(value.tensor.string_val[0], parse_constant=lambda name: pytest.fail(name))
    assert content["columns"][0]["values"] == ["NaN"]
