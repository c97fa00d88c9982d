"""Logs of several workers: a training on four ranks, one of them late and one with a wrong clock.

python profile_distributed.py FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

N_RANKS, N_STEPS = 4, 6
LATE_RANK, LATE_US = 2, 3_000  # its batches come late
SHIFTED_RANK, SHIFT_US = 3, 1_840  # its clock is ahead
LOAD_US, FORWARD_US, BACKWARD_US, TAIL_US = 2_000, 6_000, 4_000, 1_000
# Two buckets of gradients: elements, time of the transfer, and when the backward pass has them ready.
BUCKETS = ((6_553_600, 1_500, 2_000), (13_107_200, 3_000, 4_000))


def write(folder: Path) -> None:
    """A run with a file for each rank, one with the file of rank 0 alone, and a run for each rank."""
    for name, ranks in (("four_ranks", range(N_RANKS)), ("one_rank", range(1))):
        run = folder / name
        run.mkdir(parents=True)
        for rank in ranks:
            path = run / f"rank{rank}.{1_700_000_000_000 + rank}.pt.trace.json"
            path.write_text(json.dumps(worker_trace(rank)))
    for rank in range(N_RANKS):
        run = folder / "folders" / f"rank{rank}"
        run.mkdir(parents=True)
        path = run / f"box.{1_700_000_000_000 + rank}.pt.trace.json"
        path.write_text(json.dumps(worker_trace(rank)))


def worker_trace(rank: int) -> dict[str, Any]:
    """The profile of one rank. All ranks leave a collective together; the late one comes to it last."""
    events: list[dict[str, Any]] = []
    correlation = 1
    begins = dict.fromkeys(range(N_RANKS), 100_000)
    for step in range(N_STEPS):
        ready = {r: begins[r] + LOAD_US + (LATE_US if r == LATE_RANK else 0) for r in begins}
        backward = {r: ready[r] + FORWARD_US for r in begins}
        free = 0
        spans = []
        for elements, transfer, after in BUCKETS:
            # A collective begins on a rank when its gradients are there and its stream is free.
            starts = {r: max(backward[r] + after, free) for r in begins}
            end = max(starts.values()) + transfer
            spans.append((elements, starts[rank], end))
            free = end
        done = {r: max(free, backward[r] + BACKWARD_US) + TAIL_US for r in begins}
        begin, length = begins[rank], done[rank] - begins[rank]
        events += [
            _host("user_annotation", f"ProfilerStep#{step}", begin, length),
            _host("user_annotation", "enumerate(DataLoader)#_Iter.__next__", begin, ready[rank] - begin),
        ]
        for name, at, dur in (
            ("sm90_xmma_gemm_bf16", ready[rank], FORWARD_US),
            ("gemm_backward_kernel", backward[rank], BACKWARD_US),
            ("adam_kernel", done[rank] - TAIL_US, TAIL_US),
        ):
            events += _launched(name, at, dur, 7, correlation, {}, begin + correlation % 50)
            correlation += 1
        for place, (elements, start, end) in enumerate(spans):
            args = _collective(elements, step * len(BUCKETS) + place)
            events += _launched(
                "ncclDevKernel_AllReduce_Sum_bf16_RING_LL",
                start,
                end - start,
                20,
                correlation,
                args,
                start - 5,
            )
            correlation += 1
        begins = done
    shift = SHIFT_US if rank == SHIFTED_RANK else 0
    return {
        "schemaVersion": 1,
        "deviceProperties": [{"id": 0, "name": "NVIDIA H100", "computeMajor": 9, "numSms": 132}],
        "distributedInfo": {"backend": "nccl", "rank": rank, "world_size": N_RANKS, "nccl_version": "2.27"},
        "host_name": f"node{rank // 2}",
        "traceEvents": [{**event, "ts": event["ts"] + shift} for event in events],
    }


def _collective(elements: int, sequence: int) -> dict[str, Any]:
    return {
        "Collective name": "allreduce",
        "In msg nelems": elements,
        "Out msg nelems": elements,
        "dtype": "BFloat16",
        "Group size": N_RANKS,
        "Process Group Name": "0",
        "Seq": sequence,
    }


def _launched(
    name: str, ts: int, dur: int, stream: int, correlation: int, args: dict[str, Any], call: int
) -> list[dict[str, Any]]:
    link = {"correlation": correlation, "External id": correlation}
    kernel = {"device": 0, "stream": stream, **link, **args}
    return [
        _host("cuda_runtime", "cudaLaunchKernel", call, 3, link),
        {
            "ph": "X",
            "cat": "kernel",
            "name": name,
            "ts": ts,
            "dur": dur,
            "pid": 0,
            "tid": stream,
            "args": kernel,
        },
    ]


def _host(category: str, name: str, ts: int, dur: int, args: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "ph": "X",
        "cat": category,
        "name": name,
        "ts": ts,
        "dur": dur,
        "pid": 1,
        "tid": 1,
        "args": args or {},
    }


if __name__ == "__main__":
    write(Path(sys.argv[1]))
