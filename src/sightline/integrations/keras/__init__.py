"""Keras 3: the callback `TensorBoard` without TensorFlow, and `KerasCallback` for hyperparameters."""

from __future__ import annotations

from sightline.hparams.keras import callback_class
from sightline.integrations.keras.callback import TensorBoard

KerasCallback = callback_class()

__all__ = ["KerasCallback", "TensorBoard"]
