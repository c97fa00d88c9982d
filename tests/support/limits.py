"""What happens at the edges, by hand: `PYTHONPATH=tests python -m support.limits CASE`, a JSON line each.

full_disk, read_only_disk   the sidecar on a file system of its own (Linux, as root: it mounts tmpfs)
tags [N]                    one run with N tags (1,000,000)
folders [N]                 N runs in folders of their own (50,000)
damaged_record [BYTES]      one record of so many bytes (2 GiB) with a wrong checksum, then good ones
valid_record [BYTES]        one tensor of so many bytes (2,000,000,000) in a good record, then good ones
"""

from __future__ import annotations

import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sightline import SummaryWriter, _native
from sightline.engine.follow import Follower
from sightline.engine.local_reader import LocalReader
from sightline.engine.roots import parse_roots
from sightline.engine.sidecar import Sidecar, SidecarReadOnlyError
from sightline.engine.store import Store
from sightline.plugins import load_claims
from sightline.server.runs.run_list import listed_tags
from support.board_facts import settled_facts
from support.long_records import write_zeros
from support.records import masked_crc
from support.server_process import ServerProcess


@contextmanager
def mounted(options: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def tried(edit: Callable[[], Any]) -> str:
    try:
        edit()
    except SidecarReadOnlyError as error:
        return f"refused: {error}"
    return "kept"


def full_disk() -> dict[str, Any]:
    with mounted("size=128k") as root, tempfile.TemporaryDirectory() as state:
        sidecar = Sidecar(root, state_dir=Path(state))
        sidecar.edit_run("a", {"note": "before"})
        filler = root / "filler"
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass
        refused = tried(lambda: sidecar.edit_run("a", {"note": "x" * 50_000}))
        before = sidecar.runs()["a"].note
        filler.unlink()
        again = tried(lambda: sidecar.edit_run("a", {"note": "after"}))
        apart = len(list(Path(state).iterdir()))
        return {"full": refused, "still there": before, "with room": again, "copies apart": apart}


def read_only_disk() -> dict[str, Any]:
    with mounted("size=1m") as root, tempfile.TemporaryDirectory() as state:
        Sidecar(root, state_dir=Path(state)).edit_run("a", {"note": "before"})
        subprocess.run(["mount", "-o", "remount,ro", str(root)], check=True)
        sidecar = Sidecar(root, state_dir=Path(state))
        seen = sidecar.runs()["a"].note
        edited = tried(lambda: sidecar.edit_run("b", {"note": "after"}))
        return {"seen": seen, "edit": edited, "runs": sorted(sidecar.runs()), "problem": sidecar.problem}


def load(folder: Path) -> dict[str, Any]:
    began = time.monotonic()
    store = Store(LocalReader(), load_claims())
    follower = Follower(store, parse_roots(folder))
    follower.load()
    loaded = time.monotonic()
    view = store.view()
    _, listed = listed_tags(view.runs, view.claims.kinds)
    report = {
        "runs": len(view.runs),
        "tags": len(listed),
        "points": sum(run.n_points for run in view.runs),
        "damaged": sum(run.n_damages for run in view.runs),
        "problems": [problem.message for problem in follower.problems][:3],
        "load_secs": round(loaded - began, 2),
        "list_secs": round(time.monotonic() - loaded, 2),
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    follower.close()
    return report


def tags(n: int = 1_000_000) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        writer = _native.EventFileWriter(folder)
        for number in range(n):
            writer.add_scalar(f"layer_{number // 100}/weight_{number % 100}/norm", 1.0, 1, 1.0)
        writer.close()
        return load(Path(folder))


def folders(n: int = 50_000) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        with SummaryWriter(f"{folder}/first") as writer:
            writer.add_scalar("loss", 1.0, 1)
        (source,) = Path(folder, "first").iterdir()
        content = source.read_bytes()
        for number in range(1, n):
            home = Path(folder, f"group_{number // 1000}", f"run_{number}")
            home.mkdir(parents=True)
            (home / source.name).write_bytes(content)
        return load(Path(folder))


def damaged_record(n_bytes: int = 2 << 30) -> dict[str, Any]:
    """The long record has no bytes on the disk (a hole) and so no good checksum of its data."""
    with tempfile.TemporaryDirectory() as folder:
        with SummaryWriter(folder) as writer:
            writer.add_scalar("loss", 1.0, 1)
        (path,) = Path(folder).iterdir()
        with open(path, "r+b") as file:
            good = file.read()
            length = struct.pack("<Q", n_bytes)
            file.write(length + struct.pack("<I", masked_crc(length)))
            file.seek(n_bytes + 4, os.SEEK_CUR)
            file.write(good)
        os.utime(path, (1, 1))
        return load(Path(folder))


def valid_record(n_bytes: int = 2_000_000_000) -> dict[str, Any]:
    """The tensor is all zeros: a hole on the disk, with the checksum that it must have."""
    with tempfile.TemporaryDirectory() as folder:
        with SummaryWriter(folder) as writer:
            writer.add_scalar("loss", 1.0, 1)
        (path,) = Path(folder).iterdir()
        with open(path, "r+b") as file:
            good = file.read()
            write_zeros(file, n_bytes)
            file.write(good)
        return load(Path(folder)) | look_at_tensor(Path(folder))


def look_at_tensor(folder: Path) -> dict[str, Any]:
    """What a board answers when the tensor itself is requested."""
    with ServerProcess(folder) as server:
        settled_facts(server)
        (run,) = server.get("runs")["runs"]
        report: dict[str, Any] = {"server_peak_mib": round(server.peak_mb())}
        for query in ("items", "item", "slice"):
            which = {"tags": ["zeros"]} if query == "items" else {"run": run["id"], "tag": "zeros"}
            status, data = server.ask("POST", f"kinds/tensor/{query}", which)
            report[query] = f"{status}: {data[:200]!r}"
        return {**report, "server_peak_mib_after_queries": round(server.peak_mb())}


CASES: dict[str, Callable[..., dict[str, Any]]] = {
    case.__name__: case for case in (full_disk, read_only_disk, tags, folders, damaged_record, valid_record)
}

if __name__ == "__main__":
    name, *numbers = sys.argv[1:] or ["?"]
    if name not in CASES:
        sys.exit(__doc__)
    print(json.dumps({"case": name, **CASES[name](*map(int, numbers))}))
