"""A view of the page as its link writes it: which runs and tags it shows, without the names of others."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import parse_qsl, quote, urlencode

from sightline.engine.pattern import PatternError, TextPattern

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
# A field with an operator: then it is the filter language, else a pattern for names (filters/filter.ts).
_EXPRESSION = re.compile(
    r"(?:^|[\s(-])[\w./]+\s*(?:<=|>=|!=|==|!~|[<>=~:])\s*\S|\bhas\s+\w|\bnot\s+\w|\s(?:or|and)\s"
)
# Parameters of a link that list runs (public/address.ts).
_RUN_LISTS = ("also", "hide", "only", "top")
_MANY = "~f,"


@dataclass(frozen=True)
class ViewLink:
    """The view behind a link: its page and its parameters."""

    page: str
    parameters: tuple[tuple[str, str], ...]

    @classmethod
    def parse(cls, text: str) -> ViewLink:
        """Read a whole address, or the part of it from `#` on."""
        after = text.partition("#")[2] if "#" in text else text
        page, _, query = after.lstrip("/").partition("?")
        return cls(page or "scalars", tuple(parse_qsl(query, keep_blank_values=True)))

    @property
    def hash(self) -> str:
        """The end of an address that opens the view."""
        query = urlencode(self.parameters, quote_via=quote, safe=",/")
        return f"#/{quote(self.page, safe='')}{'?' if query else ''}{query}"

    @property
    def filter_expression(self) -> str:
        """The filter of runs where it is in the filter language, else nothing."""
        text = self._texts.get("runs", "")
        return text if _EXPRESSION.search(text) else ""

    @cached_property
    def _texts(self) -> dict[str, str]:
        return dict(self.parameters)

    @cached_property
    def shows_run(self) -> Callable[[str], bool]:
        """Whether a run, by its name, is shown; the filter language is applied elsewhere."""
        only = _names(self._texts["only"]) if "only" in self._texts else None
        hidden, also = (_names(self._texts.get(name, "")) for name in ("hide", "also"))
        text = self._texts.get("runs", "").strip()
        matches = pattern_test("" if self.filter_expression else text)
        return lambda name: (
            (name in only if only is not None else name not in hidden) and (matches(name) or name in also)
        )

    @cached_property
    def shows_tag(self) -> Callable[[str], bool]:
        """Whether a tag passes the view's filter of tags."""
        return pattern_test(self._texts.get("tags", "").strip())

    def among(self, runs: Collection[str]) -> ViewLink:
        """The same view without the names of other runs, and without the filter that chose among them."""
        kept = []
        for name, text in self.parameters:
            if name == "runs" or (name == "base" and text not in runs):
                continue
            if name in _RUN_LISTS:
                named = [one for one in _names(text) if one in runs]
                if not named and name != "only":
                    continue
                text = ",".join(one.replace("~", "~0").replace(",", "~1") for one in named)
            kept.append((name, text))
        return ViewLink(self.page, tuple(kept))

    def renamed(self, scrub: Callable[[str], str]) -> ViewLink:
        """The same view with every text in it scrubbed."""
        return ViewLink(self.page, tuple((name, scrub(text)) for name, text in self.parameters))


def pattern_test(text: str) -> Callable[[str], bool]:
    """How the page filters names: a regular expression without regard to case, else plain text."""
    if not text:
        return lambda name: True
    try:
        expression = TextPattern(text, ignore_case=True)
    except PatternError:
        return lambda name: text.lower() in name.lower()
    return lambda name: expression.search(name) is not None


def _names(text: str) -> list[str]:
    """A list of names; of many, each is what differs from the one before, after how much is the same."""
    coded = text.startswith(_MANY)
    parts = text.removeprefix(_MANY).split(",") if text else []
    names = [part.replace("~1", ",").replace("~0", "~") for part in parts]
    return _decoded(names) if coded else names


def _decoded(names: list[str]) -> list[str]:
    decoded, before = [], ""
    for name in names:
        before = before[: max(0, _DIGITS.find(name[:1] or "0"))] + name[1:]
        decoded.append(before)
    return decoded
