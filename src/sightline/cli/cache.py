"""`sightline cache`: what was computed from logs to start faster: how much, where, and how to clear it."""

from __future__ import annotations

import click

from sightline.cli._console import CANNOT_READ, fail, print_json


@click.group(name="cache", short_help="Show or clear what is cached to start faster.")
def command() -> None:
    """Columns of event files, profiles and projections that were computed before.

    All of it can be deleted at any time; it is made again from the logs.
    """


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def info(as_json: bool) -> None:
    """Show how much the cache holds, and its bound."""
    from sightline.formats.cache_folder import PARTS, CacheFolder

    folder = CacheFolder()
    usage = folder.usage()
    total = sum(part.n_bytes for part in usage)
    if as_json:
        parts = {part.name: {"files": part.n_files, "bytes": part.n_bytes} for part in usage}
        print_json({"path": str(folder.path), "bytes": total, "max_bytes": folder.max_bytes, "parts": parts})
        return
    click.echo(f"{folder.path}: {_size(total)} of at most {_size(folder.max_bytes)}")
    for part in usage:
        files = f"{part.n_files:,} file{'' if part.n_files == 1 else 's'}"
        click.echo(f"  {part.name:12} {_size(part.n_bytes):>10}  {files:>12}  {PARTS[part.name]}")


@command.command()
def clear() -> None:
    """Delete everything that is cached; servers that use it go on."""
    from sightline.formats.cache_folder import CacheFolder

    folder = CacheFolder()
    before = sum(part.n_bytes for part in folder.usage())
    folder.clear()
    if any(part.n_files for part in folder.usage()):
        fail(f"cannot delete all of {folder.path}: check its permissions.", CANNOT_READ)
    click.echo(f"Deleted {_size(before)} from {folder.path}.")


@command.command()
def path() -> None:
    """Print the folder of the cache."""
    from sightline.formats.cache_folder import CacheFolder

    click.echo(str(CacheFolder().path))


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 1e9:,.1f} GB" if n_bytes >= 1e9 else f"{n_bytes / 1e6:,.1f} MB"
