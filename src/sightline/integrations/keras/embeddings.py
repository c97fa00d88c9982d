"""The embedding layers of a Keras model as files that the projector opens."""

from __future__ import annotations

import os
from typing import Any

import keras

from sightline import projector


class EmbeddingFiles:
    """Writes the vectors of each embedding layer, and the list of them that the projector reads."""

    def __init__(self, log_dir: str, model: Any, metadata: Any) -> None:
        """Find the embedding layers; a label file for a layer that is not there is an error."""
        self._log_dir = log_dir
        self._model = model
        self._layers = [layer for layer in model.layers if isinstance(layer, keras.layers.Embedding)]
        names = {layer.name for layer in self._layers}
        if isinstance(metadata, str) or metadata is None:
            self._metadata: dict[str, Any] = dict.fromkeys(names, metadata)
        else:
            self._metadata = dict(metadata)
        unknown = sorted(self._metadata.keys() - names)
        if unknown:
            raise ValueError(
                f"embeddings_metadata: the model has no embedding layer {', '.join(map(repr, unknown))}; "
                f"it has {', '.join(map(repr, sorted(names))) or 'none'}"
            )

    def write(self, epoch: int) -> None:
        """Write the newest vectors of each layer, the list of them, and Keras' own file of all weights."""
        config = projector.ProjectorConfig()
        for layer in self._layers:
            file = os.path.join("train", f"{layer.name.replace('/', '_')}.embedding.bytes")
            vectors = keras.ops.convert_to_numpy(layer.embeddings)
            os.makedirs(os.path.join(self._log_dir, "train"), exist_ok=True)
            shape = projector.write_tensor(os.path.join(self._log_dir, file), vectors)
            entry = config.embeddings.add(tensor_name=layer.name, tensor_path=file, tensor_shape=shape)
            if self._metadata.get(layer.name):
                entry.metadata_path = os.fspath(self._metadata[layer.name])
        projector.visualize_embeddings(self._log_dir, config)
        self._model.save_weights(
            os.path.join(self._log_dir, "train", f"keras_embedding.ckpt-{epoch}.weights.h5")
        )
