"""The description of the API for programs: OpenAPI 3.1, with the parameters of every kind's queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sightline
from sightline.server.http.responses import ARROW, JSON
from sightline.server.schema.components import Components, Schema
from sightline.server.schema.shapes import SHAPES, ref
from sightline.wire.query import Query

Operation = dict[str, Any]
_ANSWER_TYPES = {"arrow": ARROW, "json": JSON, "blob": "*/*", "download": "*/*", "file": "*/*"}


def describe(kinds: Mapping[str, Mapping[str, Query[Any]]]) -> dict[str, Any]:
    """Return the OpenAPI document; paths are relative to the place of this document."""
    params = Components(query.params for queries in kinds.values() for query in queries.values())
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sightline",
            "version": sightline.__version__,
            "description": "Runs, tags and data of training logs. Arrow answers are Arrow IPC streams.",
            "license": {"name": "Apache-2.0"},
        },
        "servers": [{"url": "."}],
        "paths": {**_board_paths(), **_edit_paths(), **_kind_paths(kinds, params)},
        "components": {
            "schemas": {**SHAPES, **params.schemas},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


_RUN_IDS: Schema = {
    "type": "object",
    "required": ["runs"],
    "properties": {"runs": {"type": "array", "items": {"type": "integer"}}},
}


def _board_paths() -> dict[str, Any]:
    expression = {"name": "expr", "in": "query", "required": True, "schema": {"type": "string"}}
    last_id = {"name": "last_event_id", "in": "query", "schema": {"type": "string"}}
    stream = {"text/event-stream": {"schema": {"type": "string"}}}
    return {
        "/health": {"get": _get("health", "Whether the server lives, and its settings", "Health")},
        "/progress": {
            "get": _get("progress", "How far loading is", "Progress"),
            "post": _edit("load_first", "Load these runs before all others", _RUN_IDS, ref("Progress")),
        },
        "/roots": {"get": _get("roots", "The log directories", "Roots")},
        "/runs": {
            "get": _get("runs", "All runs", "Runs", cached=True),
            "patch": _edit(
                "edit_runs", "Change fields of several runs, all or none", ref("RunEdits"), ref("RunNotes")
            ),
        },
        "/facts": {
            "get": _get("facts", "Facts by run id and kind: hyperparameters, …", "RunFacts", cached=True)
        },
        "/tags": {"get": _get("tags", "All tags by kind", "Tags", cached=True)},
        "/filter": {
            "get": {
                **_get("filter", "Runs that an expression keeps", "RunIds", errors=(400,)),
                "parameters": [expression],
            }
        },
        "/live": {
            "get": {
                "operationId": "live",
                "summary": "Server-Sent Events: which runs moved on",
                "parameters": [last_id],
                "responses": {"200": {"description": "a stream without end", "content": stream}, **_errors()},
            }
        },
        "/openapi.json": {"get": _get("openapi", "This document", None, cached=True)},
    }


def _edit_paths() -> dict[str, Any]:
    run_id = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
    name = {
        "name": "name",
        "in": "path",
        "required": True,
        "schema": {"type": "string", "minLength": 1, "maxLength": 200},
    }
    return {
        "/runs/{id}": {
            "parameters": [run_id],
            "get": _get("run", "One run with its files, damage and restarts", "RunDetails", errors=(404,)),
            "patch": _edit(
                "edit_run", "Change fields of a run; null clears one", ref("RunEdit"), ref("Notes")
            ),
        },
        "/trash": {
            "get": _get("trash", "What lies in the trash", "Batches"),
            "put": _edit("move_to_trash", "Move runs to the trash", ref("RunIds"), ref("Batches")),
        },
        "/trash/{batch}": {
            "parameters": [{**name, "name": "batch"}],
            "delete": {
                **_get("restore", "Bring a batch back to where it lay", "Restored", errors=(403, 404, 409)),
            },
        },
        "/views": {"get": _get("views", "All saved views", "Views")},
        "/views/{name}": {
            "parameters": [name],
            "put": _edit("save_view", "Keep a view under a name", {}, ref("ViewName")),
            "delete": {
                "operationId": "delete_view",
                "summary": "Forget a view",
                "responses": {"204": {"description": "gone"}, **_errors(403, 404, 409)},
            },
        },
    }


def _kind_paths(kinds: Mapping[str, Mapping[str, Query[Any]]], params: Components) -> dict[str, Any]:
    return {
        f"/kinds/{kind}/{name}": {
            "get": _query_get(kind, name, query, params),
            "post": _query_post(kind, name, query, params),
        }
        for kind, queries in sorted(kinds.items())
        for name, query in sorted(queries.items())
    }


def _query_get(kind: str, name: str, query: Query[Any], params: Components) -> Operation:
    plain = [
        {"name": field, "in": "query", "schema": schema}
        for field, schema in params.properties(query.params).items()
        if schema.get("type") in ("integer", "number", "string", "boolean")
    ]
    whole = {
        "name": "params",
        "in": "query",
        "description": "all parameters as one JSON object, instead of one by one",
        "content": {JSON: {"schema": params.ref(query.params)}},
    }
    partial = {"206": {"description": "the part asked for"}} if query.answer == "blob" else {}
    return {
        "operationId": f"{kind}_{name}",
        "summary": f"The query {name} of kind {kind}",
        "parameters": [*plain, whole],
        "responses": {**_query_answers(query), **partial, "304": {"description": "not changed"}},
    }


def _query_post(kind: str, name: str, query: Query[Any], params: Components) -> Operation:
    return {
        "operationId": f"{kind}_{name}_post",
        "summary": f"The query {name} of kind {kind}, for parameters too long for an address",
        "requestBody": {"content": {JSON: {"schema": params.ref(query.params)}}},
        "responses": {**_query_answers(query), **_errors(408, 413)},
    }


def _query_answers(query: Query[Any]) -> dict[str, Any]:
    content: dict[str, Any] = {_ANSWER_TYPES[query.answer]: {}}
    return {"200": {"description": "the answer", "content": content}, **_errors(400, 404)}


def _get(
    name: str, summary: str, shape: str | None, *, cached: bool = False, errors: tuple[int, ...] = ()
) -> Operation:
    schema: Schema = ref(shape) if shape else {"type": "object"}
    unchanged = {"304": {"description": "not changed"}} if cached else {}
    return {
        "operationId": name,
        "summary": summary,
        "responses": {
            "200": {"description": "the answer", "content": {JSON: {"schema": schema}}},
            **unchanged,
            **_errors(*errors),
        },
    }


def _edit(name: str, summary: str, body: Schema, answer: Schema) -> Operation:
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": {"required": True, "content": {JSON: {"schema": body}}},
        "responses": {
            "200": {"description": "kept", "content": {JSON: {"schema": answer}}},
            **_errors(400, 403, 404, 408, 409, 413),
        },
    }


_WORDS = {
    400: "a parameter is wrong",
    401: "a token is needed",
    403: "not allowed here",
    404: "there is no such thing",
    408: "the body did not arrive in time",
    409: "there is no place to keep it",
    413: "the body is too large",
}


def _errors(*statuses: int) -> dict[str, Any]:
    content = {JSON: {"schema": ref("Error")}}
    return {
        str(status): {"description": _WORDS[status], "content": content}
        for status in sorted({401, 403, *statuses})
    }
