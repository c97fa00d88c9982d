"""The data: small noisy pictures of eight shapes, drawn from a formula, so that nothing is downloaded."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Labels = npt.NDArray[np.int64]

SIDE_PX = 16
NAMES = ("disc", "ring", "square", "frame", "cross", "diagonal", "stripes", "wedge")


def draw(n: int, rng: np.random.Generator, *, noise: float) -> tuple[Floats, Labels]:
    """Return `n` pictures (n, SIDE_PX, SIDE_PX) in 0…1 and their labels."""
    labels = rng.integers(0, len(NAMES), n)
    grid = np.linspace(-1.0, 1.0, SIDE_PX, dtype=np.float32)
    shift = rng.uniform(-0.35, 0.35, (2, n, 1, 1)).astype(np.float32)
    size = rng.uniform(0.40, 0.70, (n, 1, 1)).astype(np.float32)
    x = (grid[None, None, :] - shift[0]) / size
    y = (grid[None, :, None] - shift[1]) / size
    pictures = np.zeros((n, SIDE_PX, SIDE_PX), np.float32)
    for label in range(len(NAMES)):
        chosen = labels == label
        pictures[chosen] = _ink(NAMES[label], x[chosen], y[chosen])
    pictures += rng.normal(0.0, noise, pictures.shape).astype(np.float32)
    return np.clip(pictures, 0.0, 1.0), labels


def _ink(name: str, x: Floats, y: Floats) -> Floats:
    radius, edge = np.hypot(x, y), np.maximum(np.abs(x), np.abs(y))
    marks = {
        "disc": radius < 1,
        "ring": (radius < 1) & (radius > 0.6),
        "square": edge < 0.9,
        "frame": (edge < 0.95) & (edge > 0.6),
        "cross": (np.minimum(np.abs(x), np.abs(y)) < 0.25) & (edge < 1),
        "diagonal": (np.abs(x - y) < 0.4) & (edge < 1),
        "stripes": (np.cos(9 * y) > 0) & (edge < 1),
        "wedge": (y > np.abs(x) * 2 - 1) & (edge < 1),
    }
    ink: Floats = marks[name].astype(np.float32)
    return ink
