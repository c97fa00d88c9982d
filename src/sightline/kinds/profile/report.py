"""Profiles in a report: none; every view of a trace is computed from all of it."""

from __future__ import annotations

from sightline.wire.report import KindReport

REPORT = KindReport(no_server="profiles are computed from the whole trace, which needs a server")
