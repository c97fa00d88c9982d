"""Where an index is: a folder or a bucket, whose objects are created once and never changed."""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Protocol

from sightline.engine.remote.address import WEB_SCHEMES, check_scheme, is_remote, parse
from sightline.engine.remote.errors import ExistsError, RemoteError
from sightline.engine.remote.places import open_store
from sightline.engine.remote.request_log import Usage
from sightline.engine.remote.retry import Retry
from sightline.engine.remote.store import Object

_DRAFT, _BUCKET_DRAFT = ".draft-", "sightline-index-"
_OLD_DRAFT_SECS = 86_400.0
_EVERYTHING = 1 << 40


class Place(Protocol):
    """Objects by name, with `/` between its parts. Methods raise OSError; any thread may call them."""

    address: str

    def get(self, name: str) -> bytes:
        """A whole object; FileNotFoundError where there is none."""
        ...

    def get_range(self, name: str, begin: int, end: int) -> bytes:
        """A range of an object, exactly as long; OSError where it has less."""
        ...

    def create(self, name: str, content: bytes | Path) -> bool:
        """Write an object that nobody has written; False where there is one, which stays as it is."""
        ...

    def replace(self, name: str, content: bytes | Path) -> None:
        """Write an object, whether there is one or not."""
        ...

    def names(self, folder: str, *, before: float = math.inf) -> dict[str, int]:
        """The objects in a folder that were created before a time, and their sizes; it may lag behind."""
        ...

    def delete(self, name: str) -> None:
        """Delete an object."""
        ...

    def draft(self) -> AbstractContextManager[Path]:
        """A file to write to before it is created as an object; it is removed at the end."""
        ...

    def usage(self) -> Usage | None:
        """What was requested so far, where requests cost money."""
        ...

    def stop(self) -> None:
        """Do not wait for a server that does not answer."""
        ...


def open_place(address: str) -> Place:
    """The place at a path or an address; OSError with a sentence where it cannot be used."""
    check_scheme(address)
    return BucketPlace(address) if is_remote(address) else FolderPlace(address)


def open_place_to_write(address: str) -> Place:
    """The place at a path or an address; OSError where it is one that is only ever read."""
    if is_remote(address) and parse(address).scheme in WEB_SCHEMES:
        raise RemoteError(f"nothing can be written to {address}: give a folder, s3://…, gs://… or az://….")
    return open_place(address)


class FolderPlace:
    """A local folder. An object appears whole: it is written under another name, then linked."""

    def __init__(self, path: str) -> None:
        self.address = os.path.abspath(os.path.expanduser(path))
        self._path = Path(self.address)

    def get(self, name: str) -> bytes:
        """A whole file."""
        with self._open(name) as file:
            return file.read()

    def get_range(self, name: str, begin: int, end: int) -> bytes:
        """A range of a file."""
        with self._open(name) as file:
            file.seek(begin)
            data = file.read(end - begin)
        if len(data) != end - begin:
            raise OSError(f"{self._path / name} is shorter than its index says")
        return data

    def _open(self, name: str) -> BinaryIO:
        try:
            return open(self._path / name, "rb")
        except FileNotFoundError as error:
            raise FileNotFoundError(f"there is no {self._path / name}") from error

    def create(self, name: str, content: bytes | Path) -> bool:
        """Link a finished draft to its name, which fails where the name is taken."""
        try:
            self._write(name, content, os.link)
        except FileExistsError:
            return False
        return True

    def replace(self, name: str, content: bytes | Path) -> None:
        """Rename a finished draft to its name."""
        self._write(name, content, os.replace)

    def _write(self, name: str, content: bytes | Path, give_name: Callable[[Path, Path], None]) -> None:
        if isinstance(content, bytes):
            with self.draft() as draft:
                draft.write_bytes(content)
                return self._write(name, draft, give_name)
        target = self._path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with open(content, "rb+") as file:
            os.fsync(file.fileno())
        os.chmod(content, 0o644)  # for servers of other users
        return give_name(content, target)

    def names(self, folder: str, *, before: float = math.inf) -> dict[str, int]:
        """The files in a folder."""
        try:
            with os.scandir(self._path / folder) as entries:
                found = [(each.name, each.stat()) for each in entries if not each.name.startswith(".")]
        except FileNotFoundError:
            return {}
        return {name: stat.st_size for name, stat in sorted(found) if stat.st_mtime < before}

    def delete(self, name: str) -> None:
        """Delete a file."""
        (self._path / name).unlink(missing_ok=True)

    @contextmanager
    def draft(self) -> Iterator[Path]:
        """A file beside the others: linking does not cross file systems."""
        self._path.mkdir(parents=True, exist_ok=True)
        _remove_old(self._path, _DRAFT)
        handle, name = tempfile.mkstemp(prefix=_DRAFT, dir=self._path)
        os.close(handle)
        os.unlink(name)  # whoever writes it creates it
        try:
            yield Path(name)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(name)

    def usage(self) -> Usage | None:
        """Local files cost nothing."""
        return None

    def stop(self) -> None:
        """Nothing is waited for."""


def _remove_old(folder: Path, prefix: str) -> None:
    """Remove drafts of processes that were killed."""
    before = time.time() - _OLD_DRAFT_SECS
    for path in folder.glob(f"{prefix}*"):
        with suppress(OSError):  # another process removed it, or it is another user's
            if path.lstat().st_mtime < before:
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


class BucketPlace:
    """A folder in a bucket or container."""

    def __init__(self, address: str) -> None:
        self._at = parse(address)
        self.address = str(self._at)
        self._store = open_store(self._at)
        self._retry = Retry()

    def get(self, name: str) -> bytes:
        """A whole object, by one request."""
        key = self._key(name)
        return bytes(self._retry(lambda: self._store.get(key, 0, _EVERYTHING)).data)

    def get_range(self, name: str, begin: int, end: int) -> bytes:
        """A range, by one request."""
        key = self._key(name)
        data = self._retry(lambda: self._store.get(key, begin, end)).data
        if len(data) != end - begin:
            raise OSError(f"{self.address}/{name} is shorter than its index says")
        return bytes(data)

    def create(self, name: str, content: bytes | Path) -> bool:
        """Put with the condition that there is no such object.

        An answer that was lost may make the next try find the object of the first: the caller compares.
        """
        try:
            self._put(name, content, create=True)
        except ExistsError:
            return False
        return True

    def replace(self, name: str, content: bytes | Path) -> None:
        """Put without a condition."""
        self._put(name, content, create=False)

    def _put(self, name: str, content: bytes | Path, *, create: bool) -> None:
        data = content if isinstance(content, bytes) else content.read_bytes()
        key = self._key(name)
        self._retry(lambda: self._store.put(key, data, create=create))

    def names(self, folder: str, *, before: float = math.inf) -> dict[str, int]:
        """The objects below a folder, by one listing."""
        prefix = self._key(folder)
        found: list[Object] = []

        def list_on() -> None:
            for page in self._store.list(prefix, after=found[-1].key if found else ""):
                found.extend(page)

        self._retry(list_on)
        return {each.key[len(prefix) + 1 :]: each.size for each in found if each.modified < before}

    def delete(self, name: str) -> None:
        """Delete an object."""
        key = self._key(name)
        self._retry(lambda: self._store.delete(key))

    @contextmanager
    def draft(self) -> Iterator[Path]:
        """A file in the folder for temporary ones."""
        _remove_old(Path(tempfile.gettempdir()), _BUCKET_DRAFT)
        with tempfile.TemporaryDirectory(prefix=_BUCKET_DRAFT) as folder:
            yield Path(folder) / "draft"

    def usage(self) -> Usage | None:
        """What was requested of the bucket by this object."""
        return self._store.log.usage()

    def stop(self) -> None:
        """Have every request one try only."""
        self._retry.stop()

    def _key(self, name: str) -> str:
        return f"{self._at.key}/{name}".strip("/")
