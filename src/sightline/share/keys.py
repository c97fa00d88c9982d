"""Keys of recorded answers: the path of a request in one canonical form (docs/design/0006-reports.md).

`web/src/data/packed/keys.ts` does the same; `tests/support/report_keys.json` holds both to it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

_NO_DEFAULTS: Mapping[str, Any] = {}


def query_key(
    kind: str, query: str, params: Mapping[str, Any], defaults: Mapping[str, Any] = _NO_DEFAULTS
) -> str:
    """The key of a kind's answer; parameters that are null or equal their default are left out."""
    given = {name: value for name, value in params.items() if _differs(value, defaults.get(name))}
    return path_key(f"kinds/{kind}/{query}", {"params": canonical_json(given)})


def path_key(path: str, parameters: Mapping[str, str] = _NO_DEFAULTS) -> str:
    """The key of any path: parameters sorted by name, percent-encoded as by encodeURIComponent."""
    pairs = [f"{_encoded(name)}={_encoded(value)}" for name, value in sorted(parameters.items())]
    return f"{path}?{'&'.join(pairs)}" if pairs else path


def canonical_json(value: Any) -> str:
    """JSON without spaces, members sorted and without nulls, numbers as JavaScript writes them."""
    if isinstance(value, Mapping):
        members = (
            f"{_text(name)}:{canonical_json(value[name])}"
            for name in sorted(value, key=_utf16)
            if value[name] is not None
        )
        return f"{{{','.join(members)}}}"
    if isinstance(value, list | tuple):
        return f"[{','.join(map(canonical_json, value))}]"
    if isinstance(value, float):
        return _number(value)
    return _text(value)


def _differs(value: Any, default: Any) -> bool:
    return value is not None and canonical_json(value) != canonical_json(default)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _utf16(text: str) -> bytes:
    """JavaScript sorts by UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


def _number(value: float) -> str:
    if not math.isfinite(value):
        return "null"
    if value == 0:
        return "0"
    mantissa, _, exponent = f"{value!r}".partition("e")
    digits = mantissa.lstrip("-").replace(".", "").lstrip("0")
    point = _point(mantissa.lstrip("-"), int(exponent or 0))
    digits = digits.rstrip("0") or "0"
    return ("-" if value < 0 else "") + _written(digits, point)


def _point(mantissa: str, exponent: int) -> int:
    """How many digits, from the first that is not zero, come before the point."""
    whole, _, fraction = mantissa.partition(".")
    if whole.strip("0"):
        return len(whole.lstrip("0")) + exponent
    return exponent - (len(fraction) - len(fraction.lstrip("0")))


def _written(digits: str, point: int) -> str:
    """As ECMAScript's Number::toString does."""
    if len(digits) <= point <= 21:
        return digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    exponent = f"e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return digits + exponent if len(digits) == 1 else f"{digits[0]}.{digits[1:]}{exponent}"


def _encoded(text: str) -> str:
    return quote(text, safe="!~*'()", errors="replace")
