"""What may happen to a file behind a running board: cut, mixed up, extended, replaced, gone."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path


class Mutations:
    """Changes files of a folder by chance; the originals give the bytes that come back."""

    def __init__(self, chance: random.Random, originals: Path, folder: Path) -> None:
        self._chance = chance
        self._originals = sorted(path for path in originals.rglob("*") if path.is_file())
        self._root, self._folder = originals, folder

    def apply(self) -> str:
        """Change one file; return what was done to which."""
        original = self._chance.choice(self._originals)
        path = self._folder / original.relative_to(self._root)
        kinds: list[Callable[[bytes], bytes | None]] = [
            *(self._flip, self._flip, self._cut, self._hole, self._mix, lambda data: data, lambda _: None)
        ]
        if path.exists() and self._chance.random() < 0.3:
            self._append(path, original.read_bytes())
            return f"append {path}"
        change = self._chance.choice(kinds)
        made = change(original.read_bytes())
        if made is None:
            path.unlink(missing_ok=True)
        else:
            self._replace(path, made)
        return f"{getattr(change, '__name__', 'change')} {path}"

    def _replace(self, path: Path, data: bytes) -> None:
        """By a new file, as copying tools do: bytes that were read are not changed in their place."""
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.fresh")
        fresh.write_bytes(data)
        os.replace(fresh, path)

    def _append(self, path: Path, data: bytes) -> None:
        with path.open("ab") as file:
            file.write(self._flip(data)[: self._chance.randrange(1, 4000)])

    def _flip(self, data: bytes) -> bytes:
        out = bytearray(data)
        for _ in range(self._chance.choice((1, 3, 30))):
            if out:
                out[self._chance.randrange(len(out))] = self._chance.randrange(256)
        return bytes(out)

    def _cut(self, data: bytes) -> bytes:
        return data[: self._chance.randrange(len(data) + 1)]

    def _hole(self, data: bytes) -> bytes:
        at = self._chance.randrange(len(data) + 1)
        return data[:at] + data[at + self._chance.randrange(1, 200) :]

    def _mix(self, data: bytes) -> bytes:
        other = self._chance.choice(self._originals).read_bytes()
        return data[: self._chance.randrange(len(data) + 1)] + other[self._chance.randrange(len(other) + 1) :]


def copy_logs(source: Path, folder: Path, max_bytes: int = 100_000) -> Path:
    """The small logs of a folder, without what only describes them."""
    for path in source.rglob("*"):
        small = path.is_file() and path.stat().st_size <= max_bytes
        if small and path.suffix not in (".py", ".md") and path.name != "expected.json":
            target = folder / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    return folder
