"""An iterable whose batches are timed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

_T = TypeVar("_T")


class TimedLoader(Generic[_T]):
    """Gives what a loader gives, each batch fetched inside the context that `waiting` makes."""

    def __init__(self, loader: Iterable[_T], waiting: Callable[[], AbstractContextManager[Any]]) -> None:
        self._loader = loader
        self._waiting = waiting

    def __len__(self) -> int:
        return len(self._loader)  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[_T]:
        with self._waiting():  # a DataLoader starts its workers here
            batches = iter(self._loader)
        while True:
            with self._waiting():
                try:
                    batch = next(batches)
                except StopIteration:
                    return
            yield batch
