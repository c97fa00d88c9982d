"""Logs of pictures for the browser: scenes that sharpen step by step, many forms, several a step, bad ones.

python images.py FOLDER [grid|forms|bad|live STEPS|videos FILE…|bench RUNS TAGS STEPS]
"""

from __future__ import annotations

import io
import struct
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from sightline import SummaryWriter, _native
from sightline.formats import messages

RUNS = ["baseline", "b2/lr-1e-4", "rope-2d", "s2/lr-3e-4"]
ARABIC = "صور/العينة"


def scene(size: int, seed: int, sharpness: float) -> Image.Image:
    """Hills under a sky; the less sharp, the more blur and noise."""
    noise = np.random.default_rng(seed)
    hue = noise.integers(0, 255)
    y = np.linspace(0, 1, size)[:, None]
    sky = np.stack([80 + 120 * y, 120 + 80 * y, 200 + 30 * y], axis=2).repeat(size, axis=1)
    picture = Image.fromarray(np.roll(sky, hue % 3, axis=2).astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    center, radius = noise.uniform(0.2, 0.8) * size, 0.08 * size
    draw.ellipse(
        [center - radius, 0.25 * size - radius, center + radius, 0.25 * size + radius], fill=(250, 220, 200)
    )
    for layer in range(4):
        base, phase = (0.5 + 0.13 * layer) * size, noise.uniform(0, 6)
        xs = np.arange(size + 1)
        tops = base - size * 0.1 * np.sin(xs / size * (2 + 2 * layer) + phase)
        color = tuple(int(c) for c in (140 - 34 * layer, 120 - 20 * layer, 90 - 14 * layer))
        draw.polygon([(0, size), *zip(xs.tolist(), tops.tolist(), strict=True), (size, size)], fill=color)
    picture = picture.filter(ImageFilter.GaussianBlur((1 - sharpness) * size * 0.06))
    pixels = np.asarray(picture).astype(np.int16) + noise.integers(-40, 41, (size, size, 3)) * (1 - sharpness)
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def heat(size: int, seed: int, sharpness: float) -> np.ndarray:
    """A gray map of few large cells."""
    noise = np.random.default_rng(seed)
    x, y = np.meshgrid(np.arange(size), np.arange(size))
    spots = sum(
        np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (3 + 12 * (1 - sharpness)))
        for cx, cy in noise.uniform(0, size, (3, 2))
    )
    return (np.clip(spots, 0, 1) * 255).astype(np.uint8)


def write_grid(folder: Path) -> None:
    """Four runs with three tags; the last run logs at other steps."""
    for place, run in enumerate(RUNS):
        with SummaryWriter(folder / run) as writer:
            gap = 2000 if place < 3 else 1900
            for step in range(0, 30_001, gap):
                sharpness = min(1, step / 30_000 * (0.7 + 0.1 * place))
                walltime = 1_790_000_000 + step / 10 + place * 60
                picture = np.asarray(scene(64, 7, sharpness))
                writer.add_image("val/samples", picture, step, walltime, dataformats="HWC")
                again = np.asarray(scene(64, 11, sharpness))
                writer.add_image("val/reconstruction", again, step, walltime, dataformats="HWC")
                writer.add_image(
                    "attention/layer_11",
                    heat(14, 3 + place, sharpness)[:, :, None],
                    step,
                    walltime,
                    dataformats="HWC",
                )
                writer.add_scalar("train/loss", 1 / (1 + step / 3000), step, walltime)


def png(pixels: np.ndarray, size: tuple[int, int] | None = None) -> bytes:
    """A PNG of 8 or 16 bits; its header may claim another size."""
    rows, columns, n_channels = pixels.shape
    color = {1: 0, 2: 4, 3: 2, 4: 6}[n_channels]
    header = struct.pack(">IIBBBBB", *(size or (columns, rows)), 8 * pixels.dtype.itemsize, color, 0, 0, 0)
    lines = b"".join(b"\0" + row.astype(pixels.dtype.newbyteorder(">")).tobytes() for row in pixels)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(lines)), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def saved(form: str, **options: Any) -> bytes:
    """A scene in a form that Pillow writes."""
    out = io.BytesIO()
    scene(48, 5, 1).save(out, format=form, **options)
    return out.getvalue()


def write_values(folder: Path, values: list[tuple[str, int, list[bytes]]]) -> None:
    """Values as TensorFlow 2 writes them: any bytes, any number of pictures a step."""
    writer = _native.EventFileWriter(str(folder))
    for tag, step, pictures in values:
        event = messages.Event(step=step, wall_time=1_790_000_000 + step)
        value = event.summary.value.add(tag=tag)
        value.metadata.plugin_data.plugin_name = "images"
        value.tensor.dtype = 7
        value.tensor.tensor_shape.dim.add(size=2 + len(pictures))
        value.tensor.string_val.extend([b"48", b"48", *pictures])
        writer.add_event(event.SerializeToString())
    writer.close()


def write_forms(folder: Path) -> None:
    """Every form a browser shows, and three pictures of one step."""
    frames = {
        "save_all": True,
        "append_images": [scene(48, seed, 1) for seed in (6, 7)],
        "duration": 200,
        "loop": 0,
    }
    ramp = np.linspace(0, 65535, 48 * 48).reshape(48, 48, 1).astype(np.uint16)
    forms = {
        "png": png(np.asarray(scene(48, 5, 1))),
        "gray alpha": png(np.stack([heat(48, 2, 0)] * 2, axis=2)),
        "sixteen bit": png(ramp),
        "apng": saved("PNG", **frames),
        "jpeg": saved("JPEG"),
        "gif": saved("GIF", **frames),
        "webp": saved("WEBP"),
    }
    write_values(folder / "forms", [(f"form/{name}", 0, [data]) for name, data in forms.items()])
    shapes = {
        "tall": np.linspace(0, 255, 60 * 20 * 3).reshape(60, 20, 3),
        "wide": np.linspace(0, 255, 20 * 160 * 3).reshape(20, 160, 3),
    }
    write_values(
        folder / "shapes", [(f"shape/{name}", 0, [png(p.astype(np.uint8))]) for name, p in shapes.items()]
    )
    three = [png(np.asarray(scene(48, seed, 1))) for seed in (1, 2, 3)]
    write_values(folder / "several", [("batch", 0, three), ("batch", 1, three[:2])])


def write_bad(folder: Path) -> None:
    """What no browser shows, beside what it does; tags that are long or Arabic."""
    good = png(np.asarray(scene(48, 5, 1)))
    bomb = png(np.zeros((1, 1, 3), np.uint8), (100_000, 100_000))
    cut = good[: len(good) // 2]
    names = {
        "bomb": bomb,
        "cut": cut,
        "no picture": b"hello",
        "empty": b"",
        ARABIC: good,
        "long/" + "x" * 2000: good,
    }
    write_values(folder / "bad", [(tag, 0, [data]) for tag, data in names.items()] + [("zero", 0, [])])


def write_videos(folder: Path, *videos: str) -> None:
    """A GIF of frames at two steps in two runs, videos from files, and one that is none."""
    for place, run in enumerate(RUNS[:2]):
        with SummaryWriter(folder / run) as writer:
            for step in (0, 10):
                frames = np.zeros((1, 6, 3, 48, 64), np.uint8)
                for t in range(6):
                    frames[0, t, (place + step // 10) % 3, :, 10 * t : 10 * t + 10] = 255
                writer.add_video("video/gif", frames, step, fps=4)
            for video in videos:
                writer.add_video(f"video/{Path(video).stem}", Path(video).read_bytes(), 0)
            writer.add_video("video/broken", b"\0\0\0\x18ftypmp42" + bytes(40), 0)


def write_live(folder: Path, n_steps: int) -> None:
    """One more event file of a run, with so many steps."""
    with SummaryWriter(folder / "live") as writer:
        for step in range(n_steps):
            writer.add_image("live/picture", np.asarray(scene(32, step, 1)), step, dataformats="HWC")


def write_bench(folder: Path, n_runs: int, n_tags: int, n_steps: int) -> None:
    """Many tags, runs and steps of small pictures, as torch's writer logs them."""
    pictures = [png(np.asarray(scene(64, seed, 1))) for seed in range(16)]
    for run in range(n_runs):
        writer = _native.EventFileWriter(str(folder / f"run_{run:02d}"), flush_secs=1e9)
        for step in range(n_steps):
            for tag in range(n_tags):
                event = messages.Event(step=step, wall_time=1_790_000_000 + step)
                image = event.summary.value.add(tag=f"group_{tag // 10}/image_{tag:02d}").image
                image.width, image.height, image.colorspace = 64, 64, 3
                # A chunk of its own makes each picture differ, so that none is answered from a cache.
                image.encoded_image_string = pictures[(run + step + tag) % 16] + struct.pack(
                    ">III", run, tag, step
                )
                writer.add_event(event.SerializeToString())
        writer.close()


if __name__ == "__main__":
    target, scenes = Path(sys.argv[1]), {"grid": write_grid, "forms": write_forms, "bad": write_bad}
    name = sys.argv[2] if len(sys.argv) > 2 else "grid"
    counted = {"bench": write_bench, "live": write_live}
    if name in counted:
        counted[name](target, *map(int, sys.argv[3:]))
    elif name == "videos":
        write_videos(target, *sys.argv[3:])
    else:
        scenes[name](target)
