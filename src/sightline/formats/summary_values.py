"""Summary.Value messages with a tensor and a plugin name: the form that all structured kinds share."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from sightline.formats import messages
from sightline.formats.stand_in import stand_in
from sightline.formats.tensor_proto import from_tensor_proto, to_tensor_proto

# Built while the import lock is held: otherwise two threads could each build their own message classes.
_ = messages.Summary


def tensor_value(
    tag: str, array: Any, *, plugin: str, content: bytes = b"", description: str | None = None
) -> Any:
    """A value with the array as its tensor (None: no tensor at all) and the plugin's name and content."""
    value = messages.Summary.Value(tag=tag)
    value.metadata.plugin_data.plugin_name = plugin
    value.metadata.plugin_data.content = content
    if description:
        value.metadata.summary_description = description
    if array is not None:
        value.tensor.CopyFrom(to_tensor_proto(array))
    return value


def text_stand_in(tag: str, kind: str, text: str) -> Any:
    """The text value by which TensorBoard shows a value of our own kind."""
    shown = np.array([text.encode()], dtype=object)
    return tensor_value(f"{tag}/text_summary", shown, plugin="text", content=stand_in(kind))


def value_of(data: Any) -> Any:
    """The Summary.Value message of serialized bytes; ValueError if it is none. Takes a message as well."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        return data
    try:
        return messages.Summary.Value.FromString(bytes(data))
    except DecodeError as error:
        raise ValueError(f"not a Summary.Value message: {error}") from error


def array_of(value: Any, *, kind: str) -> Any:
    """The array in a value's tensor; ValueError naming the kind and tag when there is none."""
    if value.WhichOneof("value") != "tensor":
        raise ValueError(f"{kind} {value.tag!r}: expected a tensor, found {value.WhichOneof('value')}")
    return from_tensor_proto(value.tensor)


def json_of(value: Any, *, kind: str) -> Any:
    """The JSON in a value of one of Sightline's own kinds."""
    array = array_of(value, kind=kind)
    if array.size != 1:
        raise ValueError(f"{kind} {value.tag!r}: expected one string, found shape {array.shape}")
    try:
        content = json.loads(array.reshape(-1)[0])
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"{kind} {value.tag!r}: not JSON ({error})") from error
    if not isinstance(content, dict) or content.get("version") != 0:
        raise ValueError(f"{kind} {value.tag!r}: written by a newer version")
    return content


def numbers_of(value: Any, *, kind: str) -> Any:
    """The array of real numbers in a value's tensor; ValueError for text or complex numbers."""
    array = array_of(value, kind=kind)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{kind} {value.tag!r}: expected numbers, found {array.dtype}")
    return array


def parsed(message_class: Any, data: bytes, *, kind: str) -> Any:
    """The message that the bytes hold; ValueError naming the kind when they hold none."""
    try:
        return message_class.FromString(data)
    except DecodeError as error:
        raise ValueError(f"{kind}: not a {message_class.DESCRIPTOR.name} ({error})") from error
