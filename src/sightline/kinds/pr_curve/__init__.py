"""Precision-recall curves: how a classifier trades one for the other as its threshold moves."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(slug="pr_curve", title="PR curves", claims=(Claim(plugin="pr_curves"),))
