"""The weights of a Keras model as histograms and images, under Keras' tags."""

from __future__ import annotations

from typing import Any

import keras
import numpy as np

from sightline import summary

_IMAGE_CHANNELS = (1, 3, 4)


def log_weights(model: Any, epoch: int, *, with_images: bool) -> None:
    """Log every weight of every layer to the default writer."""
    for layer in model.layers:
        for weight in layer.weights:
            name = weight.path.replace(":", "_")
            values = np.asarray(keras.ops.convert_to_numpy(weight))
            summary.histogram(f"{name}/histogram", values, step=epoch)
            images = as_images(values) if with_images else None
            if images is not None:
                summary.image(f"{name}/image", images, step=epoch)


def as_images(values: Any) -> Any:
    """A weight as images (count, height, width, channels), laid out as Keras does; None if it has none."""
    squeezed = np.squeeze(values)
    if squeezed.ndim == 1:
        images = squeezed.reshape(1, -1, 1, 1)
    elif squeezed.ndim == 2:
        wide = squeezed.T if squeezed.shape[0] > squeezed.shape[1] else squeezed
        images = wide[None, :, :, None]
    elif squeezed.ndim == 3:
        # One image for each kernel.
        is_last = keras.config.image_data_format() == "channels_last"
        images = (squeezed.transpose(2, 0, 1) if is_last else squeezed)[..., None]
    else:
        images = squeezed
    return images if images.ndim == 4 and images.shape[-1] in _IMAGE_CHANNELS else None
