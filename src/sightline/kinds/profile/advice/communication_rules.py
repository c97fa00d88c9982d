"""Rules about several devices and workers: communication, its overlap with computing, and DataParallel."""

from __future__ import annotations

from sightline.kinds.profile.advice.facts import Facts
from sightline.kinds.profile.advice.finding import Finding, ms, percent

_MODERATE, _HIGH = 0.1, 0.15
_POOR_OVERLAP = 0.5


def communication(facts: Facts) -> Finding | None:
    """Exposed communication takes a large part of the step."""
    share = facts.share("communication")
    if share <= _MODERATE:
        return None
    return Finding(
        rule="communication",
        level="high" if share >= _HIGH else "moderate",
        title="Communication takes much of the step",
        evidence=(
            f"{ms(facts.role_ns('communication').mean())} of each step is collectives with nothing "
            f"computing ({percent(share)})",
        ),
        action="Accumulate gradients over more steps, send larger buckets (`bucket_cap_mb`), or compress "
        "gradients.",
        share=share,
        slices=facts.longest(facts.profile.kernels[facts.profile.is_communication]),
    )


def poor_overlap(facts: Facts) -> Finding | None:
    """Collectives run while nothing computes."""
    total = int(facts.communication.covered_within(*facts.window)) if facts.has_device else 0
    if facts.share("communication") <= _MODERATE or not total:
        return None
    overlapped = facts.communication & facts.profile.roles["kernel"]
    share = int(overlapped.covered_within(*facts.window)) / total
    if share >= _POOR_OVERLAP:
        return None
    return Finding(
        rule="poor_overlap",
        level="moderate",
        title="Communication hardly overlaps with computing",
        evidence=(
            f"{percent(share)} of the communication runs beside computing; {ms((1 - share) * total)} of "
            f"{ms(total)} is exposed",
        ),
        action="Start collectives earlier and on a stream of their own: `DistributedDataParallel` with "
        "smaller first buckets, or FSDP with `backward_prefetch`.",
        share=facts.share("communication"),
    )


def data_parallel(facts: Facts) -> Finding | None:
    """torch's DataParallel on several devices of one process."""
    found = facts.profile.by_name(
        facts.profile.host_work, lambda name: name.startswith("DataParallel.forward")
    )
    if not found.any():
        return None
    return Finding(
        rule="data_parallel",
        level="high",
        title="DataParallel is slower than DistributedDataParallel",
        evidence=(f"DataParallel.forward ran {int(found.sum()):,} times",),
        action="Use `torch.nn.parallel.DistributedDataParallel` with a process for each device.",
        slices=facts.longest(facts.profile.host_work[found]),
    )
