"""TensorBoard: Keras' callback with its arguments, tags and steps, over `sightline.summary`."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from typing import Any

import keras

from sightline import summary
from sightline.integrations.keras.batch_range import BatchRange
from sightline.integrations.keras.embeddings import EmbeddingFiles
from sightline.integrations.keras.profile import BatchProfiler
from sightline.integrations.keras.weights import log_weights
from sightline.summary.write import metadata_of

# What is logged reaches the file within a second, by the writer's own thread: no batch waits for a disk.
_FLUSH_MILLIS = 1000
_MAX_QUEUE = 1000


class TensorBoard(keras.callbacks.TensorBoard):
    """Logs what `keras.callbacks.TensorBoard` logs, with any backend and without TensorFlow.

    Every hook is our own; the base class is there for code that looks for a TensorBoard callback.

    :param log_dir: runs are its folders ``train`` and ``validation``.
    :param histogram_freq: log histograms of all weights once in so many epochs; 0 is never.
    :param write_graph: log the model's layers.
    :param write_images: log weights as images too, where histograms are logged.
    :param write_steps_per_second: log how many steps were done per second.
    :param update_freq: "epoch"; or log losses and metrics once in so many batches too ("batch" is 1).
    :param profile_batch: profile this batch, or the batches of a pair or of a text "first,last".
    :param embeddings_freq: save the vectors of embedding layers once in so many epochs; 0 is never.
    :param embeddings_metadata: file with the points' labels, or a dict of layer names to files.
    """

    _writers: dict[str, Any]
    _training: ExitStack
    _testing: ExitStack
    _profiler: BatchProfiler | None
    _embeddings: EmbeddingFiles | None

    def __init__(
        self,
        log_dir: Any = "logs",
        histogram_freq: int = 0,
        write_graph: bool = True,
        write_images: bool = False,
        write_steps_per_second: bool = False,
        update_freq: Any = "epoch",
        profile_batch: Any = 0,
        embeddings_freq: int = 0,
        embeddings_metadata: Any = None,
    ) -> None:
        keras.callbacks.Callback.__init__(self)
        self.log_dir = str(log_dir)
        self.histogram_freq = histogram_freq
        self.write_graph = write_graph
        self.write_images = write_images
        self.write_steps_per_second = write_steps_per_second
        self.update_freq = 1 if update_freq == "batch" else update_freq
        self.profile_batch = BatchRange.parse(profile_batch)
        self.embeddings_freq = embeddings_freq
        self.embeddings_metadata = embeddings_metadata
        self._train_batch = 0
        self._test_batch = 0
        self._forget_writers()

    def set_model(self, model: Any) -> None:
        """Begin with a model: write its layers, find its embeddings."""
        self._model = model
        self._forget_writers()
        self._is_train_graph_due = self.write_graph
        self._embeddings = None
        if self.write_graph:
            self._write_layers()
        if self.embeddings_freq:
            self._embeddings = EmbeddingFiles(self.log_dir, model, self.embeddings_metadata)

    def on_train_begin(self, logs: Any = None) -> None:
        """Begin counting batches."""
        self._train_batch = 0
        self._training.close()  # a fit that raised leaves its default writer behind
        self._push_default(self._training, "train")
        if self.profile_batch is not None:
            self._profiler = BatchProfiler(os.path.join(self.log_dir, "train"), self.profile_batch)

    def on_train_end(self, logs: Any = None) -> None:
        """Close the files."""
        if self._profiler is not None:
            self._profiler.close()
        self._testing.close()
        self._training.close()
        for writer in self._writers.values():
            writer.close()
        self._writers = {}

    def on_test_begin(self, logs: Any = None) -> None:
        """Make the validation run the default for summaries of the model's own."""
        self._push_default(self._testing, "validation")

    def on_test_end(self, logs: Any = None) -> None:
        """Log what an evaluation found, at the optimizer's iteration."""
        optimizer = self.model.optimizer
        if optimizer is not None and hasattr(optimizer, "iterations"):
            named = {f"evaluation_{name}_vs_iterations": value for name, value in (logs or {}).items()}
            self._log("validation", named, _as_int(optimizer.iterations))
        self._testing.close()

    def on_train_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Count a batch, from 1."""
        self._train_batch += 1
        if self.update_freq != "epoch":
            summary.experimental.set_step(self._train_batch)
        if self._profiler is not None:
            self._profiler.begin_batch(self._train_batch)
        self._batch_begin = time.perf_counter()

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """Log losses and metrics of a batch, where `update_freq` asks for it."""
        if self._profiler is not None:
            self._profiler.end_batch(self._train_batch)
        if self._is_train_graph_due:
            self._is_train_graph_due = False
            self._write_train_graph()
        if self.update_freq == "epoch" or self._train_batch % self.update_freq:
            return
        named = {f"batch_{name}": value for name, value in logs.items()} if isinstance(logs, dict) else {}
        if self.write_steps_per_second:
            named["batch_steps_per_second"] = 1.0 / max(time.perf_counter() - self._batch_begin, 1e-9)
        self._log("train", named, self._train_batch)

    def on_test_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Count a batch, from 1."""
        self._test_batch += 1
        if self.update_freq != "epoch":
            summary.experimental.set_step(self._test_batch)

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        """Take the time for steps per second."""
        if self.write_steps_per_second:
            self._epoch_begin = time.perf_counter()
            self._iterations_before = _as_int(self.model.optimizer.iterations)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Log an epoch: metrics, weights, embeddings. Every epoch, whatever `update_freq` is."""
        self._log_epoch(epoch, logs or {})
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            with self._writer("train").as_default_unflushed(), summary.record_if(True):
                log_weights(self.model, epoch, with_images=self.write_images)
        if self._embeddings is not None and epoch % self.embeddings_freq == 0:
            self._embeddings.write(epoch)

    def _log_epoch(self, epoch: int, logs: dict[str, Any]) -> None:
        if not logs:
            return
        train = {f"epoch_{name}": value for name, value in logs.items() if not name.startswith("val_")}
        train.update({f"epoch_{name}": rate for name, rate in _learning_rates(self.model.optimizer).items()})
        if self.write_steps_per_second:
            steps = _as_int(self.model.optimizer.iterations) - self._iterations_before
            train["epoch_steps_per_second"] = steps / max(time.perf_counter() - self._epoch_begin, 1e-9)
        validation = {f"epoch_{name[4:]}": value for name, value in logs.items() if name.startswith("val_")}
        self._log("train", train, epoch)
        self._log("validation", validation, epoch)

    def _log(self, run: str, values: dict[str, Any], step: int) -> None:
        if not values:
            return
        with self._writer(run).as_default_unflushed(), summary.record_if(True):
            for tag, value in values.items():
                summary.scalar(tag, value, step=step)

    def _write_layers(self) -> None:
        """Write the model as JSON, as Keras does for the models that have a graph of layers."""
        if type(self.model).__name__ not in ("Functional", "Sequential"):
            return
        try:
            text = self.model.to_json()
        except Exception as error:  # layers of the user's own code may do anything
            import warnings

            warnings.warn(f"sightline: the model cannot be written as JSON: {error}", stacklevel=3)
            return
        with self._writer("train").as_default():
            summary.write("keras", text, step=0, metadata=metadata_of("graph_keras_model", b"1", ""))

    def _write_train_graph(self) -> None:
        """Write the graph of TensorFlow's train function; other backends have none."""
        function = getattr(self.model, "train_function", None)
        traced = getattr(function, "_concrete_stateful_fn", None) or getattr(
            function, "_concrete_variable_creation_fn", None
        )
        if traced is not None:
            with self._writer("train").as_default(), summary.record_if(True):
                summary.graph(traced.graph)

    def _push_default(self, stack: ExitStack, run: str) -> None:
        """Let summaries that the model itself logs go to a run, at the batches of `update_freq`."""
        if self.update_freq == "epoch":
            return
        stack.enter_context(self._writer(run).as_default(step=0))
        stack.enter_context(summary.record_if(lambda: self._is_batch_logged(run)))

    def _is_batch_logged(self, run: str) -> bool:
        batch = self._train_batch if run == "train" else self._test_batch
        return bool(batch % self.update_freq == 0)

    def _writer(self, run: str) -> Any:
        """The writer of a run; its file is made when it is first needed."""
        if run not in self._writers:
            folder = os.path.join(self.log_dir, run)
            self._writers[run] = summary.create_file_writer(folder, _MAX_QUEUE, _FLUSH_MILLIS)
        return self._writers[run]

    def _forget_writers(self) -> None:
        self._writers = {}
        self._training = ExitStack()
        self._testing = ExitStack()
        self._profiler = None
        self._is_train_graph_due = False


def _learning_rates(optimizer: Any) -> dict[str, float]:
    """The rate of each optimizer, under the names that Keras gives them."""
    optimizer = getattr(optimizer, "inner_optimizer", optimizer)
    if hasattr(optimizer, "optimizers"):
        return {f"learning_rate_{each.name}": _as_float(each.learning_rate) for each in optimizer.optimizers}
    if isinstance(optimizer, keras.optimizers.Optimizer):
        return {"learning_rate": _as_float(optimizer.learning_rate)}
    return {}


def _as_float(value: Any) -> float:
    return float(keras.ops.convert_to_numpy(value))


def _as_int(value: Any) -> int:
    return int(keras.ops.convert_to_numpy(value))
