"""Imports go down only: the layer order of ARCHITECTURE.md, read from the source itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "sightline"

# What a layer may import of its own package. "kinds" is split by the role of the file inside a kind.
GROUND = {"_native", "platform", "formats"}
READING = GROUND | {"wire", "engine", "kinds", "plugins"}
ALLOWED: dict[str, set[str]] = {
    "_native": set(),
    "platform": set(),
    "wire": {"_native"},
    "formats": {"_native", "platform"},
    "engine": GROUND | {"wire"},
    "kinds": GROUND | {"wire", "engine", "kinds.encode"},
    "kinds.encode": GROUND,
    "plugins": READING - {"plugins"},
    "writer": GROUND | {"kinds.encode"},
    "summary": GROUND | {"kinds.encode", "writer"},
    "hparams": GROUND | {"kinds.encode", "writer", "summary"},
    "projector": GROUND | {"kinds.encode"},
    "logs": READING,
    "server": READING,
    "demo": {"writer", "summary", "hparams"},
    "integrations": {"platform", "writer", "summary", "hparams", "logs", "server"},
    "cli": READING | {"logs", "server", "demo"},
    "__main__": {"cli"},
}


def layer_of(parts: tuple[str, ...]) -> str:
    """The layer of a module path below the package, such as ("kinds", "image", "encode")."""
    if parts[:1] == ("kinds",) and len(parts) > 2 and not reads_back(parts):
        return "kinds.encode"
    return parts[0] if parts else "__init__"


def reads_back(parts: tuple[str, ...]) -> bool:
    """Whether a module of a kind belongs to its reading side: decoders, queries, and what asks the engine."""
    if parts[2] in ("__init__", "decode", "kind", "query"):
        return True
    path = PACKAGE.joinpath(*parts[:3])
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return path.exists() and any(target[:1] in (("engine",), ("wire",)) for target in imports_of(path))


def imports_of(path: Path) -> Iterator[tuple[str, ...]]:
    """The sightline modules that a file imports anywhere, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer; write the full name"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.split(".")[0] == "sightline":
                yield tuple(name.split(".")[1:])


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "_static" not in path.parts)


def public_homes() -> dict[str, str]:
    import sightline

    return sightline._HOMES


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down_only(path: Path) -> None:
    relative = path.relative_to(PACKAGE).with_suffix("").parts
    layer = layer_of(relative)
    if layer == "__init__":
        return
    assert layer in ALLOWED, f"{path}: a new layer wants its place in ALLOWED and in ARCHITECTURE.md"
    for target in imports_of(path):
        home = public_homes().get(target[0]) if target else None
        below = layer_of(tuple(home.split(".")[1:])) if home else layer_of(target)
        if below in ("__version__", "__init__", layer):
            continue
        if below == "kinds.encode" and "kinds" in ALLOWED[layer]:
            continue
        assert below in ALLOWED[layer], f"{'/'.join(relative)} may not import sightline.{'.'.join(target)}"


def test_core_knows_no_python() -> None:
    for path in (ROOT / "native" / "core").rglob("*.*"):
        text = path.read_text()
        assert "Python.h" not in text, path
        assert "nanobind" not in text, path


def test_operating_systems_differ_in_one_native_and_one_python_file() -> None:
    native_signs = ("__linux__", "__APPLE__", "_WIN32", "<unistd.h>", "<sys/", "<fcntl.h>", "<pthread.h>")
    for path in (ROOT / "native" / "core").rglob("*.*"):
        if path.stem != "platform":
            assert not [sign for sign in native_signs if sign in path.read_text()], path
    python_signs = ("sys.platform", "os.name", "platform.system(")
    for path in modules():
        if path != PACKAGE / "platform.py":
            assert not [sign for sign in python_signs if sign in path.read_text()], path
