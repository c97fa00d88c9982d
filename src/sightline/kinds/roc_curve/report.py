"""ROC curves in a report: every run, tag and step."""

from __future__ import annotations

from sightline.kinds.item_reports import curves_report

REPORT = curves_report()
