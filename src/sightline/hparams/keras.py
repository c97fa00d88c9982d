"""The Keras callback that logs a session's hyperparameters; Keras itself is loaded when first used."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def callback_class() -> Any:
    """Make the callback class on Keras 3, or on TensorFlow's Keras where only that is installed."""
    base: Any = _keras().callbacks.Callback

    class KerasCallback(base):  # type: ignore[misc]
        """Logs hyperparameters when training begins, and success when it ends; good for one `fit`."""

        def __init__(self, writer: Any, hparams: Any, trial_id: str | None = None) -> None:
            from sightline import summary
            from sightline.hparams.write import hparams_pb

            super().__init__()
            if writer is None:
                raise TypeError("writer: expected a sightline.summary writer or a log directory, got None")
            hparams_pb(hparams, trial_id)  # a wrong value fails here, not after hours
            self._hparams = dict(hparams)
            self._trial_id = trial_id
            self._writer = writer if hasattr(writer, "as_default") else summary.create_file_writer(writer)

        def on_train_begin(self, logs: Any = None) -> None:
            """Log the hyperparameters."""
            from sightline.hparams.write import hparams

            with self._open_writer().as_default():
                hparams(self._hparams, trial_id=self._trial_id)

        def on_train_end(self, logs: Any = None) -> None:
            """Log that the session ended well."""
            from sightline.hparams.write import session_end

            with self._open_writer().as_default():
                session_end()
            self._writer = None

        def _open_writer(self) -> Any:
            if self._writer is None:
                raise RuntimeError("this callback was used in an earlier fit(): make a new one for each")
            return self._writer

    return KerasCallback


def _keras() -> Any:
    from importlib import import_module

    try:
        return import_module("keras")
    except ImportError as error:
        raise ImportError("sightline.hparams.KerasCallback needs Keras: pip install keras") from error
