"""What a rule found: a title, the figures that show it, and what to do in the words of the framework."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Framework = Literal["torch", "jax", "tensorflow", "python"]
Level = Literal["high", "moderate"]


@dataclass(frozen=True)
class Finding:
    """One trouble. `share` is the measured part of the step it concerns, never a promised saving."""

    rule: str
    level: Level
    title: str
    evidence: tuple[str, ...]
    action: str
    share: float | None = None
    slices: tuple[int, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """The finding as an answer has it."""
        return {
            "rule": self.rule,
            "level": self.level,
            "title": self.title,
            "evidence": list(self.evidence),
            "action": self.action,
            "share": self.share,
            "slices": list(self.slices),
        }


def in_words_of(framework: Framework, actions: Mapping[str, str]) -> str:
    """The action for a framework; "any" where it has none of its own."""
    return actions.get(framework, actions["any"])


def ms(nanoseconds: float) -> str:
    """A span of time for a sentence."""
    if nanoseconds >= 1e10:
        return f"{nanoseconds / 1e9:,.1f} s"
    if nanoseconds >= 1e6:
        return f"{nanoseconds / 1e6:,.1f} ms"
    return f"{nanoseconds / 1e3:,.1f} µs"


def percent(share: float) -> str:
    """A share for a sentence: one digit behind the point below ten."""
    return f"{100 * share:.1f} %" if share < 0.1 else f"{100 * share:.0f} %"


def size(n_bytes: float) -> str:
    """A size for a sentence."""
    return f"{n_bytes / 2**30:.1f} GiB" if n_bytes >= 2**30 else f"{n_bytes / 2**20:,.0f} MiB"
