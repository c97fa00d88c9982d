"""The OpenAPI 3.1 document, made from the declared shapes, the operations and the kinds' queries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sightline
from sightline.server.http.responses import ARROW, JSON
from sightline.server.schema.components import Components, Schema
from sightline.server.schema.operations import OPERATIONS, Operation
from sightline.server.schema.shapes import LIVE_EVENTS, ErrorAnswer
from sightline.wire.query import Query

Queries = Mapping[str, Mapping[str, Query[Any]]]

_ANSWER_TYPES = {"arrow": ARROW, "json": JSON, "blob": "*/*", "download": "*/*", "file": "*/*"}
_NAME: Schema = {"type": "string", "minLength": 1, "maxLength": 200}
_PATH_PARAMETERS: dict[str, Schema] = {
    "id": {"type": "integer", "minimum": 0},
    "batch": _NAME,
    "folder": _NAME,
    "kind": _NAME,
    "name": _NAME,
    "page": _NAME,
}
_ERRORS = {
    400: "a parameter or field is wrong",
    401: "a token is required",
    403: "not allowed",
    404: "not found",
    408: "the body did not arrive in time",
    409: "the edit cannot be stored, or a run is in use",
    413: "the body is too large",
    503: "the plugin does not work; the message says why",
}


def describe(kinds: Queries) -> dict[str, Any]:
    """Return the document; paths in it are relative to its own address."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sightline",
            "version": sightline.__version__,
            "description": "Runs, tags and data of training logs. Arrow answers are Arrow IPC streams.",
            "license": {"name": "Apache-2.0"},
        },
        "servers": [{"url": "."}],
        **_Document(kinds).parts(),
        "security": [{}, {"token": []}],
    }


class _Document:
    """Paths and components, which refer to each other."""

    def __init__(self, kinds: Queries) -> None:
        self._kinds = kinds
        shapes = [each for one in OPERATIONS for each in (one.answer, one.body)]
        declared = [each for each in shapes if each not in (None, bytes)]
        params = [query.params for queries in kinds.values() for query in queries.values()]
        self._components = Components([*declared, ErrorAnswer, *LIVE_EVENTS.values(), *params])

    def parts(self) -> dict[str, Any]:
        """Return the members `paths` and `components`."""
        paths: dict[str, Any] = {}
        for operation in OPERATIONS:
            item = paths.setdefault(operation.path, _path_item(operation.path))
            item[operation.method] = self._operation(operation)
        paths["/live"] = {"get": self._live()}
        for kind, queries in sorted(self._kinds.items()):
            for name, query in sorted(queries.items()):
                paths[f"/kinds/{kind}/{name}"] = self._query(kind, name, query)
        security = {"token": {"type": "http", "scheme": "bearer"}}
        return {
            "paths": paths,
            "components": {"schemas": self._components.schemas, "securitySchemes": security},
        }

    def _operation(self, operation: Operation) -> Schema:
        responses: Schema = {"204": {"description": "deleted"}}
        if operation.answer is bytes:
            responses = {"200": {"description": "the file", "content": {"*/*": {}}}}
        elif operation.answer is not None:
            responses = {"200": _content(JSON, self._components.ref(operation.answer), "the answer")}
        if operation.cached:
            responses["304"] = {"description": "not changed"}
        described: Schema = {
            "operationId": operation.name,
            "summary": operation.summary,
            "responses": {**responses, **self._errors(*operation.errors)},
        }
        if operation.query is not None:
            described["parameters"] = [_parameter("query", operation.query, {"type": "string"})]
        if operation.formats:
            choice = _parameter("query", "format", {"enum": list(operation.formats)})
            described["parameters"] = [{**choice, "required": False}]
            responses["200"]["content"] |= {_ANSWER_TYPES[name]: {} for name in operation.formats[1:]}
        if operation.body is bytes:
            described["requestBody"] = {"required": True, "content": {"application/octet-stream": {}}}
        elif operation.body is not None:
            schema = self._components.ref(operation.body)
            described["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
        return described

    def _live(self) -> Schema:
        events = {name: self._components.ref(event) for name, event in LIVE_EVENTS.items()}
        stream = {"schema": {"type": "string"}, "x-events": events}
        last_id = {"name": "last_event_id", "in": "query", "schema": {"type": "string"}}
        answer = {"description": "a stream without end", "content": {"text/event-stream": stream}}
        return {
            "operationId": "live",
            "summary": "Server-Sent Events: which runs changed",
            "parameters": [last_id],
            "responses": {"200": answer, **self._errors()},
        }

    def _query(self, kind: str, name: str, query: Query[Any]) -> Schema:
        schema = self._components.ref(query.params)
        summary = f"The query {name} of kind {kind}"
        answer = {"200": {"description": "the answer", "content": {_ANSWER_TYPES[query.answer]: {}}}}
        partial = {"206": {"description": "the requested range"}} if query.answer == "blob" else {}
        errors = self._errors(400, 404)
        return {
            "get": {
                "operationId": f"{kind}_{name}",
                "summary": summary,
                "parameters": self._query_parameters(query),
                "responses": {**answer, **partial, "304": {"description": "not changed"}, **errors},
            },
            "post": {
                "operationId": f"{kind}_{name}_post",
                "summary": f"{summary}, for parameters too long for an address",
                "requestBody": {"content": {JSON: {"schema": schema}}},
                "responses": {**answer, **errors, **self._errors(408, 413)},
            },
        }

    def _query_parameters(self, query: Query[Any]) -> list[Schema]:
        single = [
            {"name": field, "in": "query", "schema": schema}
            for field, schema in self._components.properties(query.params).items()
            if schema.get("type") in ("integer", "number", "string", "boolean")
        ]
        whole = {
            "name": "params",
            "in": "query",
            "description": "all parameters as one JSON object, instead of one by one",
            "content": {JSON: {"schema": self._components.ref(query.params)}},
        }
        return [*single, whole]

    def _errors(self, *statuses: int) -> Schema:
        schema = self._components.ref(ErrorAnswer)
        return {
            str(status): _content(JSON, schema, _ERRORS[status]) for status in sorted({401, 403, *statuses})
        }


def _path_item(path: str) -> Schema:
    names = re.findall(r"\{(\w+)\}", path)
    return (
        {"parameters": [_parameter("path", name, _PATH_PARAMETERS[name]) for name in names]} if names else {}
    )


def _parameter(place: str, name: str, schema: Schema) -> Schema:
    return {"name": name, "in": place, "required": True, "schema": schema}


def _content(media_type: str, schema: Schema, description: str) -> Schema:
    return {"description": description, "content": {media_type: {"schema": schema}}}
