"""Leaves out values of what looks like a secret by its name: in command lines, diffs and console output."""

from __future__ import annotations

import re

HIDDEN = "(left out)"
# `--tokenizer` is none; nor are `tokens`, where they are a number.
_NAME = re.compile(
    r"tokens?(?![a-z])|secret|passw|passphrase|credential|(?:api|private|access)[-_]?key", re.IGNORECASE
)
_COUNT = re.compile(r"tokens(?![a-z])", re.IGNORECASE)
# In running text a value must have a letter and some length: "loss per token: 2.31" is none.
_ASSIGNED = re.compile(
    r"""(?P<key>(?:(?:token|secret|passw(?:or)?d|passphrase|credentials?|authorization"""
    r"""|(?:api|private|access)[-_]?key(?:[-_]?id)?)["']? ?[:=] ?["']?(?:(?:basic|bearer) )?|\bbearer ))"""
    r"""(?=[^\s"',;)]{0,256}[a-z])[^\s"',;)]{6,}""",
    re.IGNORECASE,
)
# The password of an address: ``postgres://user:password@host``.
_IN_ADDRESS = re.compile(r"(?P<key>\w://[^\s/:@]{0,256}:)[^\s/@]{1,256}(?=@)")


def without_secrets(words: list[str]) -> list[str]:
    """A command line without the values of flags that look like secrets: ``--api_key=x``, ``--token x``."""
    shown: list[str] = []
    secret_name = ""
    for word in words:
        name, separator, value = word.partition("=")
        looks_secret = bool(_NAME.search(name)) and (word.startswith("-") or bool(separator))
        if secret_name and not word.startswith("-"):
            shown.append(_hidden(secret_name, word))
        elif looks_secret and separator:
            shown.append(f"{name}={_hidden(name, value)}")
        else:
            shown.append(_IN_ADDRESS.sub(rf"\g<key>{HIDDEN}", word))
        secret_name = name if looks_secret and not separator else ""
    return shown


def without_assigned_secrets(text: str) -> str:
    """A text without passwords in addresses and the values of ``API_KEY = "x"`` or ``password: x``."""
    return _IN_ADDRESS.sub(rf"\g<key>{HIDDEN}", _ASSIGNED.sub(rf"\g<key>{HIDDEN}", text))


def _hidden(name: str, value: str) -> str:
    is_count = _COUNT.search(name) and value.replace(".", "", 1).isdigit()
    return value if is_count else HIDDEN
