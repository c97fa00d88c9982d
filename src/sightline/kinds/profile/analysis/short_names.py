"""Short names of kernels: without what all have in common, so that what tells two apart stays in sight."""

from __future__ import annotations

import re

_MAX_ARGUMENTS = 40
_NOISE = re.compile(r"^void |\(anonymous namespace\)::|\[clone[^\]]*\]")
_NAMESPACE = re.compile(r"\b[A-Za-z_]\w*::")


def short_name(name: str) -> str:
    """A C++ name without its parameters, and with template arguments cut short; any other name as it is."""
    if "(" not in name and "<" not in name:
        return name
    base, arguments = _split(comparable_name(name))
    return f"{base}<{_short_arguments(arguments)}>" if arguments else base


def comparable_name(name: str) -> str:
    """A C++ name without its parameters, which change from version to version; template arguments stay."""
    return _without_parameters(_NOISE.sub("", name).strip())


def _without_parameters(name: str) -> str:
    """The name up to a list of parameters at its end. "Memcpy HtoD (Pinned)" has none: there is a space."""
    if not name.endswith(")"):
        return name
    depth = 0
    for at in range(len(name) - 1, -1, -1):
        depth += (name[at] == ")") - (name[at] == "(")
        if not depth:
            return name if at == 0 or name[at - 1] == " " else name[:at]
    return name


def _split(name: str) -> tuple[str, str]:
    """The name before its first template arguments, and these; "" where they are not closed at the end."""
    at = name.find("<")
    return (name[:at], name[at + 1 : -1]) if at > 0 and name.endswith(">") else (name, "")


def _short_arguments(text: str) -> str:
    """Arguments without namespaces and without arguments of their own, as many as fit."""
    flat, depth = "", 0
    for char in text:
        depth -= char in ">)"
        if depth <= 0:
            flat += char if char not in "<>()" else ""
        depth += char in "<("
    short = re.sub(r"\s*,\s*", ", ", _NAMESPACE.sub("", flat)).strip()
    return short if len(short) <= _MAX_ARGUMENTS else f"{short[: _MAX_ARGUMENTS - 1].rstrip(', ')}…"
