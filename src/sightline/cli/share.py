"""`sightline share`: chosen runs as a report that opens without a server: a file, a folder, a bucket."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sightline.cli._console import FAILED, fail, print_json, print_status
from sightline.cli._reading import read_logs
from sightline.cli._report_table import print_sizes
from sightline.cli._sizes import SIZE

if TYPE_CHECKING:
    from sightline.logs import Logs
    from sightline.server.reports.make import ReportRequest
    from sightline.share.contents import Contents, Progress
    from sightline.share.header import About
    from sightline.share.view_link import ViewLink


@click.command(
    name="share",
    short_help="Make a report that opens without a server.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("logdir", nargs=-1)
@click.option("--logdir", "more_logdirs", multiple=True, hidden=True)
@click.option("-o", "--output", metavar="FILE", help="report.html is one file, site/ a folder.")
@click.option("--to", "bucket", metavar="URL", help="Upload the folder: s3://bucket/path, gs://… or az://…")
@click.option("--name", help="The name of the report; by default, that of the log directory.")
@click.option("--note", "--description", default="", help="A note that the report shows.")
@click.option("--filter", "expression", default="", metavar="EXPR", help="Only runs that match.")
@click.option("--runs", multiple=True, metavar="GLOB", help="Only these runs; may be repeated.")
@click.option("--tags", multiple=True, metavar="GLOB", help="Only these tags; may be repeated.")
@click.option("--pages", default="", metavar="LIST", help="Only these pages, e.g. scalars,images.")
@click.option("--view", metavar="NAME|LINK", help="What a saved view or a copied link shows, and how.")
@click.option("--max-size", type=SIZE, default="30MB", show_default=True, help="The largest report to make.")
@click.option("--keep-paths", is_flag=True, help="Keep paths, host and user names.")
@click.option("--no-text", is_flag=True, help="Leave logged text out.")
@click.option("--no-images", is_flag=True, help="Leave images, videos and meshes out.")
@click.option("--json", "as_json", is_flag=True, help="Print what was written as JSON.")
def command(
    logdir: tuple[str, ...],
    more_logdirs: tuple[str, ...],
    output: str | None,
    bucket: str | None,
    name: str | None,
    note: str,
    expression: str,
    runs: tuple[str, ...],
    tags: tuple[str, ...],
    pages: str,
    view: str | None,
    max_size: int,
    keep_paths: bool,
    no_text: bool,
    no_images: bool,
    as_json: bool,
) -> None:
    """Make a report of the runs below LOGDIR: the page with its data inside, every point of it.

    It opens from the disk (one .html file) or from any static web host (a folder), and asks nothing of
    a server. Nothing is sent anywhere unless --to names a bucket.
    """
    from sightline.logs.select import matcher, tag_matcher
    from sightline.server.reports.make import ReportRequest
    from sightline.share.choose import Choice

    logdirs = (*logdir, *more_logdirs)
    if not logdirs:
        raise click.UsageError("give the log directory to share")
    name = name or _name_of(logdirs[0])
    target = output or (None if bucket else f"{_file_name(name)}.html")
    page = _template() if target is not None and not _is_folder(target) else ""
    with read_logs(logdirs) as logs:
        choice = Choice(
            runs=matcher(runs) if runs else None,
            tags=tag_matcher(tags) if tags else None,
            expression=expression,
            pages=[page.strip() for page in pages.split(",") if page.strip()],
            link=_link(view, logs) if view else None,
            with_text=not no_text,
            with_images=not no_images,
        )
        request = ReportRequest(
            choice=choice,
            name=name,
            note=note,
            max_bytes=max_size,
            keep_paths=keep_paths,
            page_bytes=len(page.encode()),
        )
        about, contents = _make(logs, request)
    if not as_json:
        print_sizes(contents, page_bytes=request.page_bytes)
    _write(target, bucket, about, contents, page, as_json=as_json)


def _make(logs: Logs, request: ReportRequest) -> tuple[About, Contents]:
    from sightline.engine.filter import FilterError
    from sightline.server.reports.make import make_report
    from sightline.share.choose import ChoiceError
    from sightline.share.contents import TooLargeError

    roots = [root.path for root in logs.follower.roots]
    try:
        with _progress() as report:
            return make_report(logs.view, request, roots=roots, progress=report)
    except FilterError as error:
        raise click.UsageError(f"--filter: {error}") from error
    except (ChoiceError, TooLargeError) as error:
        fail(f"{error}.", FAILED)


def _template() -> str:
    from sightline.share.html_file import NoTemplateError, template

    try:
        return template()
    except NoTemplateError as error:
        fail(f"{error}.", FAILED)


def _write(
    target: str | None, bucket: str | None, about: About, contents: Contents, page: str, *, as_json: bool
) -> None:
    from sightline.share.html_file import write_html
    from sightline.share.site_folder import NotEmptyError, write_site

    written: dict[str, object] = {"name": about.name, "entries": len(contents.entries)}
    try:
        if target is not None:
            is_folder = _is_folder(target)
            size = (
                write_site(target, about, contents)
                if is_folder
                else write_html(target, about, contents, page)
            )
            written |= {"file": target, "bytes": size}
        if bucket is not None:
            from sightline.share.upload import upload

            with _progress() as report:
                written["link"] = upload(bucket, about, contents, report)
    except (NotEmptyError, OSError) as error:
        fail(f"cannot write the report: {error}", FAILED)
    if as_json:
        print_json(written)
        return
    if target is not None:
        print_status(f"Wrote {target}, {int(str(written['bytes'])) / 1e6:.1f} MB.")
    if bucket is not None:
        click.echo(written["link"])


def _link(text: str, logs: Logs) -> ViewLink:
    """A saved view by its name, else a link."""
    from sightline.engine.sidecar import saved_views
    from sightline.share.view_link import ViewLink

    saved = {view.name: view.state for view in saved_views([root.path for root in logs.follower.roots])}
    state = saved.get(text)
    if isinstance(state, dict) and isinstance(state.get("hash"), str):
        return ViewLink.parse(state["hash"])
    if "#" not in text:
        known = ", ".join(sorted(saved)) or "none"
        raise click.UsageError(f"--view: {text!r} is neither a link nor a saved view; saved are: {known}")
    return ViewLink.parse(text)


@contextmanager
def _progress() -> Iterator[Progress]:
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("recording", total=None)
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total)


def _is_folder(target: str | None) -> bool:
    return target is not None and not target.lower().endswith((".html", ".htm"))


def _name_of(logdir: str) -> str:
    return Path(logdir).expanduser().resolve().name or "Report"


def _file_name(name: str) -> str:
    """The name as that of a file anywhere."""
    return re.sub(r"[^\w.-]+", "-", name).strip("-.").lower() or "report"
