from __future__ import annotations

import http.client
import shutil
import ssl
import subprocess
from pathlib import Path

import pytest

from unit.server.serving import served

OPENSSL = shutil.which("openssl")


@pytest.mark.skipif(OPENSSL is None, reason="openssl, which makes the test's certificate, is not installed")
def test_tls_with_a_certificate_of_ones_own(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = f"{OPENSSL} req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split()
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*command, *names], check=True, capture_output=True)
    with served(
        tmp_path / "logs", certfile=str(certificate), keyfile=str(key), token="a-token-of-enough-length"
    ) as it:
        trust = ssl.create_default_context(cafile=str(certificate))
        connection = http.client.HTTPSConnection("localhost", it.client.port, context=trust, timeout=30)
        connection.request("GET", "/?token=a-token-of-enough-length")
        answer = connection.getresponse()
        connection.close()
    assert answer.status == 303
    assert "; Secure" in answer.headers["set-cookie"]
