"""The words of a filter, each with its place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

TokenKind = Literal["word", "text", "operator", "open", "close", "comma", "minus", "end"]


class FilterError(ValueError):
    """A filter that cannot be read; ``position`` is the character where the error is."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(f"{message} (at character {position + 1})")
        self.message = message
        self.position = position


@dataclass(frozen=True)
class Token:
    """One word: its kind, its text and its position."""

    kind: TokenKind
    text: str
    position: int


# A word is anything one would type as a name or a value: val/loss.min, resnet-50, 1e-4, 30d, lr*.
_PATTERN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
  | (?P<operator><=|>=|==|!=|!~|<|>|=|~|:)
  | (?P<open>\()
  | (?P<close>\))
  | (?P<comma>,)
  | (?P<word>[^\s"'<>=!~:(),]+)
    """,
    re.VERBOSE,
)
# How other languages write "and" and "or"; a single character only as a word by itself.
_FOREIGN = re.compile(r"&&|\|\||^[&|]$")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def tokens(text: str) -> list[Token]:
    """Cut a filter into tokens; a leading minus of a word becomes a token of its own."""
    found: list[Token] = []
    position = 0
    while position < len(text):
        match = _PATTERN.match(text, position)
        if match is None:
            raise FilterError(_complaint(text[position]), position)
        if match.lastgroup != "space":
            found.extend(_tokens_of(match, previous=found[-1] if found else None))
        position = match.end()
    found.append(Token("end", "", len(text)))
    return found


def _tokens_of(match: re.Match[str], *, previous: Token | None) -> list[Token]:
    word, position = match.group(), match.start()
    if match.lastgroup == "text":
        return [Token("text", _ESCAPE.sub(r"\1", word[1:-1]), position)]
    if match.lastgroup == "word" and (foreign := _FOREIGN.search(word)):
        meant = "and" if foreign[0][0] == "&" else "or"
        raise FilterError(f"write {meant} instead of {foreign[0]}", position + foreign.start())
    # After an operator or inside a list a minus belongs to the number; elsewhere it means "not".
    is_value = previous is not None and previous.kind in ("operator", "comma", "open")
    if match.lastgroup == "word" and word.startswith("-") and not (is_value and _is_number(word)):
        rest = [Token("word", word[1:], position + 1)] if len(word) > 1 else []
        return [Token("minus", "-", position), *rest]
    kind: TokenKind = match.lastgroup  # type: ignore[assignment]
    return [Token(kind, word, position)]


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _complaint(character: str) -> str:
    if character in "\"'":
        return f"this {character} is never closed"
    return f"unexpected {character!r}"
