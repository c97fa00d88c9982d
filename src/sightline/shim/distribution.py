"""What importlib.metadata says of the shim's tensorboardX: accelerate looks there before it imports."""

from __future__ import annotations

from importlib.metadata import Distribution
from pathlib import Path

from sightline.shim.names import DISTRIBUTION, DISTRIBUTION_VERSION


class ShimDistribution(Distribution):
    """A distribution that has a name, a version and no files."""

    def read_text(self, filename: str) -> str | None:
        """Return the metadata; there are no other files."""
        if filename != "METADATA":
            return None
        return (
            f"Metadata-Version: 2.1\nName: {DISTRIBUTION}\nVersion: {DISTRIBUTION_VERSION}\n"
            "Summary: stands in for tensorboardX, through sightline.shim\n"
        )

    def locate_file(self, path: object) -> Path:
        """Return where a file would be: beside this one."""
        return Path(__file__).parent / str(path)
