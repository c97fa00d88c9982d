"""Rules about device memory: near its limit, fragmented, growing."""

from __future__ import annotations

import numpy as np

from sightline.formats.trace import NO_SLICE
from sightline.kinds.profile.advice.facts import Facts
from sightline.kinds.profile.advice.finding import Finding, in_words_of, percent, size
from sightline.kinds.profile.device_memory import MemoryEvents

_NEAR_LIMIT = 0.9
_FRAGMENTED = 0.2
_MIN_STEPS = 4
_MIN_RESERVED = 256 << 20  # below, nobody cares


def memory_near_limit(facts: Facts) -> Finding | None:
    """The peak is close to what the device has."""
    memory = facts.memory
    if memory is None or not memory.capacity:
        return None
    peak, total = int(memory.allocated[memory.peak]), memory.capacity
    share = peak / total
    if share <= _NEAR_LIMIT:
        return None
    return Finding(
        rule="memory_near_limit",
        level="high",
        title="Memory is nearly used up",
        evidence=(f"{size(peak)} of {size(total)} at the peak ({percent(share)})",),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Use activation checkpointing (`torch.utils.checkpoint`), a smaller batch with "
                "gradient accumulation, or shard the optimizer.",
                "tensorflow": "Use `tf.recompute_grad` for large layers, a smaller batch with gradient "
                "accumulation, or mixed precision.",
                "jax": "Use `jax.checkpoint` (remat) for large layers, donate buffers (`donate_argnums`), or "
                "a smaller batch with gradient accumulation.",
                "any": "Use a smaller batch with gradient accumulation.",
            },
        ),
        slices=_at(memory, memory.peak),
    )


def fragmented_memory(facts: Facts) -> Finding | None:
    """Much is reserved that nothing uses."""
    memory = facts.memory
    if memory is None:
        return None
    reserved = int(memory.reserved[memory.peak])
    unused = reserved - int(memory.allocated[memory.peak])
    if reserved < _MIN_RESERVED or unused / reserved <= _FRAGMENTED:
        return None
    return Finding(
        rule="fragmented_memory",
        level="moderate",
        title="Reserved memory is not used",
        evidence=(
            f"{size(unused)} of {size(reserved)} reserved are not allocated at the peak "
            f"({percent(unused / reserved)})",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Set `PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True`.",
                "tensorflow": "Set `TF_GPU_ALLOCATOR=cuda_malloc_async`.",
                "jax": "Set `XLA_PYTHON_CLIENT_ALLOCATOR=cuda_async`.",
                "any": "Use an allocator that returns or moves free memory.",
            },
        ),
        slices=_at(memory, memory.peak),
    )


def growing_memory(facts: Facts) -> Finding | None:
    """Each step leaves more memory allocated than the one before: a leak."""
    memory, steps = facts.memory, facts.steps
    if memory is None or len(steps) < _MIN_STEPS or not steps.is_marked:
        return None
    ends = steps.end_ns[steps.whole] - facts.profile.origin_ns
    last = np.searchsorted(memory.time_ns, ends, side="right") - 1
    if (last < 0).any():
        return None
    at_end = memory.allocated[last]
    # The first step may still allocate what all others use again.
    growth = np.diff(at_end[1:])
    if growth.size < 2 or not (growth > 0).all():
        return None
    return Finding(
        rule="growing_memory",
        level="high",
        title="Memory grows with every step",
        evidence=(
            f"{growth.mean() / 2**20:,.1f} MiB more after each of {growth.size} steps",
            f"{size(float(at_end[1]))} to {size(float(at_end[-1]))}",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Look for tensors that are collected over steps with their graph, such as "
                "`losses.append(loss)`: collect `loss.item()` or `loss.detach()` instead.",
                "any": "Look for tensors that are collected over steps: collect `float(loss)` instead.",
            },
        ),
        slices=_at(memory, int(last[-1])),
    )


def _at(memory: MemoryEvents, event: int) -> tuple[int, ...]:
    """The slice during which an event happened, or the last allocation before it that is in one."""
    known = np.flatnonzero(memory.slice[: event + 1] != NO_SLICE)
    return (int(memory.slice[known[-1]]),) if known.size else ()
