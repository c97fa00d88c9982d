"""What is captured of a program that uses JAX."""

from __future__ import annotations

import pytest

from sightline.capturing.facts import devices

jax = pytest.importorskip("jax", reason="JAX is not installed: make test-interop-jax")
xla_bridge = pytest.importorskip("jax._src.xla_bridge")


def test_devices_are_named_once_the_program_has_started_them() -> None:
    if not xla_bridge.backends_are_initialized():
        assert devices() == ""
        assert not xla_bridge.backends_are_initialized()
    jax.numpy.zeros(1).block_until_ready()
    assert devices() == ", ".join(each.device_kind for each in jax.local_devices()) != ""
