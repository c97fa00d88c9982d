"""The batches that `profile_batch` names: an integer, a pair, or a text "first,last"."""

from __future__ import annotations

from typing import Any, NamedTuple


class BatchRange(NamedTuple):
    """Batches from first to last, counted from 1, both included."""

    first: int
    last: int

    @classmethod
    def parse(cls, given: Any) -> BatchRange | None:
        """Take what Keras takes; None where nothing is to be profiled."""
        try:
            numbers = _numbers(given)
        except (TypeError, ValueError):
            numbers = []
        if len(numbers) != 2 or numbers[0] < 0 or numbers[1] < numbers[0]:
            raise ValueError(
                "profile_batch: expected a non-negative integer, a pair of positive integers or a text "
                f'"first,last", got {given!r}'
            )
        return cls(*numbers) if numbers[1] else None


def _numbers(given: Any) -> list[int]:
    if isinstance(given, str):
        given = [int(part) for part in given.split(",")]
        given = given * 2 if len(given) == 1 else given
    return [int(given)] * 2 if isinstance(given, int) else [int(number) for number in given]
