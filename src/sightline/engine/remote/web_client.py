"""One GET by the standard library, for listings: their addresses have queries, their answers links."""

from __future__ import annotations

import http.client
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import NamedTuple

from sightline.engine.remote.address import Address
from sightline.engine.remote.errors import of_status, unreachable, untrusted

_TIMEOUT_SECS = 30.0
_MAX_BYTES = 64 << 20


class Answer(NamedTuple):
    """An answer of a web server; `url` is the one that answered, the headers' names are in lower case."""

    url: str
    headers: Mapping[str, str]
    body: bytes


def web_get(url: str, address: Address, headers: Mapping[str, str] | None = None) -> Answer:
    """Get a page; OSError with a sentence where that fails."""
    request = urllib.request.Request(url, headers=dict(headers or {}))
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_SECS) as answer:
            return Answer(answer.url, _lower(answer.headers), answer.read(_MAX_BYTES))
    except urllib.error.HTTPError as error:
        error.close()
        raise of_status(error.code, address) from error
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, ssl.SSLCertVerificationError):
            raise untrusted(address) from error
        raise unreachable(address, _plain(reason)) from error


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _plain(reason: object) -> object:
    """An error of the system without its number."""
    return (reason.strerror or reason) if isinstance(reason, OSError) else reason
