"""The log directories a command was given: from arguments, `--logdir` and `--logdir_spec`, each checked."""

from __future__ import annotations

import glob
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from sightline.cli._console import CANNOT_READ, fail, warn
from sightline.engine.roots import Pattern, parse_logdir_spec, parse_roots

if TYPE_CHECKING:
    from sightline.share.opened import UnpackedReports

_NAMED = re.compile(r"[^/\\:]+:(?!//)")


def given_roots(logdirs: tuple[str, ...], spec: str) -> list[Pattern]:
    """Return the log directories in the order given, each once; a clear error where one cannot be read."""
    patterns = parse_given(logdirs, spec)
    for pattern in patterns:
        _check_pattern(pattern)
    return patterns


def given_indexes(addresses: tuple[str, ...]) -> list[Pattern]:
    """Return the indexes in the order given; a clear error where one cannot be read."""
    patterns = [pattern for address in addresses for pattern in parse_roots(address)]
    if patterns:
        from sightline.engine.index.index_root import first_manifest
        from sightline.engine.index.place import open_place

        try:
            for pattern in patterns:
                first_manifest(open_place(pattern.text))
        except OSError as error:
            fail(str(error), CANNOT_READ)
    return patterns


def parse_given(logdirs: tuple[str, ...], spec: str) -> list[Pattern]:
    """Return the log directories in the order given, each once, whether or not they exist."""
    patterns = [pattern for path in logdirs if path for pattern in _parse_logdir(path)]
    return list(dict.fromkeys([*patterns, *parse_logdir_spec(spec)]))


def _parse_logdir(text: str) -> list[Pattern]:
    """One path, or `NAME:DIR,NAME:DIR`, which TensorBoard's --logdir once took."""
    parts = [part for part in text.split(",") if part]
    is_spec = len(parts) > 1 and not os.path.lexists(text) and all(_NAMED.match(part) for part in parts)
    return parse_logdir_spec(text) if is_spec else parse_roots(text)


def _check_pattern(pattern: Pattern) -> None:
    if "://" in pattern.text:
        _check_remote(pattern.text)
        return
    path = Path(pattern.text).expanduser()
    if glob.has_magic(pattern.text) and not path.exists():
        return
    try:
        _check(path)
    except PermissionError:
        fail(f"no permission to read {path}; run as a user who may, or change its mode.", CANNOT_READ)


def unpacked(patterns: list[Pattern]) -> UnpackedReports:
    """The same places, reports among them unpacked to folders that go with what is returned."""
    from sightline.share.opened import UnpackedReports
    from sightline.share.read import ReportError

    try:
        return UnpackedReports(patterns)
    except ReportError as error:
        fail(f"{error}.", CANNOT_READ)


def _check_remote(address: str) -> None:
    """Find out what can be known before anything is requested: the scheme, the package, the credentials."""
    from sightline.engine.remote.address import check_scheme, is_remote, parse
    from sightline.engine.remote.places import open_store

    try:
        check_scheme(address)
        if is_remote(address):
            open_store(parse(address))
    except OSError as error:
        fail(str(error), CANNOT_READ)


def refuse_other_file(path: Path) -> None:
    """End with one clear line where a file is given that is neither an event file nor a report."""
    if path.is_file() and "tfevents" not in path.name and not path.name.lower().endswith((".html", ".htm")):
        fail(
            f"{path} is not an event file (no 'tfevents' in its name); give the folder above your runs.",
            CANNOT_READ,
        )


def _check(path: Path) -> None:
    refuse_other_file(path)
    if not path.exists():
        warn(f"{path} does not exist yet; its runs appear as soon as they are logged.")
    elif not os.access(path, os.R_OK | (os.X_OK if path.is_dir() else 0)):
        raise PermissionError
