"""A script that reads a TensorBoard over HTTP finds the same here as tbparse finds in the files."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from unit.server.serving import served

tbparse = pytest.importorskip("tbparse")

GOLDEN = Path(__file__).parents[2] / "golden"


def get(address: str, path: str, **query: str) -> Any:
    with urlopen(f"{address}/data/{path}?{urlencode(query)}") as answer:
        return json.load(answer)


def scalars_over_http(address: str) -> set[tuple[str, str, int, float]]:
    """(run, tag, step, value) of all scalars, by the routes that scripts for TensorBoard use."""
    return {
        (run, tag, step, value)
        for run, tags in get(address, "plugin/scalars/tags").items()
        for tag in tags
        for _, step, value in get(address, "plugin/scalars/scalars", run=run, tag=tag)
    }


def test_tensorboard_has_no_client_of_its_own_to_point_at_us() -> None:
    """What docs/tensorboard_api.md says of `tensorboard.data.experimental`."""
    assert find_spec("tensorboard.data") is not None
    assert find_spec("tensorboard.data.experimental") is None


@pytest.mark.parametrize("case", ["torch/scalars", "torch/nested_runs", "torch/ten_thousand"])
def test_a_script_over_http_finds_what_tbparse_finds(case: str) -> None:
    with served(GOLDEN / case) as it:
        it.wait_loaded()
        found = scalars_over_http(f"http://127.0.0.1:{it.client.port}")
    frame = tbparse.SummaryReader(str(GOLDEN / case), extra_columns={"dir_name"}).scalars
    rows = frame[["dir_name", "tag", "step", "value"]].itertuples(index=False)
    assert found == {(name or ".", tag, step, value) for name, tag, step, value in rows}
    assert found
