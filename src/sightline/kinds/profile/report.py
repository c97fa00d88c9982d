"""Profiles in a report: none; every view of a trace is computed from all of it."""

from __future__ import annotations

from sightline.engine.store import StoreView
from sightline.kinds.profile import kind
from sightline.kinds.profile.files import SLUG
from sightline.wire.report import KindReport

# Files with other names may be anything: their endings are not the profilers' alone.
_TELLING_NAMES = {claim.files for claim in kind.claims if claim.alone}


def _has_profiles(view: StoreView) -> bool:
    files = (file for run in view.runs for file in run.side_files)
    return any(file.kind == SLUG and file.glob in _TELLING_NAMES for file in files)


REPORT = KindReport(
    no_server="profiles are computed from the whole trace, which needs a server", is_missed=_has_profiles
)
