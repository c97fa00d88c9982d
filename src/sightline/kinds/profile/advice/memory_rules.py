"""Rules about device memory: near its limit, fragmented, growing."""

from __future__ import annotations

import numpy as np

from sightline.kinds.profile.advice.facts import Facts
from sightline.kinds.profile.advice.finding import Finding, in_words_of, percent, size
from sightline.kinds.profile.profile import Indexes

_NEAR_LIMIT = 0.9
_FRAGMENTED = 0.2
_MIN_STEPS = 4
_MIN_RESERVED = 256 << 20  # below, nobody cares


def memory_near_limit(facts: Facts) -> Finding | None:
    """The peak is close to what the device has."""
    peak, total = _peak(facts), _device_bytes(facts)
    if peak is None or not total:
        return None
    share = int(facts.trace.memory.total_allocated[peak]) / total
    if share <= _NEAR_LIMIT:
        return None
    return Finding(
        rule="memory_near_limit",
        level="high",
        title="Memory is nearly used up",
        evidence=(f"{size(share * total)} of {size(total)} at the peak ({percent(share)})",),
        action="Use activation checkpointing (`torch.utils.checkpoint`), a smaller batch with gradient "
        "accumulation, or shard the optimizer.",
    )


def fragmented_memory(facts: Facts) -> Finding | None:
    """Much is reserved that nothing uses."""
    peak = _peak(facts)
    if peak is None:
        return None
    reserved = int(facts.trace.memory.total_reserved[peak])
    unused = reserved - int(facts.trace.memory.total_allocated[peak])
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
        action="Set `PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True`.",
    )


def growing_memory(facts: Facts) -> Finding | None:
    """Each step leaves more memory allocated than the one before: a leak."""
    memory, steps = facts.trace.memory, facts.steps
    events = _on_device(facts)
    if not events.size or len(steps) < _MIN_STEPS or not steps.is_marked:
        return None
    last = np.searchsorted(memory.time_ns[events], steps.end_ns[steps.whole], side="right") - 1
    if (last < 0).any():
        return None
    at_end = memory.total_allocated[events][last]
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
    )


def _on_device(facts: Facts) -> Indexes:
    memory = facts.trace.memory
    return np.flatnonzero((memory.device_type != 0) & (memory.total_allocated >= 0))


def _peak(facts: Facts) -> int | None:
    events = _on_device(facts)
    return int(events[np.argmax(facts.trace.memory.total_allocated[events])]) if events.size else None


def _device_bytes(facts: Facts) -> int:
    properties = facts.trace.metadata.get("deviceProperties")
    first = properties[0] if isinstance(properties, list) and properties else {}
    total = first.get("totalGlobalMem") if isinstance(first, dict) else None
    return total if isinstance(total, int) else 0
