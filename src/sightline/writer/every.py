"""A view of a writer that records only some of the calls: ``writer.every(n)``."""

from __future__ import annotations

from sightline.writer.arguments import as_step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Every:
    """Passes everything on to a writer, but of the logging calls with a tag only one in `n` steps."""

    def __init__(self, writer: Any, n: int) -> None:
        if not isinstance(n, int) or n < 1:
            raise ValueError(f"every({n!r}): expected an integer of at least 1")
        self._writer = writer
        self._n = n
        self._stretches: dict[tuple[str, Any], int] = {}
        self._calls: dict[tuple[str, Any], int] = {}

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._writer, name)
        if not name.startswith("add_"):
            return attribute
        method = self._thinned(name, attribute)
        self.__dict__[name] = method
        return method

    def _thinned(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        code = method.__func__.__code__  # type: ignore[attr-defined]
        names = code.co_varnames[1 : code.co_argcount]
        tag_name = "main_tag" if "main_tag" in names else "tag"
        if tag_name not in names:
            return method

        def call(*args: Any, **kwargs: Any) -> Any:
            given = {**dict(zip(names, args, strict=False)), **kwargs}
            tag = given.get(tag_name)
            step = given.get("global_step", given.get("step"))
            is_odd = not isinstance(tag, (str, bytes, type(None)))  # the method raises
            if is_odd or self._admits((name, tag), step):
                return method(*args, **kwargs)
            return None

        return call

    def _admits(self, key: tuple[str, Any], step: Any) -> bool:
        if step is None:
            n_before = self._calls.get(key, 0)
            self._calls[key] = n_before + 1
            return n_before % self._n == 0
        stretch = as_step(step) // self._n
        if self._stretches.get(key) == stretch:
            return False
        self._stretches[key] = stretch
        return True
