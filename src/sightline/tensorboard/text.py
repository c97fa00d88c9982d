"""Plugin "text": tags, and the texts of each step as safe HTML."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.formats.arrays import Array
from sightline.tensorboard.logged_series import find
from sightline.tensorboard.logged_values import tensors
from sightline.tensorboard.markdown_html import markdown_to_html, markdowns_to_html, safe_html
from sightline.tensorboard.request import ApiRequest
from sightline.tensorboard.tag_listing import readable

PLUGIN = "text"
_TOO_MANY_AXES = (
    "**Warning:** This text summary contained data of dimensionality {}, but only "
    "  2d tables are supported. Showing a 2d slice of the data instead."
)


def tags(request: ApiRequest) -> dict[str, list[str]]:
    """The tags of each run."""
    return {run: list(tags) for run, tags in readable(request.view, PLUGIN, "tensor").items()}


def text(request: ApiRequest) -> list[dict[str, Any]]:
    """Wall time, step and HTML of each text; with `markdown=false` the text is no Markdown."""
    run, tag = request.args.get("run") or "", request.args.get("tag") or ""
    series = find(request.view, run, tag, PLUGIN, "tensor")
    if series is None:
        return []
    is_markdown = request.args.get("markdown") != "false"
    return [
        {"wall_time": value.wall_time, "step": value.step, "text": _html(value.array, is_markdown)}
        for value in tensors(request.view, series)
        if value.array.dtype == object
    ]


def _html(texts: Array, is_markdown: bool) -> str:
    """One string alone, or a table of an array's strings."""
    if not texts.shape:
        return _one_html(texts.item(), is_markdown)
    warning = ""
    if texts.ndim > 2:
        warning = markdown_to_html(_TOO_MANY_AXES.format(texts.ndim))
        texts = texts[(0,) * (texts.ndim - 2)]
    shape = texts.shape
    if is_markdown:
        return warning + markdowns_to_html(
            texts.reshape(-1).tolist(), lambda parts: _table(np.array(parts, object).reshape(shape))
        )
    decoded = [_decoded(part) for part in texts.reshape(-1).tolist()]
    return warning + safe_html(_table(np.array(decoded, object).reshape(shape)))


def _one_html(data: bytes, is_markdown: bool) -> str:
    if is_markdown:
        return markdowns_to_html([data], lambda parts: parts[0])
    return safe_html(_decoded(data))


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _table(cells: Array) -> str:
    rows = cells.tolist() if cells.ndim > 1 else [[cell] for cell in cells.tolist()]
    body = "".join("<tr>\n" + "".join(f"<td>{cell}</td>\n" for cell in row) + "</tr>\n" for row in rows)
    return f"<table>\n<tbody>\n{body}</tbody>\n</table>"
