"""Audio in a report: the details of every value, and each of its parts as it was logged."""

from __future__ import annotations

from sightline.kinds.audio.query import describe
from sightline.kinds.item_reports import media_report

REPORT = media_report(describe)
