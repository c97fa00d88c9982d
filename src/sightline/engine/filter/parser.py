"""From the text of a filter to its meaning, by recursive descent; an error points at the character.

    filter  = either { "or" either }
    either  = part { ["and"] part }                  side by side means "and"
    part    = ("not" | "-") part | "(" filter ")" | condition
    condition = field operator value | field ["not"] "in" "(" value { "," value } ")" | "has" field | value
    operator  = "<" | "<=" | ">" | ">=" | "=" | "==" | "!=" | "~" | "!~" | ":"

A value alone is searched for in the run's name. ``~`` takes a regular expression; ``:`` is ``=`` for numbers
and "contains" for text. Durations such as 30d, 12h, 5m, 10s stand for their seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sightline.engine.filter.expression import All, Any, Compare, Exists, Expression, Not, Pattern, Value
from sightline.engine.filter.tokens import FilterError, Token, tokens
from sightline.engine.pattern import PatternError, TextPattern

_DURATION = re.compile(r"(\d+(?:\.\d+)?)([smhdw])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_MAX_DEPTH = 100
_RESERVED = ("and", "or")


def parse(text: str) -> Expression:
    """Read a filter; empty text matches every run."""
    parser = _Parser(tokens(text))
    if parser.peek().kind == "end":
        return All(())
    expression = parser.either_or()
    parser.expect_end()
    return expression


class _Parser:
    def __init__(self, found: list[Token]) -> None:
        self._tokens = found
        self._next = 0
        self._depth = 0

    def peek(self) -> Token:
        return self._tokens[self._next]

    def take(self) -> Token:
        token = self.peek()
        self._next = min(self._next + 1, len(self._tokens) - 1)
        return token

    def is_keyword(self, word: str) -> bool:
        token = self.peek()
        return token.kind == "word" and token.text.lower() == word

    def take_keyword(self, word: str) -> bool:
        if not self.is_keyword(word):
            return False
        self.take()
        return True

    def expect_end(self) -> None:
        token = self.peek()
        if token.kind != "end":
            raise FilterError(f"did not expect {token.text!r} here", token.position)

    def either_or(self) -> Expression:
        parts = [self.all_of()]
        while self.take_keyword("or"):
            parts.append(self.all_of())
        return parts[0] if len(parts) == 1 else Any(tuple(parts))

    def all_of(self) -> Expression:
        parts = [self.part()]
        while True:
            if not self.take_keyword("and") and (self._ends_group() or self.is_keyword("or")):
                return parts[0] if len(parts) == 1 else All(tuple(parts))
            parts.append(self.part())

    def _ends_group(self) -> bool:
        return self.peek().kind in ("end", "close")

    def part(self) -> Expression:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise FilterError("nested too deeply", self.peek().position)
        try:
            if self.peek().kind == "minus" or self.is_keyword("not"):
                self.take()
                return Not(self.part())
            if self.peek().kind == "open":
                return self._in_parentheses()
            return self._condition()
        finally:
            self._depth -= 1

    def _in_parentheses(self) -> Expression:
        opening = self.take()
        inner = self.either_or()
        if self.take().kind != "close":
            raise FilterError("this ( is never closed", opening.position)
        return inner

    def _condition(self) -> Expression:
        field = self._word("a condition, such as val/loss.min < 0.3")
        if field.kind == "word" and field.text.lower() == "has" and self.peek().kind in ("word", "text"):
            return Exists(self._word("the name of a field").text)
        if self.peek().kind == "operator":
            return self._comparison(field)
        if self.is_keyword("in"):
            return self._membership(field)
        if self.is_keyword("not") and self._tokens[self._next + 1].text.lower() == "in":
            self.take()
            return Not(self._membership(field))
        return Pattern("name", re.compile(re.escape(field.text), re.IGNORECASE))

    def _comparison(self, field: Token) -> Expression:
        symbol = self.take().text
        value = self._word(f"a value after {symbol}")
        if symbol in ("~", "!~"):
            matches = Pattern(field.text, _Placed(value))
            return Not(matches) if symbol == "!~" else matches
        if symbol == ":" and not isinstance(_literal(value), float):
            return Pattern(field.text, re.compile(re.escape(value.text), re.IGNORECASE))
        if symbol == "!=":
            return Not(Compare(field.text, "=", (_literal(value),)))
        return Compare(field.text, "=" if symbol in ("==", ":") else symbol, (_literal(value),))

    def _membership(self, field: Token) -> Expression:
        self.take()
        if self.peek().kind != "open":
            raise FilterError("expected ( after in", self.peek().position)
        opening = self.take()
        literals = [_literal(self._word("a value"))]
        while self.peek().kind == "comma":
            self.take()
            literals.append(_literal(self._word("a value")))
        if self.take().kind != "close":
            raise FilterError("this ( is never closed", opening.position)
        return Compare(field.text, "=", tuple(literals))

    def _word(self, expected: str) -> Token:
        token = self.peek()
        if token.kind not in ("word", "text") or (token.kind == "word" and token.text.lower() in _RESERVED):
            found = "the end" if token.kind == "end" else repr(token.text)
            raise FilterError(f"expected {expected}, found {found}", token.position)
        return self.take()


def _literal(token: Token) -> Value:
    if token.kind == "text":
        return token.text
    duration = _DURATION.fullmatch(token.text)
    if duration:
        return float(duration[1]) * _SECONDS[duration[2]]
    try:
        return float(token.text)
    except ValueError:
        return token.text


class _Placed:
    """A regular expression whose errors name its position in the filter."""

    def __init__(self, token: Token) -> None:
        self._begin = token.position + (1 if token.kind == "text" else 0)
        with self._errors_here():
            self._pattern = TextPattern(token.text, ignore_case=True)

    def search(self, text: str, /) -> object | None:
        """What it finds; FilterError where it takes too long."""
        with self._errors_here():
            return self._pattern.search(text)

    @contextmanager
    def _errors_here(self) -> Iterator[None]:
        try:
            yield
        except PatternError as error:
            raise FilterError(str(error), self._begin + error.position) from None
