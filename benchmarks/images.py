"""A large image log, served: resident memory of the server while many pictures are looked at, and the rate.

    python benchmarks/images.py [--megabytes 2048] [--tensorboard PATH] [--looks 3000]

Runs with the Python that has sightline; `--tensorboard` is the rival's command, started with all images kept
(`--samples_per_plugin images=0`), since showing all is what is compared. Both read the same file. Prints one
JSON line. The page itself is measured by `benchmarks/images.mjs`.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from sightline import _native
from sightline.formats import messages

PICTURE_BYTES = 256 << 10
N_TAGS = 8


def write_log(folder: Path, megabytes: int) -> int:
    """Pictures of incompressible bytes, eight tags; returns the number of steps."""
    writer = _native.EventFileWriter(str(folder / "run"), flush_secs=1e9)
    n_steps = (megabytes << 20) // (PICTURE_BYTES * N_TAGS)
    pictures = [b"\x89PNG\r\n\x1a\n" + os.urandom(PICTURE_BYTES) for _ in range(4)]
    for step in range(n_steps):
        for tag in range(N_TAGS):
            event = messages.Event(step=step, wall_time=1.7e9 + step)
            image = event.summary.value.add(tag=f"pictures/{tag}").image
            image.width, image.height, image.colorspace = 300, 300, 3
            image.encoded_image_string = pictures[(step + tag) % 4]
            writer.add_event(event.SerializeToString())
    writer.close()
    return n_steps


def resident_mb(pid: int) -> int:
    """Resident memory of a process and its children, in MB."""
    total = 0
    for one in [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]:
        lines = Path(f"/proc/{one}/status").read_text().splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    return total // 1024


def get(port: int, path: str) -> bytes:
    """The answer, or no bytes where there is none (yet)."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", path)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return data if answer.status == 200 else b""
    except OSError:
        return b""


def look(
    command: list[str], port: int, is_loaded: Callable[[], bool], paths: Callable[[], list[str]]
) -> dict[str, Any]:
    """Start a server, wait until it has read the log, look at pictures, and say what it took."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, **quiet)
    try:
        began = time.perf_counter()
        while not is_loaded():
            time.sleep(0.2)
        loaded_s, loaded_mb = time.perf_counter() - began, resident_mb(process.pid)
        peak_mb, sizes, asked = loaded_mb, [], paths()
        began = time.perf_counter()
        for path in asked:
            sizes.append(len(get(port, path)))
            if len(sizes) % 50 == 0:
                peak_mb = max(peak_mb, resident_mb(process.pid))
        looked_s = time.perf_counter() - began
        peak_mb = max(peak_mb, resident_mb(process.pid))
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)
    whole = sum(size > PICTURE_BYTES for size in sizes)
    return {
        "loaded_s": round(loaded_s, 2),
        "loaded_mb": loaded_mb,
        "peak_mb": peak_mb,
        "pictures": whole,
        "pictures_a_s": round(whole / looked_s),
    }


def sightline(folder: Path, n_steps: int, n_looks: int) -> dict[str, Any]:
    """Our server: every step can be asked for."""
    port = free_port()
    api = "/api/v1/"

    def is_loaded() -> bool:
        progress = json.loads(get(port, api + "progress") or b"{}")
        return progress.get("loading") is False and progress.get("runs", 0) > 0

    def paths() -> list[str]:
        run = json.loads(get(port, api + "runs"))["runs"][0]["id"]
        return [
            f"{api}kinds/image/item?"
            + urlencode({"run": run, "tag": f"pictures/{n % N_TAGS}", "index": random.randrange(n_steps)})
            for n in range(n_looks)
        ]

    command = [sys.executable, "-m", "sightline", "serve", str(folder), "--port", str(port)]
    return look(command, port, is_loaded, paths)


def tensorboard(program: str, folder: Path, n_steps: int, n_looks: int) -> dict[str, Any]:
    """The rival, told to keep all images."""
    port = free_port()
    api = "/data/plugin/images/"
    tag = urlencode({"tag": "pictures/0", "run": "run", "sample": 0})

    def is_loaded() -> bool:
        return len(json.loads(get(port, f"{api}images?{tag}") or b"[]")) >= n_steps

    def paths() -> list[str]:
        known = []
        for place in range(N_TAGS):
            query = urlencode({"tag": f"pictures/{place}", "run": "run", "sample": 0})
            known += [each["query"] for each in json.loads(get(port, f"{api}images?{query}"))]
        return [f"{api}individualImage?{random.choice(known)}" for _ in range(n_looks)]

    command = [program, "--logdir", str(folder), "--port", str(port), "--samples_per_plugin", "images=0"]
    return look(command, port, is_loaded, paths)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def main() -> None:
    """Write the log, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=2048)
    parser.add_argument("--looks", type=int, default=3000)
    parser.add_argument("--tensorboard")
    asked = parser.parse_args()
    random.seed(7)
    with tempfile.TemporaryDirectory() as folder:
        n_steps = write_log(Path(folder), asked.megabytes)
        result: dict[str, Any] = {"benchmark": "images", "megabytes": asked.megabytes}
        result["sightline"] = sightline(Path(folder), n_steps, asked.looks)
        if asked.tensorboard:
            result["tensorboard"] = tensorboard(asked.tensorboard, Path(folder), n_steps, asked.looks)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
