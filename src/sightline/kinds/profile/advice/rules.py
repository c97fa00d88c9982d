"""All rules in the order in which their findings are listed, and what they find in a profile."""

from __future__ import annotations

from collections.abc import Callable

from sightline.kinds.profile.advice.communication_rules import (
    communication,
    data_parallel,
    poor_overlap,
    slow_backend,
)
from sightline.kinds.profile.advice.compute_rules import (
    low_occupancy,
    rare_low_precision,
    unused_tensor_cores,
)
from sightline.kinds.profile.advice.copy_rules import host_to_device, slow_copies
from sightline.kinds.profile.advice.device_rules import (
    launch_bound,
    low_utilization,
    synchronization,
    tiny_kernels,
)
from sightline.kinds.profile.advice.facts import Facts
from sightline.kinds.profile.advice.finding import Finding
from sightline.kinds.profile.advice.memory_rules import fragmented_memory, growing_memory, memory_near_limit
from sightline.kinds.profile.advice.step_rules import input_bound, uneven_steps, unexplained_time
from sightline.kinds.profile.profile import Profile

Rule = Callable[[Facts], Finding | None]

RULES: tuple[Rule, ...] = (
    input_bound,
    unexplained_time,
    low_utilization,
    launch_bound,
    tiny_kernels,
    unused_tensor_cores,
    rare_low_precision,
    memory_near_limit,
    fragmented_memory,
    growing_memory,
    communication,
    poor_overlap,
    data_parallel,
    slow_backend,
    synchronization,
    slow_copies,
    host_to_device,
    low_occupancy,
    uneven_steps,
)


def find(profile: Profile) -> list[Finding]:
    """What applies to a profile: the grave first, then by the share of the step it concerns."""
    facts = Facts(profile)
    if not len(facts.steps):
        return []
    found = [finding for rule in RULES if (finding := rule(facts)) is not None]
    return sorted(found, key=lambda finding: (finding.level != "high", -(finding.share or 0.0)))
