"""The server beside `tensorboard --load_fast=true`: start, load, series requests, live latency, load.

    python benchmarks/server.py [--tensorboard PATH] [--repeat 5] [--wrk-secs 30] [--parts start series …]

Runs with the Python that has sightline; `--tensorboard` is the rival's command (found on the PATH unless
given). Both servers read the same files and are timed by the same code over real connections. The first
answer is that of the page itself. Series requests differ each time, so that none is answered from a cache;
the cached figure is given apart. Prints one JSON line.
"""

from __future__ import annotations

import argparse
import asyncio
import compileall
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote, urlencode

import sightline
from sightline import SummaryWriter, _native

SHAPES = {"100x20x500": (100, 20, 500), "1000x10x100": (1000, 10, 100)}
ENCODINGS = "gzip, deflate, br, zstd"
TIME_SERIES = "/experiment/defaultExperimentId/data/plugin/timeseries/timeSeries"


def write_runs(root: Path, n_runs: int, n_tags: int, n_steps: int) -> None:
    tags = [f"metrics/tag_{tag:02d}" for tag in range(n_tags)]
    for run in range(n_runs):
        writer = _native.EventFileWriter(str(root / f"run_{run:04d}"), flush_secs=1e9)
        for step in range(n_steps):
            for place, tag in enumerate(tags):
                noise = (step * 2654435761 + run * 40503 + place) % 1000 / 1e4
                writer.add_scalar(tag, 1 / (step + 1) + noise, step, 1.7e9 + step)
        writer.close()


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextmanager
def serving(command: list[str], port: int) -> Iterator[float]:
    """Run a server; gives the moment it was started."""
    began = time.perf_counter()
    log = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([*command, "--port", str(port)], **log)
    try:
        yield began
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def ask(port: int, method: str, path: str, body: Any = None, headers: Any = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def until(condition: Callable[[], bool], pause_secs: float = 0.005) -> float:
    """Ask until it holds; return the moment."""
    while True:
        try:
            if condition():
                return time.perf_counter()
        except OSError:
            pass
        time.sleep(pause_secs)


class Sightline:
    name = "sightline"

    def command(self, root: Path) -> list[str]:
        return [sys.executable, "-m", "sightline", str(root)]

    def answers(self, port: int) -> bool:
        return ask(port, "GET", "/")[0] == 200

    def loaded(self, port: int, n_runs: int, n_points: int, last_step: int) -> bool:
        now = json.loads(ask(port, "GET", "/api/v1/progress")[1])
        return not now["loading"] and now["points"] >= n_points

    def series(self, port: int, tags: list[str], turn: int) -> int:
        params = {"tags": tags, "width_px": 2000, "range": [-1 - turn, 1e9]}
        headers = {"accept-encoding": ENCODINGS, "content-type": "application/json"}
        status, body = ask(port, "POST", "/api/v1/kinds/scalar/series", json.dumps(params), headers)
        assert status == 200, body[:500]
        return len(body)


class TensorBoard:
    name = "tensorboard"

    def __init__(self, path: str) -> None:
        self._path = path

    def command(self, root: Path) -> list[str]:
        return [self._path, "--logdir", str(root), "--load_fast=true", "--host", "127.0.0.1"]

    def answers(self, port: int) -> bool:
        return ask(port, "GET", "/")[0] == 200

    def loaded(self, port: int, n_runs: int, n_points: int, last_step: int) -> bool:
        status, body = self._post(port, ["metrics/tag_00"], "identity")
        if status != 200:
            return False
        (answer,) = json.loads(body)
        series = answer.get("runToSeries", {})
        return len(series) == n_runs and all(points[-1]["step"] == last_step for points in series.values())

    def series(self, port: int, tags: list[str], turn: int) -> int:
        status, body = self._post(port, tags, ENCODINGS)
        assert status == 200, body[:500]
        return len(body)

    def _post(self, port: int, tags: list[str], encodings: str) -> tuple[int, bytes]:
        asked = json.dumps([{"plugin": "scalars", "tag": tag} for tag in tags])
        headers = {"content-type": "application/x-www-form-urlencoded", "accept-encoding": encodings}
        return ask(port, "POST", TIME_SERIES, urlencode({"requests": asked}), headers)


Server = Sightline | TensorBoard


def start_times(server: Server, root: Path, shape: tuple[int, int, int]) -> dict[str, float]:
    n_runs, n_tags, n_steps = shape
    port = free_port()
    with serving(server.command(root), port) as began:
        first = until(lambda: server.answers(port)) - began
        n_points = n_runs * n_tags * n_steps
        loaded = until(lambda: server.loaded(port, n_runs, n_points, n_steps - 1)) - began
    return {"first_answer_secs": first, "loaded_secs": loaded}


def starts(servers: list[Server], root: Path, shape: tuple[int, int, int], repeat: int) -> dict[str, Any]:
    found: dict[str, list[dict[str, float]]] = {server.name: [] for server in servers}
    for _ in range(repeat):
        for server in servers:
            found[server.name].append(start_times(server, root, shape))
    return {
        name: {key: round(min(each[key] for each in all_), 3) for key in all_[0]}
        for name, all_ in found.items()
    }


def series(servers: list[Server], root: Path, shape: tuple[int, int, int], n_tags: int, repeat: int) -> Any:
    return {server.name: series_times(server, root, shape, n_tags, repeat) for server in servers}


def series_times(
    server: Server, root: Path, shape: tuple[int, int, int], n_tags: int, repeat: int
) -> dict[str, float]:
    n_runs, all_tags, n_steps = shape
    port, tags = free_port(), [f"metrics/tag_{tag:02d}" for tag in range(n_tags)]
    with serving(server.command(root), port):
        until(lambda: server.loaded(port, n_runs, n_runs * all_tags * n_steps, n_steps - 1))
        server.series(port, tags, 0)
        times, n_bytes = [], 0
        for turn in range(1, repeat + 1):
            began = time.perf_counter()
            n_bytes = server.series(port, tags, turn)
            times.append(time.perf_counter() - began)
        found = {"secs": round(median(times), 5), "bytes": n_bytes}
        if isinstance(server, Sightline):
            began = time.perf_counter()
            server.series(port, tags, repeat)
            found["cached_secs"] = round(time.perf_counter() - began, 5)
    return found


class Listener:
    """A client of the live stream that notes when it heard of a run's new generation."""

    def __init__(self) -> None:
        self.heard: dict[str, float] = {}

    async def run(self, port: int, ready: asyncio.Semaphore) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        writer.write(b"GET /api/v1/live HTTP/1.1\r\nhost: localhost\r\n\r\n")
        told = False
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    now = time.perf_counter()
                    self.heard.update(dict.fromkeys(json.loads(line[6:]).get("runs", {}), now))
                    if not told and self.heard:
                        told = True
                        ready.release()
        finally:
            writer.close()


def rss_mib(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


async def latencies(
    port: int, writers: list[SummaryWriter], ids: list[str], n_clients: int, n: int
) -> list[float]:
    """Milliseconds from flush to message, for every client and each of `n` flushes in turn."""
    listeners, ready = [Listener() for _ in range(n_clients)], asyncio.Semaphore(0)
    tasks = [asyncio.create_task(listener.run(port, ready)) for listener in listeners]
    for _ in listeners:
        await asyncio.wait_for(ready.acquire(), 60)
    found = []
    for turn in range(n):
        writer, run = writers[turn % len(writers)], ids[turn % len(writers)]
        for listener in listeners:
            listener.heard.clear()
        writer.add_scalar("loss", turn, turn + 10)
        began = time.perf_counter()
        writer.flush()
        deadline = began + 10
        while any(run not in listener.heard for listener in listeners) and time.perf_counter() < deadline:
            await asyncio.sleep(0.002)
        found += [(listener.heard.get(run, deadline) - began) * 1000 for listener in listeners]
        await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return sorted(found)


def live(folder: Path, n_runs: int = 100) -> dict[str, Any]:
    root, port = folder / "live", free_port()
    writers = [SummaryWriter(str(root / f"run_{run:03d}"), flush_secs=3600) for run in range(n_runs)]
    for writer in writers:
        writer.add_scalar("loss", 1.0, 0)
        writer.flush()
    log = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([*Sightline().command(root), "--port", str(port)], **log)
    try:
        until(lambda: len(_runs(port)) == n_runs)
        ids = {run["name"]: str(run["id"]) for run in _runs(port)}
        ordered = [ids[f"run_{run:03d}"] for run in range(n_runs)]
        fifty = asyncio.run(latencies(port, writers, ordered, 50, 40))
        before = rss_mib(process.pid)
        many = asyncio.run(latencies(port, writers, ordered, 500, 20))
        held = rss_mib(process.pid)
        asyncio.run(latencies(port, writers, ordered, 500, 20))
        again = rss_mib(process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(10)
    for writer in writers:
        writer.close()
    return {
        "flush_to_message_ms": {"clients_50": _spread(fifty), "clients_500": _spread(many)},
        "rss_mib": {"before": before, "after_500_clients": held, "after_500_clients_again": again},
    }


def _runs(port: int) -> Any:
    return json.loads(ask(port, "GET", "/api/v1/runs")[1])["runs"]


def _spread(values: list[float]) -> dict[str, float]:
    return {
        "median": round(median(values), 1),
        "p99": round(values[int(len(values) * 0.99)], 1),
        "max": round(values[-1], 1),
    }


def wrk(root: Path, shape: tuple[int, int, int], seconds: int) -> Any:
    """wrk with 64 connections on the series route; the same question, as many pages on one board ask it."""
    path = shutil.which("wrk")
    if path is None:
        return "wrk is not installed"
    port = free_port()
    params = quote(json.dumps({"tags": ["metrics/tag_00"], "width_px": 2000}))
    url = f"http://127.0.0.1:{port}/api/v1/kinds/scalar/series?params={params}"
    with serving(Sightline().command(root), port):
        until(lambda: Sightline().loaded(port, shape[0], shape[0] * shape[1] * shape[2], 0))
        command = [path, "-t1", "-c64", f"-d{seconds}s", "--latency", "-H", "Accept-Encoding: zstd", url]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = {line.split()[0]: line.split()[1] for line in text.splitlines() if len(line.split()) >= 2}
    errors = [line.strip() for line in text.splitlines() if "errors" in line or "Non-2xx" in line]
    return {
        "requests_per_sec": float(lines["Requests/sec:"]),
        "p99": lines["99%"],
        "p50": lines["50%"],
        "errors": errors,
    }


def ratios(found: dict[str, Any]) -> dict[str, float]:
    out = {}
    for part, sides in found.items():
        if isinstance(sides, dict) and {"sightline", "tensorboard"} <= set(sides):
            ours, theirs = sides["sightline"], sides["tensorboard"]
            out |= {f"{part}.{key}": round(theirs[key] / ours[key], 2) for key in theirs}
    return out


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tensorboard", default=shutil.which("tensorboard"))
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--wrk-secs", type=int, default=30)
    parser.add_argument("--parts", nargs="+", default=["start", "series", "live", "wrk"])
    args = parser.parse_args()
    # As pip leaves an installed package, and the rival is one: compiled.
    compileall.compile_dir(Path(sightline.__file__).parent, quiet=2)
    servers: list[Server] = [Sightline(), *([TensorBoard(args.tensorboard)] if args.tensorboard else [])]
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        roots = {shape: folder / shape for shape in SHAPES}
        for shape, sizes in SHAPES.items():
            write_runs(roots[shape], *sizes)
        small, large = SHAPES["100x20x500"], SHAPES["1000x10x100"]
        if "start" in args.parts:
            found["start"] = starts(servers, roots["100x20x500"], small, args.repeat)
        if "series" in args.parts:
            found["series_100x1x500"] = series(servers, roots["100x20x500"], small, 1, args.repeat)
            found["series_1000x10x100"] = series(
                servers, roots["1000x10x100"], large, 10, min(args.repeat, 3)
            )
        if "live" in args.parts:
            found["live"] = live(folder)
        if "wrk" in args.parts:
            found["wrk_64"] = wrk(roots["100x20x500"], small, args.wrk_secs)
    print(json.dumps({"benchmark": "server", "ratios": ratios(found), **found}))


if __name__ == "__main__":
    main()
