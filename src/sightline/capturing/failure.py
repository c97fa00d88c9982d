"""The exception that ended a run, as the text that marks the run."""

from __future__ import annotations

from typing import Any

from sightline.capturing.secrets import without_assigned_secrets

PREFIX = "run"


def traceback_text(error: BaseException) -> str:
    """The traceback without what looks like a secret."""
    import traceback

    lines = traceback.format_exception(type(error), error, error.__traceback__)
    return without_assigned_secrets("".join(lines).rstrip("\n"))


def log_failure(writer: Any, traceback: str) -> None:
    """Mark a run as ended by an exception."""
    writer.add_text(f"{PREFIX}/exception", fenced(traceback))


def fenced(text: str, language: str = "text") -> str:
    """A text as a block of Markdown code."""
    fence = "````" if "```" in text else "```"
    return f"{fence}{language}\n{text}\n{fence}"
