"""Read logs as columns: the best step of each run, without a board."""

from __future__ import annotations

import sys

import sightline


def main(logdir: str = "runs") -> None:
    with sightline.open(logdir) as logs:
        frame = logs.scalars(tag="loss/*")
        print(f"{len(frame):,} points of {len(logs.runs)} runs")
        columns = frame.to_numpy()
        for run in sorted(set(columns["run"])):
            mine = columns["run"] == run
            best = columns["value"][mine].argmin()
            print(f"{run}: {columns['value'][mine][best]:.4g} at step {columns['step'][mine][best]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
