"""Leaves out values of what looks like a secret by its name: in command lines, diffs and console output."""

from __future__ import annotations

import re

HIDDEN = "(left out)"
_NAME = re.compile(r"token|secret|passw|credential|api[-_]?key|private[-_]?key", re.IGNORECASE)
# In running text a value must have a letter and some length: "loss per token: 2.31" is none.
_ASSIGNED = re.compile(
    r"""(?P<key>(?:token|secret|passw(?:or)?d|credentials?|api[-_]?key|private[-_]?key)["']? ?[:=] ?["']?)"""
    r"""(?=[^\s"',;)]{0,256}[a-z])[^\s"',;)]{6,}""",
    re.IGNORECASE,
)


def without_secrets(words: list[str]) -> list[str]:
    """A command line without the values of flags that look like secrets: ``--api_key=x``, ``--token x``."""
    shown: list[str] = []
    hide_next = False
    for word in words:
        name, separator, _ = word.partition("=")
        looks_secret = bool(_NAME.search(name)) and (word.startswith("-") or bool(separator))
        if hide_next and not word.startswith("-"):
            shown.append(HIDDEN)
        elif looks_secret and separator:
            shown.append(f"{name}={HIDDEN}")
        else:
            shown.append(word)
        hide_next = looks_secret and not separator
    return shown


def without_assigned_secrets(text: str) -> str:
    """A text without the values of assignments such as ``API_KEY = "x"`` or ``password: x``."""
    return _ASSIGNED.sub(rf"\g<key>{HIDDEN}", text)
