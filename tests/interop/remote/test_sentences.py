"""What is written, set up or served wrongly gets one sentence that says what to do, without another try."""

from __future__ import annotations

import functools
import http.server
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sightline
from sightline.engine.remote.address import parse
from sightline.engine.remote.credentials import store_options
from support.cloud_servers import Cloud

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-remote")
pytest.importorskip("moto", reason="moto is not installed: make test-interop-remote")


@pytest.mark.parametrize("endpoint", ["127.0.0.1:9000", "http://127.0.0.1:99999", "http://a b", "ftp://host"])
def test_endpoint_that_is_no_address_is_named(
    cloud: Cloud, endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
    with pytest.raises(OSError, match=f"the endpoint '{endpoint}' of .* write http://HOST:PORT"):
        sightline.open(f"{cloud.address}/runs")


@pytest.mark.parametrize("name", ["buck et", "bücket", "a[b"])
def test_bucket_that_cannot_be_one_does_not_exist(cloud: Cloud, name: str) -> None:
    with pytest.raises(OSError, match=r"does not exist; check its name"):
        sightline.SummaryWriter(f"s3://{name}/run")


@pytest.mark.parametrize("missing", ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
def test_half_a_key_is_no_credentials(cloud: Cloud, missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(missing)
    with pytest.raises(OSError, match=r"no credentials for .*: set AWS_ACCESS_KEY_ID"):
        sightline.open(f"{cloud.address}/runs")


def test_impossible_key_is_a_matter_of_the_set_up(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "two\nlines")
    with pytest.raises(OSError, match=r"cannot be used as it is set up .*: set AWS_ACCESS_KEY_ID"):
        sightline.open(f"{cloud.address}/runs")


def test_empty_endpoint_is_none(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "")
    monkeypatch.setenv("AWS_REGION", "eu-west-1")
    options = store_options(parse(cloud.address))
    assert options.config["endpoint"] == "https://s3.eu-west-1.amazonaws.com"


@pytest.mark.parametrize("content", [None, "{}", "not JSON"])
def test_key_file_of_google_that_cannot_be_used_is_a_matter_of_the_set_up(
    cloud: Cloud, tmp_path: Path, content: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "key.json"
    if content is not None:
        path.write_text(content)
    monkeypatch.delenv("STORAGE_EMULATOR_HOST", raising=False)
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(path))
    with pytest.raises(
        OSError, match=r"cannot be used as it is set up .*service account file.*: run `gcloud"
    ):
        sightline.open("gs://bucket/runs")


def test_impossible_token_of_the_hub_is_a_matter_of_the_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "two\nlines")
    with pytest.raises(OSError, match=r"cannot be used as it is set up .*: run `hf auth login`"):
        sightline.open("hf://owner/name")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (
            'sh -c "echo the session has expired >&2; exit 3"',
            "gave no AWS credentials: the session has expired$",
        ),
        ("echo {}", r"^`echo {}` gave no AWS credentials: KeyError"),
        ("no-such-program", "^no AWS credentials: `no-such-program` is not installed.$"),
    ],
)
def test_program_without_credentials_is_quoted(
    cloud: Cloud, tmp_path: Path, command: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    folder = tmp_path / "home" / ".aws"
    folder.mkdir(parents=True)
    (folder / "config").write_text(f"[default]\ncredential_process = {command}\n")
    with pytest.raises(OSError, match=sentence):
        sightline.open(f"{cloud.address}/runs")
    assert cloud.proxy.counts() == {}


def test_aws_config_that_cannot_be_read_gives_one_line(cloud: Cloud, tmp_path: Path) -> None:
    (tmp_path / "home" / ".aws").mkdir(parents=True)
    (tmp_path / "home" / ".aws" / "config").write_text("[default]\nregion = a\n[profile bad\n")
    with pytest.raises(OSError, match="config cannot be read") as caught:
        sightline.open(f"{cloud.address}/runs")
    assert "\n" not in str(caught.value)


def test_object_whose_name_cannot_be_read_is_named(cloud: Cloud) -> None:
    cloud.bucket.put("runs/a//events.out.tfevents.1.x", b"x")
    with pytest.raises(OSError, match="cannot be listed because of the name 'runs/a//events"):
        sightline.open(f"{cloud.address}/runs")
    assert cloud.proxy.counts() == {"list": 1}


def test_refused_connection_is_called_that(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    with pytest.raises(OSError, match=r"cannot reach s3://.* \(Connection refused\)"):
        sightline.open(f"{cloud.address}/runs")


def test_web_address_with_an_impossible_port_gets_a_sentence() -> None:
    with pytest.raises(OSError, match=r"http://127.0.0.1:99999 is no address of a server"):
        sightline.open("http://127.0.0.1:99999/runs")


def test_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(OSError, match="has a user or password in it") as caught:
        sightline.open("http://user:hidden@127.0.0.1/runs")
    assert "hidden" not in str(caught.value)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Python's own server, which lists folders and knows no ranges."""

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@contextmanager
def _served(folder: Path, context: ssl.SSLContext | None = None) -> Iterator[int]:
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        if context is not None:
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_server_without_ranges_is_called_that(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "a b") as writer:
        writer.add_scalar("loss", 1.0, 1)
    with _served(tmp_path) as port, sightline.open(f"http://127.0.0.1:{port}") as logs:
        (problem,) = logs.problems
        assert "sends whole files only" in problem.message
        with pytest.raises(FileNotFoundError, match=r"a%20b; names are written as they are: 'a b'"):
            sightline.open(f"http://127.0.0.1:{port}/a%20b")


def test_certificate_that_is_not_trusted_is_called_that(
    cloud: Cloud, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = str(tmp_path / "both.pem")
    request = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    name = "subjectAltName=IP:127.0.0.1"
    command = [*request.split(), "-addext", name, "-keyout", both, "-out", f"{both}.crt"]
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{both}.crt", both)
    with _served(tmp_path, context) as port:
        for address in (f"https://127.0.0.1:{port}", f"{cloud.address}/runs"):
            monkeypatch.setenv("AWS_ENDPOINT_URL", f"https://127.0.0.1:{port}")
            with pytest.raises(OSError, match=r"is not trusted: .* SSL_CERT_FILE"):
                sightline.open(address)
