"""One kernel in detail: the distribution of its times, its launch shapes, and what launched it."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.kinds.profile.analysis.operators import sums_by
from sightline.kinds.profile.chosen_step import StepNumber, in_step
from sightline.kinds.profile.operator_names import launching_operators
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.wire.params import Params

_MAX_ROWS = 6
_N_BINS = 24
_SHARES = {"median_ns": 50, "p90_ns": 90, "p99_ns": 99}


class KernelParams(Params, frozen=True):
    """One row of the kernels: its name, the operator where the rows are apart by it, and the step."""

    run: int
    name: str
    kernel: str
    operator: str | None = None
    step: StepNumber | None = None


def kernel(profile: Profile, params: KernelParams) -> dict[str, Any]:
    """Distribution, launch shapes and launching operators of one kernel; LookupError where it never ran."""
    trace, work = profile.trace, in_step(profile, profile.device_work, params.step)
    chosen = work[trace.slices.name[work] == trace.find_string(params.kernel)]
    owners, operators = launching_operators(profile, chosen)
    if params.operator is not None:
        is_same = np.array([text == params.operator for text in operators], np.bool_)[owners]
        chosen, owners = chosen[is_same], owners[is_same]
    if not chosen.size:
        raise LookupError(f"the profile has no kernel {params.kernel!r} of this kind")
    durations = trace.slices.dur_ns[chosen]
    return {
        "calls": int(chosen.size),
        "longest": int(chosen[np.argmax(durations)]),
        **{key: float(np.percentile(durations, share)) for key, share in _SHARES.items()},
        "bins": _bins(durations),
        "launches": _launches(profile, chosen),
        "operators": [{"operator": operators[key], **row} for key, row in _heaviest(owners, durations)],
        "n_operators": int(np.unique(owners).size),
    }


def _bins(durations: Indexes) -> dict[str, Any]:
    """How many calls took how long, in bins of equal width from the least to the most."""
    counts, edges = np.histogram(durations, bins=_N_BINS if durations.min() < durations.max() else 1)
    return {"from_ns": float(edges[0]), "to_ns": float(edges[-1]), "counts": counts.tolist()}


def _launches(profile: Profile, chosen: Indexes) -> list[dict[str, Any]]:
    """Calls and time by grid and block, those with the most time first."""
    grids, grid_texts = profile.trace.arg_texts("grid", chosen)
    blocks, block_texts = profile.trace.arg_texts("block", chosen)
    keys = grids.astype(np.int64) * len(block_texts) + blocks
    rows = _heaviest(keys, profile.trace.slices.dur_ns[chosen])
    shaped = (
        ((grid_texts[key // len(block_texts)], block_texts[key % len(block_texts)]), row) for key, row in rows
    )
    return [{"grid": grid, "block": block, **row} for (grid, block), row in shaped if grid or block]


def _heaviest(keys: Indexes, durations: Indexes) -> list[tuple[int, dict[str, Any]]]:
    found = sums_by(keys, durations)
    order = np.argsort(-found.sums[0], kind="stable")[:_MAX_ROWS]
    return [
        (int(found.keys[row]), {"calls": int(found.calls[row]), "total_ns": int(found.sums[0][row])})
        for row in order
    ]
