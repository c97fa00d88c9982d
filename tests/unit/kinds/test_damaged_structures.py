"""Decoders of structured kinds on damaged values of golden logs: a result or a ValueError, nothing else."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden_tags import GOLDEN
from plain_records import values
from sightline.kinds.confusion_matrix.encode import matrix_values
from sightline.kinds.embedding import decode as embedding
from sightline.kinds.roc_curve.encode import curve_rows, curve_value
from sightline.kinds.table.encode import table_values
from support.projector_files import read_vectors

CASES = {
    "pr_curve": ["torch/pr_curve", "tf/pr_curve/run", "tensorboardx/plugins"],
    "mesh": ["torch/mesh", "tf/mesh/v1", "tf/mesh/v2"],
    "custom_scalars": ["torch/custom_scalars/layout/r", "tf/custom_scalars/a"],
    "hparams": ["torch/hparams/domain", "tf/hparams_api", "tf/hparams_api/run-0"],
}
OURS = {
    "table": table_values("t", {"a": [1, None], "b": ["x", "y"], "c": [0.5, float("inf")]}),
    "confusion_matrix": matrix_values("m", [[1, 2], [3, 4]], ["a", "b"]),
    "roc_curve": [curve_value("r", curve_rows("r", [1, 0, 1], [0.9, 0.5, 0.2]))],
}
SAMPLES = OURS | {k: [v for case in cases for _, v in values(GOLDEN / case)] for k, cases in CASES.items()}


@st.composite
def damaged(draw: Any, samples: list[bytes]) -> bytes:
    data = bytearray(draw(st.sampled_from(samples)))
    for _ in range(draw(st.integers(0, 4))):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data[: draw(st.integers(0, len(data)))]) if draw(st.booleans()) else bytes(data)


@pytest.mark.parametrize("kind", SAMPLES)
@given(draws=st.data())
def test_decode_of_damaged_values_returns_or_raises_value_error(kind: str, draws: st.DataObject) -> None:
    samples = [value.SerializeToString() for value in SAMPLES[kind]]
    data = draws.draw(damaged(samples) | st.binary(max_size=60))
    with suppress(ValueError), np.errstate(all="ignore"):
        import_module(f"sightline.kinds.{kind}.decode").decode(data)


CONFIG = (GOLDEN / "tf/projector_tsv/projector_config.pbtxt").read_bytes()
NAMES = ("vectors.tsv", "vectors2.bytes")
FILES = {name: (GOLDEN / "tf/projector_tsv" / name).read_bytes() for name in NAMES}


@given(draws=st.data())
def test_damaged_projector_files_raise_only_value_error(draws: st.DataObject) -> None:
    config = draws.draw(damaged([CONFIG]))
    files = {name: draws.draw(damaged([data])) for name, data in FILES.items()}
    with suppress(ValueError):
        for info in embedding.decode_config(config):
            with suppress(ValueError, KeyError):
                read_vectors(info, files.__getitem__)
