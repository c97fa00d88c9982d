"""Indexes made by a Ray cluster in a process of its own, while workers are killed: for tests.

    python -m support.ray_job LOGS INDEXES FOLDER BATCH_BYTES AT…

Starts a cluster in the folder, and makes an index through its client port, whose workers are killed whenever
so many files are done, and one as a machine of the cluster does. Prints a line of JSON.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sightline.engine.index.engines import open_engine
from support.clusters import RayCluster
from support.indexes import make_index
from support.logs import wait_until

N_WORKERS = 3
_KILL_SECS = 120.0


def main(logs: str, indexes: str, folder: str, batch_bytes: str, *at: str) -> None:
    """Make the indexes, and say of which pages they consist."""
    left = [int(each) for each in at]
    with RayCluster(Path(folder), N_WORKERS) as cluster:

        def on_progress(n_done: int, n_all: int) -> None:
            if left and n_done >= left[0]:
                del left[0]
                wait_until(cluster.kill_workers, secs=_KILL_SECS)

        def make(address: str, name: str) -> dict[str, Any]:
            engine = open_engine(address)
            try:
                found = make_index(
                    Path(logs),
                    Path(indexes) / name,
                    engine=engine,
                    batch_bytes=int(batch_bytes),
                    on_progress=on_progress,
                )
            finally:
                engine.close()
            return {"workers": engine.n_workers, "pages": [asdict(page) for page in found.manifest.pages]}

        by_client = make(cluster.address, "client")
        n_kills = len(at) - len(left)
        os.environ["RAY_ADDRESS"] = cluster.own_address
        inside = make("ray://auto", "auto")
    print(json.dumps({"kills": n_kills, "client": by_client, "auto": inside}))


if __name__ == "__main__":
    main(*sys.argv[1:])
