"""Build the documentation site: docs/ with reference pages from the code and pictures of the board.

Run by the project's Python; `--mkdocs` names one that has MkDocs. The site opens from a file or any host.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

from docs_site.cli_reference import cli_reference
from docs_site.http_reference import http_reference
from docs_site.python_reference import python_reference

ROOT = Path(__file__).parents[1]
# Documents beside docs/ that the site has too.
PROJECT = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md")
_OUTSIDE = re.compile(r"\]\((?:\.\./)+((?:src|tests|benchmarks|native|deploy|tools|web|shared)/[^)]*)\)")


def main() -> None:
    """Gather the source of the site, then let MkDocs build it, strictly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mkdocs", default=sys.executable, metavar="PYTHON", help="a Python with MkDocs")
    parser.add_argument("--target", type=Path, default=ROOT / "build/site", help="where the site goes")
    parser.add_argument("--pictures", type=Path, help="a folder of pictures made by web/e2e/page_pictures.ts")
    given = parser.parse_args()
    source = ROOT / "build/docs_source"
    gather(source, given.pictures)
    command = [given.mkdocs, "-m", "mkdocs", "build", "--strict", "--quiet"]
    config = ["--config-file", str(ROOT / "mkdocs.yml"), "--site-dir", str(given.target.absolute())]
    sys.exit(subprocess.run([*command, *config], cwd=ROOT).returncode)


def gather(source: Path, pictures: Path | None) -> None:
    """Make the folder that MkDocs reads."""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(ROOT / "docs", source)
    shutil.copytree(ROOT / "examples", source / "examples")
    shutil.copytree(ROOT / "tools/docs_site/assets", source / "assets")
    shutil.copy(ROOT / "web/public/icon.svg", source / "assets/icon.svg")
    for name in PROJECT:
        shutil.copy(ROOT / name, source / name)
    for page, make in REFERENCE.items():
        (source / "reference").mkdir(exist_ok=True)
        (source / "reference" / page).write_text(make(), encoding="utf-8")
    for folder, title in (
        ("kinds", "Kinds of data"),
        ("design", "Design decisions"),
        ("integrations", "Frameworks"),
    ):
        _write_contents(source / folder, title)
    if pictures is not None:
        shutil.copytree(pictures, source / "pictures", dirs_exist_ok=True)
        (source / "pages.md").write_text(_page_gallery(source / "pictures"), encoding="utf-8")
    for path in source.rglob("*.md"):
        path.write_text(_site_links(path.read_text(encoding="utf-8"), path, source), encoding="utf-8")


def _write_contents(folder: Path, title: str) -> None:
    """A folder of documents gets a page that lists them by their titles."""
    index = folder / "index.md"
    if index.exists():
        return
    rows = [f"- [{_title(path)}]({path.name})" for path in sorted(folder.glob("*.md"))]
    index.write_text("\n".join([f"# {title}", "", *rows, ""]), encoding="utf-8")


def _page_gallery(pictures: Path) -> str:
    """A page with a current picture of every page of the board, dark where the reader prefers dark."""
    parts = ["# Every page in pictures", "", "Taken from the demo's logs when this site was built.", ""]
    for light in sorted(pictures.glob("page-*-light.webp")):
        name = light.name.removeprefix("page-").removesuffix("-light.webp")
        dark = light.name.replace("-light.", "-dark.")
        title = _page_title(name)
        parts += [
            f"## {title}",
            "",
            f"![{title}, light](pictures/{light.name}#only-light){{ loading=lazy }}",
            f"![{title}, dark](pictures/{dark}#only-dark){{ loading=lazy }}",
            "",
        ]
    return "\n".join(parts)


def _page_title(slug: str) -> str:
    """A page of the board as its tab says it."""
    index = (ROOT / "web/src/dashboards" / slug / "index.ts").read_text(encoding="utf-8")
    found = re.search(r"title: '([^']+)'", index)
    return found[1] if found else slug


def _title(path: Path) -> str:
    found = re.search(r"^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else path.stem


def _site_links(text: str, path: Path, source: Path) -> str:
    """Let links work inside the site: folders by their contents, project documents at its top."""
    up = "../" * len(path.relative_to(source).parts[:-1])
    text = _OUTSIDE.sub(lambda found: f'](# "{found[1]} of the repository")', text)
    text = re.sub(r"\]\((?:\.\./)+(ARCHITECTURE|CHANGELOG|CONTRIBUTING)\.md", rf"]({up}\1.md", text)
    text = re.sub(r"\]\((?:\.\./)+examples/", f"]({up}examples/", text)
    if path.parent == source and path.name in PROJECT:
        text = text.replace("](docs/", "](")
    return re.sub(r"\]\((kinds|design|integrations)/\)", r"](\1/index.md)", text)


REFERENCE = {"cli.md": cli_reference, "http.md": http_reference, "python.md": python_reference}


if __name__ == "__main__":
    main()
