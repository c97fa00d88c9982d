"""Logs of text for the browser: notes that change, tables, long ones, hostile ones.

python text.py FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sightline import SummaryWriter

HOSTILE = """# Title

[press](javascript:window.ran=1) ![outside](https://example.org/picture.png)

<script>window.ran = 'script'</script>
<img src="x" onerror="window.ran = 'image'">
<a href="javascript:window.ran='link'">press</a>
<svg onload="window.ran = 'svg'"></svg>
<iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe>
<p style="position:fixed;inset:0" onclick="window.ran = 'paragraph'">covers</p>
<form action="/api/v1/runs"><button>send</button></form>
"""


def notes(run: str, step: int) -> str:
    """A report of which a few lines change from step to step."""
    body = "\n".join(f"- line {n} stays" for n in range(30))
    return f"""## Report of {run}

| metric | value |
|---|---|
| loss | {1 / (1 + step):.3f} |
| accuracy | {step / (step + 2):.3f} |

The gain is $a_1 + b_1 * c_2$ at step **{step}**.

```python
loss = model(batch)  # a < b
```

{body}
"""


def main(folder: Path) -> None:
    """Two runs with notes at ten steps; one run with everything odd."""
    for run, rate in (("baseline", 0.001), ("wide", 0.002)):
        with SummaryWriter(folder / run) as writer:
            writer.add_text("config", json.dumps({"model": "vit", "optimizer": {"rate": rate}}), 0)
            for step in range(0, 100, 10):
                writer.add_text("notes/report", notes(run, step), step, 1_790_000_000 + step)
                writer.add_text("notes/sample", f"{run} says: the quick brown fox, {step} times", step)
    with SummaryWriter(folder / "odd") as writer:
        writer.add_text("odd/column", ["first", "**second**", "third"], 0)
        writer.add_text("odd/table", [["prompt", "answer"], ["2 + 2 =", "`4`"]], 0)
        writer.add_text("odd/cube", [[["a", "b"], ["c", "d"]], [["e", "f"], ["g", "h"]]], 0)
        writer.add_text("odd/hostile", HOSTILE, 0)
        writer.add_text("odd/long", "\n".join(f"line {n} of a very long text" for n in range(350_000)), 0)
        writer.add_text("odd/empty", [], 0)
        writer.add_text("odd/nothing", "", 0)
        for step, rate in enumerate((0.1, 0.2)):
            deep = {"a": {"b": True, "c": None}}
            arguments = {"rate": rate, "betas": [0.9, 0.99], "deep": deep, "seed": 2**63}
            writer.add_text("odd/args", json.dumps(arguments), step)
        writer.add_text("نص/عربي", "مرحبا بالعالم", 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
