"""Protobuf messages as JSON, with the fields that are not set, as TensorBoard gives them."""

from __future__ import annotations

import inspect
from typing import Any

from google.protobuf import json_format

# The option was renamed in protobuf 5.
_ALL_FIELDS = (
    "always_print_fields_with_no_presence"
    if "always_print_fields_with_no_presence" in inspect.signature(json_format.MessageToDict).parameters
    else "including_default_value_fields"
)


def message_json(message: Any) -> dict[str, Any]:
    """The message as plain data, all fields named."""
    options: dict[str, Any] = {_ALL_FIELDS: True}
    found: dict[str, Any] = json_format.MessageToDict(message, **options)
    return found
