"""Which steps are recorded: cycles of waiting, warming up and recording."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Phase(Enum):
    """What happens in a step."""

    IDLE = "idle"
    WARMUP = "warmup"
    ACTIVE = "active"


@dataclass(frozen=True)
class Schedule:
    """The lengths of a cycle in steps, and how many cycles there are; 0 is no end."""

    wait: int
    warmup: int
    active: int
    repeat: int

    def __post_init__(self) -> None:
        for name, least in (("wait", 0), ("warmup", 0), ("active", 1), ("repeat", 0)):
            value = getattr(self, name)
            if not isinstance(value, int) or value < least:
                raise ValueError(f"profile: {name} must be an integer of at least {least}, got {value!r}")

    def phase(self, index: int) -> Phase:
        """Return the phase of a step, counted from 0."""
        cycle, place = divmod(index, self._cycle_steps)
        if place < self.wait or (self.repeat and cycle >= self.repeat):
            return Phase.IDLE
        return Phase.WARMUP if place < self.wait + self.warmup else Phase.ACTIVE

    def ends_window(self, index: int) -> bool:
        """Whether a step is the last one that its cycle records."""
        return self.phase(index) is Phase.ACTIVE and (index + 1) % self._cycle_steps == 0

    @property
    def _cycle_steps(self) -> int:
        return self.wait + self.warmup + self.active
