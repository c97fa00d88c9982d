"""Remote logs against nginx on loopback: a cold load beside obstore on the same bytes, idle polls, growth.

Both begin with a listing of the server. On a busy machine trust the ratio of CPU times, not of the clock.
The server is nginx, since emulators of object stores load a whole object for each range. Run it with the
packages of tests/interop/remote on PYTHONPATH; `make bench` does.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

import obstore
from obstore.store import HTTPStore

import sightline
from sightline.engine.remote.address import parse
from sightline.engine.remote.request_log import RequestLog, Usage
from sightline.engine.remote.web_store import WebStore
from sightline.logs import Logs

_CONFIG = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log off; sendfile on;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fast;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; location / {{ root {root}; autoindex on; autoindex_format json; }} }}
}}
"""
_N_AT_ONCE = 8


@contextmanager
def nginx(folder: Path, root: Path) -> Iterator[str]:
    """A server of a folder; its address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    config = folder / "nginx.conf"
    config.write_text(_CONFIG.format(folder=folder, root=root, port=port))
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    process = subprocess.Popen([program, "-e", f"{folder}/error.log", "-c", str(config)])
    try:
        wait_for(lambda: _answers(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


def wait_for(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.005)


def write_logs(root: Path, n_files: int, file_mb: int) -> None:
    """Runs with one event file each, of scalars only; one is written and the others are copies of it."""
    with sightline.SummaryWriter(root / "run_0") as writer:
        for step in range(file_mb * 1_000_000 // 45):
            writer.add_scalar("loss", step * 0.5, step, walltime=1000.0 + step)
    (path,) = (root / "run_0").glob("*tfevents*")
    for number in range(1, n_files):
        (root / f"run_{number}").mkdir()
        shutil.copy(path, root / f"run_{number}" / path.name)


class Taken(NamedTuple):
    """The time of the clock and that of the processors; the server's is not in the second."""

    secs: float
    cpu_secs: float

    @staticmethod
    def since(begin: Taken) -> Taken:
        return Taken(time.perf_counter() - begin.secs, time.process_time() - begin.cpu_secs)


def now() -> Taken:
    return Taken(time.perf_counter(), time.process_time())


def fetch_all(address: str) -> Taken:
    """What obstore takes to get all files, several at a time; it cannot list a web server, so we do."""
    began = now()
    listing = WebStore(parse(address), RequestLog("http")).list("")
    keys = [found.key for page in listing for found in page]
    store = HTTPStore(address, client_options={"allow_http": True})
    with ThreadPoolExecutor(_N_AT_ONCE) as pool:
        list(pool.map(lambda key: len(obstore.get(store, key).bytes()), keys))
    return Taken.since(began)


def load_cold(address: str, n_points: int) -> Taken:
    """What it takes until all points are loaded, with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        began = now()
        with sightline.open(address, progress=False) as logs:
            taken = Taken.since(began)
            assert logs.progress.n_points == n_points, logs.progress
        return taken


def compared(fetched: Sequence[Taken], loaded: Sequence[Taken]) -> dict[str, float]:
    """The middle times of both, and the middle of ours by obstore's of the same turn."""
    result: dict[str, float] = {}
    for name in Taken._fields:
        theirs = [getattr(taken, name) for taken in fetched]
        ours = [getattr(taken, name) for taken in loaded]
        result |= {f"obstore_{name}": round(median(theirs), 3), f"sightline_{name}": round(median(ours), 3)}
        ratios = [own / other for own, other in zip(ours, theirs, strict=True)]
        result[name.replace("secs", "ratio")] = round(median(ratios), 2)
    return result


def usage(logs: Logs, address: str) -> Usage:
    found = logs.store.reader.usage(address)
    assert found is not None
    return found


def poll_and_grow(address: str, root: Path) -> dict[str, float]:
    """Requests of idle polls, and bytes fetched when a whole file is written again with a little more."""
    with sightline.open(address, follow=True, reload_interval_secs=0.05, progress=False) as logs:
        before = usage(logs, address)
        wait_for(lambda: usage(logs, address).counts.lists >= before.counts.lists + 20)
        idle = usage(logs, address)
        (path,) = (root / "run_0").glob("*tfevents*")
        content = path.read_bytes()
        record = content[int.from_bytes(content[:8], "little") + 16 :][:44]
        n_points = logs.progress.n_points
        new = record * 1000
        beside = path.with_name("new")
        beside.write_bytes(content + new)
        beside.replace(path)
        wait_for(lambda: logs.progress.n_points > n_points)
        grown = usage(logs, address)
    return {
        "idle_gets": idle.counts.gets - before.counts.gets,
        "rewritten_mb": len(content) / 1e6,
        "new_bytes": len(new),
        "fetched_bytes": grown.n_bytes - idle.n_bytes,
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=4)
    parser.add_argument("--file-mb", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        root = folder / "served"
        root.mkdir()
        folder.chmod(0o755)
        write_logs(root, options.files, options.file_mb)
        n_mb = sum(path.stat().st_size for path in root.rglob("*tfevents*")) / 1e6
        with sightline.open(root, progress=False) as logs:
            n_points = logs.progress.n_points
        with nginx(folder, root) as address:
            fetched, loaded = [], []
            for _ in range(options.rounds):  # in turns, so that both meet the same machine
                fetched.append(fetch_all(address))
                loaded.append(load_cold(address, n_points))
            result = {
                "benchmark": "remote",
                "mb": round(n_mb),
                "points": n_points,
                **compared(fetched, loaded),
                **poll_and_grow(address, root),
            }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
