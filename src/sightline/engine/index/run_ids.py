"""Ids of runs that all servers of an index agree on: a run gets one with the manifest that first has it.

A page of one server may be answered by another, so an id has to mean the same run on both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

# Ids are 32-bit numbers; each index of a server has a span of them, and live log directories have the last.
SPAN = 1 << 28

IdRanges = tuple[tuple[int, int], ...]  # the first id, and how many follow one another


def directories_of(event_directories: Iterable[str], side_directories: Iterable[str]) -> list[str]:
    """The runs of a page in the order that their ids are listed in."""
    return list(dict.fromkeys([*event_directories, *side_directories]))


def to_ranges(ids: Iterable[int]) -> IdRanges:
    """Ids in few numbers: most follow one another."""
    found: list[tuple[int, int]] = []
    for run_id in ids:
        if found and sum(found[-1]) == run_id:
            found[-1] = found[-1][0], found[-1][1] + 1
        else:
            found.append((run_id, 1))
    return tuple(found)


def from_ranges(ranges: IdRanges) -> list[int]:
    """The ids themselves."""
    return [run_id for first, n in ranges for run_id in range(first, first + n)]


def known_ids(pages: Iterable[tuple[list[str], IdRanges]]) -> dict[str, int]:
    """The ids of runs by directory, of pages that have some; a page that is missing has no directories."""
    found: dict[str, int] = {}
    for directories, ranges in pages:
        for directory, run_id in zip(directories, from_ranges(ranges), strict=False):
            found.setdefault(directory, run_id)
    return found


def with_new_ids(known: Mapping[str, int], directories: Iterable[str], next_id: int) -> dict[str, int]:
    """Ids for all these runs: their own, else the next ones."""
    found = dict(known)
    for directory in directories:
        if directory not in found:
            found[directory] = next_id
            next_id += 1
    return found
