"""The Keras callback on the JAX backend, without TensorFlow."""

from __future__ import annotations

import os

import pytest

os.environ["KERAS_BACKEND"] = "jax"
pytest.importorskip("keras", reason="Keras is not installed: make test-interop-jax")

from interop.keras_callback import *  # noqa: F403
