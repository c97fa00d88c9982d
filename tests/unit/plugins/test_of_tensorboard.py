"""Plugins of TensorBoard are found by entry points alone: nothing of them is imported."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from importlib.util import find_spec

import pytest

from sightline.plugins.of_tensorboard import GROUP, plugins_from, tensorboard_plugins


def test_plugins_are_found_without_importing_them() -> None:
    points = [EntryPoint("wit", "no_such_package.wit_plugin_loader:Loader", GROUP)]
    (plugin,) = plugins_from(points)
    assert (plugin.name, plugin.target, plugin.package) == (
        "wit",
        "no_such_package.wit_plugin_loader:Loader",
        "no_such_package",
    )
    assert "no_such_package" not in sys.modules


def test_slugs_are_apart_from_built_in_pages_and_fit_into_addresses() -> None:
    points = [EntryPoint("projector", "a:B", GROUP), EntryPoint("my plugin/1", "a:C [extra]", GROUP)]
    found = plugins_from(points)
    assert [plugin.slug for plugin in found] == ["tensorboard-my-plugin-1", "tensorboard-projector"]
    assert found[0].target == "a:C"


@pytest.mark.skipif(find_spec("tensorboard") is not None, reason="TensorBoard is installed")
def test_there_are_none_without_tensorboard() -> None:
    assert tensorboard_plugins() == []
