"""The time that `fit` spends in the callback with all its flags: Keras' own on TensorFlow, ours elsewhere.

Prints one JSON line. `--tensorflow PYTHON` has tensorflow-cpu and tensorboard, `--jax PYTHON` Keras and JAX;
this Python has Keras and torch. Both callbacks see the same model, data and epochs. `own` is without
`Model.save_weights`, which both call for embeddings; `thread` is CPU time of the training's thread.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

N_EPOCHS = 5
N_SAMPLES = 640
BATCH_SIZE = 32
N_WORDS = 500
LENGTH = 16
FLAGS: dict[str, Any] = {
    "histogram_freq": 1,
    "write_graph": True,
    "write_images": True,
    "write_steps_per_second": True,
    "update_freq": "batch",
    "embeddings_freq": 1,
}
ROUNDS = 3


class Stopwatch:
    """Times calls of some methods of an object; calls within a call count once."""

    def __init__(self) -> None:
        self.wall_secs = 0.0
        self.thread_secs = 0.0
        self._depth = 0

    def watch(self, target: Any, names: list[str]) -> None:
        """Replace methods by timed ones."""
        for name in names:
            setattr(target, name, self._timed(getattr(target, name)))

    def _timed(self, method: Any) -> Any:
        def call(*args: Any, **keywords: Any) -> Any:
            wall, thread = time.perf_counter(), time.thread_time()
            self._depth += 1
            try:
                return method(*args, **keywords)
            finally:
                self._depth -= 1
                if self._depth == 0:
                    self.wall_secs += time.perf_counter() - wall
                    self.thread_secs += time.thread_time() - thread

        return call


def make_model() -> Any:
    """A small classifier of texts, with weights of every rank that is logged."""
    import keras

    keras.utils.set_random_seed(1)
    words = keras.Input((LENGTH,), dtype="int32")
    vectors = keras.layers.Embedding(N_WORDS, 32, name="words")(words)
    hidden = keras.layers.Conv1D(32, 3, activation="relu")(vectors)
    hidden = keras.layers.Dense(256, activation="relu")(keras.layers.Flatten()(hidden))
    model = keras.Model(words, keras.layers.Dense(2, activation="softmax")(hidden))
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def measure(*, profile: bool) -> dict[str, float]:
    """Fit in this process, and return the seconds that were spent in the callback: the best round."""
    import numpy as np

    words = np.random.default_rng(0).integers(0, N_WORDS, (N_SAMPLES, LENGTH))
    labels = words[:, 0] % 2
    found = []
    for _ in range(ROUNDS):
        flags = {**FLAGS, "profile_batch": (3, 6) if profile else 0}
        callback = make_callback(log_dir=tempfile.mkdtemp(), **flags)
        whole, saving = Stopwatch(), Stopwatch()
        whole.watch(callback, [name for name in dir(callback) if name.startswith("on_")] + ["set_model"])
        model = make_model()
        saving.watch(model, ["save_weights"])
        model.fit(
            words,
            labels,
            validation_data=(words[:64], labels[:64]),
            epochs=N_EPOCHS,
            batch_size=BATCH_SIZE,
            callbacks=[callback],
            verbose=0,
        )
        found.append(
            {
                "wall_secs": round(whole.wall_secs, 4),
                "own_wall_secs": round(whole.wall_secs - saving.wall_secs, 4),
                "thread_secs": round(whole.thread_secs, 4),
                "own_thread_secs": round(whole.thread_secs - saving.thread_secs, 4),
            }
        )
    return min(found, key=lambda each: each["wall_secs"])


def make_callback(**flags: Any) -> Any:
    """Keras' own callback on TensorFlow, ours elsewhere."""
    import keras

    if keras.backend.backend() == "tensorflow":
        return keras.callbacks.TensorBoard(**flags)
    from sightline.integrations.keras import TensorBoard

    return TensorBoard(**flags)


def measured(python: str, backend: str, *, path: str = "") -> dict[str, Any]:
    """What a process of another Python, or with another path, measures."""
    environment = {**os.environ, "KERAS_BACKEND": backend, "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONPATH": path}
    done = subprocess.run(
        [python, __file__, "--measure"], env=environment, stdout=subprocess.PIPE, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def ratios(theirs: dict[str, Any], ours: dict[str, Any]) -> dict[str, float]:
    """How many times our time fits into theirs, for each of what was measured."""
    return {
        f"{name}_{unit}": round(secs / ours[name][unit], 1)
        for name, measured_secs in theirs.items()
        for unit, secs in measured_secs.items()
    }


def main() -> None:
    """Print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tensorflow", metavar="PYTHON")
    parser.add_argument("--jax", metavar="PYTHON")
    parser.add_argument("--measure", action="store_true")
    given = parser.parse_args()
    if given.measure:
        print(json.dumps({"plain": measure(profile=False), "profiled": measure(profile=True)}))
        return
    found = {"torch": measured(sys.executable, "torch", path=os.environ.get("PYTHONPATH", ""))}
    if given.jax:
        where = "import sysconfig; print(sysconfig.get_path('purelib'))"
        jax = subprocess.run([given.jax, "-c", where], stdout=subprocess.PIPE, text=True, check=True)
        found["jax"] = measured(sys.executable, "jax", path=jax.stdout.strip())
    if given.tensorflow:
        theirs = measured(given.tensorflow, "tensorflow")
        found = {name: {**ours, "times": ratios(theirs, ours)} for name, ours in found.items()}
        found["tensorflow"] = theirs
    print(json.dumps({"benchmark": "keras_callback", "n_epochs": N_EPOCHS, **found}))


main()
