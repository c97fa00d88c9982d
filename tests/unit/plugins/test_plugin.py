"""A plugin's code is called within a budget; failures are recorded until a call succeeds."""

from __future__ import annotations

import threading

import pytest

from sightline.plugins import Plugin, PluginError, PluginTimeoutError
from sightline.plugins.worker import N_THREADS


def test_failure_is_the_reason_until_the_same_call_succeeds() -> None:
    plugin = Plugin("p")
    with pytest.raises(PluginError, match="plugin p: the query q: ZeroDivisionError"):
        plugin.call("the query q", lambda: 1 / 0)
    assert plugin.call("another", lambda: 1) == 1
    assert plugin.reason is not None
    assert plugin.call("the query q", lambda: 2) == 2
    assert plugin.reason is None


def test_error_that_is_passed_on_is_no_failure() -> None:
    plugin = Plugin("p")
    with pytest.raises(ZeroDivisionError):
        plugin.call("q", lambda: 1 / 0, passed_on=(ZeroDivisionError,))
    assert plugin.reason is None


def test_long_reason_is_cut() -> None:
    plugin = Plugin("p")
    plugin.fail("q", "x" * 1000)
    assert plugin.reason is not None
    assert len(plugin.reason) == 300


def test_python_code_that_spins_is_interrupted() -> None:
    plugin = Plugin("p", budget_secs=0.2)
    ended = threading.Event()

    def spin() -> None:
        try:
            while True:
                pass
        finally:
            ended.set()

    with pytest.raises(PluginTimeoutError, match=r"no answer within 0\.2 s"):
        plugin.call("q", spin)
    assert ended.wait(60)


def test_plugin_whose_calls_all_hang_takes_no_more_threads() -> None:
    plugin = Plugin("p", budget_secs=0.1)
    release = threading.Event()
    for _ in range(N_THREADS):
        with pytest.raises(PluginTimeoutError, match="no answer"):
            plugin.call("q", release.wait)
    with pytest.raises(PluginTimeoutError, match="earlier calls have not ended"):
        plugin.call("q", lambda: 1)
    release.set()


def test_exit_in_a_plugin_ends_its_call_only() -> None:
    with pytest.raises(PluginError, match="SystemExit: gone"):
        Plugin("p").call("q", lambda: exec("raise SystemExit('gone')"))
