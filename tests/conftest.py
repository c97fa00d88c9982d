"""What all tests share: hypothesis without deadlines, since speed is a matter for benchmarks."""

from hypothesis import HealthCheck, settings

settings.register_profile("sightline", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sightline")
