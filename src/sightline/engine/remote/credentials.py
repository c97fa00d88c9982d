"""Credentials and settings of the clouds, found where their own tools find them.

obstore reads the environment and the services of the machine it runs on; here is what it leaves out: the
files of the AWS tools, the connection string of Azure's, and emulators.
"""

from __future__ import annotations

import configparser
import json
import os
import shlex
import subprocess
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from sightline.engine.remote.address import Address, check_url
from sightline.engine.remote.errors import RemoteError

# The AWS tools' own way to hand out the credentials of a profile, of a single sign-on too.
_EXPORT = "aws configure export-credentials --format process --profile "


class StoreOptions(NamedTuple):
    """What obstore is told beyond what it finds itself; `provider` gives credentials that expire."""

    config: dict[str, Any]
    provider: Callable[[], dict[str, Any]] | None = None

    @property
    def allow_http(self) -> bool:
        """Whether the endpoint is one without TLS, which people give only for servers near by."""
        return any(endpoint.startswith("http://") for endpoint in self.endpoints)

    @property
    def endpoints(self) -> list[str]:
        """The servers that were named."""
        return [str(value) for name, value in self.config.items() if name in ("endpoint", "base_url")]


def store_options(address: Address) -> StoreOptions:
    """The options for a store; UnavailableError where what is set up cannot be used."""
    options = {"s3": _aws, "gs": _google, "az": _azure}[address.scheme]()
    for endpoint in options.endpoints:
        check_url(endpoint, f"the endpoint {endpoint!r} of {address.place}")
    return options


def _aws() -> StoreOptions:
    env = os.environ
    profile = env.get("AWS_PROFILE") or env.get("AWS_DEFAULT_PROFILE") or "default"
    section = _ini_section("AWS_CONFIG_FILE", "config", profile)
    section |= _ini_section("AWS_SHARED_CREDENTIALS_FILE", "credentials", profile)
    config: dict[str, Any] = {
        "region": env.get("AWS_REGION")
        or env.get("AWS_DEFAULT_REGION")
        or section.get("region")
        or "us-east-1"
    }
    endpoint = env.get("AWS_ENDPOINT_URL_S3") or env.get("AWS_ENDPOINT_URL") or section.get("endpoint_url")
    if endpoint:
        config["endpoint"] = endpoint
    elif env.get("AWS_ENDPOINT_URL") == "":  # not set, for the AWS tools
        config["endpoint"] = f"https://s3.{config['region']}.amazonaws.com"
    if "AWS_ACCESS_KEY_ID" in env and "AWS_PROFILE" not in env:
        return StoreOptions(config)
    if command := section.get("credential_process"):
        return StoreOptions(config, lambda: _from_process(command))
    if section.keys() & {"sso_session", "sso_start_url", "role_arn"}:
        return StoreOptions(config, lambda: _from_process(_EXPORT + shlex.quote(profile)))
    names = ("access_key_id", "secret_access_key", "session_token")
    return StoreOptions(
        config | {name: section[f"aws_{name}"] for name in names if section.get(f"aws_{name}")}
    )


def _ini_section(variable: str, name: str, profile: str) -> dict[str, str]:
    path = Path(os.environ.get(variable) or Path.home() / ".aws" / name)
    parser = configparser.RawConfigParser()
    try:
        parser.read(path, encoding="utf-8")
    except (configparser.Error, OSError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())
        raise RemoteError(f"{path} cannot be read: {reason}") from error
    for section in (profile, f"profile {profile}"):
        if parser.has_section(section):
            return dict(parser.items(section))
    return {}


def _from_process(command: str) -> dict[str, Any]:
    """Credentials printed by a program, as AWS defines it."""
    try:
        done = subprocess.run(shlex.split(command), capture_output=True, timeout=60, check=True)
        found = json.loads(done.stdout)
        expires = found.get("Expiration")
        return {
            "access_key_id": found["AccessKeyId"],
            "secret_access_key": found["SecretAccessKey"],
            "token": found.get("SessionToken"),
            "expires_at": datetime.fromisoformat(expires.replace("Z", "+00:00")) if expires else None,
        }
    except FileNotFoundError as error:
        raise RemoteError(f"no AWS credentials: `{shlex.split(command)[0]}` is not installed.") from error
    except subprocess.CalledProcessError as error:
        lines = error.stderr.decode(errors="replace").split("\n")
        reason = next((line.strip() for line in reversed(lines) if line.strip()), str(error))
        raise RemoteError(f"`{command}` gave no AWS credentials: {reason}") from error
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
        raise RemoteError(f"`{command}` gave no AWS credentials: {error!r}") from error


def _google() -> StoreOptions:
    emulator = os.environ.get("STORAGE_EMULATOR_HOST")
    if not emulator:
        return StoreOptions({})
    url = emulator if "://" in emulator else f"http://{emulator}"
    return StoreOptions({"base_url": url, "skip_signature": True})


_AZURE_PARTS = {
    "AccountName": "account_name",
    "AccountKey": "account_key",
    "SharedAccessSignature": "sas_key",
    "BlobEndpoint": "endpoint",
}
_AZURE_SECRETS = (
    "AZURE_STORAGE_ACCOUNT_KEY",
    "AZURE_STORAGE_KEY",
    "AZURE_STORAGE_SAS_TOKEN",
    "AZURE_STORAGE_SAS_KEY",
    "AZURE_CLIENT_ID",
    "AZURE_FEDERATED_TOKEN_FILE",
)


def _azure() -> StoreOptions:
    env = os.environ
    text = env.get("AZURE_STORAGE_CONNECTION_STRING", "")
    given = dict(part.split("=", 1) for part in text.split(";") if "=" in part)
    config: dict[str, Any] = {ours: given[theirs] for theirs, ours in _AZURE_PARTS.items() if theirs in given}
    if "account_name" not in config and "AZURE_STORAGE_ACCOUNT" in env:
        config["account_name"] = env["AZURE_STORAGE_ACCOUNT"]
    if "account_name" not in config and "AZURE_STORAGE_ACCOUNT_NAME" not in env:
        raise RemoteError(
            "which Azure account? Set AZURE_STORAGE_ACCOUNT_NAME or AZURE_STORAGE_CONNECTION_STRING."
        )
    if not config.keys() & {"account_key", "sas_key"} and not any(name in env for name in _AZURE_SECRETS):
        config["use_azure_cli"] = True
    return StoreOptions(config)
