"""Stacks of calls as columns: each frame and each stack stands once, and rows refer to a stack by number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NO_STACK = 0  # the number of the empty stack


class Frame(NamedTuple):
    """One call: the function, and where it was called from."""

    function: str
    file: str
    line: int


@dataclass(frozen=True)
class CallStacks:
    """Stacks by number, the innermost call first; stack NO_STACK is empty.

    The frames of stack i are `frames[frame[first[i]]]` up to `frames[frame[first[i + 1] - 1]]`.
    """

    frames: list[Frame]
    frame: NDArray[np.uint32]
    first: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.first) - 1

    def __getitem__(self, stack: int) -> list[Frame]:
        return [self.frames[i] for i in self.frame[self.first[stack] : self.first[stack + 1]]]


class CallStackTable:
    """Collects stacks; the same calls get the same number."""

    def __init__(self) -> None:
        self._frames: dict[Frame, int] = {}
        self._stacks: dict[tuple[int, ...], int] = {(): NO_STACK}

    def add(self, calls: Iterable[Frame]) -> int:
        """The number of a stack, given with the innermost call first."""
        frames = self._frames
        stack = tuple([frames.setdefault(call, len(frames)) for call in calls])
        return self._stacks.setdefault(stack, len(self._stacks))

    def finish(self) -> CallStacks:
        """All stacks as columns."""
        first = np.zeros(len(self._stacks) + 1, np.int64)
        np.cumsum([len(stack) for stack in self._stacks], out=first[1:])
        frame = np.fromiter((i for stack in self._stacks for i in stack), np.uint32, int(first[-1]))
        return CallStacks(list(self._frames), frame, first)
