"""The frames of a profile's stacks: Python functions, modules, name scopes, or operators by nesting."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Literal, get_args

import numpy as np

from sightline.formats.trace import NO_SLICE, Category, TrackKind
from sightline.kinds.profile.analysis.stack_tree import NO_FRAME, OF_PARENT, ROOT, Ids, StackTree
from sightline.kinds.profile.backward_links import backward_links
from sightline.kinds.profile.profile import Indexes, Mask, Profile

FrameSource = Literal["python", "all", "modules", "scopes", "operators"]

_MODULE = "nn.Module: "
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_LIBRARY_FOLDER = re.compile(r"^.*/(?:site-packages|dist-packages|lib/python3\.\d+)/")
_CALLS = (Category.RUNTIME, Category.DRIVER, Category.SYNC)
_MAX_AROUND = 200
_NONE = np.empty(0, np.int64)
_UNTIMED = (Category.TRACE_SPAN, Category.OVERHEAD, Category.GPU_USER_ANNOTATION)


def frame_text(name: str) -> str:
    """A frame as it is shown: without the folder of the environment, and without addresses, which make
    equal frames differ."""
    return _LIBRARY_FOLDER.sub("", _ADDRESS.sub("", name.removeprefix(_MODULE)))


def stack_path(text: str) -> list[str]:
    """The frames of torch's `Call stack`, the outermost first."""
    return [frame_text(frame.strip()) for frame in reversed(text.split(";")) if frame.strip()]


def module_path(text: str) -> list[str]:
    """The modules of torch's `Module Hierarchy`, the outermost first."""
    return [part for part in text.split(".") if part]


def scope_path(text: str) -> list[str]:
    """The name scopes of an operator of TensorFlow or JAX; the type behind the colon is no scope."""
    scopes, _, last = text.rpartition("/")
    return [part for part in (*scopes.split("/"), last.partition(":")[0]) if part] if scopes else []


def stack_of(profile: Profile, index: int) -> list[str]:
    """The Python functions around a slice, the innermost first; else what the arguments around it say."""
    slices, trace = profile.trace.slices, profile.trace
    around: list[int] = []
    at = index
    while at != NO_SLICE and len(around) < _MAX_AROUND:
        around.append(at)
        at = int(slices.parent[at])
    is_python = [each for each in around if slices.category[each] == Category.PYTHON_FUNCTION]
    if is_python:
        return [frame_text(trace.string(int(slices.name[each]))) for each in is_python]
    ids, texts = trace.arg_texts("Call stack", np.array(around, np.int64))
    return next((stack_path(texts[each].strip('"'))[::-1] for each in ids if each), [])


class SliceFrames:
    """The frames of a profile's slices by one source, and where each slice stands in the tree of stacks."""

    def __init__(self, profile: Profile, source: FrameSource) -> None:
        self.profile = profile
        self.tree = StackTree()
        self._ids: dict[str, int] = {}
        slices, trace = profile.trace.slices, profile.trace
        kinds = trace.tracks.kind[slices.track]
        is_timed = np.isin(kinds, np.array([TrackKind.HOST, TrackKind.ASYNC], np.uint8))
        self.is_host: Mask = is_timed & ~np.isin(slices.category, np.array(_UNTIMED, np.uint8))
        # Annotations that lie across frames are beside the thread's own time, which its frames have already.
        is_beside = (trace.tracks.lane[slices.track] > 0) & (slices.category == Category.USER_ANNOTATION)
        self.is_host &= ~is_beside
        marks = trace.steps.slice[trace.steps.slice != NO_SLICE]
        # What a step did in no frame is nobody's time.
        self.is_host[marks[slices.parent[marks] == NO_SLICE]] = False
        self.bases = self._paths(source)
        frames = self._frames(self._has_frame(source))
        # By nesting alone a backward pass stands for itself.
        self.nodes = self._place(frames, self.bases, moves_backward=source != "operators")
        self.has_frame: Mask = frames != NO_FRAME

    @property
    def texts(self) -> list[str]:
        """The texts of frames, by number."""
        return list(self._ids)

    def frame(self, text: str) -> int:
        """The number of a frame."""
        return self._ids.setdefault(text, len(self._ids))

    def frames_of(self, slices: Indexes) -> Ids:
        """The frame of each slice by its name."""
        names, inverse = np.unique(self.profile.trace.slices.name[slices], return_inverse=True)
        ids = [self.frame(frame_text(self.profile.trace.string(int(name)))) for name in names]
        return np.array(ids, np.int64)[inverse] if ids else np.empty(0, np.int64)

    def _has_frame(self, source: FrameSource) -> Mask:
        slices = self.profile.trace.slices
        category = slices.category
        works = np.zeros(len(slices), np.bool_)
        works[self.profile.host_work] = True
        if source == "operators":
            return (works | np.isin(category, np.array(_CALLS, np.uint8))) & self.is_host
        # An operator inside another is that one's own affair, unless its arguments tell another stack.
        parent = np.maximum(slices.parent, 0)
        is_inside = (slices.parent != NO_SLICE) & works[parent] & (category[parent] == Category.CPU_OP)
        is_inside &= (category == Category.CPU_OP) & (self.bases == OF_PARENT)
        chosen = works if source in ("all", "scopes") else works & ~is_inside
        is_python = category == Category.PYTHON_FUNCTION
        if source == "modules":
            python = np.flatnonzero(is_python)
            is_python[python] = self.profile.by_name(python, lambda name: name.startswith(_MODULE))
        has_frame: Mask = (chosen | is_python) & self.is_host
        return has_frame

    def _frames(self, has_frame: Mask) -> Ids:
        frames = np.full(has_frame.size, NO_FRAME, np.int64)
        chosen = np.flatnonzero(has_frame)
        frames[chosen] = self.frames_of(chosen)
        return frames

    def _paths(self, source: FrameSource) -> Ids:
        """The node of the stack that arguments tell of. What is nested in a slice of the same stack stands
        below that slice instead."""
        bases = np.full(len(self.profile.trace.slices), OF_PARENT, np.int64)
        for key, split in _PATHS.get(source, ()):
            ids, texts = self.profile.trace.arg_texts(key)
            nodes = np.array([self._path_node(text, split) for text in texts], np.int64)[ids]
            parent = self.profile.trace.slices.parent
            is_same = (parent != NO_SLICE) & (nodes[np.maximum(parent, 0)] == nodes)
            bases = np.where((nodes != ROOT) & ~is_same, nodes, bases)
        return bases

    def _path_node(self, text: str, split: Callable[[str], list[str]]) -> int:
        try:
            parsed = json.loads(text) if text else ""
        except ValueError:
            return ROOT
        return self.tree.path([self.frame(part) for part in split(str(parsed))])

    def _place(self, frames: Ids, bases: Ids, *, moves_backward: bool) -> Ids:
        """Nodes of slices. What autograd runs on a thread of its own stands below the forward slice that made
        it: that thread has no stack of its own."""
        slices = self.profile.trace.slices
        parents, depths = slices.parent.astype(np.int64), slices.depth.astype(np.int64)
        nodes = self.tree.place(parents, depths, frames, bases)
        roots, sources = self._backward_roots() if moves_backward else (_NONE, _NONE)
        if not roots.size:
            return nodes
        moved = bases.copy()
        moved[roots] = nodes[sources]
        return self.tree.place(parents, depths, frames, moved)

    def _backward_roots(self) -> tuple[Indexes, Indexes]:
        """Slices of backward passes on other threads, and the forward slice that each comes from."""
        slices, links = self.profile.trace.slices, backward_links(self.profile)
        is_apart = slices.track[links.forward] != slices.track[links.backward]
        return links.backward[is_apart], links.forward[is_apart]


_PATHS: dict[FrameSource, tuple[tuple[str, Callable[[str], list[str]]], ...]] = {
    "python": (("Call stack", stack_path),),
    "all": (("Call stack", stack_path),),
    "modules": (("Module Hierarchy", module_path),),
    "scopes": (
        ("hlo_module", lambda text: [text] if text else []),
        ("long_name", scope_path),
        ("tf_op", scope_path),
    ),
}


def frame_sources(profile: Profile) -> list[FrameSource]:
    """The sources that this profile has frames for, the one that says most first."""
    python = profile.select(Category.PYTHON_FUNCTION)
    has_modules = bool(profile.by_name(python, lambda name: name.startswith(_MODULE)).any())
    has = {
        "python": python.size > 0 or _has_paths(profile, "python"),
        "modules": has_modules or _has_paths(profile, "modules"),
        "scopes": _has_paths(profile, "scopes"),
        "operators": True,
    }
    has["all"] = has["python"]
    return [source for source in get_args(FrameSource) if has[source]]


def _has_paths(profile: Profile, source: FrameSource) -> bool:
    return any(
        split(text.strip('"')) for key, split in _PATHS[source] for text in profile.trace.arg_texts(key)[1]
    )
