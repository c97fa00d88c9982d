"""Logs of sound for the browser: tones that rise, labels, and headers that lie.

python audio.py FOLDER
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter, _native
from sightline.formats import messages

RATE_HZ = 8000


def tone(step: int, place: int) -> np.ndarray:
    """A second of a tone that glides, with a louder middle."""
    t = np.arange(RATE_HZ) / RATE_HZ
    return np.sin(2 * np.pi * (300 + 100 * place + 20 * step * t) * t) * np.hanning(RATE_HZ) * 0.8


def wav(samples: np.ndarray, *, header_bytes: int | None = None, rate_hz: int = RATE_HZ) -> bytes:
    """16-bit mono; the header may promise more, or another rate."""
    body = (samples * 32767).astype("<i2").tobytes()
    n_bytes = len(body) if header_bytes is None else header_bytes
    form = struct.pack("<HHIIHH", 1, 1, rate_hz, rate_hz * 2, 2, 16)
    rest = b"WAVEfmt " + struct.pack("<I", 16) + form + b"data" + struct.pack("<I", n_bytes) + body
    return b"RIFF" + struct.pack("<I", 4 + len(rest)) + rest


def write_labeled(folder: Path) -> None:
    """Values as TensorFlow 2 writes them: clips with labels, and such as lie or are none."""
    writer = _native.EventFileWriter(str(folder))
    values = {
        "speech/labeled": [(wav(tone(1, 0)), b"first clip"), (wav(tone(2, 3)), "ثاني".encode())],
        "bad/too long": [(wav(tone(1, 0), header_bytes=400_000_000), b"")],
        "bad/no rate": [(wav(tone(1, 0), rate_hz=0), b"")],
        "bad/noise": [(b"this is no sound", b"")],
        "bad/none": [],
    }
    for tag, clips in values.items():
        event = messages.Event(step=0, wall_time=1_790_000_000)
        value = event.summary.value.add(tag=tag)
        value.metadata.plugin_data.plugin_name = "audio"
        value.metadata.summary_description = f"What {tag} is about"
        value.tensor.dtype = 7
        for side in (len(clips), 2):
            value.tensor.tensor_shape.dim.add(size=side)
        value.tensor.string_val.extend(part for clip in clips for part in clip)
        writer.add_event(event.SerializeToString())
    writer.close()


def main(folder: Path) -> None:
    """Two runs with a tone at five steps, one run with everything odd."""
    for place, run in enumerate(("baseline", "wide")):
        with SummaryWriter(folder / run) as writer:
            for step in range(0, 50, 10):
                writer.add_audio("speech/tone", tone(step, place), step, sample_rate=RATE_HZ)
    write_labeled(folder / "odd")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
