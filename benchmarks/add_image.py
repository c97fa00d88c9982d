"""Cost of add_image of 3×256×256 floats, beside torch's writer in the same run; see add_histogram.py."""

from __future__ import annotations

import sys

from add_histogram import compare


def main() -> None:
    import torch

    y, x = torch.meshgrid(torch.linspace(0, 6, 256), torch.linspace(0, 9, 256), indexing="ij")
    smooth = torch.stack([x.sin() * y.cos(), (x * y / 9).sin(), y.sin()]) / 2 + 0.5
    picture = (smooth + torch.randn(3, 256, 256, generator=torch.manual_seed(0)) * 0.02).clip(0, 1)
    compare("add_image of 3x256x256 floats", lambda writer, step: writer.add_image("p", picture, step))


if __name__ == "__main__":
    sys.exit(main())
