"""Odd arguments: each has one answer, given at the call and naming the tag."""

from __future__ import annotations

import re
import warnings
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline import SummaryWriter
from sightline.writer.arguments import as_number, as_step, as_tag, as_walltime
from support.records import event_files, read_scalars


class ZeroD:
    """A tensor-like that knows only item()."""

    shape = ()

    def __init__(self, value: Any) -> None:
        self.value = value

    def item(self) -> Any:
        return self.value


class OnlyArray:
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array([2.5])


class OnlyIndex:
    def __index__(self) -> int:
        return 6


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1, 1.0),
        (True, 1.0),
        (2.5, 2.5),
        (np.float64(2.5), 2.5),
        (np.float16(2.5), 2.5),
        (np.int8(-3), -3.0),
        (np.bool_(True), 1.0),
        (np.array(2.5), 2.5),
        (np.array([[2.5]]), 2.5),
        (np.longdouble(2.5), 2.5),
        (Decimal("2.5"), 2.5),
        (Fraction(5, 2), 2.5),
        (ZeroD(2.5), 2.5),
        (OnlyArray(), 2.5),
        (OnlyIndex(), 6.0),
    ],
)
def test_add_scalar_takes_any_single_number(tmp_path: Path, value: Any, expected: float) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("x", value, 1)
    assert read_scalars(tmp_path) == {"x": [(1, expected)]}


@pytest.mark.parametrize(
    ("value", "error", "got"),
    [
        (None, TypeError, "NoneType"),
        ("0.5", TypeError, "str"),
        (b"1", TypeError, "bytes"),
        (1j, TypeError, "complex"),
        ([0.5], TypeError, "list"),
        ({}, TypeError, "dict"),
        (object(), TypeError, "object"),
        (np.array([1.0, 2.0]), ValueError, "numpy.ndarray of shape (2,)"),
        (np.array([]), ValueError, "numpy.ndarray of shape (0,)"),
        (np.array(["a"]), TypeError, "numpy.ndarray"),
        (10**400, ValueError, "an integer too large"),
    ],
)
def test_add_scalar_refuses_what_is_not_one_number(
    tmp_path: Path, value: Any, error: type[Exception], got: str
) -> None:
    with (
        SummaryWriter(tmp_path) as writer,
        pytest.raises(error, match=re.escape("add_scalar('acc/top1'): expected one number")) as caught,
    ):
        writer.add_scalar("acc/top1", value, 1)
    assert f"got {got}" in str(caught.value)
    assert read_scalars(tmp_path) == {}


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (None, 0),
        (-5, -5),
        (2**63 - 1, 2**63 - 1),
        (-(2**63), -(2**63)),
        (3.0, 3),
        (True, 1),
        (np.int32(4), 4),
        (np.array(5), 5),
        (np.array([5]), 5),
        (ZeroD(6), 6),
        (ZeroD(6.0), 6),
        (OnlyIndex(), 6),
    ],
)
def test_step_of_any_integer_type_is_written(tmp_path: Path, step: Any, expected: int) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("x", 1.0, step)
        writer.add_scalar("x", 1.0, global_step=step)
        writer.add_scalar("x", 1.0, step=step)
    assert read_scalars(tmp_path) == {"x": [(expected, 1.0)] * 3}


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ("7", TypeError),
        ([1, 2], TypeError),
        (object(), TypeError),
        (float("nan"), ValueError),
        (float("inf"), ValueError),
        (2**63, ValueError),
        (-(2**63) - 1, ValueError),
        (np.array([1, 2]), ValueError),
    ],
)
def test_as_step_refuses_what_is_not_a_step(tmp_path: Path, step: Any, error: type[Exception]) -> None:
    with SummaryWriter(tmp_path) as writer, pytest.raises(error, match="expected an integer"):
        writer.add_scalar("x", 1.0, step)
    assert read_scalars(tmp_path) == {}


def test_fractional_step_is_truncated_with_a_warning_at_the_callers_line() -> None:
    with pytest.warns(RuntimeWarning, match="whole part") as caught:
        assert as_step(2.75) == 2
    assert caught[0].filename == __file__
    with pytest.warns(RuntimeWarning, match="whole part"):
        assert as_step(np.float32(-2.75)) == -2


def test_both_names_of_the_step_are_an_error() -> None:
    with pytest.raises(TypeError, match="only one"):
        as_step(1, 1)


@pytest.mark.parametrize("tag", [3, None, ["loss"], ("a",), {"a": 1}, 1.5])
def test_a_tag_that_is_not_text(tmp_path: Path, tag: Any) -> None:
    with SummaryWriter(tmp_path) as writer, pytest.raises(TypeError, match="expected text"):
        writer.add_scalar(tag, 1.0, 1)


def test_tags_that_are_text(tmp_path: Path) -> None:
    tags = ["", "verlust/größe 🎉", "a\nb", "x" * 1000]
    with SummaryWriter(tmp_path) as writer:
        for tag in tags:
            writer.add_scalar(tag, 1.0)
        writer.add_scalar(b"bytes", 1.0)  # type: ignore[arg-type]
        writer.add_scalar(np.str_("numpy"), 1.0)
    assert set(read_scalars(tmp_path)) == {*tags, "bytes", "numpy"}


def test_a_tag_that_utf8_cannot_hold(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer, pytest.raises(ValueError, match="UTF-8"):
        writer.add_scalar("half \ud800", 1.0)
    with pytest.raises(ValueError, match="utf-8"):
        as_tag(b"\xff")


def test_as_walltime_takes_numbers_and_none() -> None:
    assert as_walltime(None) is None
    assert as_walltime(3) == 3.0
    assert as_walltime(np.float32(2.5)) == 2.5
    with pytest.raises(TypeError, match="walltime: expected one number"):
        as_walltime("now")


def test_a_tag_of_another_kind_is_written_with_one_warning(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path)
    writer._claim_tag("x", "image")
    with pytest.warns(RuntimeWarning, match="'x' already has image data") as caught:
        writer.add_scalar("x", 1.0)
    assert caught[0].filename == __file__
    writer._claim_tag("x", "image")
    writer.add_scalar("x", 2.0)
    writer.close()
    assert len(read_scalars(tmp_path)["x"]) == 2


class Interrupted:
    """A value whose conversion the user breaks off, or whose device fails."""

    def __init__(self, error: type[BaseException]) -> None:
        self.error = error

    def item(self) -> float:
        raise self.error("stop")


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_error_of_the_device_or_the_user_comes_through(tmp_path: Path, error: type[BaseException]) -> None:
    with SummaryWriter(tmp_path) as writer, pytest.raises(error, match="stop"):
        writer.add_scalar("x", Interrupted(error), 1)


def test_ordinary_arguments_do_not_warn(tmp_path: Path) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert as_number(np.array([1.0]), "x") == 1.0
        assert as_step(np.array([1])) == 1
    assert caught == []
    assert not event_files(tmp_path)
