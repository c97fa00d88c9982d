"""`sightline dev upload`, as people typed it for TensorBoard.dev: the same words make a report."""

from __future__ import annotations

import os

from sightline.cli._console import warn
from sightline.cli._flags import with_dashes

# Flags of that command without a meaning here, and whether a value follows.
_DROPPED = {"--plugins": True, "--one-shot": False, "--dry-run": False, "--verbose": True}


def as_share(args: list[str]) -> list[str]:
    """The arguments of `sightline share` that do the same; says what happens, and how to upload."""
    bucket = os.environ.get("SIGHTLINE_SHARE_TO")
    given = with_dashes(args)
    is_upload = bucket is not None or any(arg.partition("=")[0] == "--to" for arg in given)
    where = "in your bucket" if is_upload else "a file here; --to s3://bucket/path uploads it"
    warn(f"TensorBoard.dev was shut down. Making a report instead, which opens without a server: {where}.")
    kept = _without_dropped(given)
    return ["share", *kept, *(["--to", bucket] if bucket and "--to" not in kept else [])]


def _without_dropped(args: list[str]) -> list[str]:
    kept: list[str] = []
    skip = False
    for arg in args:
        name, has_value, _ = arg.partition("=")
        if skip:
            skip = False
        elif name in _DROPPED:
            skip = _DROPPED[name] and not has_value
        else:
            kept.append(arg)
    return kept
