"""`tf.summary.write` and what stands on it: a tensor with its plugin's name goes to the default writer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sightline.summary.state import scoped, should_record_summaries, state
from sightline.writer.arguments import as_step, as_tag

if TYPE_CHECKING:
    from sightline.formats.arrays import Array


def write(tag: str, tensor: Any, step: Any = None, metadata: Any = None, name: str | None = None) -> bool:
    """Write a tensor of any type under `tag`, exactly as it is named; return whether it was written.

    `tensor` may be a function, called only if something is to be written. `metadata` is a SummaryMetadata
    message or its bytes. `name` is taken for TensorFlow's sake.
    """
    return _write(
        as_tag(tag), lambda: _as_tensorflow(tag, tensor() if callable(tensor) else tensor), step, metadata
    )


def write_raw_pb(tensor: Any, step: Any = None, name: str | None = None) -> bool:
    """Write a serialized Summary message (or the message), value by value; return whether it was written."""
    from sightline.formats import messages

    at = step_to_write(step)
    if at is None or state.writer is None:
        return False
    data = tensor if isinstance(tensor, bytes) else _message_bytes(tensor)
    event = messages.Event(step=at, summary=messages.Summary.FromString(data))
    _stamp(event)
    state.writer.add_event(event.SerializeToString())
    return True


def write_named(
    name: str,
    make_array: Callable[[str], Array],
    step: Any,
    *,
    plugin: str,
    content: bytes = b"",
    description: str | None = None,
) -> bool:
    """Write what `make_array` makes of the tag, with a plugin's metadata, under `name` within its scopes."""
    tag = scoped(as_tag(name, "name"))

    return _write(tag, lambda: make_array(tag), step, lambda: metadata_of(plugin, content, description or ""))


def metadata_of(plugin: str, content: bytes, description: str) -> Any:
    """The SummaryMetadata that TensorFlow writes for one of its own plugins."""
    from sightline.formats import messages

    made = messages.SummaryMetadata(summary_description=description)
    made.plugin_data.plugin_name = plugin
    made.plugin_data.content = content
    return made


def _write(tag: str, make_array: Callable[[], Array], step: Any, metadata: Any) -> bool:
    at = step_to_write(step)
    if at is None or state.writer is None:
        return False
    from sightline.formats import messages

    value = messages.Summary.Value(tag=tag)
    value.tensor.CopyFrom(_tensor_proto(make_array()))
    if metadata is not None:
        given = metadata() if callable(metadata) else metadata
        value.metadata.MergeFromString(given if isinstance(given, bytes) else given.SerializeToString())
    state.writer.add_value(value.SerializeToString(), at)
    return True


def step_to_write(step: Any) -> int | None:
    """The step to write at; None if nothing is to be written; ValueError if there is no step at all."""
    if not should_record_summaries():
        return None
    chosen = state.step if step is None else step
    if chosen is None:
        raise ValueError(
            "no step: give step=…, or a default by writer.as_default(step) or experimental.set_step(step)"
        )
    return as_step(chosen() if callable(chosen) else chosen)


def _tensor_proto(array: Array) -> Any:
    """Raw content for numbers, as TensorFlow writes them."""
    from sightline.formats.tensor_proto import to_tensor_proto

    if array.dtype.kind == "O":
        return to_tensor_proto(array)
    proto = to_tensor_proto(array[:0] if array.ndim else array.reshape(1)[:0])
    del proto.tensor_shape.dim[:]
    for size in array.shape:
        proto.tensor_shape.dim.add(size=size)
    proto.tensor_content = array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
    return proto


def _as_tensorflow(tag: str, value: Any) -> Array:
    """An array with TensorFlow's types for plain Python numbers: float32 and, where they fit, int32."""
    import numpy as np

    from sightline.formats.arrays import as_array

    array = as_array(value, what=f"write {tag!r}", text=True)
    if type(value) not in (bool, int, float, list, tuple):
        return array
    if array.dtype == np.float64:
        return array.astype(np.float32)
    fits = array.dtype == np.int64 and array.size and abs(array).max() < 1 << 31
    return array.astype(np.int32) if fits else array


def _message_bytes(message: Any) -> bytes:
    if hasattr(message, "numpy"):
        message = message.numpy()
    data = message if isinstance(message, bytes) else message.SerializeToString()
    return bytes(data)


def _stamp(event: Any) -> None:
    import time

    event.wall_time = time.time()
