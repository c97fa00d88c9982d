"""Keys of recorded answers: the vectors that the page is tested with too, and JavaScript's numbers."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sightline.share.keys import canonical_json, path_key, query_key

VECTORS = json.loads((Path(__file__).parents[2] / "support" / "report_keys.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["key"])
def test_key_of_vector(vector: dict[str, Any]) -> None:
    assert query_key(vector["kind"], vector["query"], vector["params"], vector["defaults"]) == vector["key"]


def test_parameters_of_a_path_are_sorted() -> None:
    assert path_key("filter", {"b": "x y", "a": "ü"}) == "filter?a=%C3%BC&b=x%20y"


@settings(max_examples=5, deadline=None)
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=50, max_size=200))
def test_numbers_are_written_as_javascript_does(numbers: list[float]) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on the PATH")
    script = (
        "const v=new DataView(new ArrayBuffer(8));"
        "const read=(h)=>{v.setBigUint64(0,BigInt('0x'+h));return v.getFloat64(0)};"
        "console.log(JSON.stringify(JSON.parse(process.argv[1]).map(read)))"
    )
    # As their bits, so that nothing but the writing of numbers is compared.
    bits = [struct.pack(">d", n).hex() for n in numbers]
    made = subprocess.run([node, "-e", script, json.dumps(bits)], capture_output=True, text=True, check=True)
    assert canonical_json(numbers) == made.stdout.strip()
