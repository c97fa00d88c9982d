"""ROC curves: true against false positives as a classifier's threshold moves."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

kind = Kind(slug="roc_curve", title="ROC curves", claims=(Claim(plugin="sightline_roc_curve"),))
