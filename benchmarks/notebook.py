"""How long until a notebook's frame is served, and until its server is gone when the kernel is killed."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import closing

import sightline

KERNEL = """
import sys, time
from sightline import notebook
begin = time.perf_counter()
server = notebook.start(["--logdir", sys.argv[1]])
print(server.url, time.perf_counter() - begin, flush=True)
sys.stdin.read()
"""
LOOK_SECS = 0.02
PATIENCE_SECS = 60.0


def is_served(address: str) -> bool:
    """Whether the page is answered with."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with closing(opener.open(address, timeout=5)) as answer:
            return b"<html" in answer.read()
    except OSError:
        return False


def main() -> None:
    """Print one JSON line."""
    folder = tempfile.mkdtemp()
    with sightline.SummaryWriter(f"{folder}/a") as writer:
        writer.add_scalar("loss", 1.0, 0)
    kernel = subprocess.Popen(
        [sys.executable, "-c", KERNEL, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert kernel.stdout is not None
    address, start_secs = kernel.stdout.readline().split()
    begin = time.perf_counter()
    assert is_served(address)
    frame_secs = float(start_secs) + time.perf_counter() - begin
    kernel.kill()
    killed = time.perf_counter()
    while is_served(address) and time.perf_counter() - killed < PATIENCE_SECS:
        time.sleep(LOOK_SECS)
    gone_secs = time.perf_counter() - killed
    kernel.wait()
    found = {"first_frame_secs": round(frame_secs, 2), "gone_after_kill_secs": round(gone_secs, 2)}
    print(json.dumps({"benchmark": "notebook", **found}))


main()
