"""What all tests share: hypothesis without deadlines (speed is for benchmarks), and a cache of their own."""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("sightline", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sightline")

# A shell that runs the tests in the background has them ignore Ctrl-C, and programs under test inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Neither read nor fill the cache of whoever runs the tests."""
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before
