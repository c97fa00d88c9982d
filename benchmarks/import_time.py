"""What it costs to begin: `from sightline import SummaryWriter` and a writer, beside `import numpy`.

    python benchmarks/import_time.py [--rounds 15]

Each is a fresh interpreter, in turn; what an interpreter that does nothing takes is subtracted. The best
round counts. Prints one JSON line with milliseconds and the ratio (below 0.5 is the aim).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time

PROGRAMS = {
    "nothing": "pass",
    "numpy": "import numpy",
    "sightline": "import sightline",
    "writer": "import sys; from sightline import SummaryWriter; SummaryWriter(sys.argv[1])",
}


def milliseconds(code: str) -> float:
    with tempfile.TemporaryDirectory() as directory:
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code, directory], check=True)
        return 1e3 * (time.perf_counter() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = [
        {name: milliseconds(code) for name, code in PROGRAMS.items()}
        for _ in range(parser.parse_args().rounds)
    ]
    best = {name: min(one[name] for one in rounds) for name in PROGRAMS}
    cost = {name: best[name] - best["nothing"] for name in PROGRAMS if name != "nothing"}
    print(
        json.dumps(
            {
                "benchmark": "import_time",
                "interpreter_ms": round(best["nothing"], 2),
                "ms": {name: round(value, 2) for name, value in cost.items()},
                "writer_to_numpy": round(cost["writer"] / cost["numpy"], 3),
            }
        )
    )


if __name__ == "__main__":
    main()
