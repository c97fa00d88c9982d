"""What can go wrong while an index is written or read: nothing wrong is shown, and nothing is lost."""

from __future__ import annotations

import math
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sightline import SummaryWriter
from sightline.engine.follow import Follower
from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.manifest import latest
from sightline.engine.index.place import FolderPlace, open_place
from support.indexes import assert_equal_views, make_index, opened_index
from support.logs import line, load, write_events

TESTS = Path(__file__).parents[3]


def write_logs(logs: Path, n_runs: int = 4) -> Path:
    for run in range(n_runs):
        write_events(logs / f"run{run}", line("loss", range(20), at=1e9 + run))
        (logs / f"run{run}" / "hparams.yaml").write_text(f"lr: {run}\n")
    return logs


def assert_shows(index: Path, logs: Path) -> None:
    with opened_index(index) as follower:
        assert follower.problems == []
        assert_equal_views(follower.store.view(), load(str(logs)).view())


def run_script(script: str, *args: object, prefix: tuple[str, ...] = ()) -> str:
    done = subprocess.run(
        [*prefix, sys.executable, "-W", "error", "-c", script, *map(str, args)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


# Each child is killed one step later than the one before: before it opens, links or removes a file of the
# index for the n-th time. What there is then has to be right, as far as it goes.
KILLED = """
import os, signal, sys
from support.indexes import make_index, opened_index

logs, index = sys.argv[1:]
EVENTS = {"open", "os.link", "os.remove", "os.mkdir", "os.chmod"}

def child(work):
    pid = os.fork()
    if pid == 0:
        try:
            work()
            os._exit(0)
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
    return os.waitpid(pid, 0)[1]

def index_until(n_left):
    def hook(event, args):
        nonlocal n_left
        if event in EVENTS and args and index in str(args[0]):
            n_left -= 1
            if n_left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(hook)
    make_index(logs, index, batch_bytes=9000, commit_secs=0.0)

def check():
    if not os.path.exists(index + "/manifests") or not os.listdir(index + "/manifests"):
        return
    with opened_index(index) as follower:
        assert not follower.problems, follower.problems
        for run in follower.store.view().runs:
            found = run.scalar("loss")
            assert found.steps.tolist() == list(range(20))
            assert found.wall_times.tolist() == [1e9 + int(run.name[3:]) + step for step in range(20)]

n_killed = 0
while (status := child(lambda: index_until(3 * n_killed // 2))) != 0:
    assert os.WIFSIGNALED(status), status
    assert child(check) == 0
    n_killed += 1
print(n_killed)
"""


def test_killed_at_any_moment_while_segments_and_manifests_are_written(tmp_path: Path) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    assert int(run_script(KILLED, logs, index)) > 5
    assert_shows(index, logs)


def mount_script(script: str, folder: Path, options: str) -> tuple[str, ...]:
    """A shell in a name space of its own, with a small file system at a folder."""
    folder.mkdir()
    mounted = f'mount -t tmpfs -o {options} none {folder} && exec "$@"'
    if subprocess.run(["unshare", "-m", "sh", "-c", f"mount -t tmpfs none {folder}"], check=False).returncode:
        pytest.skip("file systems cannot be mounted here")
    return ("unshare", "-m", "sh", "-c", mounted, "sh")


DISK_FULL = """
import errno, os, subprocess, sys
from pathlib import Path
from support.indexes import assert_equal_views, make_index, opened_index
from support.logs import load, line, write_events

logs, index = Path(sys.argv[1]), Path(sys.argv[2])
write_events(logs / "run0", line("loss", range(20), at=1e9))
make_index(logs, index)
for run in range(1, 200):
    write_events(logs / f"run{run:03d}", line("loss", range(50), at=1e9))
try:
    make_index(logs, index, batch_bytes=100_000)
    raise SystemExit("the disk was not full")
except OSError as error:
    print(error)
with opened_index(index) as follower:
    assert not follower.problems
    for run in follower.store.view().runs:
        assert len(run.scalar("loss").values) in (20, 50)
assert not [name for name in os.listdir(index) if name.startswith(".")]
subprocess.run(["mount", "-o", "remount,size=50m", str(index)], check=True)
make_index(logs, index)
with opened_index(index) as follower:
    assert_equal_views(follower.store.view(), load(str(logs)).view())
"""


def test_disk_full(tmp_path: Path) -> None:
    prefix = mount_script(DISK_FULL, tmp_path / "index", "size=256k")
    assert "No space left" in run_script(DISK_FULL, tmp_path / "logs", tmp_path / "index", prefix=prefix)


READ_ONLY = """
import subprocess, sys
from support.indexes import assert_equal_views, make_index, opened_index
from support.logs import load, line, write_events
from pathlib import Path

logs, index = Path(sys.argv[1]), Path(sys.argv[2])
before = load(str(logs)).view()
make_index(logs, index)
subprocess.run(["mount", "-o", "remount,ro", str(index)], check=True)
write_events(logs / "more", line("loss", range(5), at=1e9))
try:
    make_index(logs, index)
    raise SystemExit("it was written")
except OSError as error:
    print(error)
with opened_index(index) as follower:
    assert_equal_views(follower.store.view(), before)
"""


def test_read_only_folder(tmp_path: Path) -> None:
    logs = write_logs(tmp_path / "logs")
    prefix = mount_script(READ_ONLY, tmp_path / "index", "size=10m")
    assert "read-only file system." in run_script(READ_ONLY, logs, tmp_path / "index", prefix=prefix)


class Overtaken(FolderPlace):
    """A folder in which another indexer commits just before our manifest."""

    other: list[Path]

    def create(self, name: str, content: bytes | Path) -> bool:
        if name.startswith("manifests/") and self.other:
            make_index(self.other.pop(), self.address)
        return super().create(name, content)


def test_two_indexers_at_once_lose_nothing(tmp_path: Path) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    make_index(logs, index)
    write_events(logs / "run8", line("loss", range(5), at=1e9))
    place = Overtaken(str(index))
    place.other = [logs]
    make_index(logs, place)
    assert_shows(index, logs)


TWO = """
import sys
from support.indexes import make_index
make_index(sys.argv[1], sys.argv[2], batch_bytes=9000, commit_secs=0.0)
"""


def test_several_processes_index_the_same_logs(tmp_path: Path) -> None:
    logs, index = write_logs(tmp_path / "logs", 12), tmp_path / "index"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    command = [sys.executable, "-c", TWO, str(logs), str(index)]
    running = [subprocess.Popen(command, env=env, stderr=subprocess.PIPE) for _ in range(3)]
    assert [process.communicate(timeout=300)[1] for process in running] == [b""] * 3
    assert_shows(index, logs)


class Lagging(FolderPlace):
    """A folder whose listings show nothing yet."""

    def names(self, folder: str, *, before: float = math.inf) -> dict[str, int]:
        return {}


def test_listing_of_the_index_that_lags(tmp_path: Path) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    make_index(logs, index)
    make_index(logs, Lagging(str(index)))
    found = latest(Lagging(str(index)))
    assert found == latest(open_place(str(index)))
    assert_shows(index, logs)


def test_pack_that_was_deleted_is_made_again(tmp_path: Path) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    make_index(logs, index)
    with opened_index(index) as follower:
        run = follower.store.view().runs[0]
        shutil.rmtree(index / "packs")
        with pytest.raises(BrokenIndexError, match="makes it again"):
            run.scalar("loss").values  # noqa: B018
        make_index(logs, index)
        follower.load()
        assert_equal_views(follower.store.view(), load(str(logs)).view())


@pytest.mark.parametrize("is_deleted", [True, False])
def test_page_that_is_missing_or_damaged_is_made_again(tmp_path: Path, is_deleted: bool) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    pages = make_index(logs, index, batch_bytes=9000).manifest.pages
    bad = index / next(page.name for page in pages if page.n_files)
    damage(bad)
    if is_deleted:
        bad.unlink()
    expected = load(str(logs)).view()
    with opened_index(index) as follower:
        (problem,) = follower.problems
        assert re.search("event files? (is|are) not shown", problem.message)
        assert 0 < len(follower.store.view().runs) < len(expected.runs)  # what can be read is shown
        make_index(logs, index, batch_bytes=9000)
        follower.load()
        assert follower.problems == []
        assert_equal_views(follower.store.view(), expected)
    assert_shows(index, logs)


def damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def test_page_that_a_worker_wrote_elsewhere_ends_the_job(tmp_path: Path) -> None:
    class WrittenElsewhere(FolderPlace):
        def get(self, name: str) -> bytes:
            if name.startswith("pages/"):
                raise FileNotFoundError(name)
            return super().get(name)

    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    with pytest.raises(BrokenIndexError, match="same path on all machines"):
        make_index(logs, WrittenElsewhere(str(index)))


@pytest.mark.parametrize("n_left", [1000, None])
def test_pack_that_is_cut_or_damaged_is_made_again(tmp_path: Path, n_left: int | None) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    make_index(logs, index)
    (pack,) = (index / "packs").iterdir()
    if n_left:
        os.truncate(pack, n_left)
    else:
        damage(pack)
        next((index / "pages").iterdir()).unlink()  # so that its files are indexed again
    make_index(logs, index)
    assert_shows(index, logs)


def test_restarts_are_listed_without_any_pack(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    write_events(logs / "scalars", line("loss", range(20), at=1e9))
    write_events(logs / "scalars", line("loss", range(9, 20), at=2e9), start_step=9, suffix=".2")
    with SummaryWriter(logs / "texts") as writer:
        writer.add_text("notes", "before", 1)
    with SummaryWriter(logs / "texts", purge_step=1) as writer:
        writer.add_text("notes", "after", 1)
    with SummaryWriter(logs / "new", purge_step=1) as writer:
        writer.add_text("notes", "first", 1)
    make_index(logs, index)
    shutil.rmtree(index / "packs")
    with opened_index(index) as follower:
        found = {run.name: [each.step for each in run.restarts] for run in follower.store.view().runs}
    assert found == {run.name: [each.step for each in run.restarts] for run in load(str(logs)).view().runs}
    assert (found["scalars"], found["texts"], found["new"]) == ([9], [1], [])


def test_servers_agree_on_ids_after_a_page_was_lost(tmp_path: Path) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    write_events(logs / "a_first", line("loss", range(20), at=1e9))
    make_index(logs, index)

    def ids(follower: Follower) -> dict[str, int]:
        return {run.name: run.id for run in follower.store.view().runs}

    with opened_index(index) as early:
        shutil.rmtree(logs / "run0")
        shutil.rmtree(index / "pages")
        make_index(logs, index)
        write_events(logs / "run0", line("loss", range(20), at=1e9))
        make_index(logs, index)
        early.load()
        with opened_index(index) as late:
            assert ids(early) == ids(late)
            assert_equal_views(early.store.view(), late.store.view())


def test_index_that_was_deleted_and_made_again_is_followed(tmp_path: Path) -> None:
    logs, index = write_logs(tmp_path / "logs"), tmp_path / "index"
    make_index(logs, index, batch_bytes=9000, commit_secs=0.0)
    with opened_index(index) as follower:
        shutil.rmtree(index)
        write_events(logs / "new", line("loss", range(20), at=1e9))
        make_index(logs, index)
        for _ in range(20):
            follower.load()
        assert "new" in {run.name for run in follower.store.view().runs}
        with opened_index(index) as late:
            assert_equal_views(follower.store.view(), late.store.view())
            assert follower.store.view().by_id.keys() == late.store.view().by_id.keys()


def test_damaged_pack_is_not_shown(tmp_path: Path) -> None:
    logs, index = write_logs(tmp_path / "logs", 1), tmp_path / "index"
    make_index(logs, index)
    (pack,) = (index / "packs").iterdir()
    data = pack.read_bytes()
    pack.write_bytes(bytes(byte ^ 255 for byte in data))
    with opened_index(index) as follower, pytest.raises(BrokenIndexError, match="damaged"):
        follower.store.view().runs[0].scalar("loss").values  # noqa: B018
