"""The shapes of JSON answers, as the API's description names them."""

from __future__ import annotations

from typing import Any

from sightline.server.schema.components import Schema


def ref(name: str) -> Schema:
    """Return a reference to a named shape."""
    return {"$ref": f"#/components/schemas/{name}"}


def _object(*optional: str, **properties: Any) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_INTEGER: Schema = {"type": "integer"}
_NUMBER: Schema = {"type": "number"}
_FLAG: Schema = {"type": "boolean"}
_READ: Schema = _object(found=_COUNT, read=_COUNT)
_COLOR: Schema = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
_LABELS: Schema = {
    "type": "array",
    "items": {"type": "string", "minLength": 1, "maxLength": 200},
    "maxItems": 100,
}

_NOTES: dict[str, Schema] = {
    "display_name": _or_null({"type": "string", "maxLength": 500}),
    "color": _or_null(_COLOR),
    "note": _or_null({"type": "string", "maxLength": 100_000}),
    "labels": _LABELS,
    "pinned": _FLAG,
    "hidden": _FLAG,
}
_DAMAGE = _object(count=_COUNT, bytes=_COUNT, first=_object(file=_TEXT, offset=_COUNT, reason=_TEXT))
_RUN = _object(
    id=_COUNT,
    name=_TEXT,
    root=_TEXT,
    state={"enum": ["loading", "live", "damaged", "finished", "quiet"]},
    generation=_COUNT,
    start_time=_or_null(_NUMBER),
    last_time=_or_null(_NUMBER),
    last_step=_or_null(_INTEGER),
    n_points=_COUNT,
    n_bytes=_COUNT,
    damage=_or_null(_DAMAGE),
    first_nan=_or_null(_object(tag=_TEXT, step=_INTEGER)),
    parent=_or_null(_COUNT),
    restarts=_COUNT,
    **_NOTES,
)
_TAG = _object(
    kind=_TEXT, tag=_TEXT, display_name=_TEXT, description=_TEXT, runs=_list(_COUNT), n_points=_COUNT
)
_ERROR = _object("position", message=_TEXT, position=_or_null(_COUNT))
_EDIT = {
    "type": "object",
    "properties": {
        name: _or_null(schema) if "anyOf" not in schema else schema for name, schema in _NOTES.items()
    },
    "additionalProperties": False,
}

_BY_RUN_ID: Schema = {"type": "object", "additionalProperties": {}}
_FILE = _object(
    path=_TEXT,
    n_bytes=_COUNT,
    n_bytes_read=_COUNT,
    n_points=_COUNT,
    first_time=_or_null(_NUMBER),
    last_time=_or_null(_NUMBER),
    n_damages=_COUNT,
    damage=_list(_object(offset=_COUNT, bytes=_COUNT, reason=_TEXT)),
)
_DETAILS = _object(
    id=_COUNT,
    name=_TEXT,
    directory=_TEXT,
    files=_list(_FILE),
    side_files=_list(_object(kind=_TEXT, path=_TEXT)),
    restarts=_list(_object(step=_INTEGER, wall_time=_NUMBER, file=_TEXT, reason=_TEXT)),
    sub_runs=_list(_TEXT),
    facts={"type": "object", "additionalProperties": {"type": "object", "additionalProperties": {}}},
)

SHAPES: dict[str, Schema] = {
    "Batches": _object(batches=_list(_object(batch=_TEXT, runs=_list(_TEXT)))),
    "Error": _object(error=_ERROR),
    "Health": _object(status=_TEXT, version=_TEXT, instance=_TEXT, window_title=_TEXT, writable=_FLAG),
    "Notes": _object(**_NOTES),
    "Progress": _object(files=_READ, bytes=_READ, points=_COUNT, runs=_COUNT, loading=_FLAG, seconds=_NUMBER),
    "Roots": _object(roots=_list(_object(path=_TEXT, name=_or_null(_TEXT), exists=_FLAG))),
    "Restored": _object(restored=_COUNT, kept=_COUNT),
    "RunDetails": _DETAILS,
    "RunEdit": _EDIT,
    "RunEdits": _object(runs={"type": "object", "additionalProperties": _EDIT}),
    "RunFacts": _object(runs=_BY_RUN_ID),
    "RunNotes": _object(runs=_BY_RUN_ID),
    "RunIds": _object(runs=_list(_COUNT), problem=_or_null(_object(message=_TEXT, position=_COUNT))),
    "Runs": _object(generation=_COUNT, runs=_list(_RUN)),
    "Tags": _object(
        generation=_COUNT,
        kinds=_list(_object(slug=_TEXT, title=_TEXT, n_tags=_COUNT)),
        tags=_list(_TAG),
    ),
    "ViewName": _object(name=_TEXT),
    "Views": _object(views=_list(_object(name=_TEXT, state={}, changed=_NUMBER))),
}
