"""Compile the modules of the page: sightline.wasm (native/core, for reports) and cloud.wasm (draws points).

python native/wasm/build.py            write them
python native/wasm/build.py --check    fail where one is not what the sources give

Run it with a Python that has the package ziglang of tests/interop/wasm/requirements.txt: the same compiler
gives the same bytes on every machine.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CORE = (
    "packed/unpack",
    "views/auto_smoothing",
    "views/buckets",
    "views/digest",
    "views/grid",
    "views/groups",
    "views/histograms",
    "views/join",
    "views/jumps",
    "views/nonfinite",
    "views/series",
    "views/shown_rows",
    "views/smooth",
    "views/span_rows",
    "views/summary",
    "views/view",
    "views/zones",
)
FLAGS = (
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
WITH_LIBRARY = ("-target", "wasm32-wasi", "-mexec-model=reactor")
# The page lays out its memory.
WITHOUT_LIBRARY = (
    "-target",
    "wasm32-freestanding",
    "-nostdlib",
    "-Wl,--no-entry",
    "-Wl,--export=__heap_base",
)


def modules() -> dict[str, list[str]]:
    """Return what to give the compiler for each module."""
    core = [f"core/{name}.cpp" for name in CORE]
    return {
        "sightline.wasm": [*WITH_LIBRARY, *core, *_sources(HERE)],
        "cloud.wasm": [*WITHOUT_LIBRARY, *_sources(HERE / "cloud")],
    }


def _sources(folder: Path) -> list[str]:
    return sorted(path.relative_to(HERE.parent).as_posix() for path in folder.glob("*.cpp"))


def compiled(arguments: list[str]) -> bytes:
    """Return the module that the sources give now."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "module.wasm"
        command = [sys.executable, "-m", "ziglang", "c++", *FLAGS, *arguments, "-o", str(out)]
        # From here, so that no path of this machine gets into the module.
        subprocess.run(command, cwd=HERE.parent, check=True)
        return out.read_bytes()


def main(arguments: list[str]) -> int:
    """Write the modules, or compare them."""
    is_check = arguments == ["--check"]
    failures = 0
    for name, given in modules().items():
        path, module = HERE / name, compiled(given)
        if not is_check:
            path.write_bytes(module)
            print(f"{name}: {len(module):,} bytes")
        elif path.read_bytes() != module:
            print(f"{name} is not current: run python native/wasm/build.py", file=sys.stderr)
            failures += 1
    return failures


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
