"""Rules about several devices and workers: communication, its overlap, DataParallel, backends, stragglers."""

from __future__ import annotations

from typing import Any

from sightline.kinds.profile.advice.facts import Facts
from sightline.kinds.profile.advice.finding import Finding, in_words_of, ms, percent

_MODERATE, _HIGH = 0.1, 0.15
_POOR_OVERLAP = 0.5
_OWN_WORK = {"data loading": ("data_loading",), "computing": ("compute", "overlap"), "other work": ("other",)}


def communication(facts: Facts) -> Finding | None:
    """Exposed communication takes a large part of the step."""
    share = facts.share(facts.roles.communication)
    if share <= _MODERATE:
        return None
    return Finding(
        rule="communication",
        level="high" if share >= _HIGH else "moderate",
        title="Communication takes much of the step",
        evidence=(
            f"{ms(facts.role_ns(facts.roles.communication).mean())} {facts.of_each_step} is collectives with "
            f"nothing computing ({percent(share)})",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Accumulate gradients over more steps, send larger buckets (`bucket_cap_mb`), or "
                "compress gradients.",
                "tensorflow": "Accumulate gradients over more steps, or send larger packs: "
                "`tf.distribute.experimental.CommunicationOptions(bytes_per_pack=…)`.",
                "jax": "Accumulate gradients over more steps, shard so that less is exchanged, or let XLA "
                "combine collectives (`--xla_gpu_all_reduce_combine_threshold_bytes`).",
                "any": "Exchange less often, or in larger pieces.",
            },
        ),
        share=share,
        slices=facts.longest(facts.collectives),
    )


def poor_overlap(facts: Facts) -> Finding | None:
    """Collectives run while nothing computes."""
    total = int(facts.communication.covered_within(*facts.window)) if facts.has_device else 0
    if facts.share(facts.roles.communication) <= _MODERATE or not total:
        return None
    overlapped = facts.communication & facts.roles.computing
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
        action=in_words_of(
            facts.framework,
            {
                "torch": "Start collectives earlier and on a stream of their own: `DistributedDataParallel` "
                "with smaller first buckets, or FSDP with `backward_prefetch`.",
                "tensorflow": "Let gradients be exchanged while others are computed: smaller "
                "`bytes_per_pack` in `tf.distribute.experimental.CommunicationOptions`.",
                "jax": "Let XLA hide collectives behind computing: "
                "`XLA_FLAGS=--xla_gpu_enable_latency_hiding_scheduler=true`.",
                "any": "Start collectives as soon as their data is there.",
            },
        ),
        share=facts.share(facts.roles.communication),
        slices=facts.longest(facts.collectives),
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


def slow_backend(facts: Facts) -> Finding | None:
    """Several workers with devices for NCCL that talk through another backend."""
    info = facts.trace.metadata.get("distributedInfo")
    devices = facts.trace.metadata.get("deviceProperties")
    if not isinstance(info, dict) or not isinstance(devices, list) or not facts.has_device:
        return None
    backend, size = str(info.get("backend", "")).lower(), info.get("world_size")
    majors = [each.get("computeMajor") for each in devices if isinstance(each, dict)]
    has_nccl = "nccl" in backend or not backend
    if has_nccl or not isinstance(size, int) or size < 2 or not any((major or 0) >= 4 for major in majors):
        return None
    return Finding(
        rule="slow_backend",
        level="high",
        title="Workers communicate without NCCL",
        evidence=(f"{size} workers with CUDA devices use the backend {backend}",),
        action="Use `torch.distributed.init_process_group('nccl')`: it moves tensors from device to device.",
        share=facts.share(facts.roles.communication) or None,
        slices=facts.longest(facts.collectives),
    )


def straggling_worker(workers: list[dict[str, Any]], late: int, step_ns: float) -> Finding:
    """One worker for which all others wait; of the workers' rows and the place of the late one."""
    waits = sorted(row["waiting_ns"] for place, row in enumerate(workers) if place != late)
    middle = waits[len(waits) // 2]
    own = workers[late]
    evidence = [
        f"In each step the others wait {ms(middle)} in collectives (median), it {ms(own['waiting_ns'])}",
        f"It comes last in {own['n_last']:,} of {own['n_common']:,} common collectives",
    ]
    for label, parts in _OWN_WORK.items():
        sums = [sum(row["parts_ns"][part] for part in parts) for row in workers]
        rest = sorted(value for place, value in enumerate(sums) if place != late)
        more = sums[late] - rest[len(rest) // 2]
        if more > 0.02 * step_ns:
            evidence.append(f"Its {label} takes {ms(more)} more of each step than the others' median")
    return Finding(
        rule="straggler",
        level="high" if middle >= 0.05 * step_ns else "moderate",
        title=f"{own['worker'] or 'One worker'} holds up the others",
        evidence=tuple(evidence),
        action="Look at its data (size of its shard, slow disk, padding), its placement (other jobs, links) "
        "and its clocks (thermal throttling).",
        share=middle / step_ns if step_ns else None,
    )
