"""Handlers of reports: one is made in memory, described, and fetched as a file."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sightline.server.http.errors import RequestError
from sightline.server.http.requests import read_shape
from sightline.server.http.responses import encoded, json_body, response
from sightline.server.schema.shapes import ReportAnswer, ReportLeftOut, ReportSize, ReportWish

if TYPE_CHECKING:
    from sightline.server.board import Board
    from sightline.share.contents import Contents
    from sightline.share.header import About

# Each may take as much memory as it has bytes.
_MAX_REPORTS = 2
_MAX_LISTED = 200


class ReportHandlers:
    """Makes reports of the board, one at a time; the last ones can be fetched."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._made: OrderedDict[str, tuple[About, Contents, str]] = OrderedDict()
        self._lock = asyncio.Lock()

    async def make(self, request: Request) -> Response:
        """Make a report, and answer how large it is and what it has not."""
        wish = await read_shape(request, self._board.settings, ReportWish)
        async with self._lock:
            answer = await run_in_threadpool(self._make, wish)
        return response(encoded(json_body(answer), None))

    async def file(self, request: Request) -> Response:
        """Answer a report that was made, as one file."""
        from sightline.share.html_file import html_pieces

        made = self._made.get(request.path_params["name"])
        if made is None:
            raise RequestError("this report is not there any more; make it again", 404)
        about, contents, page = made
        headers = {
            "content-disposition": f'attachment; filename="{file_name(about.name)}"',
            "cache-control": "no-store",
        }
        return StreamingResponse(html_pieces(about, contents, page), headers=headers, media_type="text/html")

    def _make(self, wish: ReportWish) -> ReportAnswer:
        from sightline.server.reports.make import ReportRequest, make_report
        from sightline.share.choose import Choice, ChoiceError
        from sightline.share.contents import BASE64, TooLargeError
        from sightline.share.html_file import NoTemplateError, template
        from sightline.share.view_link import ViewLink

        try:
            page = template()
            choice = Choice(
                run_ids=None if wish.runs is None else frozenset(wish.runs),
                tags=None if wish.tags is None else frozenset(wish.tags).__contains__,
                pages=wish.pages or (),
                with_text=wish.text,
                with_images=wish.images,
            )
            wanted = ReportRequest(
                choice=choice,
                name=wish.name,
                note=wish.note,
                view=ViewLink.parse(wish.view) if wish.view else None,
                max_bytes=wish.max_bytes,
                keep_paths=wish.keep_paths,
                page_bytes=len(page.encode()),
            )
            roots = [root.path for root in self._board.roots()]
            about, contents = make_report(self._board.view(), wanted, roots=roots)
        except ChoiceError as error:
            raise RequestError(str(error)) from error
        except (NoTemplateError, TooLargeError) as error:
            raise RequestError(str(error), 409) from error
        self._keep(about, contents, page)
        sizes = [
            ReportSize(kind, n, round(n_bytes * BASE64)) for kind, (n, n_bytes) in contents.sizes().items()
        ]
        sizes.append(ReportSize("page", 1, len(page.encode())))
        return ReportAnswer(
            id=about.id,
            file=file_name(about.name),
            bytes=sum(size.bytes for size in sizes),
            sizes=sizes,
            left_out=[
                ReportLeftOut(left.kind, left.what, left.n, left.of, left.why) for left in contents.left_out
            ],
            removed=list(contents.removed[:_MAX_LISTED]),
        )

    def _keep(self, about: About, contents: Contents, page: str) -> None:
        self._made[about.id] = about, contents, page
        while len(self._made) > _MAX_REPORTS:
            self._made.popitem(last=False)


def file_name(name: str) -> str:
    """The name of a report as that of a file anywhere, in ASCII for the header."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.").lower()
    return f"{plain or 'report'}.html"
