"""Vectors as text: one a line, numbers separated by tabs or commas, read block by block to float32."""

from __future__ import annotations

import io
import warnings

import numpy as np
from numpy.typing import NDArray

from sightline.formats.byte_blocks import Progress, ReadBytes, no_progress
from sightline.formats.text_table import read_lines

Vectors = NDArray[np.float32]


def read_number_table(
    read: ReadBytes, size: int, *, delimiter: str = "\t", progress: Progress = no_progress
) -> Vectors:
    """The vectors in a file; ValueError names the first line that is no vector, and why."""
    parts: list[Vectors] = []
    n_lines, width = 0, 0
    for block in read_lines(read, size, progress):
        part = _parsed(block, delimiter, n_lines, width)
        if part.size:
            width = part.shape[1]
            parts.append(part)
        n_lines += block.count(b"\n")
    if not parts:
        raise ValueError("the file is empty")
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _parsed(block: bytes, delimiter: str, n_before: int, width: int) -> Vectors:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # a block of empty lines
            part = np.loadtxt(
                io.BytesIO(block), delimiter=delimiter, dtype=np.float32, ndmin=2, comments=None
            )
    except ValueError:
        raise ValueError(_first_problem(block, delimiter, n_before, width)) from None
    if width and part.size and part.shape[1] != width:
        raise ValueError(_first_problem(block, delimiter, n_before, width))
    return part


def _first_problem(block: bytes, delimiter: str, n_before: int, width: int) -> str:
    """Which line is wrong, and how."""
    for number, line in enumerate(block.decode("utf-8", "replace").split("\n"), n_before + 1):
        if not line.strip():
            continue
        cells = line.rstrip("\r").split(delimiter)
        width = width or len(cells)
        if len(cells) != width:
            return f"line {number:,} has {len(cells):,} numbers, but the lines before it have {width:,}"
        for place, cell in enumerate(cells, 1):
            if not _is_number(cell):
                return f"line {number:,}, column {place:,}: {cell[:40]!r} is not a number"
    return "the file is no table of numbers"


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return "_" not in cell
