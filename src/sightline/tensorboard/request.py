"""A request to TensorBoard's API and its answer, apart from any web server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sightline.engine.store import StoreView

PLAIN = "text/plain"


class ApiError(Exception):
    """A request that cannot be answered; the message goes to the client as plain text, as in TensorBoard."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


def not_found(what: str) -> ApiError:
    """Nothing has that name."""
    return ApiError(404, f"Not found: {what}")


def invalid(what: str) -> ApiError:
    """A parameter is missing or wrong."""
    return ApiError(400, f"Invalid argument: {what}")


class Fields:
    """Named texts of an address or a form; a name may come several times."""

    def __init__(self, pairs: Sequence[tuple[str, str]] = ()) -> None:
        self._pairs = pairs

    def get(self, name: str) -> str | None:
        """The first text of a name."""
        return next((text for key, text in self._pairs if key == name), None)

    def all(self, name: str) -> list[str]:
        """All texts of a name."""
        return [text for key, text in self._pairs if key == name]

    def number(self, name: str, default: int) -> int:
        """A whole number; ApiError where the text is none."""
        text = self.get(name)
        try:
            return default if text is None else int(text)
        except ValueError:
            raise invalid(f"{name} must be an integer, got {text!r:.100}") from None


@dataclass(frozen=True, kw_only=True)
class ApiRequest:
    """What a client asks for, and the logs as they are at that moment."""

    view: StoreView
    logdir: str = ""
    window_title: str = ""
    experiment: str = ""
    # What comes before `/data` in the address.
    base_path: str = ""
    method: str = "GET"
    args: Fields = field(default_factory=Fields)
    form: Fields = field(default_factory=Fields)
    body: bytes = b""

    def run_and_tag(self) -> tuple[str, str]:
        """The parameters `run` and `tag`, which most routes need."""
        run, tag = self.args.get("run"), self.args.get("tag")
        if run is None or tag is None:
            raise invalid(f"Both run and tag must be specified: tag={tag!r}, run={run!r}")
        return run, tag


@dataclass(frozen=True)
class Content:
    """An answer that is not to be made JSON any more."""

    data: bytes
    media_type: str = "application/json"
