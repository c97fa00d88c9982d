"""Values of an event file made from what a report has of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.summary_values import tensor_value
from sightline.formats.tensor_proto import to_tensor_proto
from sightline.kinds.hparams.encode import as_plain, session_start_value


def text_value(tag: str, answer: Mapping[str, Any]) -> bytes:
    """Text by its strings and its shape."""
    strings = np.array([string.encode("utf-8", "replace") for string in answer["strings"]], object)
    value = messages.Summary.Value(tag=tag, tensor=to_tensor_proto(strings.reshape(answer["shape"])))
    value.metadata.plugin_data.plugin_name = "text"
    return bytes(value.SerializeToString())


def image_value(tag: str, answer: Mapping[str, Any], pictures: Sequence[bytes]) -> bytes:
    """Pictures of one step: one alone in the old form, several as TensorFlow writes them."""
    if len(pictures) == 1:
        image = messages.Summary.Image(
            width=answer["width"], height=answer["height"], encoded_image_string=pictures[0]
        )
        return bytes(messages.Summary.Value(tag=tag, image=image).SerializeToString())
    strings = np.array([str(answer["width"]).encode(), str(answer["height"]).encode(), *pictures], object)
    value = messages.Summary.Value(tag=tag, tensor=to_tensor_proto(strings))
    value.metadata.plugin_data.plugin_name = "images"
    return bytes(value.SerializeToString())


def video_value(tag: str, answer: Mapping[str, Any], videos: Sequence[bytes]) -> bytes:
    """A GIF in the field of images, which knows its size; other videos as a string."""
    value = messages.Summary.Value(tag=tag)
    if answer["width"]:
        value.image.width, value.image.height = answer["width"], answer["height"]
        value.image.encoded_image_string = videos[0]
    else:
        value.tensor.CopyFrom(to_tensor_proto(np.array(videos[0], object)))
    value.metadata.plugin_data.plugin_name = "video"
    return bytes(value.SerializeToString())


def audio_value(tag: str, answer: Mapping[str, Any], clips: Sequence[bytes]) -> bytes:
    """A clip alone in the old form, which has its rate and length; several, or one with a label, as rows."""
    parts = answer["parts"]
    if len(clips) != 1 or parts[0]["label"]:
        labels = [part["label"].encode() for part in parts]
        rows = np.array([*zip(clips, labels, strict=True)], object).reshape(-1, 2)
        value = messages.Summary.Value(tag=tag, tensor=to_tensor_proto(rows))
        value.metadata.plugin_data.plugin_name = "audio"
        return bytes(value.SerializeToString())
    facts = parts[0]
    audio = messages.Summary.Audio(
        sample_rate=facts["sample_rate_hz"] or 0,
        num_channels=facts["n_channels"] or 0,
        length_frames=facts["n_frames"] or 0,
        encoded_audio_string=clips[0],
        content_type=facts["content_type"],
    )
    return bytes(messages.Summary.Value(tag=tag, audio=audio).SerializeToString())


def histogram_value(tag: str, columns: Mapping[str, Any], place: int) -> bytes:
    """A histogram: with the producer's statistics in the old form, else as TensorFlow's rows of buckets."""
    begin, end = (int(offset) for offset in columns["offset"][place : place + 2])
    lefts, rights, counts = (columns[name][begin:end] for name in ("left", "right", "count"))
    if not columns["logged"][place]:
        value = tensor_value(tag, np.stack([lefts, rights, counts], axis=1), plugin="histograms")
        return bytes(value.SerializeToString())
    names = ("min", "max", "num", "sum", "sum_squares", "num_nan", "num_inf")
    histogram = messages.HistogramProto(
        **{name: float(columns[name][place]) for name in names if columns[name][place] != 0},
        # An empty bucket first: its limit is the left edge where the minimum is not finite.
        bucket_limit=[*lefts[:1].tolist(), *rights.tolist()],
        bucket=[0.0] * min(1, len(counts)) + counts.tolist(),
    )
    return bytes(messages.Summary.Value(tag=tag, histo=histogram).SerializeToString())


def hparams_value(hparams: Mapping[str, Any]) -> bytes:
    """Hyperparameters as the start of a session."""
    plain = {name: as_plain(name, value) for name, value in hparams.items()}
    return bytes(session_start_value(plain).SerializeToString())
