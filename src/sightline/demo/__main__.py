"""The demo's training process: `python -m sightline.demo LOGDIR SECONDS`, several runs in turns."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from sightline.demo.network import Hyper
from sightline.demo.training import Training

# About what six small jobs would log; the pause between rounds leaves the machine to its user.
N_ROUNDS = 1500
RUNS = (
    Hyper("adam", 0.003, 64, 0.0, seed=1),
    Hyper("adam", 0.001, 64, 1e-4, seed=2),
    Hyper("adam", 0.03, 32, 0.0, seed=3),
    Hyper("sgd", 0.1, 64, 1e-4, seed=4),
    Hyper("sgd", 0.02, 64, 0.0, seed=5),
    Hyper("sgd", 0.02, 16, 1e-3, seed=6),
)


def main(logdir: str, duration_secs: float) -> None:
    """Train all runs in turns until they are done, the time is up or it is stopped."""
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    _end_with_parent(ended)
    trainings = [Training(hyper, os.path.join(logdir, hyper.name), n_steps=N_ROUNDS) for hyper in RUNS]
    begun = time.monotonic()
    try:
        for done in range(N_ROUNDS):
            for training in trainings:
                training.take_turn()
            late = time.monotonic() - begun - duration_secs * (done + 1) / N_ROUNDS
            if ended.wait(max(0.0, -late)) or time.monotonic() - begun > duration_secs:
                return
    finally:
        for training in trainings:
            training.close()


def _end_with_parent(ended: threading.Event) -> None:
    """End when the board that started us is gone: it holds our standard input open."""

    def wait_for_end() -> None:
        while os.read(0, 4096):
            pass
        ended.set()

    threading.Thread(target=wait_for_end, daemon=True).start()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
