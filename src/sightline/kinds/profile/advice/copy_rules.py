"""Rules about copies to the device: from pageable memory, and with nothing computing meanwhile."""

from __future__ import annotations

import numpy as np

from sightline.kinds.profile.advice.facts import Facts
from sightline.kinds.profile.advice.finding import Finding, in_words_of, percent
from sightline.kinds.profile.analysis.kernel_names import is_pageable
from sightline.kinds.profile.profile import Indexes

_COPY_SHARE = 0.02
_TRANSFER_MODERATE, _TRANSFER_HIGH = 0.05, 0.15


def slow_copies(facts: Facts) -> Finding | None:
    """Copies to the device from memory that is not pinned."""
    copies = facts.copies("to device")
    if not copies.size or not facts.has_device:
        return None
    details, texts = facts.trace.arg_texts("memcpy_details", copies)
    is_slow = facts.profile.by_name(copies, is_pageable)
    is_slow |= np.array([is_pageable(text) for text in texts], np.bool_)[details]
    pageable = copies[is_slow]
    total = int(facts.profile.covered(pageable).covered_within(*facts.window))
    share = total / facts.window_ns
    if share <= _COPY_SHARE:
        return None
    return Finding(
        rule="slow_copies",
        level="moderate",
        title="Copies to the device are slow",
        evidence=(f"{percent(share)} of the time is copies from pageable memory", _moved(facts, pageable)),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Set `pin_memory=True` on the DataLoader and copy with `non_blocking=True`.",
                "tensorflow": "Let `dataset.prefetch(tf.data.AUTOTUNE)` hand over batches: its buffers are "
                "pinned.",
                "jax": "Put batches on the device ahead of time with `jax.device_put`, from arrays that are "
                "kept and filled again.",
                "any": "Copy from pinned memory.",
            },
        ),
        share=share,
        slices=facts.longest(pageable),
    )


def host_to_device(facts: Facts) -> Finding | None:
    """The step waits for data on its way to the device."""
    if not facts.has_device:
        return None
    copies = facts.copies("to device")
    exposed = facts.profile.covered(copies) - facts.roles.computing
    share = int(exposed.covered_within(*facts.window)) / facts.window_ns
    if share < _TRANSFER_MODERATE:
        return None
    return Finding(
        rule="host_to_device",
        level="high" if share >= _TRANSFER_HIGH else "moderate",
        title="The device waits for copies from the host",
        evidence=(
            f"{percent(share)} of the time data is copied to the device and nothing computes",
            _moved(facts, copies),
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Copy the next batch on a stream of its own while the step runs "
                "(`pin_memory=True`, `non_blocking=True`), send fewer bytes (`uint8` images, indices), or "
                "keep the data on the device.",
                "tensorflow": "End the pipeline with `tf.data.experimental.prefetch_to_device('/gpu:0')`, "
                "and send fewer bytes: cast and augment on the device.",
                "jax": "Keep two batches in flight with `jax.device_put`, and send fewer bytes: cast and "
                "augment inside the compiled step.",
                "any": "Copy the next batch while the step runs, and send fewer bytes.",
            },
        ),
        share=share,
        slices=facts.longest(copies),
    )


def _moved(facts: Facts, copies: Indexes) -> str:
    """How much some copies moved, and how fast."""
    moved = np.nan_to_num(facts.trace.arg_numbers("bytes", copies)).sum()
    busy = max(int(facts.trace.slices.dur_ns[copies].sum()), 1)
    return f"{moved / 2**20:,.0f} MiB at {moved / busy:.1f} GB/s"
