"""Making the page: `web/` built by Vite into `src/sightline/_static`, once per state of its sources."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from .node import PYPI_NODE, WANTED, Node, find_node

# What the built page depends on; tests and their tools are not part of it.
SOURCES = (
    "src",
    "public",
    "index.html",
    "native_core.ts",
    "package-lock.json",
    "package.json",
    "page_parts.ts",
    "report.config.ts",
    "report_page.ts",
    "vite.config.ts",
    "tsconfig.json",
    "../native/wasm/cloud.wasm",
    "../native/wasm/sightline.wasm",
)
TEMPLATE = "report.html"
STAMP = ".sources"


class PageError(Exception):
    """The page could not be made; the text is one line that says what to do."""


def static_folder(root: Path) -> Path:
    """Where the built page lies, in the source tree and in the installed package alike."""
    return root / "src" / "sightline" / "_static"


def sources_digest(web: Path) -> str:
    """Hash names and contents of everything the page is built from."""
    digest = hashlib.sha256()
    for path in _source_files(web):
        content = path.read_bytes()
        name = path.name if path.is_relative_to(web.parent / "native") else path.relative_to(web).as_posix()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def is_fresh(root: Path) -> bool:
    """Whether the page at hand was built from the sources at hand."""
    static, web = static_folder(root), root / "web"
    stamp = static / STAMP
    if not stamp.is_file() or not all((static / name).is_file() for name in ("index.html", TEMPLATE)):
        return False
    return not web.is_dir() or stamp.read_text().strip() == sources_digest(web)


def requires(root: Path) -> list[str]:
    """Name what the page needs from PyPI: nothing when it is made already or when there is a fit Node."""
    return [] if is_fresh(root) or find_node() else [PYPI_NODE]


def make(root: Path) -> bool:
    """Build the page if it is missing or stale; return whether it had to be built."""
    if is_fresh(root):
        return False
    web, static = root / "web", static_folder(root)
    if not (web / "package.json").is_file():
        raise PageError("the web page's sources (web/) are missing; build from a full checkout or an sdist.")
    node = need_node()
    install_packages(root, node, tools=False)
    fresh = static.with_name("_static.new")
    shutil.rmtree(fresh, ignore_errors=True)
    for script in ("build", "build-report"):
        run_npm(root, node, ["run", "--silent", script, "--", "--outDir", str(fresh)], "build the web page")
    (fresh / STAMP).write_text(sources_digest(web) + "\n")
    shutil.rmtree(static, ignore_errors=True)
    fresh.rename(static)
    return True


def need_node() -> Node:
    """Find a Node or say in one line how to get one."""
    node = find_node()
    if node is None:
        raise PageError(
            f"the web page needs Node {WANTED} to be built: install it from your system, "
            f"or `pip install '{PYPI_NODE}'` and build again."
        )
    return node


def install_packages(root: Path, node: Node, *, tools: bool) -> None:
    """Install what `package-lock.json` names, unless it is there; `tools` adds linters and test runners.

    Tools that are there stay: `npm ci` starts from an empty folder, so it is told to install them again.
    """
    web = root / "web"
    # npm writes this list when it is done.
    installed = _packages(web / "node_modules" / ".package-lock.json")
    tools = tools or any(package.get("dev") for package in installed.values())
    wanted = _packages(web / "package-lock.json")
    if installed and all(
        installed.get(name, {}).get("version") == package.get("version")
        for name, package in wanted.items()
        if name and not _may_be_left_out(package, tools=tools)
    ):
        return
    run_npm(root, node, ["ci", *([] if tools else ["--omit=dev"])], "fetch the web page's packages")


def run_npm(root: Path, node: Node, arguments: Sequence[str], purpose: str) -> None:
    """Run npm quietly in `web/`; its noise goes to a log that the one line of an error names."""
    log = root / "build" / "page.log"
    log.parent.mkdir(exist_ok=True)
    with log.open("wb") as output:
        done = subprocess.run(
            [*node.npm, *arguments],
            cwd=root / "web",
            env=node.environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    if done.returncode != 0:
        raise PageError(f"could not {purpose}: {_cause(log)}; see {log}")


def _cause(log: Path) -> str:
    lines = log.read_text(errors="replace").splitlines()
    if any(
        word in line for line in lines for word in ("ENOTFOUND", "ECONNREFUSED", "EAI_AGAIN", "ETIMEDOUT")
    ):
        return (
            "npm cannot reach its registry (check the network and `npm config get registry`, then try again)"
        )
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or ["npm said nothing"])[0].strip()


def _packages(lock: Path) -> dict[str, dict[str, object]]:
    """The packages of a lock file by folder; none if there is no such file or it is broken."""
    try:
        packages: dict[str, dict[str, object]] = json.loads(lock.read_bytes())["packages"]
    except (OSError, ValueError, KeyError):
        return {}
    return packages


def _may_be_left_out(package: dict[str, object], *, tools: bool) -> bool:
    """Whether npm need not install a package: a tool, or one for other platforms."""
    return bool(package.get("optional") or package.get("devOptional") or (package.get("dev") and not tools))


def _source_files(web: Path) -> Iterator[Path]:
    for name in SOURCES:
        path = web / name
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (one for one in found if one.is_file() and ".test." not in one.name)
