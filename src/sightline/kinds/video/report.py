"""Videos in a report: the details of every value, and each of its parts as it was logged."""

from __future__ import annotations

from sightline.kinds.item_reports import media_report
from sightline.kinds.video.query import describe

REPORT = media_report(describe)
