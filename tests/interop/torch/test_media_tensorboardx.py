"""What tensorboardX takes beyond torch, written by both and read by the official TensorBoard."""

from __future__ import annotations

import io
import wave

import numpy as np
import pytest

tensorboardx = pytest.importorskip("tensorboardX")
pytest.importorskip("tensorboard")

from PIL import Image  # noqa: E402
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator  # noqa: E402

from sightline import SummaryWriter  # noqa: E402

RNG = np.random.default_rng(3)


@pytest.fixture
def both(tmp_path):
    """A function that logs the same by both writers and returns an official reader of each."""

    def log(call):
        read = []
        for name, writer_class in (("ours", SummaryWriter), ("theirs", tensorboardx.SummaryWriter)):
            with writer_class(str(tmp_path / name)) as writer:
                call(writer)
            read.append(EventAccumulator(str(tmp_path / name)).Reload())
        assert read[0].Tags() == read[1].Tags()
        return read

    return log


def samples(event):
    with wave.open(io.BytesIO(event.encoded_audio_string)) as clip:
        return clip.getparams(), np.frombuffer(clip.readframes(clip.getnframes()), "<i2").astype(int)


def test_stereo(both):
    pytest.importorskip("soundfile")
    sound = RNG.uniform(-1, 1, (500, 2)).astype(np.float32)
    ours, theirs = both(lambda writer: writer.add_audio("a", sound, 3, sample_rate=8000))
    (a,), (b,) = ours.Audio("a"), theirs.Audio("a")
    assert (a.step, a.sample_rate, a.length_frames, a.content_type) == (
        b.step, b.sample_rate, b.length_frames, b.content_type,
    )  # fmt: skip
    (params, mine), (known, wanted) = samples(a), samples(b)
    assert params == known
    assert np.abs(mine - wanted).max() <= 2  # they scale by 32768 and round; torch and we by 32767, and cut


def test_a_list_of_pictures(both):
    pictures = [RNG.integers(0, 256, (3, 6, 8), dtype=np.uint8) for _ in range(5)]
    ours, theirs = both(lambda writer: writer.add_images("p", pictures, 1, dataformats="CHW"))
    (a,), (b,) = ours.Images("p"), theirs.Images("p")
    shown = [np.asarray(Image.open(io.BytesIO(each.encoded_image_string))) for each in (a, b)]
    np.testing.assert_array_equal(shown[0], shown[1])


@pytest.mark.parametrize("bins", ["tensorflow", "auto", 12])
def test_histograms(both, bins):
    values = RNG.normal(size=700)
    ours, theirs = both(lambda writer: writer.add_histogram("h", values, 2, bins=bins, max_bins=40))
    (a,), (b,) = ours.Histograms("h"), theirs.Histograms("h")
    assert list(a.histogram_value.bucket_limit) == list(b.histogram_value.bucket_limit)
    assert list(a.histogram_value.bucket) == list(b.histogram_value.bucket)


def test_text(both):
    ours, theirs = both(lambda writer: writer.add_text("t", "*hello*", 4))
    (a,), (b,) = ours.Tensors("t/text_summary"), theirs.Tensors("t/text_summary")
    assert (a.step, a.tensor_proto) == (b.step, b.tensor_proto)
