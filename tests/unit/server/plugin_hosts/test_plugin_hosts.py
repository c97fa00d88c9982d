"""Hosted plugins without TensorBoard: who hosts them, what is offered, and one that cannot be imported."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline.plugins import OfferedPages
from sightline.plugins.of_tensorboard import TensorBoardPlugin
from sightline.server.plugin_hosts.plugin_hosts import NotRunningError, PluginHosts
from sightline.server.settings import Settings
from unit.server.serving import served

GONE = TensorBoardPlugin("gone", "no_such_package.plugin:Plugin", "no-such-package", "1.0")


@pytest.fixture
def hosts() -> Iterator[PluginHosts]:
    made = PluginHosts([GONE], pages=OfferedPages(), settings=Settings(), roots=list)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("settings", "hosted"),
    [
        (Settings(), True),
        (Settings(tensorboard_plugins=False), False),
        (Settings(plugins=False), False),
        (Settings(plugins=False, tensorboard_plugins=True), False),
        (Settings(host="0.0.0.0", token="x" * 32), False),
        (Settings(host="0.0.0.0", token="x" * 32, tensorboard_plugins=True), True),
        (Settings(path_prefix="/n-secret", secret_prefix=True), False),
    ],
)
def test_plugins_are_hosted_on_loopback_unless_told_otherwise(settings: Settings, hosted: bool) -> None:
    assert settings.hosts_plugins is hosted


def test_page_is_offered_before_its_process_is_started(hosts: PluginHosts) -> None:
    (page,) = hosts.pages.all
    assert (page.slug, page.title, page.plugin, page.state) == (
        "tensorboard-gone",
        "gone",
        "no-such-package",
        "ok",
    )
    assert (page.start, page.owns_runs) == ("plugins/tensorboard-gone/start", True)


def test_plugin_that_cannot_be_imported_is_broken_with_the_reason(hosts: PluginHosts) -> None:
    for _ in range(2):  # starting it again says so again
        with pytest.raises(NotRunningError, match="No module named 'no_such_package'"):
            asyncio.run(hosts.start("tensorboard-gone"))
        (page,) = hosts.pages.all
        assert page.state == "broken"
        assert "No module named 'no_such_package'" in str(page.reason)


def test_closed_hosts_start_nothing(hosts: PluginHosts) -> None:
    hosts.close()
    with pytest.raises(NotRunningError, match="the server ends"):
        asyncio.run(hosts.start("tensorboard-gone"))


def test_unknown_plugins_and_frames_are_not_found(tmp_path: Path) -> None:
    with served(tmp_path) as it:
        assert it.client.ask("POST", "/api/v1/plugins/tensorboard-gone/start").status == 404
        assert it.client.get("/api/v1/plugins/tensorboard-gone/start").status in (404, 405)
        assert it.client.get("/api/v1/frames/tensorboard-gone/0123/data/runs").status == 404
