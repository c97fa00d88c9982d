"""Servers that speak the protocols of the object stores, on loopback."""

from __future__ import annotations

import base64
import hmac
import itertools
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from email.utils import formatdate
from pathlib import Path

import pytest

from support.fault_proxy import FaultProxy

_START_SECS = 60.0
# Without a type urllib sends a form, which moto reads as one.
_HEADERS = {"x-amz-acl": "public-read", "Content-Type": "application/octet-stream"}


def wait_until_answers(url: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server that was just started answers anything at all."""
    deadline = time.monotonic() + _START_SECS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=1).close()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"{url} does not answer")


def free_port() -> int:
    """A port that nobody listens on."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@dataclass
class S3Server:
    """moto: S3, and the part of Google Cloud Storage's XML that is the same. A context manager."""

    port: int = field(default_factory=free_port)
    _n_buckets: itertools.count[int] = field(default_factory=itertools.count)

    def __enter__(self) -> S3Server:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "moto.server", "-p", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        wait_until_answers(f"http://127.0.0.1:{self.port}/moto-api/", self._process)
        return self

    def __exit__(self, *args: object) -> None:
        self._process.kill()
        self._process.wait()

    def new_bucket(self) -> Bucket:
        """An empty bucket."""
        name = f"bucket{next(self._n_buckets)}"
        bucket = Bucket(name, f"http://127.0.0.1:{self.port}")
        urllib.request.urlopen(urllib.request.Request(bucket.url, data=b"", method="PUT"), timeout=30).close()
        return bucket

    def set_up_environment(self, monkeypatch: pytest.MonkeyPatch, *, port: int, home: Path) -> None:
        """Credentials and the address in the environment, nothing else of this machine."""
        for name in [name for name in os.environ if name.startswith(("AWS_", "AZURE_", "GOOGLE_"))]:
            monkeypatch.delenv(name)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
        monkeypatch.setenv("HOME", str(home))
        monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
        monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))


# The account that the emulator comes with; its key is public.
_ACCOUNT = "devstoreaccount1"
_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


def azurite() -> str | None:
    """The emulator of Azure's blobs, on the path or beside the packages of this group."""
    import obstore

    beside = Path(obstore.__file__).parents[4] / "node_modules" / ".bin" / "azurite-blob"
    return shutil.which("azurite-blob") or (str(beside) if beside.exists() else None)


@dataclass
class AzureServer:
    """Azurite. A context manager."""

    folder: Path
    port: int = field(default_factory=free_port)

    def __enter__(self) -> AzureServer:
        command = [str(azurite()), "--blobPort", str(self.port), "--location", str(self.folder), "--silent"]
        self._process = subprocess.Popen(
            [*command, "--skipApiVersionCheck", "--disableTelemetry"], stdout=subprocess.DEVNULL
        )
        wait_until_answers(self._endpoint, self._process)
        return self

    def __exit__(self, *args: object) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def _endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}/{_ACCOUNT}"

    @property
    def connection_string(self) -> str:
        """What Azure's tools take from the environment."""
        names = f"AccountName={_ACCOUNT};AccountKey={_KEY};BlobEndpoint={self._endpoint};"
        return f"DefaultEndpointsProtocol=http;{names}"

    def new_container(self, name: str) -> None:
        """Make an empty container, signed as Azure defines it."""
        date, version = formatdate(usegmt=True), "2021-08-06"
        headers = f"x-ms-date:{date}\nx-ms-version:{version}\n"
        resource = f"/{_ACCOUNT}/{_ACCOUNT}/{name}\nrestype:container"
        text = "PUT" + "\n" * 12 + headers + resource
        digest = hmac.digest(base64.b64decode(_KEY), text.encode(), "sha256")
        signed = f"SharedKey {_ACCOUNT}:{base64.b64encode(digest).decode()}"
        request = urllib.request.Request(f"{self._endpoint}/{name}?restype=container", method="PUT")
        for header, value in {"x-ms-date": date, "x-ms-version": version, "Authorization": signed}.items():
            request.add_header(header, value)
        request.add_header("Content-Length", "0")
        urllib.request.urlopen(request, timeout=30).close()


@dataclass
class Bucket:
    """A bucket of the server, filled directly."""

    name: str
    server: str

    def __post_init__(self) -> None:
        import obstore
        from obstore.store import S3Store

        self._obstore = obstore
        self._store = S3Store(
            self.name,
            config={"endpoint": self.server, "access_key_id": "key", "secret_access_key": "secret"},
            client_options={"allow_http": True},
        )

    @property
    def url(self) -> str:
        """Its address by HTTP."""
        return f"{self.server}/{self.name}"

    def put(self, key: str, data: bytes) -> None:
        """Write an object."""
        request = urllib.request.Request(f"{self.url}/{key}", data=data, method="PUT", headers=_HEADERS)
        urllib.request.urlopen(request, timeout=30).close()

    def put_folder(self, folder: Path, prefix: str) -> None:
        """Write all files of a folder."""
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                self.put(f"{prefix}/{path.relative_to(folder).as_posix()}", path.read_bytes())

    def get(self, key: str) -> bytes:
        """An object."""
        return bytes(self._obstore.get(self._store, key).bytes())

    def keys(self) -> list[str]:
        """The keys of all objects."""
        pages = self._obstore.list(self._store)
        return sorted(found["path"] for page in pages for found in page)

    def delete(self, key: str) -> None:
        """Delete an object."""
        self._obstore.delete(self._store, key)


@dataclass
class Cloud:
    """A bucket, and the proxy through which the code under test reaches it."""

    bucket: Bucket
    proxy: FaultProxy

    @property
    def address(self) -> str:
        """The bucket's address for Sightline."""
        return f"s3://{self.bucket.name}"
