"""Train a Keras model with Sightline's callbacks; then `sightline logs`. Needs keras, and torch or JAX."""

from __future__ import annotations

import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np

from sightline.integrations.keras import KerasCallback, TensorBoard

x = np.random.default_rng(0).normal(size=(512, 8)).astype("float32")
y = (x.sum(axis=1) > 0).astype("int32")
model = keras.Sequential(
    [keras.Input((8,)), keras.layers.Dense(16, "relu"), keras.layers.Dense(1, "sigmoid")]
)
model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
model.fit(
    x,
    y,
    epochs=3,
    validation_split=0.2,
    verbose=0,
    callbacks=[
        TensorBoard("logs/keras", histogram_freq=1, update_freq=4),
        KerasCallback("logs/keras", {"units": 16, "optimizer": "adam"}),
    ],
)
