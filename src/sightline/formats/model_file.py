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
from sightline.formats.media_type import UNKNOWN, media_type
from sightline.formats.message_form import MessageForm, message_form
from sightline.formats.onnx_model import read_onnx
from sightline.formats.safetensors_header import read_safetensors
from sightline.formats.tensorflow_graph import read_graph_message, read_meta_graph, read_saved_model
from sightline.formats.torch_program import read_torch_program

_MAX_JSON_BYTES = 256 << 20
_PICKLE = "it is a pickle, which Sightline does not open; write torch.export.save(program, 'model.pt2')"


class ModelFormat(NamedTuple):
    """A format of model files: its name for people, and how a file becomes a serialized GraphDef."""

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
    ".onnx": ModelFormat("ONNX", read_onnx),
    ".pt2": ModelFormat("torch.export", read_torch_program),
    ".keras": ModelFormat("Keras model", _read_keras_file),
    ".json": ModelFormat("Keras model", _read_keras_json),
    ".safetensors": ModelFormat("safetensors", read_safetensors),
    ".gguf": ModelFormat("GGUF", read_gguf),
    ".pb": ModelFormat("TensorFlow graph", read_graph_message),
    ".meta": ModelFormat("MetaGraphDef", read_meta_graph),
}
ENDINGS = tuple(_FORMATS)
# Messages are what their structure says: any of them may be a .pb, and many have a name of their own.
_OF_MESSAGE: dict[MessageForm, ModelFormat] = {
    "ONNX": _FORMATS[".onnx"],
    "GraphDef": _FORMATS[".pb"],
    "MetaGraphDef": _FORMATS[".meta"],
    "SavedModel": ModelFormat("TensorFlow graph", read_saved_model),
}
_BY_STRUCTURE = (".pb", ".meta")
_STARTS = (
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x80", "a pickle or another binary file"),
    (b"\x1f\x8b", "a gzip file"),
)
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


def find_format(name: str, source: _native.ByteSource) -> ModelFormat:
    """The format of a file: by its name where that tells, else by its content. ValueError says what it is."""
    if name.endswith(".xplane.pb"):
        raise ValueError("this is a profile, not a graph; open it with sightline trace")
    ending = _ending(name)
    found = _by_content(source) if ending in _BY_STRUCTURE else _FORMATS.get(ending) or _by_content(source)
    if found is not None:
        return found
    reads = f"Sightline reads {', '.join(ENDINGS)}"
    reason = _ADVICE.get(ending, f"it is {_described(source)}; {reads}")
    raise ValueError(f"this file cannot be shown as a graph: {reason}")


def read_model_file(name: str, source: _native.ByteSource) -> bytes:
    """The graph of a model file as a serialized GraphDef. ValueError says what is wrong with the file."""
    return find_format(name, source).read(source)


def _by_content(source: _native.ByteSource) -> ModelFormat | None:
    start = read_all(source, 0, 9)
    if start.startswith(b"GGUF"):
        return _FORMATS[".gguf"]
    if start[8:] == b"{" and int.from_bytes(start[:8], "little") <= source.size - 8:
        return _FORMATS[".safetensors"]
    form = message_form(source)
    return None if form is None else _OF_MESSAGE[form]


def _described(source: _native.ByteSource) -> str:
    """What a file is that is no model."""
    start = read_all(source, 0, 512)
    if not start:
        return "empty"
    for magic, what in _STARTS:
        if start.startswith(magic):
            return what
    if start[4:8] == b"TFL3":
        return "a TFLite model"
    if start[:2] == b"\x08\x01" and start[2:3] in (b"", b"\x12"):
        return "a message that begins as a SavedModel does, but has no graph"
    media = media_type(start)
    if media != UNKNOWN:
        return f"of type {media}"
    text = start.decode("utf-8", "replace").rstrip("\ufffd")
    is_text = "\ufffd" not in text and all(each.isprintable() or each.isspace() for each in text)
    return "text" if is_text else "no graph, and of no known format"


def _ending(name: str) -> str:
    return os.path.splitext(name)[1].lower()
