"""`sightline cache`: what is there, where it is, and clearing it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sightline.cli._group import group


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "sightline"
    (folder / "segments").mkdir(parents=True)
    (folder / "segments" / "one.arrow").write_bytes(bytes(1500))
    (folder / "other").mkdir()
    (folder / "other" / "file").write_bytes(b"not ours")
    return folder


def test_cache_path_prints_the_folder(folder: Path) -> None:
    assert CliRunner().invoke(group, ["cache", "path"]).output == f"{folder}\n"


def test_cache_info_sums_up_each_part(folder: Path) -> None:
    output = CliRunner().invoke(group, ["cache", "info"]).output
    assert output.startswith(f"{folder}: 0.0 MB of at most 10.0 GB\n")
    found = json.loads(CliRunner().invoke(group, ["cache", "info", "--json"]).output)
    assert found["bytes"] == 1500
    assert found["parts"]["segments"] == {"files": 1, "bytes": 1500}
    assert found["parts"]["traces"] == {"files": 0, "bytes": 0}


def test_cache_clear_deletes_what_is_cached_and_nothing_else(folder: Path) -> None:
    result = CliRunner().invoke(group, ["cache", "clear"])
    assert (result.exit_code, result.output) == (0, f"Deleted 0.0 MB from {folder}.\n")
    assert [path.name for path in folder.iterdir()] == ["other"]
    assert CliRunner().invoke(group, ["cache", "clear"]).exit_code == 0


def test_memory_limit_needs_the_cache() -> None:
    result = CliRunner().invoke(group, ["serve", "runs", "--no-cache", "--memory-limit", "2GB"])
    assert result.exit_code == 2
    assert "--memory-limit maps columns from the cache" in result.output


def test_memory_limit_that_is_no_size_is_refused() -> None:
    result = CliRunner().invoke(group, ["serve", "runs", "--memory-limit", "much"])
    assert result.exit_code == 2
    assert "'much' is not a size; write 500MB or 2GB" in result.output
