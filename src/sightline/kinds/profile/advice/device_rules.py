"""Rules about the device: idle time, launches, tiny kernels, tensor cores, copies, synchronization."""

from __future__ import annotations

import re

import numpy as np

from sightline.formats.trace import Category
from sightline.kinds.profile.advice.facts import Facts
from sightline.kinds.profile.advice.finding import Finding, in_words_of, ms, percent
from sightline.kinds.profile.analysis.kernel_names import is_low_precision, uses_tensor_cores

_LOW_USE = 0.5
_LAUNCH_MODERATE, _LAUNCH_HIGH = 0.03, 0.15
_TINY_NS, _TINY_CALLS, _TINY_TIME = 10_000, 0.3, 0.05
_RARE_LOW_PRECISION = 0.1
_SYNC_SHARE = 0.01
_MOSTLY_MATRIX = 0.2
_COPY_SHARE = 0.02

_SYNC_CALLS = frozenset(
    {
        "cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaEventSynchronize", "hipStreamSynchronize",
        "hipDeviceSynchronize", "hipEventSynchronize", "cuStreamSynchronize", "cuCtxSynchronize",
    }
)  # fmt: skip
_MATRIX_OPERATOR = re.compile(
    r"aten::(?:_?conv\w*|cudnn_conv\w*|\w*mm\w*|linear|matmul|\w*attention\w*|\w*rnn\w*|lstm|gru)\Z"
)


def low_utilization(facts: Facts) -> Finding | None:
    """The device stands still half of the time."""
    if not facts.has_device or facts.utilization >= _LOW_USE:
        return None
    idle = facts.idle_ns
    total = max(sum(idle.values()), 1)
    return Finding(
        rule="low_utilization",
        level="high",
        title="The device is idle much of the time",
        evidence=(
            f"A kernel runs {percent(facts.utilization)} of the time",
            f"Idle by cause: waiting for the host {percent(idle['host_wait'] / total)}, between kernels "
            f"{percent(idle['kernel_wait'] / total)}, other {percent(idle['other'] / total)}",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Try a larger batch, `torch.compile`, and less work on the host between launches.",
                "any": "Try a larger batch, and compile the whole step into one program.",
            },
        ),
        share=1 - facts.utilization,
        slices=facts.longest_gap_slices,
    )


def launch_bound(facts: Facts) -> Finding | None:
    """The host does not launch kernels fast enough."""
    if not facts.has_device:
        return None
    share, idle = facts.share(facts.roles.launch), facts.idle_ns
    total_idle = sum(idle.values())
    waits = idle["host_wait"] / total_idle if total_idle else 0.0
    idle_share = total_idle / facts.window_ns
    if share < _LAUNCH_MODERATE and not (waits > 0.5 and idle_share > _LAUNCH_HIGH):
        return None
    return Finding(
        rule="launch_bound",
        level="high" if share >= _LAUNCH_HIGH or idle_share > _LAUNCH_HIGH else "moderate",
        title="The device waits for launches",
        evidence=(
            f"{ms(facts.role_ns(facts.roles.launch).mean())} of each step is runtime calls with an idle "
            f"device ({percent(share)})",
            f"The stream is idle {percent(idle_share)} of the time, {percent(waits)} of that for the host",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Use `torch.compile(mode='reduce-overhead')` or CUDA graphs.",
                "tensorflow": "Put the step into a `tf.function`, with `jit_compile=True` where it works.",
                "any": "Compile the whole step, so that one launch does the work of many.",
            },
        ),
        share=share,
        slices=facts.longest_gap_slices,
    )


def tiny_kernels(facts: Facts) -> Finding | None:
    """Many kernels so short that launching them costs more."""
    kernels = facts.compute_kernels
    durations = facts.trace.slices.dur_ns[kernels]
    if not durations.sum():
        return None
    tiny = durations < _TINY_NS
    calls, time = float(tiny.mean()), float(durations[tiny].sum() / durations.sum())
    if calls <= _TINY_CALLS or time <= _TINY_TIME:
        return None
    per_step = tiny.sum() / max(len(facts.steps), 1)
    return Finding(
        rule="tiny_kernels",
        level="moderate",
        title="Many small kernels",
        evidence=(
            f"{percent(calls)} of the kernels take less than 10 µs and {percent(time)} of the device time",
            f"{per_step:,.0f} per step, {durations[tiny].mean() / 1e3:.1f} µs on average",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Fuse them: `torch.compile`, an optimizer with `fused=True`, fused layers.",
                "any": "Let the compiler fuse them: put more of the step into one compiled function.",
            },
        ),
        share=time * facts.share(facts.roles.compute),
        slices=tuple(int(each) for each in kernels[tiny][:5]),
    )


def unused_tensor_cores(facts: Facts) -> Finding | None:
    """Matrix work on a device that has tensor cores, none of it on them."""
    capability = _capability(facts)
    kernels = facts.compute_kernels
    if capability < 7 or not kernels.size or facts.profile.by_name(kernels, uses_tensor_cores).any():
        return None
    owner = facts.trace.operators[kernels]
    known = owner >= 0
    durations = facts.trace.slices.dur_ns[kernels]
    is_matrix = np.zeros(kernels.size, np.bool_)
    is_matrix[known] = facts.profile.by_name(
        owner[known].astype(np.int64), lambda name: _MATRIX_OPERATOR.match(name) is not None
    )
    if not is_matrix.any():
        return None
    share = float(durations[is_matrix].sum() / durations.sum())
    return Finding(
        rule="unused_tensor_cores",
        level="high" if share >= _MOSTLY_MATRIX else "moderate",
        title="Tensor cores are not used",
        evidence=(
            f"{percent(share)} of the kernel time is matrix operators, none of it in kernels that use "
            "tensor cores, by their names",
        ),
        action="Train in mixed precision: `torch.autocast('cuda', dtype=torch.bfloat16)`, or `torch.float16` "
        "with a gradient scaler on devices before Ampere.",
        share=share * facts.share(facts.roles.compute),
        slices=facts.longest(kernels[is_matrix]),
    )


def rare_low_precision(facts: Facts) -> Finding | None:
    """Tensor cores are there and in use, but nearly all computing is in 32 bits."""
    kernels = facts.compute_kernels
    durations = facts.trace.slices.dur_ns[kernels]
    if _capability(facts) < 7 or not durations.sum():
        return None
    on_cores = facts.profile.by_name(kernels, uses_tensor_cores)
    low = facts.profile.by_name(kernels, is_low_precision)
    share = float(durations[low].sum() / durations.sum())
    if not on_cores.any() or share >= _RARE_LOW_PRECISION:
        return None
    return Finding(
        rule="rare_low_precision",
        level="moderate",
        title="Little of the computing is in 16 bits",
        evidence=(f"{percent(share)} of the kernel time is in kernels named for 16 bits or fewer",),
        action="Widen autocast to the whole forward pass, prefer bfloat16, or allow TF32 with "
        "`torch.set_float32_matmul_precision('high')`.",
        share=(1 - share) * facts.share(facts.roles.compute),
    )


def synchronization(facts: Facts) -> Finding | None:
    """The host waits for the device inside the step."""
    if not facts.has_device:
        return None
    calls = facts.host_calls(_SYNC_CALLS)
    per_step = facts.profile.covered(calls).covered_within(
        facts.steps.start_ns[facts.steps.whole], facts.steps.end_ns[facts.steps.whole]
    )
    share = float(per_step.mean()) / facts.step_ns if per_step.size and facts.step_ns else 0.0
    if share <= _SYNC_SHARE:
        return None
    return Finding(
        rule="synchronization",
        level="moderate",
        title="The host waits for the device in each step",
        evidence=(
            f"{ms(per_step.mean())} of each step is in synchronizing calls ({percent(share)})",
            f"Calls: {calls.size:,}",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Look for `.item()`, `.cpu()`, `print(loss)` and boolean masks in the loop; log "
                "less often, and copy with `non_blocking=True`.",
                "any": "Read results less often: each read waits until the device is done.",
            },
        ),
        share=share,
        slices=facts.longest(calls),
    )


def slow_copies(facts: Facts) -> Finding | None:
    """Copies to the device from memory that is not pinned."""
    copies = facts.profile.select(Category.MEMCPY)
    if not copies.size or not facts.has_device:
        return None
    pageable = copies[facts.profile.by_name(copies, lambda name: "HtoD" in name and "ageable" in name)]
    total = int(facts.profile.covered(pageable).covered_within(*facts.window))
    share = total / facts.window_ns
    if share <= _COPY_SHARE:
        return None
    moved = np.nan_to_num(facts.trace.arg_numbers("bytes", pageable)).sum()
    busy = max(int(facts.trace.slices.dur_ns[pageable].sum()), 1)
    return Finding(
        rule="slow_copies",
        level="moderate",
        title="Copies to the device are slow",
        evidence=(
            f"{percent(share)} of the time is copies from pageable memory",
            f"{moved / 2**20:,.0f} MiB at {moved / busy:.1f} GB/s",
        ),
        action="Set `pin_memory=True` on the DataLoader and copy with `non_blocking=True`.",
        share=share,
        slices=facts.longest(pageable),
    )


def _capability(facts: Facts) -> int:
    """The compute capability of the first device; 0 where it is unknown."""
    properties = facts.trace.metadata.get("deviceProperties")
    first = properties[0] if isinstance(properties, list) and properties else {}
    major = first.get("computeMajor") if isinstance(first, dict) else None
    return major if isinstance(major, int) else 0
