"""The shim in fresh processes, without any framework: what it answers, and when it steps aside."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sightline.shim import children


def run_python(code: str, *folders: Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if folders:
        environ["PYTHONPATH"] = os.pathsep.join(map(str, folders))
    return subprocess.run(
        [sys.executable, "-c", code], env=environ, cwd=cwd, capture_output=True, text=True, check=False
    )


def check(code: str, *folders: Path, cwd: Path | None = None) -> str:
    done = run_python(code, *folders, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.fixture
def real_tensorboardx(tmp_path: Path) -> Path:
    folder = tmp_path / "installed"
    folder.mkdir()
    (folder / "tensorboardX.py").write_text("SummaryWriter = 'theirs'")
    return folder


INSTALL = "import sightline\ninstalled = sightline.shim.install()\n"


def test_install_gives_our_writer_and_says_so_in_one_line() -> None:
    said = check(
        INSTALL + "import tensorboardX, tensorboardX.writer\n"
        "from tensorboardX.summary import hparams\n"
        "assert installed and sightline.shim.is_installed()\n"
        "assert tensorboardX.SummaryWriter is tensorboardX.writer.SummaryWriter is sightline.SummaryWriter\n"
        "assert tensorboardX.__sightline__\n"
        "assert len(hparams({'lr': 0.1}, {'loss': 1.0})) == 3\n"
    )
    assert (
        said == "sightline: tensorboardX and torch.utils.tensorboard are Sightline's writer in this program\n"
    )


def test_install_imports_nothing_heavy() -> None:
    check(
        "import sys\n"
        + INSTALL
        + "heavy = {'numpy', 'google.protobuf', 'importlib.metadata', 'sightline.writer'}\n"
        "assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()"
    )


def test_tensorboard_itself_is_never_there() -> None:
    check(
        INSTALL + "import importlib.util, importlib.metadata as metadata\n"
        "assert importlib.util.find_spec('tensorboard') is None\n"
        "try:\n    metadata.version('tensorboard')\n"
        "except metadata.PackageNotFoundError: pass\nelse: raise AssertionError"
    )


def test_metadata_answers_by_name_and_stays_out_of_listings() -> None:
    check(
        INSTALL + "import importlib.metadata as metadata\n"
        "assert metadata.metadata('tensorboardX')['Name'] == 'tensorboardX'\n"
        "assert metadata.version('tensorboardx') == '2.6.5+sightline'\n"
        "assert 'tensorboardX' not in {found.name for found in metadata.distributions()}\n"
    )


@pytest.mark.parametrize("folders", [(), (Path("one"), Path("two"))])
def test_uninstall_restores_imports_and_environment(folders: tuple[Path, ...]) -> None:
    check(
        "import os, sys\nbefore = (dict(os.environ), list(sys.meta_path))\n"
        + INSTALL
        + "import tensorboardX\n"
        "sightline.shim.uninstall()\n"
        "assert (dict(os.environ), list(sys.meta_path)) == before\n"
        "assert 'tensorboardX' not in sys.modules\n"
        "try:\n    import tensorboardX\n"
        "except ModuleNotFoundError: pass\nelse: raise AssertionError\n"
        "sightline.shim.uninstall()",
        *folders,
    )


def test_steps_aside_for_the_real_package(real_tensorboardx: Path) -> None:
    said = check(
        INSTALL + "import os, tensorboardX\n"
        "assert not installed and tensorboardX.SummaryWriter == 'theirs'\n"
        "assert 'SIGHTLINE_SHIM' not in os.environ",
        real_tensorboardx,
    )
    reason = "tensorboardX is installed (`sightline run --force` takes over)"
    assert said == f"sightline: the shim steps aside: {reason}\n"


def test_force_takes_over_from_a_loaded_package_and_gives_it_back(real_tensorboardx: Path) -> None:
    check(
        "import sightline, tensorboardX as theirs\n"
        "assert sightline.shim.install(force=True)\n"
        "import tensorboardX\nassert tensorboardX.SummaryWriter is sightline.SummaryWriter\n"
        "sightline.shim.uninstall()\n"
        "import tensorboardX\nassert tensorboardX is theirs",
        real_tensorboardx,
    )


def test_warns_when_a_framework_was_imported_before() -> None:
    done = run_python(
        "import sys, types\nsys.modules['stable_baselines3'] = types.ModuleType('stable_baselines3')\n"
        + INSTALL
    )
    assert "RuntimeWarning: sightline: stable_baselines3 chose a writer at import" in done.stderr


def test_child_processes_get_the_shim(tmp_path: Path) -> None:
    (tmp_path / "work.py").write_text(
        "import sightline, multiprocessing, subprocess, sys\n"
        "def log(name):\n"
        "    import tensorboardX\n"
        "    with tensorboardX.SummaryWriter(name) as writer: writer.add_scalar('loss', 1.0, 1)\n"
        "if __name__ == '__main__':\n"
        "    sightline.shim.install()\n"
        "    child = multiprocessing.get_context('spawn').Process(target=log, args=('spawned',))\n"
        "    child.start(); child.join(); assert child.exitcode == 0\n"
        "    subprocess.run([sys.executable, '-c', 'from work import log; log(\"started\")'], check=True)\n"
    )
    said = check("import runpy; runpy.run_path('work.py', run_name='__main__')", tmp_path, cwd=tmp_path)
    assert said.count("Sightline's writer") == 1
    for name in ("spawned", "started"):
        assert list((tmp_path / name).glob("*tfevents*")), name


def test_sitecustomize_of_others_still_runs(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("HOUSE_RULE = 1")
    environ = {**os.environ, "PYTHONPATH": str(tmp_path)}
    children.add_to(environ, force=False)
    code = (
        "import sitecustomize, tensorboardX; assert sitecustomize.HOUSE_RULE and tensorboardX.__sightline__"
    )
    subprocess.run([sys.executable, "-c", code], env=environ, check=True)


def test_file_writer_writes_messages(tmp_path: Path) -> None:
    check(
        INSTALL + "from tensorboardX import FileWriter\nfrom tensorboardX.summary import hparams\n"
        f"writer = FileWriter({str(tmp_path / 'run')!r})\n"
        "for summary in hparams({'lr': 0.1}, {'loss': 1.0}): writer.add_summary(summary)\n"
        "writer.close()\n"
        f"frame = sightline.open({str(tmp_path)!r}).hparams()\nassert 'lr' in str(frame.columns)"
    )
