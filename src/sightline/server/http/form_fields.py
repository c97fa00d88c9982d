"""The fields of a posted form, encoded as an address is or in parts."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage, MIMEPart
from email.policy import HTTP
from urllib.parse import parse_qsl

from sightline.server.http.errors import RequestError

_MAX_FIELDS = 100_000


def form_fields(content_type: str, body: bytes) -> list[tuple[str, str]]:
    """The names and texts of a form, in order; none where the body is no form."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/x-www-form-urlencoded":
        return _urlencoded(body)
    return _parts(content_type, body) if kind == "multipart/form-data" else []


def _urlencoded(body: bytes) -> list[tuple[str, str]]:
    try:
        text = body.decode("ascii")
        return parse_qsl(text, keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except ValueError as error:
        raise RequestError(f"invalid form: {error}") from error


def _parts(content_type: str, body: bytes) -> list[tuple[str, str]]:
    head = b"Content-Type: " + content_type.encode("latin-1", "replace") + b"\r\n\r\n"
    message = message_from_bytes(head + body, EmailMessage, policy=HTTP)
    if not message.is_multipart():
        raise RequestError("invalid form: it has no parts")
    return [(name, _text(part)) for part in message.iter_parts() if (name := _name(part)) is not None]


def _name(part: MIMEPart) -> str | None:
    name = part.get_param("name", header="content-disposition")
    return name if isinstance(name, str) else None


def _text(part: MIMEPart) -> str:
    data = part.get_payload(decode=True)
    return data.decode("utf-8", "replace") if isinstance(data, bytes) else ""
