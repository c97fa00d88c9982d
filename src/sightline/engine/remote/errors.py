"""What can go wrong in a remote place, as a sentence that says what to do."""

from __future__ import annotations

import re
from urllib.parse import unquote

from sightline.engine.reader import UnavailableError
from sightline.engine.remote.address import Address

INSTALL = 'pip install "sightline[remote]"'

_STATUS = re.compile(r"status code: (\d{3})")
_CODE = re.compile(r"<Code>(\w+)</Code>")
# A sentence of ours that came through obstore, from the program that gives credentials.
_OWN = re.compile(r"RemoteError: ([^\n]+)")
_BAD_PATH = re.compile(r'[Pp]ath "([^"\n]*)"')
# What obstore's text leaves out of a failed connection.
_CAUSES = (
    re.compile(r'message: "([^"]+)"'),
    re.compile(r'error: "([^"]+)"'),
)
# Worth another try: the server is busy or was not reached.
_BUSY_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
_NO_BUCKET = frozenset({"NoSuchBucket", "ContainerNotFound", "InvalidBucketName"})
_BAD_KEY = frozenset(
    {"InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken", "AuthenticationFailed"}
)
_SIGN_IN = {
    "s3": "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or run `aws configure`; "
    "for a public bucket set AWS_SKIP_SIGNATURE=true",
    "gs": "run `gcloud auth application-default login` or set GOOGLE_APPLICATION_CREDENTIALS; "
    "for a public bucket set GOOGLE_SKIP_SIGNATURE=true",
    "az": "run `az login` and set AZURE_STORAGE_ACCOUNT_NAME, or set AZURE_STORAGE_CONNECTION_STRING",
    "hf": "run `hf auth login` or set HF_TOKEN",
}
# What reading and writing need.
_RIGHTS = {
    "s3": ("s3:ListBucket and s3:GetObject", "s3:PutObject"),
    "gs": ("storage.objects.list and storage.objects.get", "storage.objects.create"),
    "az": ("the role Storage Blob Data Reader", "the role Storage Blob Data Contributor"),
}


class RemoteError(UnavailableError):
    """A remote place cannot be used; the message says why and what to do."""


class BusyError(RemoteError):
    """The server was not reached, gave up or asks to slow down: worth another try."""


class ChangedError(RemoteError):
    """The object is not the one whose etag was given."""


class ExistsError(RemoteError):
    """An object of that name exists already."""


def translate(error: Exception, address: Address, *, writing: bool = False) -> Exception:
    """An obstore error as one of ours; others as they are."""
    if isinstance(error, FileNotFoundError):
        return _not_found(address)
    kind = type(error).__name__
    if kind == "PreconditionError":
        return ChangedError(f"{address} was changed while it was read")
    if kind == "AlreadyExistsError":
        return ExistsError(f"{address} exists already")
    if not type(error).__module__.startswith("obstore"):
        return error
    text, _, details = str(error).partition("\n\nDebug source")
    if kind == "InvalidPathError":
        return _bad_name(text, address)
    if "InvalidCertificate" in details:
        return untrusted(address)
    if text.endswith("error sending request") and (cause := _cause(details)):
        return unreachable(address, cause)
    return _explained(text, address, writing=writing)


def not_set_up(error: BaseException, address: Address) -> Exception:
    """The error for a store that cannot be made from what the environment and the files of the tools say."""
    found = translate(error, address) if isinstance(error, Exception) else error
    if isinstance(found, RemoteError) and not isinstance(found, BusyError):
        return found
    reason = _reason(" ".join(str(error).partition("\n\nDebug source")[0].split()))
    sign_in = _SIGN_IN.get(address.scheme, "check the address")
    return RemoteError(f"{address.place} cannot be used as it is set up ({reason}): {sign_in}.")


def is_panic(error: BaseException) -> bool:
    """Whether obstore met what it does not expect, an impossible credential for example."""
    return type(error).__name__ == "PanicException"


def no_bucket(address: Address) -> RemoteError:
    """The error for a bucket or container that is not there."""
    return RemoteError(f"{address.place} does not exist; check its name and the account or region.")


def unreachable(address: Address, reason: object) -> BusyError:
    """The error for a server that was not reached."""
    return BusyError(f"cannot reach {address.place} ({reason}): check the address and the connection.")


def untrusted(address: Address) -> RemoteError:
    """The error for a server whose certificate nobody vouches for."""
    return RemoteError(
        f"the certificate of {address.place} is not trusted: check the address, or name the file of its "
        "authority's certificate in SSL_CERT_FILE."
    )


def no_ranges(address: Address) -> RemoteError:
    """The error for a web server that sends whole files only."""
    return RemoteError(
        f"{address.place} sends whole files only, not parts of them: serve the folder with nginx, Apache or "
        "another server that knows HTTP ranges."
    )


def of_status(status: int, address: Address) -> OSError:
    """The error for an HTTP status without a body."""
    if status == 404:
        return _not_found(address)
    return _explained(f"status code: {status}", address)


def _explained(text: str, address: Address, *, writing: bool = False) -> RemoteError:
    status = int(found[1]) if (found := _STATUS.search(text)) else 0
    code = found[1] if (found := _CODE.search(text)) else ""
    sign_in = _SIGN_IN.get(address.scheme, "ask whoever runs the server for access")
    if own := _OWN.search(text):
        return RemoteError(own[1])
    if "Range request not supported" in text:
        return no_ranges(address)
    if _looked_for_credentials(text):
        return RemoteError(f"no credentials for {address.place}: {sign_in}.")
    if code in _NO_BUCKET:
        return no_bucket(address)
    if code == "RequestTimeTooSkewed":
        return RemoteError(f"{address.place} refuses this machine's clock, which is off: set the clock.")
    if code in _BAD_KEY or status == 401:
        return RemoteError(f"{address.place} refuses the credentials: {sign_in}.")
    if status == 403:
        rights = _RIGHTS.get(address.scheme)
        needed = f"the credentials need {rights[writing]}" if rights else sign_in
        return RemoteError(f"no permission to {'write' if writing else 'read'} {address}: {needed}.")
    if "redirect without LOCATION" in text or status in (301, 307):
        return RemoteError(f"{address.place} is in another region: set AWS_REGION to the bucket's region.")
    if status in _BUSY_STATUSES:
        return BusyError(f"{address.place} is busy (HTTP {status}): try again later.")
    if not status:
        return unreachable(address, _reason(text))
    return RemoteError(f"{address} cannot be read: HTTP {status} {code}".rstrip() + ".")


def _not_found(address: Address) -> FileNotFoundError:
    plain = unquote(address.key) if address.scheme in ("http", "https") else address.key
    hint = "" if plain == address.key else f"; names are written as they are: {plain!r}"
    return FileNotFoundError(f"there is no {address}{hint}")


def _bad_name(text: str, address: Address) -> RemoteError:
    found = _BAD_PATH.search(text)
    name = f"{found[1]!r}" if found else "an object"
    return RemoteError(
        f"{address} cannot be listed because of the name {name}: rename that object (no empty parts, `.`, "
        "`..` or control characters), or give a folder without it."
    )


def _looked_for_credentials(text: str) -> bool:
    """Half a key, or the last place where they are looked for: the machine's own metadata service."""
    if "Missing AccessKeyId" in text or "Missing SecretAccessKey" in text:
        return True
    return "169.254.169.254" in text or "metadata.google.internal" in text or "az account" in text


def _cause(details: str) -> str:
    return next((found[1] for cause in _CAUSES if (found := cause.search(details))), "")


def _reason(text: str) -> str:
    return text.rpartition(" - ")[2].strip()[:200] or "no answer"
