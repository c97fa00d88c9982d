"""Rules about the step as a whole: input, unexplained time, uneven steps."""

from __future__ import annotations

import numpy as np

from sightline.kinds.profile.advice.facts import Facts
from sightline.kinds.profile.advice.finding import Finding, Framework, in_words_of, ms, percent
from sightline.kinds.profile.analysis.intervals import Intervals

# The thresholds of torch-tb-profiler and xprof, which people know from there.
_INPUT_MODERATE, _INPUT_HIGH = 0.05, 0.2
_UNEXPLAINED_MODERATE, _UNEXPLAINED_HIGH = 0.03, 0.15
_OUTLIER = 1.5
# What waiting for data is called, by who made the profile.
_INPUT_TERMS: dict[Framework, str] = {
    "torch": "is data loading",
    "tensorflow": "waits for the input pipeline (`IteratorGetNext`, stages of `tf.data`)",
    "jax": "waits for input on the host",
    "python": "is data loading",
}
_MIN_STEPS = 4
_PARTS = 16


def input_bound(facts: Facts) -> Finding | None:
    """The step waits for data."""
    share = facts.share(facts.roles.input)
    if share < _INPUT_MODERATE:
        return None
    times = facts.role_ns(facts.roles.input)
    numbers = facts.steps.number[facts.steps.whole]
    worst = int(np.argmax(times))
    return Finding(
        rule="input_bound",
        level="high" if share >= _INPUT_HIGH else "moderate",
        title="The training waits for data",
        evidence=(
            f"{ms(times.mean())} {facts.of_each_step} {_INPUT_TERMS[facts.framework]} ({percent(share)})",
            *((f"Worst: {ms(times[worst])} in step {numbers[worst]:,}",) if facts.steps.is_marked else ()),
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Raise `num_workers` of the DataLoader, and set `pin_memory=True`, "
                "`persistent_workers=True` and a larger `prefetch_factor`.",
                "tensorflow": "Add `dataset.prefetch(tf.data.AUTOTUNE)`, map with "
                "`num_parallel_calls=tf.data.AUTOTUNE`, and `cache()` what fits into memory.",
                "jax": "Load the next batch in another thread while the step runs, and put it on the "
                "device ahead of time with `jax.device_put`.",
                "any": "Load the next batch while the step runs.",
            },
        ),
        share=share,
        slices=facts.longest(facts.loading),
    )


def unexplained_time(facts: Facts) -> Finding | None:
    """A part of the step in which nothing that was recorded ran."""
    share = facts.share("other")
    if (
        share < _UNEXPLAINED_MODERATE
        or not facts.steps.is_marked
        or facts.share(facts.roles.input) >= _INPUT_MODERATE
    ):
        return None
    return Finding(
        rule="unexplained_time",
        level="high" if share >= _UNEXPLAINED_HIGH else "moderate",
        title="Part of the step is not explained",
        evidence=(
            f"{ms(facts.role_ns('other').mean())} of each step has no recorded work ({percent(share)})",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Record Python with `with_stack=True`, or name parts of the loop with "
                "`torch.profiler.record_function`, to see what runs there: input, logging or Python.",
                "tensorflow": "Name parts with `tf.profiler.experimental.Trace` to see what runs.",
                "jax": "Name parts of the loop with `jax.profiler.TraceAnnotation` to see what runs there.",
                "any": "Name parts of the loop with `prof.span` to see what runs there.",
            },
        ),
        share=share,
        slices=facts.after_longest(_unexplained(facts)),
    )


def _unexplained(facts: Facts, n: int = 5) -> Intervals:
    """The longest times within whole steps in which nothing that was recorded ran.

    They are found part by part, because there may be as many as kernels.
    """
    whole = facts.steps.whole
    starts, ends = facts.steps.start_ns[whole], facts.steps.end_ns[whole]
    found = []
    for part in np.array_split(np.arange(len(starts)), min(_PARTS, len(starts))):
        free = Intervals.union_of(starts[part], ends[part])
        for at_work in facts.roles.at_work.values():
            free = free - at_work.near(int(starts[part[0]]), int(ends[part[-1]]))
        found.append(free.longest(n))
    return Intervals.of_all(found).longest(n)


def uneven_steps(facts: Facts) -> Finding | None:
    """Steps that take much longer than the others."""
    whole = facts.steps.whole
    lengths = (facts.steps.end_ns - facts.steps.start_ns)[whole]
    if lengths.size < _MIN_STEPS:
        return None
    median = float(np.median(lengths))
    slow = np.flatnonzero(lengths > _OUTLIER * median)
    if not slow.size:
        return None
    numbers = facts.steps.number[whole]
    named = ", ".join(f"{numbers[each]:,}" for each in slow[:5]) + (", …" if slow.size > 5 else "")
    extra = float((lengths[slow] - median).sum() / lengths.sum())
    return Finding(
        rule="uneven_steps",
        level="moderate",
        title="Some steps take much longer",
        evidence=(
            f"{slow.size} of {lengths.size} steps take more than {_OUTLIER} × the median of {ms(median)}: "
            f"{named}",
            f"Longest: {ms(lengths.max())}",
        ),
        action="Compare such a step with its neighbors in the timeline: evaluation, checkpoints, logging "
        "and new input shapes, which are compiled again, are usual causes.",
        share=extra,
        slices=facts.steps_at(slow),
    )
