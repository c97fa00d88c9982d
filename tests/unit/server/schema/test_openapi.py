from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.routing import Route

from sightline import SummaryWriter
from sightline.server.handlers.routes import api_routes
from unit.server.serving import Served, served


@pytest.fixture(scope="module")
def it(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    logdir = tmp_path_factory.mktemp("logs")
    with SummaryWriter(str(logdir / "a")) as writer:
        writer.add_scalar("loss", float("nan"), 1)
        writer.add_text("notes", "hello", 1)
    with served(logdir) as found:
        found.wait_loaded()
        found.client.edit("PUT", "views/mine", {"a": 1})
        yield found


@pytest.fixture(scope="module")
def document(it: Served) -> Any:
    return it.client.api("openapi.json")


def fits(value: Any, schema: Any, document: Any) -> bool:
    """Whether a value has a shape: the part of JSON Schema that our description uses."""
    if "$ref" in schema:
        return fits(value, document["components"]["schemas"][schema["$ref"].rpartition("/")[2]], document)
    if "anyOf" in schema:
        return any(fits(value, each, document) for each in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    kind = schema.get("type")
    if kind == "object":
        known = schema.get("properties", {})
        return (
            isinstance(value, dict)
            and set(schema.get("required", ())) <= set(value)
            and (not known or set(value) <= set(known))
            and all(fits(value[name], each, document) for name, each in known.items() if name in value)
        )
    if kind == "array":
        return isinstance(value, list) and all(fits(item, schema["items"], document) for item in value)
    types: dict[Any, Any] = {
        "string": str,
        "boolean": bool,
        "null": type(None),
        "number": (int, float),
        "integer": int,
    }
    return kind is None or (isinstance(value, types[kind]) and (kind == "boolean") == isinstance(value, bool))


def test_every_route_is_described_and_nothing_else(it: Served, document: Any) -> None:
    described = {
        (path, method)
        for path, item in document["paths"].items()
        for method in item
        if method != "parameters"
    }
    served_routes = {("/health", "get")}
    for route in api_routes(it.board):
        assert isinstance(route, Route)
        # Files of plugins' pages and answers of hosted plugins are no part of the API.
        if route.path.endswith("{path:path}") or route.path == "/kinds/{kind}/{query}":
            continue
        served_routes |= {(route.path, method.lower()) for method in (route.methods or set()) - {"HEAD"}}
    kinds = {
        (f"/kinds/{kind}/{name}", method)
        for kind, queries in it.board.queries.all.items()
        for name in queries
        for method in ("get", "post")
    }
    assert described == served_routes | kinds


@pytest.mark.parametrize(
    "path",
    [
        "health",
        "facts",
        "progress",
        "roots",
        "runs",
        "tags",
        "trash",
        "views",
        "filter?expr=name:a",
        "filter?expr=((",
        "openapi.json",
    ],
)
def test_answers_have_the_shape_they_are_described_with(it: Served, document: Any, path: str) -> None:
    answer = it.client.api(path)
    described = document["paths"]["/" + path.partition("?")[0]]["get"]["responses"]["200"]
    assert fits(answer, described["content"]["application/json"]["schema"], document), answer


@pytest.mark.parametrize("path", ["none", "filter", "kinds/scalar/series?nonsense=1", "kinds/none/none"])
def test_errors_have_the_one_shape(it: Served, document: Any, path: str) -> None:
    answer = it.client.get(f"/api/v1/{path}")
    assert answer.status in (400, 404)
    assert fits(answer.json, {"$ref": "#/components/schemas/ErrorAnswer"}, document), answer.json


def test_invalid_filter_is_answered_with_its_position(it: Served) -> None:
    answer = it.client.api("filter?expr=name%3Aa%20and%20((")
    assert answer["runs"] == []
    assert answer["problem"]["position"] == len("name:a and ((")


def test_every_operation_has_a_name_of_its_own(document: Any) -> None:
    names = re.findall(r"'operationId': '([^']+)'", str(document["paths"]))
    assert len(names) == len(set(names))
    assert len(names) >= 12


def test_the_address_in_the_document_is_relative(document: Any) -> None:
    assert document["servers"] == [{"url": "."}]


def test_a_run_requires_all_of_its_fields_and_an_edit_none(document: Any) -> None:
    schemas = document["components"]["schemas"]
    assert set(schemas["Run"]["required"]) == set(schemas["Run"]["properties"])
    assert "labels" in schemas["Run"]["required"]
    assert "required" not in schemas["RunEdit"] or not schemas["RunEdit"]["required"]
    assert schemas["RunEdit"]["additionalProperties"] is False
    assert set(schemas["GenerationEvent"]["properties"]) - set(schemas["GenerationEvent"]["required"]) == {
        "structure"
    }
