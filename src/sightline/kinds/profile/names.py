"""What a profiler's file name says: in which session, on which host and by which tool it was written."""

from __future__ import annotations

import re
from typing import NamedTuple

_TORCH = re.compile(r"(?P<host>.*?)(?:\.(?P<session>\d{10,}))?\.pt\.trace\.json(?:\.gz)?\Z", re.DOTALL)
_MEMORY = re.compile(r"(?P<host>.*?)(?:[._-](?P<session>\d{10,}))?\.(?P<ending>pickle|prof)\Z", re.DOTALL)
_MEMORY_TOOLS = {"pickle": "memory_snapshot", "prof": "memory_profile"}
_MEMORY_WORD = re.compile(r"(?:\A|[._-])(?:memory(?:_snapshot|_profile)?|snapshot)\Z")
_ENDINGS = re.compile(r"(?:\.(?:pb|json|gz|SSTABLE))+\Z")


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
    memory = _MEMORY.match(name)
    if memory is not None:
        session = memory["session"] or folder.rpartition("/")[2]
        return ProfileName(session, _MEMORY_WORD.sub("", memory["host"]), _MEMORY_TOOLS[memory["ending"]])
    host, _, tool = _ENDINGS.sub("", name).rpartition(".")
    return ProfileName(folder.rpartition("/")[2], host, tool)
