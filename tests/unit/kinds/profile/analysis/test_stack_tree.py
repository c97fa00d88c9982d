from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sightline.kinds.profile.analysis import stack_tree
from sightline.kinds.profile.analysis.stack_tree import NO_FRAME, OF_PARENT, ROOT, StackTree

MAIN, LOAD, FIT = 0, 1, 2


def place(
    tree: StackTree, parents: list[int], frames: list[int], bases: list[int] | None = None
) -> list[int]:
    depths = [0] * len(parents)
    for index, parent in enumerate(parents):
        depths[index] = depths[parent] + 1 if parent >= 0 else 0
    columns = (parents, depths, frames, bases or [OF_PARENT] * len(parents))
    return tree.place(*(np.array(column, np.int64) for column in columns)).tolist()


def test_equal_frames_below_equal_callers_are_one_node() -> None:
    tree = StackTree()
    nodes = place(tree, [-1, 0, 0, -1, 3], [MAIN, LOAD, LOAD, MAIN, FIT])
    assert nodes == [1, 2, 2, 1, 3]
    assert (tree.parents, tree.frames) == ([-1, 0, 1, 1], [NO_FRAME, MAIN, LOAD, FIT])


def test_a_slice_without_a_frame_stands_where_its_parent_does() -> None:
    tree = StackTree()
    nodes = place(tree, [-1, 0, 1, -1], [MAIN, NO_FRAME, FIT, NO_FRAME])
    assert nodes == [1, 1, 2, ROOT]


def test_a_base_puts_a_slice_and_what_is_below_it_elsewhere() -> None:
    tree = StackTree()
    elsewhere = tree.path([MAIN, LOAD])
    nodes = place(tree, [-1, 0, -1], [FIT, LOAD, FIT], [elsewhere, OF_PARENT, OF_PARENT])
    assert tree.parents[nodes[0]] == elsewhere
    assert tree.parents[nodes[1]] == nodes[0]
    assert tree.parents[nodes[2]] == ROOT


def test_slices_below_the_deepest_level_count_for_the_frame_there() -> None:
    depth = stack_tree.MAX_DEPTH + 50
    tree = StackTree()
    nodes = place(tree, list(range(-1, depth - 1)), [MAIN] * depth)
    assert max(tree.depths) == stack_tree.MAX_DEPTH + 1
    assert len(set(nodes[stack_tree.MAX_DEPTH :])) == 1


def test_the_heaviest_sibling_comes_first_with_all_below_it() -> None:
    tree = StackTree()
    load, fit = tree.path([LOAD]), tree.path([FIT])
    below = tree.path([FIT, MAIN])
    own = np.zeros(len(tree), np.int64)
    own[[load, fit, below]] = [5, 1, 7]
    totals = tree.totals(own)
    assert totals[[ROOT, load, fit, below]].tolist() == [13, 5, 8, 7]
    found = tree.by_weight(totals)
    assert found.order.tolist() == [ROOT, fit, below, load]
    assert found.sizes.tolist() == [4, 1, 2, 1]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3), st.integers(0, 9)), max_size=30))
def test_order_keeps_subtrees_together_and_totals_conserve_time(calls: list[tuple[int, int, int]]) -> None:
    tree = StackTree()
    own = [0]
    for index, (parent, frame, time) in enumerate(calls):
        node = tree.child(min(parent, index, len(own) - 1), frame)
        own += [0] * (node + 1 - len(own))
        own[node] += time
    totals = tree.totals(np.array(own))
    order, places, sizes = tree.by_weight(totals)
    assert totals[ROOT] == sum(time for _, _, time in calls)
    assert places[order].tolist() == list(range(len(tree)))
    for node in range(1, len(tree)):
        above = tree.parents[node]
        assert places[above] < places[node] < places[above] + sizes[above]
