"""How a run ended, as the table and the text that mark it."""

from __future__ import annotations

from typing import Any

from sightline.capturing.secrets import without_assigned_secrets

PREFIX = "run"


def traceback_text(error: BaseException) -> str:
    """The traceback without what looks like a secret."""
    import traceback

    lines = traceback.format_exception(type(error), error, error.__traceback__)
    return without_assigned_secrets("".join(lines).rstrip("\n"))


def log_end(writer: Any, facts: dict[str, str], traceback: str) -> None:
    """Log how a run ended; a traceback marks it as ended by an exception, which the facts then name."""
    if traceback:
        facts = {**facts, "exception": traceback.rpartition("\n")[2]}
        writer.add_text(f"{PREFIX}/exception", fenced(traceback))
    writer.add_table(f"{PREFIX}/end", {"what": list(facts), "value": list(facts.values())})


def fenced(text: str, language: str = "text") -> str:
    """A text as a block of Markdown code."""
    fence = "````" if "```" in text else "```"
    return f"{fence}{language}\n{text}\n{fence}"
