"""Checks of our Keras callback that hold with every backend; each interop group runs them with its own."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import keras
import numpy as np
import pytest

import sightline
from sightline import summary
from sightline.integrations.keras import KerasCallback, TensorBoard
from support.logs import GOLDEN, load

Tags = dict[tuple[str, str], tuple[str, list[int]]]  # (run, tag) -> plugin and steps

# A kind of ours for each plugin in the golden logs.
KINDS = {"scalars": "scalar", "histograms": "histogram", "images": "image", "graph_keras_model": "graph"}


def golden_tags(case: str) -> Tags:
    runs = json.loads((GOLDEN / case / "expected.json").read_text())["runs"]
    return {
        (run, tag): (KINDS[series["plugin"]], series["steps"])
        for run, found in runs.items()
        for tag, series in found.get("tags", found).items()
    }


def written_tags(log_dir: Path) -> Tags:
    found: Tags = {}
    for run in load(str(log_dir)).view().runs:
        for kind in run.kinds:
            for tag in run.series(kind):
                steps = run.scalar(tag).steps if kind == "scalar" else run.items(tag, kind).step
                found[run.name, tag] = (kind, [int(step) for step in steps])
    return found


def tiny_cnn() -> Any:
    """The model of the golden logs."""
    layers = keras.layers
    model = keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(4, 3, name="conv"),
            layers.BatchNormalization(name="batch_normalization"),
            layers.Flatten(),
            layers.Dense(3, activation="softmax", name="out"),
        ],
        name="tiny_cnn",
    )
    model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def fit(model: Any, callbacks: list[Any], *, batches: int, epochs: int = 3) -> None:
    x = np.linspace(0, 1, batches * 4 * 64, dtype=np.float32).reshape(-1, 8, 8, 1)
    y = np.arange(len(x)) % 3
    model.fit(x, y, batch_size=4, epochs=epochs, validation_data=(x, y), callbacks=callbacks, verbose=0)


def line_model() -> Any:
    model = keras.Sequential([keras.Input((8, 8, 1)), keras.layers.Flatten(), keras.layers.Dense(3)])
    model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return model


def test_epochs_are_logged_as_by_keras_on_tensorflow(tmp_path: Path) -> None:
    callback = TensorBoard(tmp_path, histogram_freq=1, write_images=True)
    fit(tiny_cnn(), [callback], batches=3)
    assert written_tags(tmp_path) == golden_tags("tf/keras_fit_epoch")


def test_batches_are_logged_as_by_keras_on_tensorflow(tmp_path: Path) -> None:
    callback = TensorBoard(tmp_path, update_freq=1, write_steps_per_second=True, write_graph=False)
    fit(line_model(), [callback], batches=6)
    assert written_tags(tmp_path) == golden_tags("tf/keras_fit_batch")


@pytest.mark.parametrize(
    ("update_freq", "logged"), [("batch", range(1, 19)), (2, range(2, 19, 2)), (7, [7, 14])]
)
def test_update_freq_thins_batches_and_no_epochs(tmp_path: Path, update_freq: Any, logged: Any) -> None:
    callback = TensorBoard(tmp_path, update_freq=update_freq, write_graph=False, write_steps_per_second=True)
    fit(line_model(), [callback], batches=6)
    expected = golden_tags("tf/keras_fit_batch")
    for tag in ("batch_loss", "batch_steps_per_second"):
        expected["train", tag] = ("scalar", list(logged))
    assert written_tags(tmp_path) == expected


class LogsItself(keras.layers.Layer):
    """A layer with a summary of its own, which goes to the callback's run."""

    def call(self, x: Any) -> Any:
        summary.scalar("own", 1.0)
        return x


def test_summaries_of_the_model_go_to_the_default_run(tmp_path: Path) -> None:
    model = keras.Sequential(
        [keras.Input((8, 8, 1)), LogsItself(), keras.layers.Flatten(), keras.layers.Dense(3)]
    )
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("sgd", loss, run_eagerly=True, jit_compile=False)
    callback = TensorBoard(tmp_path, update_freq=2, write_graph=False)
    fit(model, [callback], batches=4, epochs=1)
    if keras.backend.backend() == "torch":  # others call a layer while they compile
        assert written_tags(tmp_path)["train", "own"] == ("scalar", [2, 4])
    assert not summary.should_record_summaries()


def test_embeddings_are_written_for_the_projector(tmp_path: Path) -> None:
    (tmp_path / "words.tsv").write_text("\n".join("abcdefghij"))
    model = keras.Sequential(
        [
            keras.Input((3,)),
            keras.layers.Embedding(10, 4, name="words"),
            keras.layers.Flatten(),
            keras.layers.Dense(1),
        ]
    )
    model.compile("sgd", "mse")
    callback = TensorBoard(tmp_path, embeddings_freq=1, embeddings_metadata={"words": "words.tsv"})
    model.fit(np.arange(12).reshape(4, 3) % 10, np.ones((4, 1)), epochs=2, callbacks=[callback], verbose=0)
    config = (tmp_path / "projector_config.pbtxt").read_text()
    assert 'tensor_name: "words"' in config
    assert 'metadata_path: "words.tsv"' in config
    vectors = np.fromfile(tmp_path / "train" / "words.embedding.bytes", "<f4").reshape(10, 4)
    np.testing.assert_array_equal(vectors, keras.ops.convert_to_numpy(model.layers[0].embeddings))
    with pytest.raises(ValueError, match="no embedding layer 'other'; it has 'words'"):
        TensorBoard(tmp_path, embeddings_freq=1, embeddings_metadata={"other": "x"}).set_model(model)


@pytest.mark.parametrize(
    "flags",
    [
        {"histogram_freq": 1},
        {"write_graph": True},
        {
            "histogram_freq": 1,
            "write_graph": True,
            "write_images": True,
            "update_freq": "epoch",
            "profile_batch": "500,520",  # never reached
            "embeddings_freq": 1,
        },
        {"profile_batch": "3,4"},
    ],
)
def test_calls_that_people_write_today_work(tmp_path: Path, flags: dict[str, Any]) -> None:
    fit(tiny_cnn(), [TensorBoard(log_dir=str(tmp_path), **flags)], batches=4, epochs=2)
    found = written_tags(tmp_path)
    assert found["train", "epoch_loss"] == ("scalar", [0, 1])
    assert any(tag.endswith("/histogram") for _, tag in found) == ("histogram_freq" in flags)
    # JAX writes a folder, torch a file.
    profiles = [*(tmp_path / "train").glob("plugins/profile/*"), *tmp_path.rglob("*.pt.trace.json*")]
    assert bool(profiles) == (flags.get("profile_batch") == "3,4")


@pytest.mark.parametrize("profile_batch", [2, (2, 3), "2,3"])
def test_batches_are_profiled(tmp_path: Path, profile_batch: Any) -> None:
    fit(line_model(), [TensorBoard(tmp_path, profile_batch=profile_batch)], batches=4, epochs=1)
    (profile,) = sightline.open(tmp_path).profiles()
    assert profile.overview()
    assert not [tag for run, tag in written_tags(tmp_path) if tag.startswith("profile/")]


@pytest.mark.parametrize("profile_batch", ["a", (1, 2, 3), (4, 2), -1, None])
def test_wrong_profile_batch_is_explained(profile_batch: Any) -> None:
    with pytest.raises(ValueError, match="profile_batch: expected a non-negative integer"):
        TensorBoard(profile_batch=profile_batch)


def test_hparams_callback_shares_the_directory(tmp_path: Path) -> None:
    callbacks = [TensorBoard(tmp_path / "run"), KerasCallback(tmp_path / "run", {"units": 3})]
    fit(line_model(), callbacks, batches=2, epochs=1)
    frame = sightline.open(tmp_path).hparams()
    assert "units" in list(frame) or "units" in [str(name) for name in frame["name"]]


def test_no_file_before_the_first_value(tmp_path: Path) -> None:
    TensorBoard(tmp_path / "run", write_graph=False).set_model(line_model())
    assert not (tmp_path / "run").exists()


def test_contract_arguments_and_hooks_of_keras_are_all_ours() -> None:
    theirs = keras.callbacks.TensorBoard
    expected = inspect.signature(theirs.__init__).parameters
    ours = inspect.signature(TensorBoard.__init__).parameters
    assert {name: p.default for name, p in ours.items()} == {name: p.default for name, p in expected.items()}
    hooks = {name for name in vars(theirs) if name.startswith("on_") or name == "set_model"}
    assert hooks <= vars(TensorBoard).keys()
