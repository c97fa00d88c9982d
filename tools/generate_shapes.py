"""Generate web/src/data/shapes.ts from the API's OpenAPI document; --check only compares."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from sightline.plugins import load_installed
from sightline.server.handlers.kind_queries import KindQueries
from sightline.server.schema.openapi import Queries, describe
from sightline.wire.query import Query

TARGET = Path(__file__).parents[1] / "web/src/data/shapes.ts"
HEAD = """// The JSON of the HTTP API. Generated from OpenAPI by tools/generate_shapes.py: do not edit.
"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
MAX_COLUMNS = 110


def generated() -> str:
    """The TypeScript of all shapes, in the order of their names, and which queries take which of them."""
    kinds = KindQueries(load_installed(with_plugins=False)).all
    shapes = describe(kinds)["components"]["schemas"]
    return "\n".join([HEAD, *(interface(name, shape) for name, shape in shapes.items()), query_table(kinds)])


def query_table(kinds: Queries) -> str:
    """An interface with the parameters of each query, by kind and name."""
    tables = [
        "".join([f"  {kind}: {{\n", *(_query_field(name, table[name]) for name in sorted(table)), "  };\n"])
        for kind, table in sorted(kinds.items())
    ]
    head = comment("The parameters of every query, by kind and name.")
    return f"{head}export interface Queries {{\n{''.join(tables)}}}\n"


def _query_field(name: str, query: Query[Any]) -> str:
    return f"    {name}: {query.params.__name__};\n"


def interface(name: str, schema: dict[str, Any]) -> str:
    """One shape as an interface with its description; one without fields as a type that has none."""
    if "." in name:  # as msgspec calls them apart
        raise SystemExit(f"error: two shapes are called {name.rpartition('.')[2]}; rename {name}")
    required = schema.get("required", [])
    fields = [
        f"  {field}{'' if field in required else '?'}: {type_of(each)};\n"
        for field, each in schema["properties"].items()
    ]
    head = comment(schema.get("description", ""))
    if not fields:
        return f"{head}export type {name} = Record<string, never>;\n"
    return f"{head}export interface {name} {{\n{''.join(fields)}}}\n"


def comment(text: str) -> str:
    """A description as a JSDoc comment."""
    lines = [line.strip() for line in text.replace("*/", "* /").splitlines()]
    if not lines:
        return ""
    if len(lines) == 1 and len(lines[0]) <= MAX_COLUMNS - 7:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def type_of(schema: dict[str, Any] | bool) -> str:
    """The TypeScript type of a schema."""
    if isinstance(schema, bool) or not schema:
        return "unknown"
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(each) for each in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join("null" if each is None else f"'{each}'" for each in schema["enum"])
    if schema.get("type") == "array":
        return _array(schema)
    if schema.get("type") == "object":
        return f"Record<string, {type_of(schema.get('additionalProperties', True))}>"
    return PLAIN[schema["type"]] if "type" in schema else "unknown"


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"readonly [{', '.join(type_of(each) for each in schema['prefixItems'])}]"
    item = type_of(schema.get("items", True))
    return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"


def main() -> None:
    """Write the file, or with --check fail where it is stale."""
    fresh = generated()
    if "--check" in sys.argv:
        if TARGET.read_text(encoding="utf-8") != fresh:
            raise SystemExit(f"{TARGET.name} is stale: run python tools/generate_shapes.py")
    else:
        TARGET.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    main()
