"""Where the calls of each operator were made, in a word: the modules around most of their time, or code."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple

import numpy as np

from sightline.kinds.profile.analysis.operators import sums_by
from sightline.kinds.profile.operator_calls import operator_calls
from sightline.kinds.profile.operator_places import Place, operator_places
from sightline.kinds.profile.operator_table import OperatorsParams, row_keys
from sightline.kinds.profile.profile import Profile
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame

_NUMBER = re.compile(r"_\d+\Z")
# Frames that say nothing of who called: torch's own, and functions without a file.
_LIBRARY = re.compile(r"torch/|<|nn\.Module")
_FOLDERS = re.compile(r"^.*/(?=[^/]+\(\d+\): )")
_N_MODULES = 2


class _Word(NamedTuple):
    """A place in a word, and in how many other places the calls were made."""

    text: str
    n_others: int


def where_called(profile: Profile, params: OperatorsParams) -> Frame:
    """A row for each operator whose place is known: its place with the most time, and how many others."""
    timed = operator_calls(profile, params.step, fold_backward=params.fold_backward)
    rows = row_keys(profile, timed, params.group)
    place: Place = "module"
    at, frames = operator_places(profile, timed.slices, place)
    if not at.any():
        place = "stack"
        at, frames = operator_places(profile, timed.slices, place)
    own = timed.device_self if timed.device_self.any() else timed.host_self
    sums = sums_by((rows.keys * len(frames) + at)[at > 0], own[at > 0])
    weights: dict[int, dict[int, int]] = defaultdict(dict)
    for key, weight in zip(sums.keys.tolist(), sums.sums[0].tolist(), strict=True):
        weights[key // len(frames)][key % len(frames)] = weight
    words = [_word({tuple(frames[i]): ns for i, ns in found.items()}, place) for found in weights.values()]
    keys = np.array(list(weights), np.int64)
    texts = {text: i for i, text in enumerate(dict.fromkeys(word.text for word in words))}
    return Frame(
        {
            "operator": Dictionary((keys // len(rows.details)).astype(np.int32), rows.names),
            "detail": Dictionary((keys % len(rows.details)).astype(np.int32), rows.details),
            "place": Dictionary(np.array([texts[word.text] for word in words], np.int32), list(texts)),
            "n_others": np.array([word.n_others for word in words], np.int64),
        },
        {"place": place if len(keys) else ""},
    )


def _word(weights: dict[tuple[str, ...], int], place: Place) -> _Word:
    """Equal modules of one kind are one place: "Block_0", "Block_1" are "Block_*"."""
    kinds: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for frames in weights:
        kinds[_kind(frames) if place == "module" else (_caller(frames),)].append(frames)
    heaviest = max(kinds, key=lambda kind: sum(weights[frames] for frames in kinds[kind]))
    text = _common(kinds[heaviest]) if place == "module" else heaviest[0]
    return _Word(text, len(kinds) - 1)


def _kind(frames: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_NUMBER.sub("", frame) for frame in frames)


def _common(paths: list[tuple[str, ...]]) -> str:
    """The innermost modules of paths of one kind, with a star where their numbers differ."""
    columns = list(zip(*paths, strict=True))[-_N_MODULES:]
    return ".".join(
        column[0] if len(set(column)) == 1 else _NUMBER.sub("", column[0]) + "_*" for column in columns
    )


def _caller(frames: tuple[str, ...]) -> str:
    """The innermost frame of the program itself, without its folder."""
    own = [frame for frame in frames if not _LIBRARY.match(frame)]
    return _FOLDERS.sub("", (own or frames)[-1])
