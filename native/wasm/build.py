"""Compile native/core to native/wasm/sightline.wasm, which the page of a report computes with.

python native/wasm/build.py            write it
python native/wasm/build.py --check    fail where it is not what the sources give

Run it with a Python that has the package ziglang of tests/interop/wasm/requirements.txt: the same compiler
gives the same bytes on every machine.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WASM = HERE / "sightline.wasm"
CORE = (
    "packed/unpack",
    "views/auto_smoothing",
    "views/buckets",
    "views/digest",
    "views/grid",
    "views/groups",
    "views/join",
    "views/nonfinite",
    "views/series",
    "views/smooth",
    "views/span_rows",
    "views/summary",
    "views/view",
    "views/zones",
)
FLAGS = (
    "-target",
    "wasm32-wasi",
    "-mexec-model=reactor",
    "-msimd128",
    "-std=c++20",
    "-O3",
    "-flto",
    "-fno-exceptions",
    "-fno-rtti",
    "-DNDEBUG",
    "-Wl,--strip-all",
    # Folders in the order of need: its own stand-ins go before the core's files.
    "-Iwasm/serial",
    "-I.",
)


def compiled() -> bytes:
    """Return the module that the sources give now."""
    sources = [f"core/{name}.cpp" for name in CORE]
    sources += sorted(path.relative_to(HERE.parent).as_posix() for path in HERE.glob("*.cpp"))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / WASM.name
        command = [sys.executable, "-m", "ziglang", "c++", *FLAGS, *sources, "-o", str(out)]
        # From here, so that no path of this machine gets into the module.
        subprocess.run(command, cwd=HERE.parent, check=True)
        return out.read_bytes()


def main(arguments: list[str]) -> int:
    """Write the module, or compare it."""
    module = compiled()
    if arguments == ["--check"]:
        if WASM.read_bytes() == module:
            return 0
        print(f"{WASM.name} is not current: run python native/wasm/build.py", file=sys.stderr)
        return 1
    WASM.write_bytes(module)
    print(f"{WASM.name}: {len(module):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
