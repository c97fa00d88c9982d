"""One run with a thousand tags.

python many_tags.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

from sightline import SummaryWriter

if __name__ == "__main__":
    with SummaryWriter(str(Path(sys.argv[1]) / "deep")) as writer:
        for step in range(20):
            for tag in range(1000):
                writer.add_scalar(f"deep/tag-{tag:04d}", step * (tag + 1), step)
