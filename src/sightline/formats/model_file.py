"""Model files to GraphDef messages: each format by its own structure, without its framework."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from sightline import _native
from sightline.formats.archive_member import read_member
from sightline.formats.byte_window import read_all
from sightline.formats.gguf_header import read_gguf
from sightline.formats.keras_model import keras_graph
from sightline.formats.onnx_model import read_onnx
from sightline.formats.safetensors_header import read_safetensors
from sightline.formats.tensorflow_graph import read_meta_graph, read_saved_model_or_graph
from sightline.formats.torch_program import read_torch_program

_MAX_JSON_BYTES = 256 << 20
_PICKLE = "it is a pickle, which Sightline does not open; write torch.export.save(program, 'model.pt2')"


class _Format(NamedTuple):
    title: str
    read: Callable[[_native.ByteSource], bytes]


def _read_keras_file(source: _native.ByteSource) -> bytes:
    found = read_member(source, lambda name: name == "config.json", max_bytes=_MAX_JSON_BYTES)
    if found is None:
        raise ValueError("this archive is no Keras model: it has no config.json")
    return keras_graph(found[1])


def _read_keras_json(source: _native.ByteSource) -> bytes:
    if source.size > _MAX_JSON_BYTES:
        raise ValueError(f"it has more than the {_MAX_JSON_BYTES >> 20} MiB that are read")
    return keras_graph(read_all(source, 0, source.size))


# By the ending of the file's name: the format's name for people, and its reader.
_FORMATS = {
    ".onnx": _Format("ONNX", read_onnx),
    ".pt2": _Format("torch.export", read_torch_program),
    ".keras": _Format("Keras model", _read_keras_file),
    ".json": _Format("Keras model", _read_keras_json),
    ".safetensors": _Format("safetensors", read_safetensors),
    ".gguf": _Format("GGUF", read_gguf),
    ".pb": _Format("TensorFlow graph", read_saved_model_or_graph),
    ".meta": _Format("MetaGraphDef", read_meta_graph),
}
ENDINGS = tuple(_FORMATS)
# What to do with files that only their framework can read.
_ADVICE = {
    ".pt": _PICKLE,
    ".pth": _PICKLE,
    ".bin": _PICKLE,
    ".ckpt": _PICKLE,
    ".pkl": _PICKLE,
    ".h5": "Keras' HDF5 needs h5py; save the model with model.save('model.keras')",
    ".hdf5": "Keras' HDF5 needs h5py; save the model with model.save('model.keras')",
    ".tflite": "export it as ONNX: pip install tf2onnx, then python -m tf2onnx.convert --tflite FILE",
    ".mlmodel": "export the model that it was made from as ONNX",
}


def model_format(name: str) -> str | None:
    """The name of a model file's format, by the file's name; None where it is none."""
    found = _FORMATS.get(_ending(name))
    return None if found is None else found.title


def read_model_file(name: str, source: _native.ByteSource) -> bytes:
    """The graph of a model file as a serialized GraphDef. ValueError says what is wrong with the file."""
    found = _FORMATS.get(_ending(name))
    if name.endswith(".xplane.pb"):
        raise ValueError("this is a profile, not a graph; open it with sightline trace")
    if found is None:
        reason = _ADVICE.get(_ending(name), f"Sightline reads {', '.join(ENDINGS)}")
        raise ValueError(f"this file cannot be shown as a graph: {reason}")
    return found.read(source)


def _ending(name: str) -> str:
    return os.path.splitext(name)[1].lower()
