"""Who imports whom, read from the sources: a graph of files for Python, TypeScript with Svelte, and C++."""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

# File → the files that it imports, all by their path below the tree's root, as "kinds/image/encode.py".
Graph = dict[str, set[str]]

_MODULE_NAME = re.compile(r"\w+(\.\w+)+\.?")
_WEB_IMPORT = re.compile(
    r"""(?:\b(?:import|export)\s[^;'"()]*?\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"`])(?P<target>[^'"`]+)\1"""
)
# A name marked with @vite-ignore is no file of the page: a module of a plugin.
_WEB_COMPUTED = re.compile(r"(?<![.\w])import\s*\(\s*(?!/\* @vite-ignore \*/)(?:[^'\"`\s]|`[^`]*\$\{)")
_WEB_GLOB = re.compile(r"import\.meta\.glob(?:<[^>(]*>)?\(\s*'([^']+)'")
_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def python_imports(
    package: Path, homes: Mapping[str, str] | None = None, *, with_types: bool = True
) -> Graph:
    """Imports inside a package, also within functions; a string that names a module counts as its import.

    `homes` says where names come from that the package itself gives out. Without types, what is imported for
    the type checker alone is left out.
    """
    files = {path.relative_to(package).as_posix() for path in package.rglob("*.py")}
    graph: Graph = {}
    for name in sorted(files):
        tree = ast.parse((package / name).read_text())
        named = _modules_named(tree if with_types else _WithoutTypes().visit(tree), package / name)
        own = (module[1:] for module in named if module[0] == package.name and module[1:])
        homed = (tuple(homes[m[0]].split("."))[1:] if homes and m[0] in homes else m for m in own)
        found = (_python_file(module, name, files) for module in homed)
        graph[name] = {file for file in found if file is not None and file != name}
    return graph


class _WithoutTypes(ast.NodeTransformer):
    """Takes out the blocks that only a type checker runs."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        """Keep what runs."""
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node.orelse
        return self.generic_visit(node)


def _modules_named(tree: ast.AST, path: Path) -> Iterator[tuple[str, ...]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level or node.module is None:
                raise ValueError(f"{path}: relative imports hide the layer; write the full name")
            yield from ((*node.module.split("."), alias.name) for alias in node.names)
        elif isinstance(node, ast.Constant) and _MODULE_NAME.fullmatch(str(node.value)):
            yield tuple(str(node.value).rstrip(".").split("."))


def _python_file(module: tuple[str, ...], importer: str, files: set[str]) -> str | None:
    """The file of a module, of a package, or of the module that a name is in."""
    for end in range(len(module), 0, -1):
        base = "/".join(module[:end])
        # A package runs before what is inside it: that is no import of its own.
        if f"{base}.py" in files:
            return f"{base}.py"
        if f"{base}/__init__.py" in files:
            return None if importer.startswith(f"{base}/") else f"{base}/__init__.py"
    return None


def web_imports(source: Path) -> Graph:
    """Relative imports of TypeScript and Svelte files, static and dynamic, of values and of types."""
    graph: Graph = {}
    for path in sorted(source.rglob("*")):
        if path.suffix not in (".ts", ".svelte", ".js") or path.name.endswith(".test.ts"):
            continue
        text = path.read_text()
        if _WEB_COMPUTED.search(text):
            raise ValueError(f"{path}: import() of a computed name hides what it imports; write it out")
        targets = [match["target"] for match in _WEB_IMPORT.finditer(text)]
        name = path.relative_to(source).as_posix()
        imported = {_beside(name, target) for target in targets if target.startswith(".")}
        for pattern in _WEB_GLOB.findall(text):
            found = source.glob(_beside(name, pattern))
            imported |= {each.relative_to(source).as_posix() for each in found}
        graph[name] = imported - {name}
    return graph


def native_includes(source: Path) -> Graph:
    """Includes of our own C++ files, by their path below the source folder or beside the file."""
    found = (path for path in source.rglob("*") if path.suffix in (".h", ".cpp"))
    texts = {path.relative_to(source).as_posix(): path.read_text() for path in found}
    graph: Graph = {}
    for name, text in sorted(texts.items()):
        targets = _INCLUDE.findall(text)
        graph[name] = {t for t in (*targets, *(_beside(name, t) for t in targets)) if t in texts} - {name}
    return graph


def _beside(name: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
