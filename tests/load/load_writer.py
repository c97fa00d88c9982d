"""A training that logs one run until it is killed: `load_writer.py FOLDER LEDGER FIRST_STEP`.

The ledger says after every flush up to which step everything must be found in the run, whatever happens next.
"""

from __future__ import annotations

import os
import random
import sys
import time

import numpy as np

from sightline import SummaryWriter

STEPS_PER_ITEM = 50


def value_at(step: int) -> float:
    """The value logged at a step; exact in float32 and in the decimals of a CSV file."""
    return step % 64 / 64


def log_forever(folder: str, ledger: str, first_step: int) -> None:
    """Log scalars, images and texts; flush now and then and enter the last step in the ledger."""
    chance = random.Random(first_step)
    picture = np.zeros((16, 16, 3), np.uint8)
    entries = os.open(ledger, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    writer = SummaryWriter(folder, flush_secs=1)
    step = first_step
    while True:
        for _ in range(chance.randrange(20, 200)):
            writer.add_scalar("loss", value_at(step), step)
            writer.add_scalar("accuracy", value_at(step), step)
            if step % STEPS_PER_ITEM == 0:
                writer.add_image("picture", picture, step, dataformats="HWC")
                writer.add_text("text", f"at step {step}", step)
            step += 1
            time.sleep(0.002)
        writer.flush()
        os.write(entries, f"{folder}\t{first_step}\t{step}\n".encode())


if __name__ == "__main__":
    log_forever(sys.argv[1], sys.argv[2], int(sys.argv[3]))
