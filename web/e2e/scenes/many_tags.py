"""One run with a thousand tags, and one that has a name and a description.

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
            texts = {"display_name": "Cross entropy", "summary_description": "Of the *next* token."}
            writer.add_scalar("named/ce", 1 / (step + 1), step, **texts)
