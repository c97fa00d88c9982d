"""The PEP 517 backend: scikit-build-core for the native module, after the web page has been made.

Every hook forwards to scikit-build-core. The ones that build first make sure that `src/sightline/_static` has
the page of the sources at hand; the ones that name requirements add Node from PyPI only where it is needed.
"""

from __future__ import annotations

from pathlib import Path

from scikit_build_core import build as _native

from . import page

Settings = dict[str, list[str] | str] | None
ROOT = Path(__file__).resolve().parents[2]

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

prepare_metadata_for_build_editable = _native.prepare_metadata_for_build_editable
prepare_metadata_for_build_wheel = _native.prepare_metadata_for_build_wheel


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """PEP 517 hook."""
    return [*_native.get_requires_for_build_wheel(config_settings), *page.requires(ROOT)]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """PEP 660 hook."""
    return [*_native.get_requires_for_build_editable(config_settings), *page.requires(ROOT)]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """PEP 517 hook."""
    return [*_native.get_requires_for_build_sdist(config_settings), *page.requires(ROOT)]


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """PEP 517 hook."""
    _make_page()
    return _native.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """PEP 660 hook."""
    _make_page()
    return _native.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """PEP 517 hook; the archive carries the made page, so installing from it needs no Node."""
    _make_page()
    return _native.build_sdist(sdist_directory, config_settings)


def _make_page() -> None:
    try:
        page.make(ROOT)
    except page.PageError as error:
        # SystemExit with a text ends the build with exactly that line, without a traceback.
        raise SystemExit(f"error: {error}") from None
