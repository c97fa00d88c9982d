"""What a profiler's file name says: in which session, on which host and by which tool it was written."""

from __future__ import annotations

import re
from typing import NamedTuple

_TORCH = re.compile(r"(?P<host>.*?)(?:\.(?P<session>\d{10,}))?\.pt\.trace\.json(?:\.gz)?\Z", re.DOTALL)
_ENDINGS = re.compile(r"(?:\.(?:pb|json|gz|SSTABLE|prof))+\Z")


class ProfileName(NamedTuple):
    """The parts of a name; empty where it does not say."""

    session: str
    host: str
    tool: str


def read_name(path: str) -> ProfileName:
    """Take apart a path below the run's directory."""
    folder, _, name = path.rpartition("/")
    torch = _TORCH.match(name)
    if torch is not None:
        return ProfileName(torch["session"] or "", torch["host"], "torch")
    host, _, tool = _ENDINGS.sub("", name).rpartition(".")
    return ProfileName(folder.rpartition("/")[2], host, tool)
