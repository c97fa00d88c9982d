"""The Keras callback on the torch backend, without TensorFlow."""

from __future__ import annotations

import os

import pytest

os.environ["KERAS_BACKEND"] = "torch"
pytest.importorskip("keras", reason="Keras is not installed: make test-interop-frameworks")

from interop.keras_callback import *  # noqa: F403
