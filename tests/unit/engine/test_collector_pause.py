"""The collector is off while many objects are made, and afterward as it was."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from sightline.engine.collector_pause import MANY_OBJECTS, collector_paused


def test_collector_is_off_within_nested_pauses_and_on_after_the_last() -> None:
    assert gc.isenabled()
    with collector_paused(MANY_OBJECTS):
        with collector_paused(MANY_OBJECTS):
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_collector_is_on_again_after_an_error() -> None:
    with pytest.raises(KeyError), collector_paused(MANY_OBJECTS):
        raise KeyError
    assert gc.isenabled()


def test_few_objects_do_not_pause_the_collector() -> None:
    with collector_paused(MANY_OBJECTS - 1):
        assert gc.isenabled()


def test_collector_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with collector_paused(MANY_OBJECTS):
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_objects_made_in_a_pause_are_old_after_it_and_still_collected() -> None:
    class Node:
        pass

    with collector_paused(MANY_OBJECTS):
        node, other = Node(), Node()
        node.other, other.node = other, node  # type: ignore[attr-defined]
        found = ref(node)
    assert any(each is node for each in gc.get_objects(generation=2))
    assert gc.get_freeze_count() == 0
    del node, other
    gc.collect()
    assert found() is None


def test_what_somebody_froze_stays_frozen() -> None:
    gc.freeze()
    try:
        n_frozen = gc.get_freeze_count()
        with collector_paused(MANY_OBJECTS):
            pass
        assert gc.get_freeze_count() == n_frozen
    finally:
        gc.unfreeze()
