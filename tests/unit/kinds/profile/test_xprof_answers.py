"""Operators of xplane files against xprof on the same files, and where profilers differ on purpose."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline.formats.trace import Category
from sightline.kinds.profile.analysis.kernel_names import is_low_precision
from sightline.kinds.profile.overview import overview
from sightline.kinds.profile.profile import Profile
from support.traces import read_events, real_profile, shared_golden, span

# xprof's rows of other sorts: idle time is no operator, iterators have the names of all around them there.
_NOT_OPERATORS = {"IDLE", "Dataset"}


def golden() -> Path:
    folder = shared_golden()
    if folder is None:
        pytest.skip("the golden logs are not beside the repository")
    return folder


def xprof_rows(name: str) -> list[dict[str, Any]]:
    found = json.loads((golden() / f"xprof_answers/{name}.framework_op_stats.json").read_text())
    table = found[0] if isinstance(found, list) else found
    keys = [column["id"] for column in table["cols"]]
    return [dict(zip(keys, (cell["v"] for cell in row["c"]), strict=True)) for row in table["rows"]]


@pytest.mark.parametrize(
    ("name", "logdir"), [("tf_profile", "profile"), ("tf_keras_fit_profile", "keras_fit_profile")]
)
def test_operators_equal_xprofs_by_type(name: str, logdir: str) -> None:
    profiles = sightline.open(golden() / "tf" / logdir).profiles()
    table = next(each for each in profiles if each.name.endswith(".xplane.pb")).operators()
    columns = (table[key].tolist() for key in ("operator", "calls", "host_total_ns"))
    ours = {operator: (calls, ns / 1e3) for operator, calls, ns in zip(*columns, strict=True)}
    calls: Counter[str] = Counter()
    total_us: Counter[str] = Counter()
    for row in xprof_rows(name):
        calls[row["type"]] += row["occurrences"]
        total_us[row["type"]] += row["total_time"]
    types = set(calls) - _NOT_OPERATORS
    assert len(types) > 4
    for each in types:
        assert ours[each][0] == calls[each], each
        assert ours[each][1] == pytest.approx(total_us[each], abs=0.002 * calls[each]), each


def test_nccl_is_communication_by_the_name_of_its_kernel() -> None:
    """torch-tb-profiler goes by category and finds 0.03 %."""
    found = overview(real_profile("compare_control"))
    assert found["split_ns"]["communication"] / found["steps"]["mean_ns"] == pytest.approx(0.186, abs=0.0005)


def test_a_step_that_is_cut_off_is_marked_and_not_dropped() -> None:
    """torch-tb-profiler drops it without a word."""
    events = []
    for step, n_kernels in enumerate((10, 10, 3)):
        start = 1000 * step
        events.append(span(f"ProfilerStep#{step}", start, 1000, cat="user_annotation"))
        for kernel in range(n_kernels):
            link = {"correlation": 100 * step + kernel + 1}
            at = start + 50 * kernel
            events.append(span("cudaLaunchKernel", at, 5, cat="cuda_runtime", **link))
            events.append(span("gemm", at + 10, 30, cat="kernel", pid=0, tid=7, **link))
    steps = Profile(read_events(*events)).steps
    assert steps.partial.tolist() == [False, False, True]


def test_bf16_counts_as_low_precision() -> None:
    """xprof finds that 0.0 % of a bf16 gemm is in 16 bits."""
    assert is_low_precision("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64")


def test_host_operators_of_jax_are_shown_where_xprof_has_none() -> None:
    """xprof's page of a JAX profile of the CPU lists idle time alone."""
    assert {row["type"] for row in xprof_rows("jax_trace")} == {"IDLE"}
    profiles = sightline.open(golden() / "jax" / "trace").profiles()
    (profile,) = [each for each in profiles if each.name.endswith(".xplane.pb")]
    assert len(profile.operators()) > 5
    assert profile.profile.select(Category.KERNEL).size == 0
