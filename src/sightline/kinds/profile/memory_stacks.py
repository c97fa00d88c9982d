"""Stacks of a memory file as one tree: how many bytes each frame and all that it called hold."""

from __future__ import annotations

import numpy as np

from sightline.formats.memory_profile import MemoryProfile
from sightline.formats.memory_snapshot import MemorySnapshot
from sightline.kinds.profile.analysis.stack_tree import ROOT, StackTree, heaviest_nodes
from sightline.kinds.profile.memory_file import allocations, frame_texts
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame

_MAX_NODES = 20_000
_NO_STACK = "no stack"


def memory_stacks(content: MemorySnapshot | MemoryProfile) -> Frame:
    """The frames that hold most, each behind its caller, the largest sibling first; the root has no frame.

    Metadata: how many frames there are, and the bytes of those that the limit left out.
    """
    found = allocations(content)
    tree, frames = StackTree(), {"": 0}
    used, inverse = np.unique(found.stack, return_inverse=True)
    ends = [
        tree.path(
            [
                frames.setdefault(text, len(frames))
                for text in reversed(frame_texts(found.stacks, int(each)) or [_NO_STACK])
            ]
        )
        for each in used
    ]
    nodes = np.array(ends, np.int64)[inverse] if ends else np.empty(0, np.int64)
    own, counts = np.zeros(len(tree), np.int64), np.zeros(len(tree), np.int64)
    np.add.at(own, nodes, np.maximum(found.size_bytes, 0))
    np.add.at(counts, nodes, found.n_allocations)
    totals = tree.totals(own)
    order, places, _ = tree.by_weight(totals)
    parents = np.array(tree.parents, np.int64)[order]
    parents = np.where(parents >= 0, places[parents], -1)
    known = np.flatnonzero(totals[order] > 0)
    heaviest = heaviest_nodes(parents, totals[order], known, _MAX_NODES)
    kept = order[heaviest.nodes]
    codes = np.array(tree.frames, np.int32)
    codes[ROOT] = frames[""]
    return Frame(
        {
            "node": heaviest.nodes.astype(np.int32),
            "parent": heaviest.parent_rows.astype(np.int32),
            "frame": Dictionary(codes[kept], list(frames)),
            "allocations": tree.totals(counts)[kept],
            "self_bytes": own[kept],
            "total_bytes": totals[kept],
        },
        {"n_frames": int(known.size), "left_out_bytes": heaviest.left_out},
    )
