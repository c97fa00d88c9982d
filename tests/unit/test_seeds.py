"""Logging programs as people write them for torch and TensorFlow, with nothing but the import changed."""

from __future__ import annotations

import keyword
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sightline as tf
from plain_records import values
from sightline import SummaryWriter, projector
from sightline import hparams as hp

RNG = np.random.default_rng(0)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def logged(run: str | Path) -> dict[str, list[int]]:
    """The tags of a run with their steps."""
    found: dict[str, list[int]] = {}
    for step, value in values(Path(run)):
        found.setdefault(value.tag, []).append(step)
    return found


def test_add_scalar_logs_a_dict_of_metrics() -> None:
    writer = SummaryWriter(log_dir="tb_logs")
    for step in range(3):
        for key, value in {"train/loss": 0.5, "gpu/mem": 3, "smoothed/loss": np.float32(0.4)}.items():
            writer.add_scalar(key, value, global_step=step)
    writer.close()
    assert logged("tb_logs") == {tag: [0, 1, 2] for tag in ("train/loss", "gpu/mem", "smoothed/loss")}


def test_default_and_commented_folders() -> None:
    for writer in (SummaryWriter(), SummaryWriter(comment="baseline"), SummaryWriter("runs/experiment_1")):
        writer.add_scalar("Loss/train", 0.5, step=0)
        writer.add_scalar("Loss/train", 0.3, step=1)
        writer.flush()
        writer.close()
    runs = list(Path("runs").iterdir())
    assert len(runs) == 3
    assert sum(run.name.endswith("baseline") for run in runs) == 1
    assert all(logged(run) == {"Loss/train": [0, 1]} for run in runs)


def test_an_epoch_loop_with_groups_of_scalars() -> None:
    with SummaryWriter("runs/exp1") as writer:
        for epoch in range(2):
            losses = {"train": 0.5, "validation": 0.6, "test": 0.7}
            writer.add_scalars("Loss", losses, epoch)
            writer.add_scalars("Metrics", {"accuracy": 0.9, "f1": np.float64(0.8)}, epoch)
            writer.add_scalar("Learning_rate", 1e-3, epoch)
    assert logged("runs/exp1") == {"Learning_rate": [0, 1]}
    assert logged("runs/exp1/Loss_validation") == {"Loss": [0, 1]}
    assert logged("runs/exp1/Metrics_f1") == {"Metrics": [0, 1]}


def test_separate_writers_for_train_and_val() -> None:
    train_writer, val_writer = SummaryWriter("runs/exp1/train"), SummaryWriter("runs/exp1/val")
    train_writer.add_scalar("loss", 0.5, 1)
    val_writer.add_scalar("loss", 0.6, 1)
    train_writer.close()
    val_writer.close()
    assert logged("runs/exp1/train") == logged("runs/exp1/val") == {"loss": [1]}


def test_writer_logs_again_after_close() -> None:
    writer = SummaryWriter(log_dir="test_dir")
    for n_iter in range(5):
        writer.add_scalar("test_1/test_2", n_iter, n_iter)
    writer.close()
    for i in range(3):
        numbers = {"xsinx": i * np.sin(i / 5), "xcosx": i * np.cos(i / 5), "tanx": np.tan(i / 5)}
        writer.add_scalars("run_14h", numbers, i)
    writer.close()
    assert logged("test_dir")["test_1/test_2"] == list(range(5))
    assert logged("test_dir/run_14h_tanx") == {"run_14h": [0, 1, 2]}


def test_images_of_all_layouts() -> None:
    ramp = np.arange(10000).reshape(100, 100) / 10000
    img, img_hwc = np.zeros((3, 100, 100)), np.zeros((100, 100, 3))
    img[0], img[1] = ramp, 1 - ramp
    img_hwc[:, :, 0], img_hwc[:, :, 1] = ramp, 1 - ramp
    batches = np.stack([img / 16 * step for step in range(16)])
    writer = SummaryWriter("test_dir")
    writer.add_image("my_image", img, 0)
    writer.add_image("my_image_HWC", img_hwc, 0, dataformats="HWC")
    writer.add_image("grid", img, global_step=3)
    writer.add_images("test for batches", batches, 1, dataformats="NCHW")
    writer.close()
    steps = {"my_image": [0], "my_image_HWC": [0], "grid": [3], "test for batches": [1]}
    assert logged("test_dir") == steps


def test_histograms_text_and_curves() -> None:
    predictions, labels = RNG.random((50, 3)), RNG.integers(0, 3, 50)
    table = "\n| Metric | Value |\n|--------|-------|\n| Accuracy | 0.95 |\n"
    writer = SummaryWriter("run")
    for epoch in range(2):
        for name in ("fc.weight", "fc.bias"):
            writer.add_histogram(name, RNG.normal(size=(4, 3)), epoch)
            writer.add_histogram(f"{name}.grad", RNG.normal(size=4), epoch)
        writer.add_text("Predictions", f"Epoch {epoch}: {predictions[0]}", epoch)
        for i in range(3):
            writer.add_pr_curve(f"PR_curve/class_{i}", labels == i, predictions[:, i], global_step=epoch)
    writer.add_text("Config", str({"lr": 0.1}), 0)
    writer.add_text("Results", table, 1)
    writer.add_text("tag-1", "Hello world")
    writer.add_pr_curve("pr_curve", RNG.integers(2, size=100), RNG.random(100), 0)
    writer.close()
    found = logged("run")
    assert found["fc.weight.grad"] == found["PR_curve/class_2"] == [0, 1]
    assert found["pr_curve"] == [0]


def test_hyperparameters_in_a_grid() -> None:
    for lr in (0.001, 0.01):
        for batch_size in (16, 32):
            writer = SummaryWriter(f"runs/lr{lr}_bs{batch_size}")
            writer.add_hparams(
                {"lr": lr, "batch_size": batch_size}, {"hparam/accuracy": 0.9, "hparam/loss": 0.1}
            )
            writer.add_scalar("Loss/train", 0.5, 0)
            writer.close()
    with SummaryWriter("test_dir/hparams") as w:
        for i in range(3):
            w.add_hparams({"lr": 0.1 * i, "bsize": i}, {"hparam/accuracy": 10 * i, "hparam/loss": 10 * i})
    sub_runs = [path for path in Path("test_dir/hparams").iterdir() if path.is_dir()]
    assert len(sub_runs) == 3
    assert all("_hparams_/session_start_info" in logged(run) for run in sub_runs)


def test_seed_program_for_embeddings_runs() -> None:
    meta: list[str] = []
    while len(meta) < 100:
        meta = meta + keyword.kwlist
    meta = [word + str(i) for i, word in enumerate(meta[:100])]
    label_img = RNG.random((100, 3, 10, 32)).astype(np.float32)
    for i in range(100):
        label_img[i] *= i / 100.0
    writer = SummaryWriter("test_dir/test_for_embedding")
    writer.add_embedding(RNG.normal(size=(100, 5)), metadata=meta, label_img=label_img)
    writer.add_embedding(RNG.normal(size=(100, 5)), label_img=label_img)
    writer.add_embedding(RNG.normal(size=(100, 5)), metadata=meta)
    writer.add_embedding(RNG.normal(size=(100, 5)), metadata=meta, label_img=label_img, global_step=7)
    writer.close()
    config = Path("test_dir/test_for_embedding/projector_config.pbtxt").read_text()
    assert config.count("embeddings {") == 2
    assert 'tensor_name: "default:00007"' in config


def test_seed_program_for_meshes_runs() -> None:
    vertices = np.array([[1, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, -1]], dtype=np.float32)[None]
    colors = np.array([[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 0, 255]])[None]
    faces = np.array([[0, 2, 3], [0, 3, 1], [0, 1, 2], [1, 3, 2]])[None]
    writer = SummaryWriter("test_dir/test_mesh")
    writer.add_mesh("my_mesh", vertices=vertices, colors=colors, faces=faces)
    writer.close()
    assert sorted(logged("test_dir/test_mesh")) == ["my_mesh_COLOR", "my_mesh_FACE", "my_mesh_VERTEX"]


def test_two_writers_of_tf_summary() -> None:
    train_summary_writer = tf.summary.create_file_writer("logs/train")
    val_summary_writer = tf.summary.create_file_writer("logs/val")
    for epoch in range(3):
        with train_summary_writer.as_default():
            tf.summary.scalar("loss", 0.5, step=epoch)
            tf.summary.scalar("accuracy", 0.9, step=epoch)
        with val_summary_writer.as_default():
            tf.summary.scalar("loss", 0.6, step=epoch)
    assert logged("logs/train") == {"loss": [0, 1, 2], "accuracy": [0, 1, 2]}
    assert logged("logs/val") == {"loss": [0, 1, 2]}


def test_a_custom_training_step_of_tf_summary() -> None:
    train_writer = tf.summary.create_file_writer("logs/gradient_tape/train")
    for step in range(2):
        with train_writer.as_default(step=step):
            tf.summary.scalar("loss", np.float32(0.5))
            tf.summary.scalar("learning_rate", 1e-3)
            for name in ("dense/kernel:0", "dense/bias:0"):
                gradient = RNG.normal(size=(3, 2))
                tf.summary.histogram(f"gradients/{name}", gradient)
                tf.summary.scalar(f"gradient_norm/{name}", np.linalg.norm(gradient))
    found = logged("logs/gradient_tape/train")
    assert found["gradients/dense/kernel:0"] == found["gradient_norm/dense/bias:0"] == [0, 1]


def test_images_and_text_of_tf_summary() -> None:
    val_writer = tf.summary.create_file_writer("logs/val")
    rgba = np.expand_dims(RNG.integers(0, 255, (8, 8, 4), dtype=np.uint8), 0)
    config_table = "| Parameter | Value |\n|---|---|\n| Learning Rate | 0.1 |\n"
    with val_writer.as_default(step=4):
        tf.summary.image("predictions", rgba)
        tf.summary.image("Training samples", RNG.random((30, 8, 8, 1)), step=5, max_outputs=25)
        tf.summary.histogram("weights/layer1", RNG.normal(size=(4, 4)), step=5)
        tf.summary.text("experiment_config", config_table)
    found = logged("logs/val")
    assert found == {
        "predictions": [4],
        "Training samples": [5],
        "weights/layer1": [5],
        "experiment_config": [4],
    }


def run_experiment(run_dir: str, hparams: dict[Any, Any], dropout: Any) -> None:
    with tf.summary.create_file_writer(run_dir).as_default():
        hp.hparams(hparams)
        tf.summary.scalar("epoch_accuracy", 1 - hparams[dropout], step=1)


def test_a_grid_search_with_the_hparams_api() -> None:
    learning_rate = hp.HParam("learning_rate", hp.RealInterval(1e-5, 1e-1))
    dropout = hp.HParam("dropout", hp.RealInterval(0.1, 0.5))
    optimizer = hp.HParam("optimizer", hp.Discrete(["adam", "sgd", "rmsprop"]))
    with tf.summary.create_file_writer("logs/hparams_tuning").as_default():
        hp.hparams_config(
            hparams=[learning_rate, dropout, optimizer],
            metrics=[
                hp.Metric("epoch_accuracy", display_name="Accuracy"),
                hp.Metric("epoch_loss", display_name="Loss"),
            ],
        )
    session_num = 0
    for rate in (1e-3, 1e-4):
        for name in ("adam", "sgd"):
            chosen = {learning_rate: rate, dropout: 0.2, optimizer: name}
            run_experiment(f"logs/hparams_tuning/run-{session_num}", chosen, dropout)
            session_num += 1
    assert logged("logs/hparams_tuning") == {"_hparams_/experiment": [0]}
    found = {"_hparams_/session_start_info": [0], "epoch_accuracy": [1]}
    assert all(logged(f"logs/hparams_tuning/run-{number}") == found for number in range(4))


def test_the_projector_with_files_of_ones_own() -> None:
    Path("logs/embeddings").mkdir(parents=True)
    np.savetxt("logs/embeddings/vectors.tsv", RNG.normal(size=(4, 3)), delimiter="\t")
    Path("logs/embeddings/metadata.tsv").write_text("a\nb\nc\nd\n")
    config = projector.ProjectorConfig()
    embedding = config.embeddings.add()
    embedding.tensor_path = "vectors.tsv"
    embedding.metadata_path = "metadata.tsv"
    projector.visualize_embeddings("logs/embeddings", config)
    written = Path("logs/embeddings/projector_config.pbtxt").read_text()
    assert 'tensor_path: "vectors.tsv"' in written
