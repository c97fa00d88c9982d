"""A report uploaded to a bucket by `sightline share --to`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sightline.cli._group import group
from sightline.share.site_folder import STATIC
from support.cloud_servers import Cloud
from support.logs import line, write_events

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-remote")
pytest.importorskip("moto", reason="moto is not installed: make test-interop-remote")


@pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="the page is not built")
def test_share_uploads_a_folder_and_prints_the_link(cloud: Cloud, tmp_path: Path) -> None:
    write_events(tmp_path / "logs" / "a", line("loss", range(10), at=100.0))
    args = ["share", str(tmp_path / "logs"), "--to", f"{cloud.address}/week-46"]
    done = CliRunner().invoke(group, args, prog_name="sightline")
    assert done.exit_code == 0, done.stderr
    bucket = cloud.address.partition("://")[2].partition("/")[0]
    assert done.stdout == f"https://{bucket}.s3.amazonaws.com/week-46/index.html\n"
    header = json.loads(cloud.bucket.get("week-46/report.json"))
    assert header["name"] == "logs"
    for entry in header["entries"].values():
        assert len(cloud.bucket.get(f"week-46/{entry['file']}")) == entry["size"]
    assert 'name="sightline-report"' in cloud.bucket.get("week-46/index.html").decode()
