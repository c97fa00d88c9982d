"""How much of a core `sightline watch` takes over 100 runs that are being written; prints one JSON line."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import tempfile
import threading
import time

import sightline

N_RUNS = 100
SECS = 20.0
BEGIN_SECS = 10.0


def processor_secs(pid: int) -> float:
    """Seconds of a core that a process has used."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Write to all runs once a second while a real terminal is drawn to."""
    folder = tempfile.mkdtemp()
    writers = [sightline.SummaryWriter(f"{folder}/run-{number}", flush_secs=1) for number in range(N_RUNS)]
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "160", "LINES": "48"}
    command = [sys.executable, "-m", "sightline", "watch", folder]
    watch = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    threading.Thread(target=_drain, args=(ours,), daemon=True).start()
    used = 0.0
    begin = time.monotonic()
    for step in range(int(BEGIN_SECS + SECS)):
        for number, writer in enumerate(writers):
            writer.add_scalar("train/loss", number / (step + 1), step)
        time.sleep(max(0.0, begin + step + 1 - time.monotonic()))
        if step + 1 == BEGIN_SECS:
            used, measured = processor_secs(watch.pid), time.monotonic()
    share = (processor_secs(watch.pid) - used) / (time.monotonic() - measured)
    watch.kill()
    watch.wait()
    print(json.dumps({"benchmark": "watch", "runs": N_RUNS, "percent_of_a_core": round(100 * share, 2)}))


def _drain(terminal: int) -> None:
    while os.read(terminal, 1 << 16):
        pass


main()
