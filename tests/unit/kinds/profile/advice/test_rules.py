"""Each rule on a trace that has its trouble and on one that has not."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.engine.local_reader import LocalReader
from sightline.formats.trace_file import read_trace
from sightline.kinds.profile.advice.finding import Finding
from sightline.kinds.profile.advice.rules import RULES, find
from sightline.kinds.profile.profile import Profile
from support.traces import Event, read_events, shared_golden, span

STEP_US = 1000
A100 = {"id": 0, "name": "A100", "computeMajor": 8, "computeMinor": 0, "totalGlobalMem": 40 * 2**30}


def step(number: int, *events: Event, length: int = STEP_US) -> list[Event]:
    """A step of a millisecond with events at times within it."""
    begin = number * STEP_US
    mark = span(f"ProfilerStep#{number}", begin, length, cat="user_annotation")
    return [mark, *({**event, "ts": event["ts"] + begin} for event in events)]


def steps(*events: Event, n: int = 4) -> list[Event]:
    """The same step several times."""
    return [event for number in range(n) for event in step(number, *events)]


def kernel(name: str, ts: float, dur: float, *, stream: int = 7, cat: str = "kernel", **args: Any) -> Event:
    return span(name, ts, dur, cat=cat, pid=0, tid=stream, **args)


def launched(events: list[Event], *, lead_us: float = 50.0) -> list[Event]:
    """The events, and for each on the device an operator and the call that launched it."""
    made: list[Event] = []
    for number, event in enumerate(events, start=1):
        if event["pid"] == 0:
            ids = {"correlation": number, "External id": number}
            event = {**event, "args": {**event.get("args", {}), **ids}}
            at = max(event["ts"] - lead_us, 0)
            made.append(span("aten::mm", at, 2, tid=2, **{"External id": number}))
            made.append(span("cudaLaunchKernel", at + 0.5, 1, cat="cuda_runtime", tid=2, **ids))
        made.append(event)
    return made


def findings(events: list[Event], **members: Any) -> dict[str, Finding]:
    members.setdefault("schemaVersion", 1)
    return {finding.rule: finding for finding in find(Profile(read_events(*events, **members)))}


def copies(name: str) -> list[Event]:
    return launched(steps(kernel(name, 0, 100, cat="gpu_memcpy", bytes=10**6), BUSY))


def synchronized(length_us: int) -> list[Event]:
    call = span("cudaStreamSynchronize", 500, length_us, cat="cuda_runtime")
    return launched(steps(BUSY)) + steps(call)


def with_memory(*totals_gib: float, reserved_gib: float) -> list[Event]:
    """Steps that end with so much allocated."""
    events = steps(span("aten::mm", 0, 990), n=len(totals_gib))
    for number, total in enumerate(totals_gib):
        args = {
            "Total Allocated": int(total * 2**30), "Total Reserved": int(reserved_gib * 2**30),
            "Device Type": 1, "Device Id": 0, "Addr": 1, "Bytes": 1,
        }  # fmt: skip
        event = {"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "s": "t"}
        events.append({**event, "ts": number * STEP_US + 500, "args": args})
    return events


BUSY = kernel("sgemm", 10, 980)
HALF = kernel("ampere_bf16_s16816gemm_bf16", 0, 450)
NCCL = "ncclDevKernel_AllReduce_Sum_f32_RING_LL"
NEXT = "enumerate(DataLoader)#_Iter.__next__"
ON_A100 = {"deviceProperties": [A100]}

# For each rule the events of a file with the trouble, those of one without it, and members of both files.
CASES: dict[str, tuple[list[Event], list[Event], dict[str, Any]]] = {
    "input_bound": (
        steps(span(NEXT, 0, 300), span("aten::mm", 300, 700)),
        steps(span(NEXT, 0, 30), span("aten::mm", 30, 970)),
        {},
    ),
    "unexplained_time": (steps(span("aten::mm", 0, 700)), steps(span("aten::mm", 0, 990)), {}),
    "low_utilization": (launched(steps(kernel("sgemm", 0, 400))), launched(steps(BUSY)), {}),
    "launch_bound": (
        launched(steps(*(kernel("sgemm", 100 * i, 40) for i in range(10))), lead_us=10),
        launched(steps(BUSY), lead_us=500),
        {},
    ),
    "tiny_kernels": (
        launched(steps(*(kernel("add", 20 * i, 5) for i in range(40)), kernel("sgemm", 800, 100))),
        launched(steps(BUSY)),
        {},
    ),
    "unused_tensor_cores": (launched(steps(BUSY)), launched(steps(HALF)), ON_A100),
    "rare_low_precision": (
        launched(steps(kernel("sm80_xmma_gemm_tf32", 0, 900), kernel("sgemm", 900, 90))),
        launched(steps(HALF)),
        ON_A100,
    ),
    "memory_near_limit": (
        with_memory(38, 38, 38, 38, reserved_gib=39),
        with_memory(20, 20, 20, 20, reserved_gib=21),
        ON_A100,
    ),
    "fragmented_memory": (
        with_memory(10, 10, 10, 10, reserved_gib=20),
        with_memory(18, 18, 18, 18, reserved_gib=20),
        {},
    ),
    "growing_memory": (
        with_memory(1, 2, 2.1, 2.2, 2.3, reserved_gib=2.5),
        with_memory(1, 2, 2, 2, 2, reserved_gib=2.5),
        {},
    ),
    "communication": (
        launched(steps(kernel("sgemm", 0, 600), kernel(NCCL, 600, 300, stream=9))),
        launched(steps(kernel("sgemm", 0, 900), kernel(NCCL, 600, 300, stream=9))),
        {},
    ),
    "poor_overlap": (
        launched(steps(kernel("sgemm", 0, 600), kernel(NCCL, 600, 300, stream=9))),
        launched(steps(kernel("sgemm", 0, 600), kernel(NCCL, 100, 640, stream=9))),
        {},
    ),
    "data_parallel": (
        steps(span("DataParallel.forward", 0, 900)),
        steps(span("DistributedDataParallel.forward", 0, 900)),
        {},
    ),
    "slow_backend": (
        launched(steps(BUSY)),
        steps(span("aten::mm", 0, 900)),
        {**ON_A100, "distributedInfo": {"backend": "gloo", "world_size": 2}},
    ),
    "synchronization": (synchronized(300), synchronized(5), {}),
    "slow_copies": (
        copies("Memcpy HtoD (Pageable -> Device)"),
        copies("Memcpy HtoD (Pinned -> Device)"),
        {},
    ),
    "uneven_steps": (
        [
            event
            for i in range(5)
            for event in step(2 * i, span("aten::mm", 0, 900), length=900 + 700 * (i == 3))
        ],
        steps(span("aten::mm", 0, 990), n=5),
        {},
    ),
}


def test_every_rule_has_a_case() -> None:
    assert {rule.__name__ for rule in RULES} == set(CASES)


@pytest.mark.parametrize("rule", CASES)
def test_rule_applies_to_the_trace_that_has_the_trouble_only(rule: str) -> None:
    troubled, sound, members = CASES[rule]
    found = findings(troubled, **members)
    assert rule in found
    assert found[rule].evidence
    assert found[rule].action
    assert found[rule].action.count("`") % 2 == 0
    assert rule not in findings(sound, **members)


def test_actions_speak_of_the_framework_that_made_the_profile() -> None:
    loading = steps(span("DataLoader next", 0, 300, cat="x"), span("PjitFunction(step)", 300, 700, cat="x"))
    found = {finding.rule: finding for finding in find(Profile(read_events(*loading)))}
    assert "jax.device_put" in found["input_bound"].action
    assert "num_workers" in findings(CASES["input_bound"][0])["input_bound"].action
    plain = findings(steps(span(NEXT, 0, 300), span("forward", 300, 700)))
    assert plain["input_bound"].action == "Load the next batch while the step runs."


def test_an_empty_profile_and_one_of_a_busy_host_are_no_trouble() -> None:
    assert find(Profile(read_events())) == []
    assert find(Profile(read_events(span("fit", 0, 10)))) == []


def test_findings_are_ordered_by_gravity_then_share() -> None:
    found = list(findings(CASES["low_utilization"][0]).values())
    levels = [finding.level for finding in found]
    assert levels == sorted(levels)
    high = [finding.share or 0 for finding in found if finding.level == "high"]
    assert high == sorted(high, reverse=True)


@pytest.mark.parametrize(
    ("name", "is_input_bound"), [("resnet50_workers0", True), ("resnet50_workers4", False)]
)
def test_only_the_training_without_workers_is_input_bound(name: str, is_input_bound: bool) -> None:
    folder = shared_golden()
    if folder is None:
        pytest.skip("the real traces are not beside the repository")
    with LocalReader().open(str(folder / "real_traces" / f"{name}.pt.trace.json.gz")) as source:
        found = {finding.rule: finding for finding in find(Profile(read_trace(source)))}
    assert ("input_bound" in found) is is_input_bound
    if is_input_bound:
        assert "59.3 ms of each step is data loading (33 %)" in found["input_bound"].evidence
