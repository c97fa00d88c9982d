"""Markdown → safe HTML as TensorBoard makes it, with the libraries it uses; without them, escaped text."""

from __future__ import annotations

import html
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

_TAGS = (
    *("ul", "ol", "li", "p", "pre", "code", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "br"),
    *("strong", "em", "a", "img", "table", "thead", "tbody", "td", "tr", "th"),
)
_ATTRIBUTES = {"a": ["href", "title"], "img": ["src", "title", "alt"]}


class _Converters(threading.local):
    """One Markdown converter and one cleaner per thread: neither may be shared."""

    def __init__(self) -> None:
        self.markdown, self.cleaner = _load()


def _load() -> tuple[Any, Any]:
    try:
        bleach, markdown = import_module("bleach"), import_module("markdown")
    except ImportError:
        return None, None
    extensions = ["markdown.extensions.tables", "markdown.extensions.fenced_code"]
    return markdown.Markdown(extensions=extensions), bleach.Cleaner(tags=_TAGS, attributes=_ATTRIBUTES)


_converters = _Converters()


def safe_html(text: str) -> str:
    """The text with all markup escaped that could do harm."""
    cleaner = _converters.cleaner
    return html.escape(text) if cleaner is None else str(cleaner.clean(text))


@lru_cache(maxsize=4096)
def markdown_to_html(text: str) -> str:
    """A Markdown document as safe HTML."""
    return markdowns_to_html([text], lambda parts: parts[0])


def markdowns_to_html(texts: Sequence[str | bytes], combine: Callable[[list[str]], str]) -> str:
    """Several Markdown documents, combined into one of HTML and then cleaned."""
    decoded = [text.decode("utf-8", "replace") if isinstance(text, bytes) else text for text in texts]
    plain = [text.replace("\x00", "") for text in decoded]
    n_null = sum(len(text) for text in decoded) - sum(len(text) for text in plain)
    warning = f"<!-- WARNING: discarded {n_null} null bytes in markdown string after UTF-8 decoding -->\n"
    return (warning if n_null else "") + _cleaned([_html(text) for text in plain], combine)


def _html(text: str) -> str:
    markdown = _converters.markdown
    return f"<p>{html.escape(text)}</p>" if markdown is None else str(markdown.convert(text))


def _cleaned(parts: list[str], combine: Callable[[list[str]], str]) -> str:
    cleaner = _converters.cleaner
    combined = combine(parts)
    return combined if cleaner is None else str(cleaner.clean(combined))
