"""The reference of the HTTP API, made from its OpenAPI document."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def http_reference() -> str:
    """Return the page: each route with its parameters and answers, then the shapes."""
    from sightline.plugins import load_installed
    from sightline.server.handlers.kind_queries import KindQueries
    from sightline.server.schema.openapi import describe

    document = describe(KindQueries(load_installed(with_plugins=False)).all)
    parts = [
        "# HTTP routes\n",
        "All paths are below `/api/v1/`. The same as OpenAPI: `GET /api/v1/openapi.json` of any board.\n",
    ]
    for path, operations in sorted(document["paths"].items()):
        for method, operation in operations.items():
            if method != "parameters":
                parts.append(_operation(path, method, operation))
    parts.append("## Shapes\n")
    for name, schema in sorted(document["components"]["schemas"].items()):
        parts.append(_shape(name, schema))
    return "\n".join(parts)


def _operation(path: str, method: str, operation: Schema) -> str:
    lines = [f"## {method.upper()} {path}", "", operation.get("description") or operation.get("summary", "")]
    rows = [_parameter(one) for one in operation.get("parameters", []) if "name" in one]
    if rows:
        lines += ["", "| parameter | in | type | |", "|---|---|---|---|", *rows]
    body = operation.get("requestBody", {}).get("content", {})
    lines += [f"\nBody: {_type(content.get('schema', {}))}" for content in body.values()]
    for status, answer in operation.get("responses", {}).items():
        for media, content in answer.get("content", {}).items():
            if status.startswith("2"):
                lines.append(f"\nAnswer: `{media}` {_type(content.get('schema', {}))}")
    return "\n".join([*lines, ""])


def _parameter(parameter: Schema) -> str:
    schema = parameter.get("schema", {})
    text = parameter.get("description") or schema.get("description", "")
    return f"| `{parameter['name']}` | {parameter['in']} | {_type(schema)} | {_cell(text)} |"


def _shape(name: str, schema: Schema) -> str:
    lines = [f"### {name}", "", schema.get("description", ""), ""]
    required = set(schema.get("required", ()))
    rows = [_field(field, one, field in required) for field, one in schema.get("properties", {}).items()]
    if rows:
        lines += ["| field | type | |", "|---|---|---|", *rows]
    return "\n".join([*lines, ""])


def _field(name: str, schema: Schema, is_required: bool) -> str:
    mark = "" if is_required else " (optional)"
    return f"| `{name}`{mark} | {_type(schema)} | {_cell(schema.get('description', ''))} |"


def _type(schema: Schema) -> str:
    """Name the type of a schema in a few characters."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        return " or ".join(_type(one) for one in choices)
    if "enum" in schema:
        return " ".join(f"`{one}`" for one in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "prefixItems" in schema:
        return "[" + ", ".join(_type(one) for one in schema["prefixItems"]) + "]"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    kind = schema.get("type", "any")
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
