"""What the steps of TensorFlow and JAX are split into, on small files made here."""

from __future__ import annotations

import pytest

from sightline import _native
from sightline.formats.trace_file import read_xplane
from sightline.kinds.profile.launches import launches
from sightline.kinds.profile.overview import overview
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.roles import common_split
from support.traces import read_events, span
from support.xplane import Span, plane

STEP = Span("train", 0, 100, {"_r": 1, "step_num": 1})


def split(*planes: bytes) -> dict[str, int]:
    """Microseconds of each role that a step has."""
    profile = Profile(read_xplane(_native.WindowSource(b"".join(planes))))
    assert profile.steps.is_marked
    return {role: int(part.sum()) // 1000 for role, part in profile.split.items() if part.any()}


def host(*spans: Span) -> bytes:
    return plane("/host:CPU", {"python": [STEP, *spans]})


def test_copies_of_a_gpu_count_by_direction_and_fills_as_computing() -> None:
    stream = [
        Span("MemcpyH2D", 10, 5),
        Span("gemm", 20, 30),
        Span("MemcpyD2D", 50, 4),
        Span("Memset", 60, 2),
        Span("MemcpyD2H", 70, 7),
        Span("ncclDevKernel_AllReduce", 80, 6),
    ]
    assert split(host(), plane("/device:GPU:0", {"Stream #1": stream})) == {
        "compute": 32, "device_to_host": 7, "device_to_device": 4, "collectives": 6, "host_to_device": 5,
        "other": 46,
    }  # fmt: skip


def test_a_step_begins_on_the_host_before_its_first_work_on_the_device() -> None:
    """xprof takes the device's time alone where there is one: 20 µs instead of 100."""
    stream = {"Stream #1": [Span("gemm", 60, 20)]}
    profile = Profile(read_xplane(_native.WindowSource(host() + plane("/device:GPU:0", stream))))
    assert (profile.steps.start_ns - profile.origin_ns).tolist() == [0]
    assert (profile.steps.end_ns - profile.steps.start_ns).tolist() == [100_000]
    assert overview(profile)["steps"]["mean_ns"] == 100_000


def test_compilation_is_a_role_of_its_own() -> None:
    """xprof has a column for it, but counts it as host compute."""
    work = [
        Span("PjitFunction(step)", 0, 90),
        Span("lower_sharding_computation", 5, 10),
        Span("backend_compile_and_load", 20, 30),
        Span("PjRtCpuClient::Compile", 22, 20),
    ]
    assert split(host(*work)) == {"compile": 40, "host": 50, "other": 10}


def test_calling_what_was_compiled_is_not_compiling() -> None:
    work = [Span("CompiledFunction::Call", 0, 30), Span("JitCompiler::Find", 30, 10)]
    assert split(host(*work)) == {"host": 40, "other": 60}


def test_putting_data_on_the_device_is_host_to_device() -> None:
    assert split(host(Span("DevicePutWithSharding", 10, 20))) == {"host_to_device": 20, "other": 80}


def test_an_executor_launches_where_there_is_a_device_and_computes_where_there_is_none() -> None:
    work = host(Span("ExecutorState::Process", 0, 20), Span("Dispatch", 30, 10, {"correlation_id": 4}))
    device = plane("/device:GPU:0", {"Stream #1": [Span("gemm", 50, 30, {"correlation_id": 4})]})
    assert split(work) == {"host": 30, "other": 70}
    assert split(work, device) == {"compute": 30, "launch": 30, "other": 40}


def test_threads_of_tf_data_are_no_work_of_the_step_but_waiting_for_them_is_input() -> None:
    lines = {
        "python": [STEP, Span("EagerExecute", 0, 90), Span("IteratorGetNextOp::DoCompute", 10, 20)],
        "tf_data_iterator_resource/1": [Span("PrefetchProduce", 0, 80)],
    }
    assert split(plane("/host:CPU", lines)) == {"input": 20, "other": 80}


def test_stages_of_an_input_pipeline_count_unless_they_run_ahead() -> None:
    stage = {"_ipl_stage_name": 1}
    ahead = {"_ipl_stage_name": 1, "_c": 5, "_ct": 1}
    work = host(Span("NextBatch", 10, 20, stage), Span("Decode", 50, 30, ahead))
    assert split(work) == {"input": 20, "host": 30, "other": 50}


def test_python_functions_within_a_step_are_work_of_the_host_and_those_around_it_are_not() -> None:
    lines = {
        "python": [
            Span("$train.py:1 main", 0, 300),
            STEP._replace(start_us=100),
            Span("$log.py:9 save", 120, 40),
        ]
    }
    assert split(plane("/host:CPU", lines)) == {"host": 40, "other": 60}


def test_operators_of_a_tpu_count_within_their_loops_and_by_name() -> None:
    operators = [
        Span("while.1", 0, 80),
        Span("fusion.2", 0, 30),
        Span("all-reduce.3", 30, 20),
        Span("infeed.4", 60, 10),
        Span("outfeed.5", 85, 5),
    ]
    core = plane("/device:TPU:0", {"Steps": [Span("3", 0, 100)], "XLA Ops": operators})
    assert split(core) == {
        "compute": 50, "device_to_host": 5, "input": 10, "collectives": 20, "other": 15,
    }  # fmt: skip


def test_advice_on_input_goes_by_the_role_of_the_producer() -> None:
    data = host(Span("IteratorGetNext", 10, 60), Span("MatMul", 70, 30))
    profile = Profile(read_xplane(_native.WindowSource(data)))
    (finding,) = [each for each in overview(profile)["advice"] if each["rule"] == "input_bound"]
    assert finding["share"] == 0.6
    assert len(finding["slices"]) == 1


def test_a_trace_that_is_no_xplane_keeps_the_roles_of_torch() -> None:
    profile = Profile(read_events(span("fit", 0, 40)))
    assert list(profile.split) == [
        "kernel", "memcpy", "memset", "communication", "runtime", "data_loading", "cpu", "other",
    ]  # fmt: skip


def test_collectives_of_the_host_are_communication_where_no_operator_computes() -> None:
    """gloo runs on a thread of its own; `c10d::` waits for it."""
    events = (
        span("ProfilerStep#1", 0, 100, cat="user_annotation"),
        span("aten::mm", 0, 40),
        span("c10d::allreduce_", 40, 50),
        span("gloo:all_reduce", 20, 60, tid=2, cat="user_annotation"),
    )
    profile = Profile(read_events(*events))
    parts = {role: int(part.sum()) // 1000 for role, part in profile.split.items() if part.any()}
    assert parts == {"communication": 40, "cpu": 50, "other": 10}


def test_splits_of_torch_and_jax_have_common_roles() -> None:
    torch = {"kernel": 5.0, "memset": 1.0, "memcpy": 2.0, "runtime": 3.0, "cpu": 4.0, "other": None}
    jax = {"compute": 7.0, "host_to_device": 1.0, "device_to_host": 1.0, "compile": 2.0, "host": 3.0}
    assert common_split(torch) == {"compute": 6.0, "copies": 2.0, "launch": 3.0, "host": 4.0, "other": None}
    assert common_split(jax) == {"compute": 7.0, "copies": 2.0, "host": 5.0}


def test_advice_on_input_names_it_as_its_framework_does() -> None:
    waits = [Span("FunctionRun", 0, 90), Span("IteratorGetNext", 0, 60)]
    found = overview(Profile(read_xplane(_native.WindowSource(host(*waits)))))["advice"][0]
    assert found["rule"] == "input_bound"
    assert "input pipeline (`IteratorGetNext`" in found["evidence"][0]
    assert "tf.data.AUTOTUNE" in found["action"]


@pytest.mark.parametrize(
    ("calls", "launch", "kernels", "copies"),
    [
        ("cuda_runtime", "cudaLaunchKernel", "kernel", "gpu_memcpy"),
        ("Runtime", "cudaLaunchKernel", "Kernel", "Memcpy"),
        ("cuda_runtime", "hipLaunchKernel", "kernel", "gpu_memcpy"),
        ("hip_runtime", "hipModuleLaunchKernel", "kernel", "gpu_memcpy"),
        ("xpu_runtime", "piEnqueueKernelLaunch", "kernel", "gpu_memcpy"),
        ("xpu_driver", "zeCommandListAppendLaunchKernel", "kernel", "gpu_memcpy"),
        ("mtia_runtime", "runtime_launch", "mtia_ccp_events", "gpu_memcpy"),
        ("privateuse1_runtime", "launch", "kernel", "gpu_memcpy"),
    ],
)
def test_devices_of_all_makers_are_split_and_linked_alike(
    calls: str, launch: str, kernels: str, copies: str
) -> None:
    trace = read_events(
        span("ProfilerStep#3", 0, 100, cat="user_annotation"),
        span("aten::mm", 0, 30, **{"External id": 1}),
        span(launch, 10, 5, cat=calls, correlation=7, **{"External id": 1}),
        span("gemm", 20, 40, cat=kernels, pid=0, tid=7, correlation=7, device=0, stream=7),
        span("Memcpy HtoD", 70, 10, cat=copies, pid=0, tid=7, correlation=8, device=0, stream=7),
    )
    profile = Profile(trace)
    found = {role: int(part.sum()) for role, part in profile.split.items()}
    assert (found["kernel"], found["memcpy"]) == (40_000, 10_000)
    assert launches(profile)["n_launches"] == 1
