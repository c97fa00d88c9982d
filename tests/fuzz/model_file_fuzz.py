"""Model files with wrong bytes anywhere: each is read or refused with a ValueError, whatever is in it.

    python tests/fuzz/model_file_fuzz.py --secs 600 --seed 7

Run it with the Python of `.venv` and `PYTHONPATH=tests`. Archives are changed inside, where no checksum
stops the change.
"""

from __future__ import annotations

import argparse
import io
import random
import time
import zipfile
from collections import Counter
from pathlib import Path

from sightline.engine.default_reader import default_reader
from sightline.formats.graph import read_graph_def
from sightline.formats.model_file import read_model_file
from support.model_files import every_format


class ModelFileFuzz:
    """Changes good files by chance and reads them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._chance = random.Random(seed)
        self._good = every_format()
        self.n_read: Counter[str] = Counter()
        self.n_refused: Counter[str] = Counter()

    def run(self, n_files: int) -> None:
        """Read so many changed files; anything but a graph or a ValueError is raised."""
        for _ in range(n_files):
            name = self._chance.choice(sorted(self._good))
            path = self._folder / name
            path.write_bytes(self._changed_file(self._good[name]))
            try:
                with default_reader().open(str(path)) as source:
                    read_graph_def(read_model_file(name, source))
                self.n_read[name] += 1
            except ValueError:
                self.n_refused[name] += 1

    def _changed_file(self, data: bytes) -> bytes:
        if not zipfile.is_zipfile(io.BytesIO(data)) or self._chance.random() < 0.2:
            return self._changed(data)
        made = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
            for member in old.namelist():
                new.writestr(member, self._changed(old.read(member)))
        return made.getvalue()

    def _changed(self, data: bytes) -> bytes:
        chance, out = self._chance, bytearray(data)
        for _ in range(chance.choice((1, 1, 2, 8))):
            at = chance.randrange(len(out) + 1)
            kind = chance.randrange(5)
            if kind == 0:
                out[at : at + 1] = bytes([chance.randrange(256)])
            elif kind == 1:
                out[at : at + 8] = chance.choice((b"\xff" * 8, bytes(8), b"\x01" + bytes(7), b"-1", b"1e999"))
            elif kind == 2:
                del out[at : at + chance.randrange(1, 40)]
            elif kind == 3:
                begin = chance.randrange(len(out) + 1)
                out[at:at] = out[begin : begin + chance.randrange(1, 200)]
            else:
                out[at:at] = chance.choice((b"null", b"[]", b"{}", b'"a"', b"true", b"[" * 5000))
        return bytes(out)


def main() -> None:
    """Go on for some seconds, then print what was seen."""
    import tempfile

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--secs", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        fuzz = ModelFileFuzz(Path(folder), args.seed)
        end = time.monotonic() + args.secs
        while time.monotonic() < end:
            fuzz.run(100)
    print("read", dict(fuzz.n_read), "refused", dict(fuzz.n_refused))


if __name__ == "__main__":
    main()
