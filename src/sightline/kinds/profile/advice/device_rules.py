"""Rules about how the device is kept busy: idle time, launches, tiny kernels, synchronization."""

from __future__ import annotations

from sightline.kinds.profile.advice.facts import Facts
from sightline.kinds.profile.advice.finding import Finding, in_words_of, ms, percent

_LOW_USE = 0.5
_LAUNCH_MODERATE, _LAUNCH_HIGH = 0.03, 0.15
_TINY_NS, _TINY_CALLS, _TINY_TIME = 10_000, 0.3, 0.05
_SYNC_SHARE = 0.01

_SYNC_CALLS = frozenset(
    {
        "cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaEventSynchronize", "hipStreamSynchronize",
        "hipDeviceSynchronize", "hipEventSynchronize", "cuStreamSynchronize", "cuCtxSynchronize",
        "cuEventSynchronize", "urQueueFinish", "urEventWait", "piQueueFinish", "piEventsWait",
        "zeCommandQueueSynchronize", "zeCommandListHostSynchronize", "zeEventHostSynchronize",
        "synchronizeStream", "synchronize", "aclrtSynchronizeStream",
        # Copies that return when they are done.
        "cudaMemcpy", "hipMemcpy", "hipMemcpyWithStream", "hipMemcpyDtoH", "cuMemcpyDtoH",
    }
)  # fmt: skip


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
                "tensorflow": "Try a larger batch, and put the whole step into a `tf.function`.",
                "jax": "Try a larger batch, and put the whole step under one `jax.jit`.",
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
            f"{ms(facts.role_ns(facts.roles.launch).mean())} {facts.of_each_step} is runtime calls with an "
            f"idle device ({percent(share)})",
            f"The stream is idle {percent(idle_share)} of the time, {percent(waits)} of that for the host",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Use `torch.compile(mode='reduce-overhead')` or CUDA graphs.",
                "tensorflow": "Put the step into a `tf.function`, with `jit_compile=True` where it works.",
                "jax": "Put the whole step under one `jax.jit`, so that one launch does the work of many.",
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
    when = "per step" if facts.steps.is_marked else "in all"
    return Finding(
        rule="tiny_kernels",
        level="moderate",
        title="Many small kernels",
        evidence=(
            f"{percent(calls)} of the kernels take less than 10 µs and {percent(time)} of the device time",
            f"{per_step:,.0f} {when}, {durations[tiny].mean() / 1e3:.1f} µs on average",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Fuse them: `torch.compile`, an optimizer with `fused=True`, fused layers.",
                "tensorflow": "Let XLA fuse them: `tf.function(jit_compile=True)`.",
                "jax": "Let XLA fuse them: put more of the step under one `jax.jit`.",
                "any": "Let the compiler fuse them: put more of the step into one compiled function.",
            },
        ),
        share=time * facts.share(facts.roles.compute),
        slices=facts.longest(kernels[tiny]),
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
        title="The host waits for the device",
        evidence=(
            f"{ms(per_step.mean())} {facts.of_each_step} is in synchronizing calls ({percent(share)})",
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
