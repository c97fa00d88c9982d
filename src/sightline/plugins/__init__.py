"""Kinds from installed packages, built-in ones included: all register as entry points of one group."""

from __future__ import annotations

from sightline.plugins.kinds import LoadedKind, load_claims, load_kinds

__all__ = ["LoadedKind", "load_claims", "load_kinds"]
