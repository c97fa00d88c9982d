"""The collector is off while many objects are made, and afterward as it was."""

from __future__ import annotations

import gc

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
