"""Clips: 16-bit samples as torch scales them."""

from __future__ import annotations

import io
import wave

import numpy as np
import pytest

from sightline.formats import messages
from sightline.kinds.audio.encode import encode, is_out_of_range, request


def clip(value, *args):
    made = messages.Summary.Value.FromString(encode(request("a", value, *args)))
    with wave.open(io.BytesIO(made.audio.encoded_audio_string)) as wav:
        samples = np.frombuffer(wav.readframes(wav.getnframes()), dtype="<i2")
        return made.audio, wav.getparams(), samples


@pytest.mark.parametrize("shape", [(5,), (1, 5), (5, 1), (1, 1, 5)])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_one_channel_becomes_a_mono_wav(shape, dtype):
    audio, params, samples = clip(np.array([0, 0.5, -0.5, 1, -1], dtype=dtype).reshape(shape), 8000)
    assert samples.tolist() == [0, 16383, -16383, 32767, -32767]
    assert (params.framerate, params.nchannels, params.sampwidth, params.nframes) == (8000, 1, 2, 5)
    assert (audio.sample_rate, audio.num_channels, audio.length_frames) == (8000, 1, 5)
    assert audio.content_type == "audio/wav"


def test_two_channels_become_a_stereo_wav():
    audio, params, samples = clip(np.array([[0, 1], [0.5, -1], [0, 0]]))
    assert samples.tolist() == [0, 32767, 16383, -32767, 0, 0]
    assert (params.nchannels, params.nframes, params.framerate) == (2, 3, 44100)
    assert (audio.num_channels, audio.length_frames) == (2, 3)


def test_out_of_range_is_clipped_and_nan_is_silence():
    values = np.array([2.0, -3.0, np.inf, -np.inf, np.nan])
    assert is_out_of_range(values)
    assert not is_out_of_range(np.array([1.0, -1.0]))
    assert clip(values)[2].tolist() == [32767, -32767, 32767, -32767, 0]


def test_integers_and_one_sample():
    assert clip([0, 1, -1])[2].tolist() == [0, 32767, -32767]
    assert clip(1.0)[2].tolist() == [32767]


@pytest.mark.parametrize(
    ("value", "options", "error", "message"),
    [
        ([], {}, ValueError, r"audio 'a': expected samples of shape .*got \(0,\)"),
        (np.zeros((3, 4)), {}, ValueError, r"got \(3, 4\)"),
        (np.zeros((2, 3, 4)), {}, ValueError, r"got \(2, 3, 4\)"),
        ([1j], {}, TypeError, "audio 'a': expected real numbers"),
        (None, {}, TypeError, "audio 'a': expected numbers"),
        ([0.0], {"sample_rate": 0}, ValueError, "audio 'a': expected a sample rate above 0 Hz"),
    ],
)
def test_bad_input_names_the_tag(value, options, error, message):
    with pytest.raises(error, match=message):
        request("a", value, **options)
