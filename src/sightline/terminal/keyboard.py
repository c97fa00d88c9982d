"""Keys by name, out of the bytes that a terminal sends."""

from __future__ import annotations

_NAMES = {
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1b[Z": "shift-tab",
    "\x1b[5~": "page-up",
    "\x1b[6~": "page-down",
    "\x1b[H": "home",
    "\x1b[F": "end",
    "\x1b[1~": "home",
    "\x1b[4~": "end",
    "\t": "tab",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x1b": "escape",
}
_LONGEST = max(map(len, _NAMES))


def keys(text: str) -> list[str]:
    """The keys in what was typed; printable characters are their own names, unknown sequences are dropped."""
    found = []
    while text:
        length = next((n for n in range(min(_LONGEST, len(text)), 0, -1) if text[:n] in _NAMES), 0)
        if length == 1 and text[0] == "\x1b" and len(text) > 1:
            text = _after_sequence(text)
            continue
        if length:
            found.append(_NAMES[text[:length]])
        elif text[0].isprintable():
            found.append(text[0])
        text = text[max(1, length) :]
    return found


def _after_sequence(text: str) -> str:
    """What follows an escape sequence that has no name here: it ends with a letter or a tilde."""
    if text[1] not in "[O":
        return text[2:]
    end = next(
        (place for place in range(2, len(text)) if text[place].isalpha() or text[place] == "~"), len(text)
    )
    return text[end + 1 :]
