"""Golden logs beside what the official readers made of them: one plugin's values and expectations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plain_records import values

GOLDEN = Path(__file__).parent / "golden"


def expected(case: str) -> dict[str, Any]:
    """The expected.json of a case."""
    found: dict[str, Any] = json.loads((GOLDEN / case / "expected.json").read_text())
    return found


def of_plugin(plugin: str) -> Iterator[tuple[str, list[Any], dict[str, Any]]]:
    """("case run tag", its values in file order, what expected.json says of it) of all golden logs."""
    for path in sorted(GOLDEN.rglob("expected.json")):
        case = str(path.parent.relative_to(GOLDEN))
        for run, known in expected(case).get("runs", {}).items():
            wanted = {tag: info for tag, info in known.get("tags", {}).items() if info["plugin"] == plugin}
            logged = values(path.parent / run) if wanted else []
            for tag, info in wanted.items():
                yield f"{case} {run} {tag}", [v for _, v in logged if v.tag == tag], info
