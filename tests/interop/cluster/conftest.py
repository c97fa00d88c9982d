"""The bucket of these tests."""

from __future__ import annotations

from support.cloud_fixtures import cloud, proxy, s3_server

__all__ = ["cloud", "proxy", "s3_server"]
