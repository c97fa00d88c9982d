"""An index made by a Ray cluster in a process of its own, while workers are killed: for tests.

    python -m support.ray_job LOGS INDEX FOLDER BATCH_BYTES AT…

Starts a cluster in the folder, and kills its workers whenever so many files are done. Prints a line of JSON.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

from sightline.engine.index.engines import open_engine
from support.clusters import RayCluster
from support.indexes import make_index
from support.logs import wait_until

N_WORKERS = 3
_KILL_SECS = 120.0


def main(logs: str, index: str, folder: str, batch_bytes: str, *at: str) -> None:
    """Make the index, and say of which pages it consists."""
    left = [int(each) for each in at]
    with RayCluster(Path(folder), N_WORKERS) as cluster:

        def on_progress(n_done: int, n_all: int) -> None:
            if left and n_done >= left[0]:
                del left[0]
                wait_until(cluster.kill_workers, secs=_KILL_SECS)

        # As on a machine of the cluster: its client server starts one more process, at times in vain.
        os.environ["RAY_ADDRESS"] = cluster.own_address
        engine = open_engine("ray://auto")
        try:
            found = make_index(
                Path(logs),
                Path(index),
                engine=engine,
                batch_bytes=int(batch_bytes),
                on_progress=on_progress,
            )
        finally:
            engine.close()
    pages = [asdict(page) for page in found.manifest.pages]
    answer = {"workers": engine.n_workers, "kills": len(at) - len(left), "pages": pages}
    print(json.dumps(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
