"""The tags of a plugin by run, with display name and description: an answer that many plugins have alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sightline.engine.store import StoreView
from sightline.formats.wire_prefix import first
from sightline.tensorboard.logged_series import LoggedSeries, listed
from sightline.tensorboard.markdown_html import markdown_to_html

# The plugins put their format's version into field 1 of their content.
_VERSION_FIELD = 1


def readable(view: StoreView, plugin: str, data_class: str) -> dict[str, dict[str, LoggedSeries]]:
    """The series of a plugin by run and tag, without those in a format of a later version."""
    return {
        run: {tag: series for tag, series in tags.items() if _version(series.content) == 0}
        for run, tags in listed(view, plugin, data_class).items()
    }


def named(series: LoggedSeries) -> dict[str, Any]:
    """Display name and description."""
    return {"displayName": series.display_name, "description": markdown_to_html(series.description)}


def named_tags(found: Mapping[str, Mapping[str, LoggedSeries]]) -> dict[str, dict[str, Any]]:
    """Display name and description of each tag by run."""
    return {run: {tag: named(series) for tag, series in tags.items()} for run, tags in found.items()}


def _version(content: bytes) -> int:
    if content == b"{}":  # TensorBoard's first plugins wrote JSON
        return 0
    field = first(content, _VERSION_FIELD)
    return field.value if field else 0
