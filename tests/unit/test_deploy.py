"""The files in deploy/: checked by the programs they are for, where these are installed."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from sightline import SummaryWriter
from sightline.cli._group import group
from support.logs import wait_until
from unit.server.serving import served

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
HOST = "board.example.org"
NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
CADDY = shutil.which("caddy")
SYSTEMD = shutil.which("systemd-analyze")
OPENSSL = shutil.which("openssl")


def documents(name: str) -> list[Any]:
    return list(yaml.safe_load_all((DEPLOY / name).read_text()))


def test_compose_mounts_logs_read_only_and_locks_the_container() -> None:
    (compose,) = documents("compose.yaml")
    service = compose["services"]["sightline"]
    assert "./logs:/logs:ro" in service["volumes"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["ports"] == ["127.0.0.1:6006:6006"]


def test_kubernetes_runs_as_nobody_with_health_checks_and_a_token() -> None:
    deployment, service = documents("kubernetes.yaml")
    pod = deployment["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert container["livenessProbe"]["httpGet"]["path"] == "/api/v1/health"
    volumes = {each["name"] for each in pod["volumes"]}
    assert {each["name"] for each in container["volumeMounts"]} == volumes
    assert service["spec"]["selector"] == deployment["spec"]["template"]["metadata"]["labels"]
    assert "--token-file" in container["args"]


def test_commands_in_deploy_files_have_flags_that_exist() -> None:
    texts = [path.read_text() for path in DEPLOY.iterdir()]
    flags = {
        flag
        for text in texts
        for line in text.splitlines()
        if "sightline serve" in line or "sightline prune" in line
        for flag in re.findall(r"--[a-z-]+", line)
    }
    assert flags
    known = "".join(CliRunner().invoke(group, [name, "--help"]).output for name in ("serve", "prune"))
    assert [flag for flag in sorted(flags) if flag not in known] == []


def test_dockerfile_has_two_stages_a_user_and_a_health_check() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    assert re.findall(r"^FROM (\S+)", text, re.MULTILINE) == ["${BASE}", "${BASE}"]
    assert "\nARG BASE=" in text
    assert "\nUSER 10001:10001\n" in text
    assert "\nHEALTHCHECK " in text


@pytest.mark.skipif(SYSTEMD is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("name", ["sightline.service", "sightline-prune.service", "sightline-prune.timer"])
def test_systemd_takes_the_units(name: str) -> None:
    assert SYSTEMD is not None
    done = subprocess.run([SYSTEMD, "verify", str(DEPLOY / name)], capture_output=True, text=True, timeout=60)
    ours = [line for line in done.stderr.splitlines() if "sightline" in line]
    assert ours == [], done.stderr


class SignIn(BaseHTTPRequestHandler):
    """Stands for oauth2-proxy: whoever has its cookie is signed in."""

    def do_GET(self) -> None:
        is_signed_in = "_oauth2_proxy=ann" in self.headers.get("Cookie", "")
        is_question = self.path.startswith("/oauth2/auth")
        self.send_response((202 if is_signed_in else 401) if is_question else 200)
        body = b"" if is_question else b"please sign in"
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@contextlib.contextmanager
def sign_in_server() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), SignIn)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass(frozen=True)
class Example:
    """An example of deploy/ as it runs here: its text with the ports of this test, and the socket of TLS."""

    folder: Path
    text: str

    @property
    def tls(self) -> Path:
        return self.folder / "tls.sock"


def with_changes(text: str, changes: dict[str, str]) -> str:
    for installed, here in changes.items():
        assert installed in text
        text = text.replace(installed, here)
    return text


def example(name: str, folder: Path, *, board: int, sign_in: int) -> Example:
    """An example with a certificate of its own in the folder, and the ports given."""
    assert OPENSSL is not None
    make = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={HOST}"]
    make += ["-addext", f"subjectAltName=DNS:{HOST}"]
    files = ["-out", str(folder / "board.pem"), "-keyout", str(folder / "board.key")]
    subprocess.run([*make, *files], check=True, capture_output=True)
    ports = {"127.0.0.1:4180": f"127.0.0.1:{sign_in}", "127.0.0.1:6006": f"127.0.0.1:{board}"}
    return Example(folder, with_changes((DEPLOY / name).read_text(), ports))


@contextlib.contextmanager
def running(command: list[str], of: Example, **environment: str) -> Iterator[Path]:
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, **environment})
    try:
        wait_until(lambda: of.tls.exists() or process.poll() is not None)
        yield of.tls
    finally:
        process.terminate()
        process.wait(60)


@contextlib.contextmanager
def nginx_of_the_example(folder: Path, *, board: int, sign_in: int) -> Iterator[Path]:
    """The example as it is but for its ports and files; hands out the socket of TLS."""
    assert NGINX is not None
    here = example("nginx.conf", folder, board=board, sign_in=sign_in)
    files = {
        "listen 443 ssl": f"listen unix:{here.tls} ssl",
        "/etc/ssl/board.pem": str(folder / "board.pem"),
        "/etc/ssl/board.key": str(folder / "board.key"),
    }
    temporary = " ".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {folder}/pid; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{with_changes(here.text, files)}\n}}"
    )
    command = [NGINX, "-c", str(config), "-p", str(folder), "-e", str(folder / "error.log")]
    check = subprocess.run([*command, "-t"], capture_output=True, text=True, timeout=60)
    if "unknown directive" in check.stderr and "auth_request" in check.stderr:
        pytest.skip("this nginx was built without auth_request")
    assert check.returncode == 0, check.stderr
    with running(command, here) as tls:
        yield tls


@contextlib.contextmanager
def caddy_of_the_example(folder: Path, *, board: int, sign_in: int) -> Iterator[Path]:
    """The example as it is but for its ports and certificate, which Caddy would ask an authority for."""
    assert CADDY is not None
    here = example("Caddyfile", folder, board=board, sign_in=sign_in)
    certificate = f"tls {folder}/board.pem {folder}/board.key"
    site = f"\n{HOST} {{"
    text = with_changes(here.text, {site: f"{site}\n\tbind unix/{here.tls}\n\t{certificate}"})
    config = folder / "Caddyfile"
    config.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text)
    command = [CADDY, "run", "--adapter", "caddyfile", "--config", str(config)]
    homes = {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data")}
    with running(command, here, **homes) as tls:
        yield tls


def ask(tls: Path, path: str, cookie: str = "") -> tuple[int, str, bytes]:
    """Status, place and first line of the body for a request over TLS for the example's name."""
    context = ssl.create_default_context(cafile=str(tls.with_name("board.pem")))
    with socket.socket(socket.AF_UNIX) as plain:
        plain.settimeout(60)
        plain.connect(str(tls))
        with context.wrap_socket(plain, server_hostname=HOST) as wrapped:
            connection = http.client.HTTPConnection(HOST)
            connection.sock = wrapped
            connection.request("GET", path, headers={"Cookie": cookie})
            with connection.getresponse() as answer:
                return answer.status, answer.getheader("location", ""), answer.readline()


def needs(program: str | None, name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(program is None, reason=f"{name} is not installed")


@needs(OPENSSL, "openssl")
@pytest.mark.parametrize(
    "proxy_of_the_example",
    [
        pytest.param(nginx_of_the_example, marks=needs(NGINX, "nginx"), id="nginx"),
        pytest.param(caddy_of_the_example, marks=needs(CADDY, "caddy"), id="caddy"),
    ],
)
def test_proxy_example_shows_the_board_to_who_is_signed_in(
    tmp_path: Path, proxy_of_the_example: Callable[..., AbstractContextManager[Path]]
) -> None:
    with SummaryWriter(tmp_path / "logs" / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
    with (
        served(tmp_path / "logs", allowed_hosts=frozenset({HOST})) as board,
        sign_in_server() as sign_in,
        proxy_of_the_example(tmp_path, board=board.client.port, sign_in=sign_in) as tls,
    ):
        board.wait_loaded()
        status, place, _ = ask(tls, "/data?run=a")
        assert (status, place.endswith(f"/oauth2/sign_in?rd=https://{HOST}/data?run=a")) == (302, True)
        assert ask(tls, "/api/v1/runs")[0] == 302
        assert ask(tls, "/oauth2/sign_in")[2] == b"please sign in"
        assert ask(tls, "/oauth2/auth")[0] == 404  # for the proxy alone
        cookie = "_oauth2_proxy=ann"
        assert b"<!doctype html" in ask(tls, "/", cookie)[2].lower()
        assert b'"a"' in ask(tls, "/api/v1/runs", cookie)[2]
        status, _, line = ask(tls, "/api/v1/live", cookie)
        assert (status, bool(line)) == (200, True)  # handed on while the stream stays open


def test_image_is_skipped_with_the_reason_where_there_is_no_buildah(tmp_path: Path) -> None:
    for name in ("bash", "dirname"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    done = subprocess.run(
        [ROOT / "tools" / "build_image.sh"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("make image is skipped: buildah is not installed")
