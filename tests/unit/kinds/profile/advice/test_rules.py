"""Each rule on a trace that has its trouble and on one that has not."""

from __future__ import annotations

from typing import Any

import pytest

from sightline import _native
from sightline.engine.local_reader import LocalReader
from sightline.formats.trace_file import read_trace, read_xplane
from sightline.kinds.profile.advice.facts import Facts
from sightline.kinds.profile.advice.finding import Finding, Framework, ms
from sightline.kinds.profile.advice.rules import RULES, find
from sightline.kinds.profile.profile import Profile
from support.traces import Event, read_events, shared_golden, span
from support.xplane import Span, plane

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


PINNED = "Memcpy HtoD (Pinned -> Device)"
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
        copies(PINNED),
        {},
    ),
    "host_to_device": (
        launched(steps(kernel(PINNED, 0, 200, cat="gpu_memcpy", bytes=10**6), kernel("sgemm", 200, 790))),
        launched(steps(kernel(PINNED, 0, 200, stream=9, cat="gpu_memcpy", bytes=10**6), BUSY)),
        {},
    ),
    "low_occupancy": (
        launched(steps(kernel("sgemm", 10, 980, **{"est. achieved occupancy %": 9, "blocks per SM": 0.3}))),
        launched(steps(kernel("sgemm", 10, 980, **{"est. achieved occupancy %": 60, "blocks per SM": 8}))),
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


# They are about functions of torch, or are the same in all frameworks.
OF_TORCH_ALONE = {"data_parallel", "slow_backend"}
ALIKE = {"uneven_steps"}


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
    # A link to the slices that show it; a backend shows in collectives, of which this trace has none.
    assert found[rule].slices or rule == "slow_backend"
    assert "save" not in " ".join((found[rule].title, *found[rule].evidence, found[rule].action))
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


@pytest.mark.parametrize("rule", CASES)
def test_every_action_has_words_of_each_framework_that_can_have_the_trouble(rule: str) -> None:
    """torch's functions are named in the profiles of torch alone."""
    troubled, _, members = CASES[rule]
    if rule in OF_TORCH_ALONE:
        return
    action = findings(troubled, **members)[rule].action
    others = [in_framework(rule, framework) for framework in ("tensorflow", "jax", "python")]
    assert all("torch" not in other and "DataLoader" not in other for other in others)
    assert action not in others or rule in ALIKE


def in_framework(rule: str, framework: Framework) -> str:
    """The action of a rule where another framework made the same profile."""
    troubled, _, members = CASES[rule]
    facts = Facts(Profile(read_events(*troubled, **members)))
    facts.__dict__["framework"] = framework
    finding = next(each for each in RULES if each.__name__ == rule)(facts)
    assert finding is not None
    return finding.action


@pytest.mark.parametrize(
    ("copy", "is_slow"),
    [
        ("Memcpy HtoD (Pageable -> Device)", True),
        ("Memcpy M2D (Memory -> Device)", True),
        ("Memcpy H2D (Host -> Device)", False),
        ("Memcpy DtoH (Device -> Pageable)", False),
        ("CopyHostToDevice", False),
    ],
)
def test_copies_of_all_makers_are_slow_from_pageable_memory_alone(copy: str, is_slow: bool) -> None:
    assert ("slow_copies" in findings(copies(copy))) is is_slow


@pytest.mark.parametrize(
    "call", ["hipStreamSynchronize", "hipMemcpyWithStream", "urQueueFinish", "synchronizeStream"]
)
def test_waits_of_all_makers_are_synchronization(call: str) -> None:
    events = launched(steps(BUSY)) + steps(span(call, 500, 300, cat="cuda_runtime"))
    assert "synchronization" in findings(events)


def test_a_profile_without_steps_is_not_spoken_of_as_steps() -> None:
    found = findings(launched([kernel("sgemm", 100 * i, 20) for i in range(10)], lead_us=10))
    sentences = [fact for finding in found.values() for fact in finding.evidence]
    assert any("of the profile" in fact for fact in sentences)
    assert not any("step" in fact for fact in sentences)


def test_unused_tensor_cores_of_tensorflow_and_jax_by_what_their_kernels_say() -> None:
    work = [Span("sgemm", 10, 80, {"tf_op": "dense/MatMul:MatMul"})]
    device = plane("/device:GPU:0", {"Stream #7": work}, compute_cap_major=8, compute_cap_minor=0)
    host = plane("/host:CPU", {"python": [Span("train", 0, 100, {"_r": 1, "step_num": 1})]})
    for name, words in (("FunctionRun", "mixed_bfloat16"), ("PjitFunction(step)", "jnp.bfloat16")):
        calls = plane("/host:CPU", {"calls": [Span(name, 0, 5)]})
        profile = Profile(read_xplane(_native.WindowSource(host + calls + device)))
        found = {finding.rule: finding for finding in find(profile)}
        assert words in found["unused_tensor_cores"].action


def test_memory_of_tensorflow_near_its_limit() -> None:
    full = {"allocator_name": "GPU_0_bfc", "bytes_allocated": 95, "bytes_available": 5, "addr": 1}
    events = [Span("FunctionRun", 0, 90), Span("MemoryAllocation", 10, 1, {**full, "allocation_bytes": 95})]
    step_mark = Span("train", 0, 100, {"_r": 1, "step_num": 1})
    profile = Profile(read_xplane(_native.WindowSource(plane("/host:CPU", {"python": [step_mark, *events]}))))
    (found,) = [finding for finding in find(profile) if finding.rule == "memory_near_limit"]
    assert "tf.recompute_grad" in found.action
    assert found.slices


def test_figures_of_sentences_have_fitting_units() -> None:
    assert [ms(ns) for ns in (900, 2_500_000, 1_500_000_000, 42_236_600_000)] == [
        "0.9 µs", "2.5 ms", "1,500.0 ms", "42.2 s",
    ]  # fmt: skip
