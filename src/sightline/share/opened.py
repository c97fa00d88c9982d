"""Reports among the places to read: each is unpacked to a temporary folder, which is read in its place."""

from __future__ import annotations

import os
import re
import shutil
import weakref
from collections.abc import Iterable
from dataclasses import replace
from tempfile import mkdtemp

from sightline.engine.roots import Pattern
from sightline.share.read import is_report, open_report


class UnpackedReports:
    """Places to read, with reports unpacked; the temporary folder goes with this object."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._folder = ""
        self._n_reports = 0
        self.patterns = [self._unpacked(pattern) for pattern in patterns]

    def _unpacked(self, pattern: Pattern) -> Pattern:
        path = os.path.expanduser(pattern.text)
        if pattern.is_glob or pattern.kind or not is_report(path):
            return pattern
        # Most programs read no report, and this reads much of the package.
        from sightline.share.unpack import unpack

        report = open_report(path)
        self._n_reports += 1
        # The name of the folder is shown, so it is the report's.
        name = re.sub(r"[^\w.-]+", "-", str(report.header.get("name"))).strip("-.")[:80] or "report"
        target = os.path.join(self._temporary_folder(), str(self._n_reports), name)
        os.makedirs(target)
        unpack(report, target)
        return replace(pattern, text=target)

    def _temporary_folder(self) -> str:
        if not self._folder:
            self._folder = mkdtemp(prefix="sightline-report-")
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        return self._folder
