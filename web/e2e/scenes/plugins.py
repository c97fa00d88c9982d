"""Logs of a plugin and of one that is not installed, and plugins that fail: `plugins.py FOLDER PACKAGES`."""

from __future__ import annotations

import sys
from pathlib import Path

from sightline import summary
from sightline.formats import messages

FAILING = """
from pathlib import Path
from sightline.plugins import Page

FILES = Path(__file__).parent / "failing_web"
throwing = Page(title="Throwing", files=FILES, module="throwing.js")
hanging = Page(title="Hanging", files=FILES, module="hanging.js")
"""


def write_logs(folder: str) -> None:
    """Two trainings with fairness values, one with values of a new plugin and some that none shows."""
    from sightline_data_drift import log

    from sightline_fairness.demo import write

    write(folder)
    with summary.create_file_writer(f"{folder}/plain").as_default():
        for step in range(5):
            log("drift", [0.1 * step, 0.2 * step], step)
    metadata = messages.SummaryMetadata()
    metadata.plugin_data.plugin_name = "uncertainty"
    metadata.plugin_data.content = b'{"bins": 10}'
    with summary.create_file_writer(f"{folder}/plain").as_default():
        for step in range(3):
            summary.write("calibration", [0.1 * step, 0.5, 0.9], step, metadata)


def write_plugins(packages: Path) -> None:
    """A plugin with two pages that fail in the browser, and one that cannot be imported."""
    (packages / "failing.py").write_text(FAILING)
    web = packages / "failing_web"
    web.mkdir()
    (web / "throwing.js").write_text("export function mount() { throw new Error('no data for me'); }")
    (web / "hanging.js").write_text("await new Promise(() => undefined); export function mount() {}")
    write_distribution(packages, "failing", {"throwing": "failing:throwing", "hanging": "failing:hanging"})
    write_distribution(packages, "gone", {"gone": "no_such_module:page"})


def write_distribution(packages: Path, name: str, pages: dict[str, str]) -> None:
    """What pip would write for a package with these entry points."""
    folder = packages / f"{name}-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"{slug} = {value}" for slug, value in pages.items()]
    (folder / "entry_points.txt").write_text("\n".join(["[sightline.pages]", *lines, ""]))


if __name__ == "__main__":
    packages = Path(sys.argv[2])
    sys.path.insert(0, str(packages))
    write_logs(sys.argv[1])
    write_plugins(packages)
