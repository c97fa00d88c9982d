"""Configuration files (YAML, JSON) → flat plain values; nothing in them is executed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from sightline.kinds.hparams.yaml_words import what_is_wrong

Plain = bool | int | float | str | None

MAX_BYTES = 1 << 20
MAX_KEYS = 10_000  # aliases can expand a small text without limit
_MAX_DEPTH = 50
_MAX_CHARS = 10_000
_SAFE_INTEGER = 1 << 53
_KINDS: Mapping[type, str] = {list: "a list", str: "a text"}


def read_config(data: bytes) -> dict[str, Plain]:
    """The values of a YAML or JSON text under flat keys ("model/depth"); ValueError has the reason.

    Tags that name Python objects are ignored and their content is read as written. Lists stay
    one value, as JSON.
    """
    if len(data) > MAX_BYTES:
        raise ValueError(f"larger than {MAX_BYTES >> 20} MB")
    yaml, loader = _yaml()
    try:
        nested = yaml.load(data, Loader=loader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise ValueError(what_is_wrong(error, len(data.splitlines()))) from error
    if nested is None:
        return {}
    if not isinstance(nested, Mapping):
        raise ValueError(f"expected names and values, found {_KINDS.get(type(nested), 'one value')}")
    return flat(nested)


def flat(nested: Mapping[Any, Any]) -> dict[str, Plain]:
    """Nested mappings as one level, keys joined by `/`; ValueError where there is too much."""
    found: dict[str, Plain] = {}
    for key, value in _leaves(nested, "", 0):
        found[key] = value
        if len(found) > MAX_KEYS:
            raise ValueError(f"more than {MAX_KEYS} keys")
    return found


def _leaves(nested: Mapping[Any, Any], prefix: str, depth: int) -> Iterator[tuple[str, Plain]]:
    if depth > _MAX_DEPTH:
        raise ValueError(f"nested deeper than {_MAX_DEPTH} levels")
    for name, value in nested.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{prefix}{name}/", depth + 1)
        else:
            yield f"{prefix}{name}", _plain(value)


def _plain(value: Any) -> Plain:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _SAFE_INTEGER:
        return str(value) if value.bit_length() < 1000 else f"an integer of {value.bit_length()} bits"
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple, dict)):
        return _as_json(value)
    return str(value)


def _as_json(value: Any) -> str:
    """JSON, cut where it grows too long: the encoder stops as soon as there is enough."""
    parts, n_chars = [], 0
    try:
        for part in json.JSONEncoder(ensure_ascii=False, default=str).iterencode(value):
            parts.append(part)
            n_chars += len(part)
            if n_chars > _MAX_CHARS:
                return "".join(parts)[:_MAX_CHARS] + "…"
    except (RecursionError, TypeError, ValueError) as error:  # a list that contains itself, keys of any type
        raise ValueError(
            "a list cannot be written as JSON: it contains itself, or keys that are not text"
        ) from error
    return "".join(parts)


@cache
def _yaml() -> tuple[Any, Any]:
    """PyYAML and a loader of plain data: unknown tags are ignored, `1e-4` is a number as in YAML 1.2."""
    import yaml

    class PlainLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """Constructs nothing but text, numbers, booleans, None, lists and mappings."""

        def flatten_mapping(self, node: Any) -> None:
            """Leave merge keys (`<<`) unmerged: merged over and over they fill any memory."""

    def untagged(loader: Any, node: Any) -> Any:
        if isinstance(node, yaml.MappingNode):
            return loader.construct_mapping(node, deep=True)
        if isinstance(node, yaml.SequenceNode):
            return loader.construct_sequence(node, deep=True)
        return loader.construct_scalar(node)

    PlainLoader.add_constructor(None, untagged)
    for name in ("timestamp", "binary", "set", "omap", "pairs"):
        PlainLoader.add_constructor(f"tag:yaml.org,2002:{name}", untagged)
    PlainLoader.add_implicit_resolver(
        "tag:yaml.org,2002:float", re.compile(r"^[-+]?\d[\d_]*(\.\d*)?[eE][-+]?\d+$"), list("-+0123456789")
    )
    return yaml, PlainLoader
