"""What is in a report, by kind, as a table on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sightline.share.contents import Contents

_NAMES = {"board": "Runs and tags"}


def print_sizes(contents: Contents, *, page_bytes: int) -> None:
    """Print sizes by kind, what was left out and how much was removed, to standard error."""
    from rich.console import Console
    from rich.table import Table

    from sightline.plugins import load_kinds
    from sightline.share.contents import BASE64

    titles = {slug: loaded.kind.title for slug, loaded in load_kinds().items()} | _NAMES
    factor = BASE64 if page_bytes else 1.0
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name, justify in (("In the report", "left"), ("entries", "right"), ("MB", "right")):
        table.add_column(name, justify=justify)  # type: ignore[arg-type]
    total = float(page_bytes)
    for kind, (n, n_bytes) in contents.sizes().items():
        total += n_bytes * factor
        table.add_row(titles.get(kind, kind), f"{n:,}", _megabytes(n_bytes * factor))
    if page_bytes:
        table.add_row("The page itself", "", _megabytes(page_bytes))
    table.add_row("[b]Total[/b]", "", f"[b]{_megabytes(total)}[/b]")
    console = Console(stderr=True, soft_wrap=True)
    console.print(table)
    for left in contents.left_out:
        what = f"{left.n:,} of {left.of:,} {left.what}" if left.what != "kind" else "all of it"
        console.print(f"[dim]Left out of {titles.get(left.kind, left.kind)}: {what}, {left.why}.[/dim]")
    if contents.removed:
        console.print(
            f"[dim]Paths and names removed: {len(contents.removed):,} (--keep-paths keeps them).[/dim]"
        )


def _megabytes(n_bytes: float) -> str:
    return f"{n_bytes / 1e6:.2f}"
