"""The files in deploy/: checked by the programs they are for, where these are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from sightline.cli._group import group

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
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


@pytest.mark.skipif(NGINX is None or OPENSSL is None, reason="nginx or openssl is not installed")
def test_nginx_takes_its_configuration(tmp_path: Path) -> None:
    assert NGINX is not None
    assert OPENSSL is not None
    make = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=board.example.org"]
    files = {"/etc/ssl/board.pem": tmp_path / "board.pem", "/etc/ssl/board.key": tmp_path / "board.key"}
    pem, key = files.values()
    subprocess.run([*make, "-out", str(pem), "-keyout", str(key)], check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text().replace("listen 443", "listen 127.0.0.1:0")
    text = text.replace("127.0.0.1:0 ssl", "unix:" + str(tmp_path / "board.sock") + " ssl")
    for installed, here in files.items():
        text = text.replace(installed, str(here))
    config = tmp_path / "nginx.conf"
    config.write_text(f"pid {tmp_path}/pid; events {{}} http {{ access_log off;\n{text}\n}}")
    done = subprocess.run(
        [NGINX, "-t", "-c", str(config), "-p", str(tmp_path), "-e", str(tmp_path / "error.log")],
        capture_output=True,
        text=True,
        timeout=60,
    )
    if "unknown directive" in done.stderr and "auth_request" in done.stderr:
        pytest.skip("this nginx was built without auth_request")
    assert done.returncode == 0, done.stderr
