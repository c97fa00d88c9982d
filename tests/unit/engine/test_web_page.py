"""Folder listings of web servers, as they send them."""

from __future__ import annotations

import pytest

from sightline.engine.remote.web_page import WebEntry, parse_page

URL = "http://host/runs/"
TIME = 1794909600.0  # 2026-11-17 10:00 UTC


def test_nginx_html_listing_has_names_sizes_and_times() -> None:
    page = b"""<html><body><h1>Index of /runs/</h1><hr><pre><a href="../">../</a>
<a href="a%20b/">a b/</a>                               17-Nov-2026 10:00                   -
<a href="events.out.tfevents.1">events.out.tfevents.1</a>  17-Nov-2026 10:00                1234
</pre></body></html>"""
    assert parse_page(URL, "text/html", page) == [
        WebEntry("a b", True, None, None),
        WebEntry("events.out.tfevents.1", False, 1234, TIME),
    ]


def test_nginx_json_listing_has_names_sizes_and_times() -> None:
    page = b"""[{ "name":"a", "type":"directory", "mtime":"Tue, 17 Nov 2026 10:00:00 GMT" },
{ "name":"f", "type":"file", "mtime":"Tue, 17 Nov 2026 10:00:00 GMT", "size":7 }]"""
    assert parse_page(URL, "application/json", page) == [
        WebEntry("a", True, None, TIME),
        WebEntry("f", False, 7, TIME),
    ]


def test_apache_listing_with_rounded_sizes_has_names_and_times() -> None:
    page = b"""<table><tr><th><a href="?C=N;O=D">Name</a></th></tr>
<tr><td><a href="/">Parent Directory</a></td><td>&nbsp;</td></tr>
<tr><td><a href="f">f</a></td><td>2026-11-17 10:00  </td><td align="right">1.2K</td></tr></table>"""
    assert parse_page(URL, "text/html;charset=UTF-8", page) == [WebEntry("f", False, None, None)]


@pytest.mark.parametrize(
    "href", ["http://other/runs/x", "/etc/passwd", "../up", "x?y=1", "a/b", "%2e%2e/", "//other/x", "#top"]
)
def test_links_that_lead_elsewhere_are_left_out(href: str) -> None:
    assert parse_page(URL, "text/html", f'<a href="{href}">x</a>'.encode()) == []


def test_page_that_is_no_listing_is_refused() -> None:
    with pytest.raises(ValueError, match="HTML or JSON"):
        parse_page(URL, "image/png", b"")
    with pytest.raises(ValueError, match="as nginx makes it"):
        parse_page(URL, "application/json", b'{"a": 1}')
