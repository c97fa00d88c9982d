"""Stacks: where host and device time went, by the functions, modules, scopes or operators around it."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import numpy as np
from msgspec import Meta

from sightline.formats.trace import NO_SLICE, Category
from sightline.kinds.profile.analysis.stack_tree import OF_PARENT, ROOT, Ids, heaviest_nodes
from sightline.kinds.profile.chosen_step import StepNumber, in_step, is_in_step
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.kinds.profile.stack_frames import FrameSource, SliceFrames, frame_sources
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params

Weight = Literal["host", "device"]


class StacksParams(Params, frozen=True):
    """One profile's file, what its frames are, and what makes a frame wide.

    step: the step whose time is wanted; null is all steps.
    within: the node whose part of the tree is wanted; 0 is all of it.
    other_run, other_name: a second profile, whose time of the same stacks is given beside.
    """

    run: int
    name: str
    step: StepNumber | None = None
    frames: FrameSource | None = None
    weight: Weight = "host"
    within: Annotated[int, Meta(ge=0)] = 0
    limit: Annotated[int, Meta(ge=1, le=100_000)] = 20_000
    other_run: int | None = None
    other_name: str = ""


class MergedStacks(NamedTuple):
    """A tree of merged stacks: callers before callees, the heaviest of siblings first, node 0 the root.

    parents: the node of the caller, -1 for the root. sizes: how many nodes a node and all below it are.
    longest: the longest slice of a node, or NO_SLICE. Times are nanoseconds.
    """

    parents: Ids
    sizes: Ids
    frames: Dictionary
    category: Ids
    calls: Ids
    host_self: Ids
    host_total: Ids
    device_self: Ids
    device_total: Ids
    longest: Ids


def stacks(profile: Profile, params: StacksParams, other: Profile | None = None) -> Frame:
    """The heaviest frames below a node, each behind its caller; frames without such time are left out.

    Metadata: what frames are there, how many, and what the limit left out. With a second profile also its
    time of the same stacks (`other_ns`), as if it had as many steps, and what it has of other stacks.
    """
    sources = profile.once("frame sources", lambda: frame_sources(profile))
    source = params.frames if params.frames in sources else sources[0]
    tree = profile.once(
        ("stacks", source, params.weight, params.step),
        lambda: merged_stacks(profile, source, params.weight, params.step),
    )
    weight = tree.host_total if params.weight == "host" else tree.device_total
    first = min(params.within, weight.size - 1)
    nodes = first + np.flatnonzero(weight[first : first + tree.sizes[first]] > 0)
    heaviest = heaviest_nodes(tree.parents, weight, nodes, params.limit)
    kept = heaviest.nodes
    compared = _compared(profile, tree, params, source, other)
    return Frame(
        {
            "node": kept.astype(np.int32),
            "parent": heaviest.parent_rows.astype(np.int32),
            "frame": Dictionary(tree.frames.codes[kept], tree.frames.values),
            "category": tree.category[kept].astype(np.uint8),
            "calls": tree.calls[kept],
            "host_self_ns": tree.host_self[kept],
            "host_total_ns": tree.host_total[kept],
            "device_self_ns": tree.device_self[kept],
            "device_total_ns": tree.device_total[kept],
            "slice": tree.longest[kept].astype(np.int32),
            **({} if compared is None else {"other_ns": compared.ns[kept]}),
        },
        {
            "frames": source,
            "sources": sources,
            "n_frames": int(nodes.size),
            "left_out_ns": heaviest.left_out,
            "has_device": bool(profile.device_work.size),
            **({} if compared is None else {"other_only_ns": compared.only_other_ns}),
        },
    )


class _Compared(NamedTuple):
    """For each node the time of the same stack in another profile, and what that one has of other stacks."""

    ns: Ids
    only_other_ns: int


def _compared(
    profile: Profile, tree: MergedStacks, params: StacksParams, source: FrameSource, other: Profile | None
) -> _Compared | None:
    if other is None:
        return None
    theirs = other.once(
        ("stacks", source, params.weight, None), lambda: merged_stacks(other, source, params.weight)
    )
    total = theirs.host_total if params.weight == "host" else theirs.device_total
    n_steps = len(profile.steps) if params.step is None else 1
    scale = max(n_steps, 1) / max(len(other.steps), 1)
    nodes = same_stacks(tree, theirs)
    ns = np.where(nodes >= 0, total[np.maximum(nodes, 0)] * scale, 0).astype(np.int64)
    is_shared = np.zeros(total.size, np.bool_)
    is_shared[nodes[nodes >= 0]] = True
    above = np.maximum(theirs.parents, 0)
    only_other = total[~is_shared & is_shared[above]].sum() * scale
    return _Compared(ns, int(only_other))


def same_stacks(a: MergedStacks, b: MergedStacks) -> Ids:
    """For each node of one tree the node of another with the same stack, -1 where there is none."""
    places = {
        (int(parent), b.frames.values[code]): node
        for node, (parent, code) in enumerate(zip(b.parents, b.frames.codes, strict=True))
    }
    found = np.full(a.parents.size, -1, np.int64)
    found[ROOT] = ROOT
    for node in range(1, a.parents.size):
        parent = int(found[a.parents[node]])
        if parent >= 0:
            found[node] = places.get((parent, a.frames.values[a.frames.codes[node]]), -1)
    return found


def merged_stacks(
    profile: Profile, source: FrameSource, weight: Weight, step: int | None = None
) -> MergedStacks:
    """Stacks of a profile or a step as one tree; what a frame launched on a device is below it by name."""
    placed = SliceFrames(profile, source)
    slices, work = profile.trace.slices, in_step(profile, profile.device_work, step)
    is_chosen = is_in_step(profile, step)
    work_nodes = placed.tree.children(_launch_nodes(placed, work), placed.frames_of(work))
    host = np.flatnonzero(placed.is_host & is_chosen)
    framed = np.flatnonzero(placed.has_frame & is_chosen)
    n_nodes = len(placed.tree)
    host_self = _sums(placed.nodes[host], slices.self_ns[host], n_nodes)
    device_self = _sums(work_nodes, slices.dur_ns[work], n_nodes)
    calls = np.bincount(placed.nodes[framed], minlength=n_nodes) + np.bincount(work_nodes, minlength=n_nodes)
    shown, nodes = np.concatenate((framed, work)), np.concatenate((placed.nodes[framed], work_nodes))
    totals = placed.tree.totals(host_self), placed.tree.totals(device_self)
    order, places, sizes = placed.tree.by_weight(totals[0] if weight == "host" else totals[1])
    parents = np.array(placed.tree.parents, np.int64)
    codes = np.array(placed.tree.frames, np.int32)
    # The root has no frame of its own.
    codes[ROOT] = placed.frame("")
    return MergedStacks(
        np.where(parents[order] >= 0, places[parents[order]], -1),
        sizes[order],
        Dictionary(codes[order], placed.texts),
        _categories(profile, shown, nodes, n_nodes)[order],
        calls[order],
        host_self[order],
        totals[0][order],
        device_self[order],
        totals[1][order],
        _longest(profile, shown, nodes, n_nodes)[order],
    )


def _launch_nodes(placed: SliceFrames, work: Indexes) -> Ids:
    """The node below which device work stands: its own scopes', or that of what called its launch."""
    slices = placed.profile.trace.slices
    launcher = placed.profile.trace.launchers[work].astype(np.int64)
    call = np.maximum(launcher, 0)
    around = slices.parent[call].astype(np.int64)
    launched = np.where(around != NO_SLICE, placed.nodes[np.maximum(around, 0)], placed.nodes[call])
    nodes = np.where(launcher != NO_SLICE, launched, ROOT)
    return np.where(placed.bases[work] != OF_PARENT, placed.bases[work], nodes)


def _categories(profile: Profile, shown: Indexes, nodes: Ids, n_nodes: int) -> Ids:
    """The category of a node's slices; frames that only arguments tell of count as Python functions."""
    categories = np.full(n_nodes, Category.PYTHON_FUNCTION, np.int64)
    categories[nodes] = profile.trace.slices.category[shown]
    return categories


def _longest(profile: Profile, shown: Indexes, nodes: Ids, n_nodes: int) -> Ids:
    longest = np.full(n_nodes, NO_SLICE, np.int64)
    order = np.argsort(profile.trace.slices.dur_ns[shown], kind="stable")
    longest[nodes[order]] = shown[order]
    return longest


def _sums(nodes: Ids, values: Ids, n_nodes: int) -> Ids:
    sums = np.zeros(n_nodes, np.int64)
    np.add.at(sums, nodes, values)
    return sums
