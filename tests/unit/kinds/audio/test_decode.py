"""Clips of all golden producers, byte for byte."""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import pytest

from golden_tags import of_plugin
from sightline.formats import messages
from sightline.formats.tensor_proto import to_tensor_proto
from sightline.kinds.audio.decode import decode

GOLDEN = list(of_plugin("audio"))


@pytest.mark.parametrize(("values", "info"), [case[1:] for case in GOLDEN], ids=[case[0] for case in GOLDEN])
def test_decode_of_golden_audio(values, info):
    samples = info["data"]["samples"]
    assert len(values) == len(samples)
    for value, known in zip(values, samples, strict=True):
        clips = decode(value.SerializeToString())
        assert len(clips) == len(known["clips"])
        for clip, wanted in zip(clips, known["clips"], strict=True):
            assert sha256(clip.data).hexdigest() == wanted["sha256"]
            assert clip.content_type == "audio/wav"
            assert clip.label == wanted["label"]
            stated = (clip.sample_rate_hz, clip.n_frames, clip.n_channels)
            assert stated == (wanted["sample_rate"], wanted["frames"], wanted["channels"])


def strings(array):
    return messages.Summary.Value(tensor=to_tensor_proto(np.array(array, object))).SerializeToString()


def test_clips_without_labels():
    clips = decode(strings([b"OggS1", b"junk"]))
    assert [clip.content_type for clip in clips] == ["audio/ogg", "application/octet-stream"]
    assert [clip.label for clip in clips] == ["", ""]
    assert decode(strings([[b"x", b"caf\xe9"]]))[0].label == "caf�"


def test_logged_content_type_is_used_for_audio_only():
    for stated, used in (("audio/x-own", "audio/x-own"), ("text/html", "application/octet-stream")):
        audio = messages.Summary.Audio(encoded_audio_string=b"??", content_type=stated)
        clip = decode(messages.Summary.Value(audio=audio).SerializeToString())[0]
        assert clip.content_type == used


@pytest.mark.parametrize("data", [b"", strings([[b"a", b"b", b"c"]]), strings(b"a")])
def test_decode_refuses_values_without_audio(data):
    with pytest.raises(ValueError, match=r"audio|expected"):
        decode(data)
