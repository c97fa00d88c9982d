"""Imports go down only: the layer order of ARCHITECTURE.md, read from the sources of all three languages."""

from __future__ import annotations

from pathlib import Path

import pytest

import sightline
from support.imports import Graph, native_includes, python_imports, web_imports
from support.layers import between_siblings, cycles, upward

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "sightline"
NATIVE = ROOT / "native"
WEB = ROOT / "web" / "src"

# What a layer may import beside itself. "kinds" is split by the role of the file inside a kind.
GROUND = {"_native", "platform", "formats"}
READING = GROUND | {"wire", "engine", "kinds", "kinds.encode", "plugins"}
PYTHON_LAYERS: dict[str, set[str]] = {
    "__init__": {
        "capturing",
        "notebook",
        "logs",
        "writer",
        "hparams",
        "profiler",
        "projector",
        "shim",
        "summary",
        "tracker",
    },
    "_native": set(),
    "platform": set(),
    "wire": {"_native", "formats"},
    "formats": {"_native", "platform"},
    "engine": GROUND | {"wire"},
    "kinds": GROUND | {"wire", "engine", "kinds.encode"},
    "kinds.encode": GROUND,
    "plugins": READING - {"plugins"},
    "writer": GROUND | {"kinds.encode", "engine"},
    "summary": GROUND | {"kinds.encode", "writer"},
    "hparams": GROUND | {"kinds.encode", "writer", "summary"},
    "profiler": GROUND | {"writer"},
    "projector": GROUND | {"kinds.encode"},
    "share": READING,
    "logs": READING | {"share"},
    "tensorboard": READING,
    "server": READING | {"share", "tensorboard"},
    "demo": {"writer", "summary", "hparams", "profiler", "kinds.encode"},
    "integrations": GROUND
    | {"kinds.encode", "writer", "summary", "hparams", "profiler", "projector", "capturing"},
    "briefs": READING | {"logs", "server"},
    "capturing": set(),
    "shim": {"_native", "capturing", "profiler", "writer"},
    "tracker": {"capturing", "profiler", "writer"},
    "terminal": READING | {"logs", "server", "briefs"},
    "agents": READING | {"logs", "briefs"},
    "notebook": set(),
    "cli": READING | {"share", "logs", "server", "demo", "briefs", "shim", "terminal", "agents", "notebook"},
    "__main__": {"cli"},
}

# `widgets`, `charts` and `data` stand side by side. Pages and cards know the interfaces of `public`;
# what implements them is in `state`, which only the shell imports.
WEB_LOWEST = {"widgets", "charts", "data"}
WEB_LAYERS: dict[str, set[str]] = {
    **dict.fromkeys(WEB_LOWEST, WEB_LOWEST),
    "public": WEB_LOWEST,
    "state": WEB_LOWEST | {"public"},
    "kinds": WEB_LOWEST | {"public"},
    "dashboards": WEB_LOWEST | {"public", "kinds"},
    "app": WEB_LOWEST | {"public", "state", "kinds", "dashboards"},
}

NATIVE_LAYERS: dict[str, set[str]] = {
    "core": set(),
    "bind": {"core"},
    "wasm": {"core"},
    "tests": {"core"},
    "fuzz": {"core", "tests"},
}


def first_folder(name: str) -> str:
    return name.split("/")[0].removesuffix(".py")


def python_complaints(package: Path, homes: dict[str, str] | None = None) -> list[str]:
    graph = python_imports(package, homes)
    found = upward(graph, lambda name: _python_layer(name, graph), PYTHON_LAYERS)
    return found + between_siblings(graph, "kinds") + cycles(python_imports(package, with_types=False))


def _python_layer(name: str, graph: Graph) -> str:
    """A module of a kind that neither reads back nor asks the engine belongs to its writing side."""
    parts = name.split("/")
    if parts[0] != "kinds" or len(parts) < 3:
        return first_folder(name)
    reads = {"engine", "wire"} & {first_folder(target) for target in graph.get(name, set())}
    reading = parts[2] in ("__init__.py", "decode.py", "kind.py", "query.py", "report.py")
    return "kinds" if reading or reads else "kinds.encode"


def web_complaints(source: Path) -> list[str]:
    graph = web_imports(source)
    siblings = between_siblings(graph, "kinds") + between_siblings(graph, "dashboards")
    return upward(graph, first_folder, WEB_LAYERS) + siblings + cycles(graph)


def native_complaints(source: Path) -> list[str]:
    graph = native_includes(source)
    return upward(graph, first_folder, NATIVE_LAYERS) + cycles(graph)


def test_python_imports_go_down_only() -> None:
    assert python_complaints(PACKAGE, sightline._HOMES) == []


def test_web_imports_go_down_only() -> None:
    assert web_complaints(WEB) == []


def test_native_includes_go_down_only() -> None:
    assert native_complaints(NATIVE) == []


def plant(root: Path, files: dict[str, str]) -> Path:
    """A tree of these files, and of nothing else."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        (
            {"engine/store.py": "from sightline.kinds import items", "kinds/items.py": ""},
            "engine/store.py may not import kinds/items.py",
        ),
        (
            {"engine/store.py": "def f():\n    import sightline.server.app", "server/app.py": ""},
            "engine/store.py may not import server/app.py",
        ),
        (
            {"wire/frame.py": "import_module('sightline.engine.store')", "engine/store.py": ""},
            "wire/frame.py may not import engine/store.py",
        ),
        (
            {"wire/frame.py": "import_module(f'sightline.engine.{name}')", "engine/__init__.py": ""},
            "wire/frame.py may not import engine/__init__.py",
        ),
        (
            {"formats/a.py": "from sightline import Writer", "writer/main.py": ""},
            "formats/a.py may not import writer/main.py",
        ),
        (
            {"kinds/video/query.py": "from sightline.kinds.image.query import x", "kinds/image/query.py": ""},
            "kinds/video/query.py may not import its sibling's kinds/image/query.py",
        ),
        (
            {"kinds/image/encode.py": "import sightline.kinds.image.query", "kinds/image/query.py": ""},
            "kinds/image/encode.py may not import kinds/image/query.py",
        ),
        (
            {"engine/a.py": "import sightline.engine.b", "engine/b.py": "def f(): import sightline.engine.a"},
            "engine/a.py imports engine/b.py imports engine/a.py",
        ),
        ({"cellar/a.py": ""}, "cellar/a.py: the layer 'cellar' has no place in the order"),
    ],
)
def test_checker_rejects_in_python(tmp_path: Path, files: dict[str, str], complaint: str) -> None:
    package = plant(tmp_path / "sightline", files)
    assert python_complaints(package, {"Writer": "sightline.writer.main"}) == [complaint]


def test_checker_rejects_relative_imports(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="relative imports hide the layer"):
        python_complaints(plant(tmp_path / "sightline", {"engine/a.py": "from . import b"}))


def test_checker_takes_a_cycle_of_types_alone(tmp_path: Path) -> None:
    files = {
        "engine/a.py": "import sightline.engine.b",
        "engine/b.py": "if TYPE_CHECKING:\n    import sightline.engine.a",
    }
    assert python_complaints(plant(tmp_path / "sightline", files)) == []


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        (
            {"data/ask.ts": "import { a,\n b } from '../app/pages.ts';", "app/pages.ts": ""},
            "data/ask.ts may not import app/pages.ts",
        ),
        (
            {"kinds/all.ts": "import.meta.glob<Page>('../app/*.ts', {})", "app/pages.ts": ""},
            "kinds/all.ts may not import app/pages.ts",
        ),
        (
            {"charts/a.ts": "export type { B } from '../public/b.ts';", "public/b.ts": ""},
            "charts/a.ts may not import public/b.ts",
        ),
        (
            {"public/a.ts": "await import('../kinds/image/Card.svelte')", "kinds/image/Card.svelte": ""},
            "public/a.ts may not import kinds/image/Card.svelte",
        ),
        (
            {"public/context.ts": "import { Board } from '../state/board.ts';", "state/board.ts": ""},
            "public/context.ts may not import state/board.ts",
        ),
        (
            {"dashboards/a/a.ts": "import type { B } from '../../state/b.ts';", "state/b.ts": ""},
            "dashboards/a/a.ts may not import state/b.ts",
        ),
        (
            {"kinds/a/a.ts": "import { B } from '../../state/b.ts';", "state/b.ts": ""},
            "kinds/a/a.ts may not import state/b.ts",
        ),
        (
            {
                "kinds/a/A.svelte": "<script>import B from '../b/B.svelte';</script>",
                "kinds/b/B.svelte": "",
            },
            "kinds/a/A.svelte may not import its sibling's kinds/b/B.svelte",
        ),
        (
            {"dashboards/a/A.svelte": "{#await import('../b/B.svelte')}", "dashboards/b/B.svelte": ""},
            "dashboards/a/A.svelte may not import its sibling's dashboards/b/B.svelte",
        ),
        (
            {"data/a.ts": "import './b.ts';", "data/b.ts": "import type { A } from './a.ts';"},
            "data/a.ts imports data/b.ts imports data/a.ts",
        ),
    ],
)
def test_checker_rejects_in_the_page(tmp_path: Path, files: dict[str, str], complaint: str) -> None:
    assert web_complaints(plant(tmp_path, files)) == [complaint]


@pytest.mark.parametrize("name", ["name", "`../app/${name}.ts`"])
def test_checker_rejects_import_of_a_computed_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="computed name"):
        web_complaints(plant(tmp_path, {"data/a.ts": f"await import({name})"}))


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        (
            {"core/scan.cpp": '#include "bind/module.h"', "bind/module.h": ""},
            "core/scan.cpp may not import bind/module.h",
        ),
        (
            {"core/scan.cpp": '#include "../bind/module.h"', "bind/module.h": ""},
            "core/scan.cpp may not import bind/module.h",
        ),
        (
            {"core/a.h": '#include "core/b.h"', "core/b.h": '#include "core/a.h"'},
            "core/a.h imports core/b.h imports core/a.h",
        ),
    ],
)
def test_checker_rejects_in_native_code(tmp_path: Path, files: dict[str, str], complaint: str) -> None:
    assert native_complaints(plant(tmp_path, files)) == [complaint]


def test_core_knows_no_python() -> None:
    for path in (NATIVE / "core").rglob("*.*"):
        text = path.read_text()
        assert "Python.h" not in text, path
        assert "nanobind" not in text, path


def test_operating_systems_differ_in_one_native_and_one_python_file() -> None:
    native_signs = ("__linux__", "__APPLE__", "_WIN32", "<unistd.h>", "<sys/", "<fcntl.h>", "<pthread.h>")
    for path in (NATIVE / "core").rglob("*.*"):
        if path.stem != "platform":
            assert not [sign for sign in native_signs if sign in path.read_text()], path
    python_signs = ("sys.platform", "os.name", "platform.system(")
    for path in PACKAGE.rglob("*.py"):
        if path != PACKAGE / "platform.py":
            assert not [sign for sign in python_signs if sign in path.read_text()], path
