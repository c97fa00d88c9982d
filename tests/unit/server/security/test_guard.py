from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline.server.security.headers import parse_frame_ancestors
from sightline.server.security.tokens import TokenCheck
from unit.server.serving import Client, Served, served

TOKEN = "a-token-of-enough-length"


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as it:
        yield it


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, host="0.0.0.0", token=TOKEN, writable=False) as it:
        it.client.headers.clear()
        yield it


@pytest.mark.parametrize("host", ["evil.example", "evil.example:6006", "127.0.0.1.evil.example", "10.0.0.1"])
def test_dns_rebinding_is_refused(local: Served, host: str) -> None:
    answer = local.client.get("/api/v1/health", host=host)
    assert answer.status == 403
    assert "--allow-host" in answer.json["error"]["message"]


def test_a_request_without_a_usable_host_is_refused(local: Served) -> None:
    with socket.create_connection(("127.0.0.1", local.client.port), timeout=10) as sock:
        sock.sendall(b"GET /api/v1/health HTTP/1.0\r\n\r\n")
        assert b" 403 " in sock.recv(4096).split(b"\r\n")[0]


@pytest.mark.parametrize("path", ["/", "/api/v1/runs", "/api/v1/live"])
def test_foreign_pages_may_not_read(local: Served, path: str) -> None:
    assert local.client.get(path, origin="http://evil.example").status == 403
    assert local.client.get(path, origin="null").status == 403


def test_code_of_the_page_comes_through_a_proxy_that_changes_the_host(local: Served) -> None:
    proxied = "http://127.0.0.1:8080"
    assert local.client.get("/assets/none.js", origin=proxied).status == 404
    assert local.client.get("/assets/none.js", host="evil.example").status == 403
    assert local.client.get("/assets/../api/v1/runs", origin=proxied).status == 404
    assert local.client.ask("POST", "/assets/none.js", origin=proxied).status == 403


def test_our_own_page_may_read(local: Served) -> None:
    own = f"http://127.0.0.1:{local.client.port}"
    assert local.client.get("/api/v1/runs", origin=own).status == 200


def test_an_allowed_name_is_ours(tmp_path: Path) -> None:
    with served(tmp_path, allowed_hosts=frozenset({"board.example.org"})) as it:
        assert it.client.get("/api/v1/health", host="board.example.org").status == 200
        assert it.client.get("/api/v1/health", host="other.example.org").status == 403


@pytest.mark.parametrize("path", ["/", "/api/v1/runs", "/api/v1/live", "/api/v1/openapi.json"])
def test_beyond_loopback_nothing_is_shown_without_the_token(guarded: Served, path: str) -> None:
    answer = guarded.client.get(path)
    assert answer.status == 401
    assert TOKEN.encode() not in answer.body


def test_a_wrong_token_is_refused_everywhere(guarded: Served) -> None:
    client = guarded.client
    assert client.get("/api/v1/runs", authorization="Bearer " + TOKEN[:-1]).status == 401
    assert client.get(f"/api/v1/runs?token={TOKEN}x").status == 401
    assert client.get("/api/v1/runs", cookie="sightline=1").status == 401


def test_the_link_becomes_a_cookie_and_the_token_leaves_the_address(guarded: Served) -> None:
    answer = guarded.client.get(f"/?token={TOKEN}&page=scalars")
    assert answer.status == 303
    assert answer.headers["location"] == "./?page=scalars"
    assert answer.headers["referrer-policy"] == "no-referrer"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert TOKEN not in cookie
    entered = guarded.client.get("/api/v1/runs", cookie=cookie.partition(";")[0])
    assert entered.status == 200


def test_programs_send_the_token_as_a_header_or_parameter(guarded: Served) -> None:
    assert guarded.client.get("/api/v1/runs", authorization=f"Bearer {TOKEN}").status == 200
    assert guarded.client.get(f"/api/v1/runs?token={TOKEN}").status == 200


def test_beyond_loopback_edits_need_writable(guarded: Served) -> None:
    client = Client(guarded.client.port, headers={"authorization": f"Bearer {TOKEN}"})
    answer = client.edit("PUT", "views/x", {})
    assert answer.status == 403
    assert "--writable" in answer.json["error"]["message"]


@pytest.mark.parametrize(("method", "path"), [("PUT", "views/x"), ("DELETE", "views/x"), ("PATCH", "runs/1")])
def test_edits_come_from_our_own_page_only(local: Served, method: str, path: str) -> None:
    client, body = local.client, b"{}"
    assert client.ask(method, f"/api/v1/{path}", body).status == 403
    assert client.ask(method, f"/api/v1/{path}", body, origin="http://evil.example").status == 403
    own = f"http://127.0.0.1:{client.port}"
    crossed = client.ask(method, f"/api/v1/{path}", body, origin=own, sec_fetch_site="cross-site")
    assert crossed.status == 403
    assert client.ask(method, f"/api/v1/{path}", body, origin=own).status in (200, 404)


@pytest.mark.parametrize("path", ["/", "/api/v1/runs", "/api/v1/none", "/none.js"])
def test_every_answer_has_the_headers_that_keep_a_page_safe(local: Served, path: str) -> None:
    headers = local.client.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert "unsafe-inline" not in policy["script-src"] + policy["style-src"]
    assert not re.search(r"https?://(?!localhost|127\.0\.0\.1)", headers["content-security-policy"])
    assert headers["x-content-type-options"] == "nosniff"


def test_notebooks_of_the_same_machine_may_frame_the_page_and_no_others(local: Served) -> None:
    policy = local.client.get("/").headers["content-security-policy"]
    frames = policy.split("frame-ancestors ")[1]
    assert frames == "'self' http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*"


@pytest.mark.parametrize(
    ("given", "policy"),
    [
        ("none", "'none'"),
        ("self", "'self'"),
        ("any", "*"),
        ("https://hub.example.org, http://*.lab:8888", "'self' https://hub.example.org http://*.lab:8888"),
    ],
)
def test_frame_ancestors_can_be_set(tmp_path: Path, given: str, policy: str) -> None:
    with served(tmp_path, frame_ancestors=parse_frame_ancestors(given)) as it:
        sent = it.client.get("/").headers["content-security-policy"]
        assert sent.endswith(f"; frame-ancestors {policy}")


@pytest.mark.parametrize(
    "given", ["", "hub.example.org", "https://a; script-src *", "javascript://x", "https://a/b"]
)
def test_what_is_no_origin_may_not_frame_the_page(given: str) -> None:
    with pytest.raises(ValueError, match="origin"):
        parse_frame_ancestors(given)


def test_the_cookie_works_in_foreign_frames_only_over_tls_and_where_they_are_allowed() -> None:
    check = TokenCheck(TOKEN)
    assert "SameSite=None; Partitioned; Secure" in check.set_cookie(
        path="/", secure=True, in_foreign_frames=True
    )
    assert "SameSite=Lax" in check.set_cookie(path="/", secure=False, in_foreign_frames=True)
    assert "SameSite=Lax" in check.set_cookie(path="/", secure=True)


def test_health_without_a_token_answers_only_that_the_server_is_up(guarded: Served) -> None:
    stranger = Client(guarded.client.port)
    assert stranger.api("health") == {"status": "ok"}
    assert "version" in Client(guarded.client.port, headers={"authorization": f"Bearer {TOKEN}"}).api(
        "health"
    )
    assert stranger.get("/api/v1/health", host="evil.example").status == 403
    assert stranger.get("/api/v1/runs").status == 401


def test_refusal_under_a_hubs_name_suggests_allow_host(tmp_path: Path) -> None:
    with served(tmp_path) as it:
        behind = {"host": "hub.example.org", "x-proxycontextpath": "/user/a/proxy/6006"}
        program = it.client.get("/", **behind)
        assert (
            "jupyter-server-proxy; start it with --allow-host hub.example.org"
            in program.json["error"]["message"]
        )
        person = it.client.get("/", accept="text/html,*/*", **behind)
        assert (person.status, person.headers["content-type"]) == (403, "text/plain; charset=utf-8")
        assert "--allow-host hub.example.org" in person.body.decode()
        page = it.client.get("/api/v1/runs", origin="https://hub.example.org")
        assert "--allow-host hub.example.org" in page.json["error"]["message"]
