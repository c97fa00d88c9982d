"""Where operators were called: the Python stack or the modules around each call, also of backward passes."""

from __future__ import annotations

from typing import Literal

import numpy as np

from sightline.formats.trace import Category
from sightline.kinds.profile.analysis.stack_tree import ROOT, Ids, StackTree
from sightline.kinds.profile.profile import Indexes, Mask, Profile
from sightline.kinds.profile.stack_frames import FrameSource, SliceFrames, frame_sources

Place = Literal["stack", "module"]
# The first source that a profile has. TensorFlow and JAX have name scopes in the place of modules.
_SOURCES: dict[Place, tuple[FrameSource, ...]] = {"stack": ("python",), "module": ("modules", "scopes")}
_JOIN: dict[Place, str] = {"stack": "; ", "module": " › "}


def operator_places(profile: Profile, calls: Indexes, place: Place) -> tuple[Ids, list[list[str]]]:
    """For each call the number of its place, and the frames of each place, the outermost first.

    Place 0 has no frames: nothing is known of where those calls were made.
    """
    sources = profile.once("frame sources", lambda: frame_sources(profile))
    source = next((each for each in _SOURCES[place] if each in sources), None)
    if source is None:
        return np.zeros(calls.size, np.int64), [[]]
    placed = profile.once(("slice frames", source), lambda: SliceFrames(profile, source))
    nodes = _nearest(placed.tree, _is_place(placed))[placed.nodes[calls]]
    used, inverse = np.unique(np.concatenate(([ROOT], nodes)), return_inverse=True)
    return inverse[1:].astype(np.int64), [_frames(placed, int(node)) for node in used]


def place_text(frames: list[str], place: Place) -> str:
    """The frames in a line: of a stack the innermost first, as torch writes it; of modules the outermost."""
    return _JOIN[place].join(reversed(frames) if place == "stack" else frames)


def _is_place(placed: SliceFrames) -> Mask:
    """Which nodes are frames of a place: those of Python functions and of arguments, not of operators."""
    category = placed.profile.trace.slices.category
    is_operator = np.zeros(len(placed.tree), np.bool_)
    framed = np.flatnonzero(placed.has_frame & (category != Category.PYTHON_FUNCTION))
    is_operator[placed.nodes[framed]] = True
    is_place: Mask = ~is_operator
    return is_place


def _nearest(tree: StackTree, is_place: Mask) -> Ids:
    """For each node itself or the nearest caller that is a place. Callers have lower numbers."""
    nearest = np.arange(len(tree), dtype=np.int64)
    for node, parent in enumerate(tree.parents):
        if parent >= 0 and not is_place[node]:
            nearest[node] = nearest[parent]
    return nearest


def _frames(placed: SliceFrames, node: int) -> list[str]:
    tree, texts = placed.tree, placed.texts
    frames: list[str] = []
    while node > ROOT:
        frames.append(texts[tree.frames[node]])
        node = tree.parents[node]
    return frames[::-1]
