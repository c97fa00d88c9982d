"""Logged pictures to files, with a list of what was written."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from sightline.briefs.shapes import ImageRow, Images
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.logs.items import decoder

_KIND = "image"
_ENDINGS = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/bmp": "bmp",
}


def images(
    view: StoreView,
    chosen: Sequence[RunView],
    matches: Callable[[str], bool],
    folder: Path,
    *,
    step: int | None,
    limit: int,
) -> Images:
    """Write the last pictures of each tag, or those at a step, below a folder."""
    series = [(run, tag) for run in chosen for tag in filter(matches, run.series(_KIND))]
    decode = decoder(_KIND)
    rows: list[ImageRow] = []
    total, n_unreadable = 0, 0
    for run, tag in series:
        index = run.items(tag, _KIND)
        places = [
            row for row in index.without_superseded().tolist() if step is None or index.step[row] == step
        ]
        for row in places[-1:]:
            try:
                found = decode(view.read(index.location(row)))
            except (OSError, ValueError):
                n_unreadable += 1
                continue
            total += len(found.encoded)
            for place, (data, media_type) in enumerate(
                zip(found.encoded, found.content_types(), strict=True)
            ):
                if len(rows) < limit:
                    path = _path(folder, run.name, tag, int(index.step[row]), place, media_type)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(data)
                    rows.append(
                        ImageRow(
                            run=run.name,
                            tag=tag,
                            step=int(index.step[row]),
                            index=place,
                            file=str(path),
                            media_type=media_type,
                            bytes=len(data),
                        )
                    )
    return Images(rows=rows, total=total, hint=f"{n_unreadable} could not be read" if n_unreadable else "")


def _path(folder: Path, run: str, tag: str, step: int, place: int, media_type: str) -> Path:
    """A file name made of names from logs: no separators, so that it stays in its folder."""
    parts = [re.sub(r"[^\w.-]+", "_", part).strip("._")[:80] or "_" for part in (run, tag)]
    return folder / parts[0] / f"{parts[1]}-{step}-{place}.{_ENDINGS.get(media_type, 'bin')}"
