"""A new plugin builds, installs, passes its own test and is found, as is the example."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sightline.plugins.new_package import make_plugin

ROOT = Path(__file__).parents[3]
LISTED = """
import json
from sightline.plugins import load_installed
installed = load_installed()
print(json.dumps([
    [plugin.name, plugin.reason] for plugin in installed.plugins
] + [[page.slug, page.module] for page in installed.pages] + [sorted(installed.queries)]))
"""


def python(*args: str, path: Path, cwd: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(path)}
    done = subprocess.run(
        [sys.executable, *args], env=environment, cwd=cwd, capture_output=True, text=True, timeout=250
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(package: Path, target: Path) -> None:
    """Build and install without the network."""
    options = ("-q", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    python("-m", "pip", "install", *options, "--target", str(target), str(package), path=target, cwd=package)


@pytest.mark.parametrize("name", ["fairness", "data-drift"])
def test_package_builds_installs_passes_its_test_and_is_found(name: str, tmp_path: Path) -> None:
    package, target = tmp_path / "package", tmp_path / "installed"
    if name == "fairness":
        # Building leaves files behind.
        shutil.copytree(ROOT / "examples" / "fairness_plugin", package)
    else:
        make_plugin(name, package)
    install(package, target)
    python("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", path=target, cwd=package)
    plugin, page, queries = json.loads(python("-c", LISTED, path=target, cwd=tmp_path))
    slug = name.replace("-", "_")
    assert plugin == [f"sightline-{name}", None]
    assert page == [slug, f"plugins/{slug}/page.js"]
    assert queries == [slug]


@pytest.mark.parametrize("name", ["Fairness", "1st", "a--b", "../x", ""])
def test_bad_name_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no name for a plugin"):
        make_plugin(name, tmp_path / "new")


def test_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(FileExistsError):
        make_plugin("fairness", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
