"""Stress of the writer's encoder thread: it makes messages while other threads import, collect and log.

Each child process logs images and figures with our writer, imports torch, tensorboard and tensorboardX
meanwhile, and collects garbage all the time; a crash prints the stacks of all threads. The interop tests run
one child. An hour: `python tests/support/encoder_stress.py --secs 3600`.

It can also run on a native part built with `-fsanitize=address`, with libasan preloaded, PYTHONMALLOC=malloc
and ASAN_OPTIONS=detect_leaks=0:max_free_fill_size=65536: memory of Python and protobuf, whose own code is not
instrumented, is then overwritten when freed. 25 minutes of that, 7 processes on a busy machine with protobuf
7.36, torch 2.13, tensorboard 2.21 and tensorboardX 2.6, found nothing, nor did an hour without it,
33 processes of 5 rounds. The crash was never brought about on purpose: one process without the held classes
of `formats/messages.py` ended well too.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

# The child imports them; without one it would only fail.
OTHER_PACKAGES = ("matplotlib", "tensorboard", "tensorboardX", "torch")

# Below the test runner's own limit, so that the child's output is reported.
PATIENCE_SECS = 240.0
# By hand it runs behind all other work: only what hangs takes so long.
LONG_PATIENCE_SECS = 1800.0

_CHILD = r"""
import faulthandler, gc, itertools, sys, tempfile, threading, time
faulthandler.enable()
sys.setswitchinterval(1e-5)
import numpy as np
import sightline

n_rounds, logdir = int(sys.argv[1]), sys.argv[2]
faulthandler.dump_traceback_later(float(sys.argv[3]), exit=True)
ended = threading.Event()

class Lingering:
    # Lets other threads run in the middle of a collection, as the end of a tensor or a file does.
    def __init__(self):
        self.itself = self
    def __del__(self):
        time.sleep(0)

def collect():
    while not ended.wait(0.001):
        for _ in range(5):
            Lingering()
        gc.collect()

def import_all():
    import tensorboard.compat.proto.event_pb2
    import tensorboard.plugins.hparams.summary_v2
    import tensorboardX
    import torch.utils.tensorboard

def log_with_the_others():
    import tensorboardX
    from torch.utils.tensorboard import SummaryWriter
    with SummaryWriter(logdir + "/torch") as first, tensorboardX.SummaryWriter(logdir + "/x") as second:
        for step in itertools.count():
            if ended.is_set():
                return
            for writer in (first, second):
                writer.add_image("picture", pixels, step)
                writer.add_histogram("values", pixels, step)

def log_with_ours(name):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    for round_ in range(n_rounds):
        with sightline.SummaryWriter(f"{logdir}/{name}/{round_}") as writer:
            for step in range(20):
                writer.add_image("picture", pixels, step)
                writer.add_histogram("values", pixels, step)
                writer.add_text("text", "words", step)
                writer.add_pr_curve("curve", np.arange(100) % 2, np.linspace(0, 1, 100), step)
            figure = plt.figure()
            writer.add_figure("figure", figure, round_)

pixels = np.random.default_rng(0).random((3, 24, 24)).astype(np.float32)
collector = threading.Thread(target=collect)
collector.start()
loggers = [threading.Thread(target=log_with_ours, args=(f"ours_{i}",)) for i in range(2)]
others = threading.Thread(target=log_with_the_others)
try:
    loggers[0].start()
    import_all()
    others.start()
    loggers[1].start()
    for thread in loggers:
        thread.join()
finally:
    ended.set()
others.join()
collector.join()
"""


def run_child(
    logdir: str, *, n_rounds: int, patience_secs: float = PATIENCE_SECS
) -> subprocess.CompletedProcess[str]:
    """Run one process of the stress; its code is not 0 after a crash, or when it hangs."""
    command = [sys.executable, "-c", _CHILD, str(n_rounds), logdir, str(patience_secs)]
    return subprocess.run(command, capture_output=True, text=True)


def main() -> None:
    """Run children one after the other until the time is up; stop at the first that fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--secs", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args()
    os.nice(19)
    began, n_children = time.monotonic(), 0
    while time.monotonic() - began < given.secs:
        with tempfile.TemporaryDirectory() as logdir:
            child = run_child(logdir, n_rounds=given.rounds, patience_secs=LONG_PATIENCE_SECS)
        n_children += 1
        if child.returncode != 0:
            sys.exit(f"process {n_children} ended with code {child.returncode}\n{child.stderr}")
    print(f"{n_children} processes ended well")


if __name__ == "__main__":
    main()
