"""Names of operators: of calls on the host, and of device work that says itself whose it is."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

import numpy as np

from sightline.formats.trace import NO_SLICE
from sightline.kinds.profile.profile import Indexes, Profile

# What tells the operator of device work, the best first: TensorFlow and JAX, then XLA's own names.
_KEYS = ("tf_op", "hlo_category", "hlo_op")
_COUNTER = re.compile(r"[._]\d+\Z")


class Names(NamedTuple):
    """Texts, and which of them each of some slices has; text 0 is "", for unknown."""

    ids: Indexes
    texts: list[str]


class FrameworkOps(NamedTuple):
    """Device work that names its operator."""

    slices: Indexes
    names: Names


def framework_ops(profile: Profile) -> FrameworkOps:
    """Device work of TensorFlow and JAX, each with the type of its operator; none of torch."""
    return profile.once("framework ops", lambda: _framework_ops(profile))


def _framework_ops(profile: Profile) -> FrameworkOps:
    work = profile.device_work if "planes" in profile.trace.metadata else np.empty(0, np.int64)
    ids, texts = np.zeros(work.size, np.int64), [""]
    for key in _KEYS:
        found, raw = profile.trace.arg_texts(key, work)
        names = [operator_type(_plain(text)) if text else "" for text in raw]
        known = np.array([bool(name) for name in names], np.bool_)[found] & (ids == 0)
        ids[known] = found[known] + len(texts)
        texts += names
    named = ids > 0
    return FrameworkOps(work[named], _merged(ids[named], texts))


def operator_type(text: str) -> str:
    """ "dense/MatMul:MatMul" → "MatMul"; "jit(step)/dot_general" → "dot_general"; "fusion.12" → "fusion"."""
    name, _, kind = text.rpartition(":") if ":" in text else (text, "", "")
    last = (kind or name).rstrip("/").rpartition("/")[2]
    return _COUNTER.sub("", last)


def names_of(profile: Profile, calls: Indexes) -> tuple[Indexes, list[str]]:
    """The names of slices, each once, and which of them each slice has."""
    ids, inverse = np.unique(profile.trace.slices.name[calls], return_inverse=True)
    return inverse.astype(np.int64), [profile.trace.string(int(each)) for each in ids]


def operator_texts(profile: Profile, calls: Indexes) -> Names:
    """The operator's name of each call: its own, or for device work the one it says."""
    ids, inverse = np.unique(profile.trace.slices.name[calls], return_inverse=True)
    texts = ["", *(profile.trace.string(int(each)) for each in ids)]
    ops, found = framework_ops(profile), inverse.astype(np.int64) + 1
    if ops.slices.size:
        own = _own(profile, ops)[calls]
        found = np.where(own > 0, own + len(texts), found)
        texts += ops.names.texts
    return _merged(found, texts)


def launching_operators(profile: Profile, work: Indexes) -> Names:
    """The operator that each slice of device work belongs to: what it says itself, else what launched it."""
    owner = profile.trace.operators[work].astype(np.int64)
    is_known = owner != NO_SLICE
    ops = framework_ops(profile)
    if ops.slices.size:
        is_own = _own(profile, ops)[work] > 0
        owner, is_known = np.where(is_own, work, owner), is_known | is_own
    names = operator_texts(profile, np.maximum(owner, 0))
    return Names(np.where(is_known, names.ids, 0), names.texts)


def _own(profile: Profile, ops: FrameworkOps) -> Indexes:
    """For each slice of the profile its place among the names of framework operators, 0 for none."""
    own = np.zeros(len(profile.trace.slices), np.int64)
    own[ops.slices] = ops.names.ids
    return own


def _merged(ids: Indexes, texts: list[str]) -> Names:
    """The same with every text once, "" first."""
    place: dict[str, int] = {"": 0}
    at = np.array([place.setdefault(text, len(place)) for text in texts], np.int64)
    return Names(at[ids], list(place))


def _plain(text: str) -> str:
    """A JSON text without its quotes."""
    try:
        found = json.loads(text)
    except ValueError:
        return text.strip('"')
    return found if isinstance(found, str) else text
