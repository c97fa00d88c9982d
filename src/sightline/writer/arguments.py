"""The arguments that every logging call takes: tag, step, wall time, one number. Checked at the call.

How odd input is handled is decided here and listed in docs/writer.md.
"""

from __future__ import annotations

from sightline.writer.notices import warn_user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_STEP_RANGE = range(-(2**63), 2**63)


def as_tag(tag: Any, what: str = "tag") -> str:
    """Return the tag as text that UTF-8 can hold; bytes are taken as UTF-8, as protobuf does."""
    if isinstance(tag, (bytes, bytearray)):
        tag = bytes(tag).decode()
    if not isinstance(tag, str):
        raise TypeError(f"{what} {tag!r}: expected text (str), got {_name(tag)}")
    if type(tag) is not str:
        tag = str(tag)
    try:
        tag.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{what} {tag!r}: expected text that UTF-8 can hold ({error.reason})") from None
    return tag  # type: ignore[no-any-return]


def as_step(global_step: Any, step: Any = None) -> int:
    """Return the step of a call that takes `global_step` and, as another name for it, `step`.

    None is step 0, as in torch. A fractional step is cut to its whole part, with a warning.
    """
    if step is not None:
        if global_step is not None:
            raise TypeError("global_step and step are two names for the same argument: give only one")
        global_step = step
    if global_step is None:
        return 0
    whole = global_step if type(global_step) is int else _whole(global_step)
    if whole not in _STEP_RANGE:
        raise ValueError(f"step {whole}: expected an integer that 64 bits can hold")
    return whole


def as_walltime(walltime: Any) -> float | None:
    """Return seconds since the epoch, or None for now."""
    if walltime is None or type(walltime) is float:
        return walltime
    return as_number(walltime, "walltime")


def as_number(value: Any, what: str) -> float:
    """Return one number from a Python, numpy, torch, JAX or TensorFlow scalar or array of one element."""
    if isinstance(value, (str, bytes, bytearray, complex)) or value is None:
        raise TypeError(_one_number(what, _name(value)))
    _check_single(value, what)
    try:
        return float(_item(value))
    except OverflowError:
        raise ValueError(_one_number(what, "an integer too large for a float")) from None
    except (TypeError, ValueError) as error:  # a RuntimeError is the device's, and not for us to rename
        raise TypeError(f"{_one_number(what, _name(value))} ({error})") from error


def _item(value: Any) -> Any:
    """Return what float() takes: `.item()` first, for it needs no gradient, host or shape rules."""
    if callable(getattr(value, "item", None)):
        return value.item()
    if hasattr(value, "__float__") or hasattr(value, "__index__"):
        return value
    if hasattr(value, "__array__") or hasattr(value, "__dlpack__"):
        from sightline.formats.arrays import as_array

        return as_array(value, what="value").item()
    raise TypeError("it has no __float__, item() or __array__")


def _whole(step: Any) -> int:
    if isinstance(step, (str, bytes, complex)):
        raise TypeError(f"step {step!r}: expected an integer, got {_name(step)}")
    try:
        number = _item(step)
        whole = int(number)
    except (TypeError, ValueError, OverflowError) as error:
        kind = ValueError if isinstance(error, (ValueError, OverflowError)) else TypeError
        raise kind(f"step {step!r}: expected an integer, got {_name(step)} ({error})") from None
    if not hasattr(number, "__index__") and whole != number:
        warn_user("a step that is no integer is cut to its whole part")
    return whole


def _check_single(value: Any, what: str) -> None:
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and any(size != 1 for size in shape):
        raise ValueError(_one_number(what, f"{_name(value)} of shape {tuple(shape)}"))


def _name(value: Any) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def _one_number(what: str, got: str) -> str:
    return f"{what}: expected one number (Python, numpy, torch, JAX or TensorFlow), got {got}"
