"""The collectives of one profile: kernels of its device, else what its host annotates; sizes and groups."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.formats.trace import NO_SLICE, Category
from sightline.kinds.profile.analysis.collectives import Collectives, call_keys
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.kinds.profile.profile_slices import is_host_collective

_NAMES = {
    "all_reduce": re.compile(r"all_?reduce", re.IGNORECASE),
    "all_gather": re.compile(r"_?all_?gather", re.IGNORECASE),
    "reduce_scatter": re.compile(r"reduce_?scatter", re.IGNORECASE),
    "all_to_all": re.compile(r"all_?to_?all|send_?recv", re.IGNORECASE),
    "broadcast": re.compile(r"broadcast", re.IGNORECASE),
    "barrier": re.compile(r"barrier", re.IGNORECASE),
    "reduce": re.compile(r"reduce", re.IGNORECASE),
    "send": re.compile(r"send", re.IGNORECASE),
    "recv": re.compile(r"recv", re.IGNORECASE),
}
# Also the names that torch gives element types, with their sizes.
_BYTES = {
    "double": 8, "long": 8, "int64": 8, "float": 4, "int": 4, "float32": 4, "half": 2, "bfloat16": 2,
    "short": 2, "float16": 2, "byte": 1, "char": 1, "bool": 1, "float8_e4m3fn": 1, "float8_e5m2": 1,
}  # fmt: skip


class WorkerCollectives(NamedTuple):
    """Collectives in order of time, by the wall clock; `n_bytes` is NaN where the profile does not say."""

    slices: Indexes
    names: list[str]
    n_bytes: npt.NDArray[np.float64]
    dtypes: list[str]
    group_sizes: list[int]
    calls: Collectives


def worker_collectives(profile: Profile) -> WorkerCollectives:
    """All collectives that a profile recorded."""
    slices = _slices(profile)
    trace = profile.trace
    slices = slices[np.argsort(trace.slices.start_ns[slices], kind="stable")]
    names, sizes, dtypes, groups, sequences, group_sizes = [], [], [], [], [], []
    for each in slices.tolist():
        args = _args(profile, each)
        own = trace.string(int(trace.slices.name[each]))
        dtype = str(args.get("dtype") or _first(args.get("Input type"))).lower()
        elements = _elements(args)
        names.append(collective_name(str(args.get("Collective name") or own)))
        sizes.append(elements * _BYTES.get(dtype, np.nan))
        dtypes.append(dtype if elements == elements else "")
        groups.append(str(args.get("Process Group Name", "")))
        sequences.append(_whole(args.get("Seq"), -1))
        group_sizes.append(_whole(args.get("Group size"), 0))
    base = trace.base_ns
    calls = Collectives(
        call_keys(groups, names, sequences),
        trace.slices.start_ns[slices] + base,
        profile.ends_of(slices) + base,
    )
    return WorkerCollectives(slices, names, np.array(sizes, np.float64), dtypes, group_sizes, calls)


def collective_name(name: str) -> str:
    """The name of a collective as torch.distributed has it; any other name as it is."""
    return next((plain for plain, pattern in _NAMES.items() if pattern.search(name)), name)


def _slices(profile: Profile) -> Indexes:
    on_device = np.concatenate(
        (profile.kernels[profile.is_communication], profile.select(Category.COMMUNICATION))
    )
    if on_device.size:
        return np.unique(on_device)
    work = profile.host_work
    return work[profile.by_name(work, is_host_collective)]


def _args(profile: Profile, each: int) -> dict[str, object]:
    """The arguments of a collective; what its kernel does not say, the operator that launched it may."""
    trace = profile.trace
    found = _parsed(profile, each)
    owner = int(trace.operators[each])
    return found if owner == NO_SLICE or "Collective name" in found else {**_parsed(profile, owner), **found}


def _parsed(profile: Profile, each: int) -> dict[str, object]:
    try:
        return profile.trace.args(int(profile.trace.slices.args[each]))
    except (ValueError, RecursionError):
        return {}


def _elements(args: dict[str, object]) -> float:
    """How many elements a worker puts in, or takes out where that is more."""
    given = [args.get("In msg nelems"), args.get("Out msg nelems")]
    known = [float(value) for value in given if isinstance(value, int)]
    if known:
        return max(known)
    shape = _first(args.get("Input Dims"))
    whole = [side for side in shape if isinstance(side, int)] if isinstance(shape, list) else []
    return float(np.prod(whole)) if whole else float("nan")


def _whole(value: object, missing: int) -> int:
    text = str(value)
    return int(text) if text.isdecimal() and len(text) < 18 else missing


def _first(value: object) -> object:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return value
    return value[0] if isinstance(value, list) and value else ""
