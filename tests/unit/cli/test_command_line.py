from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sightline import SummaryWriter
from sightline.cli._flags import with_dashes
from sightline.cli._group import group
from sightline.cli._options import ServeOptions, make_settings
from sightline.cli._roots import given_roots
from sightline.engine.roots import Pattern
from unit.cli.commands import sightline


def run(*args: str) -> Result:
    return CliRunner().invoke(group, [str(arg) for arg in args], prog_name="sightline")


def test_with_dashes_changes_flags_and_not_values() -> None:
    given = ["--path_prefix=/a_b", "--logdir_spec", "x_y:/d_e", "my_runs", "--", "--not_a_flag"]
    assert with_dashes(given) == [
        "--path-prefix=/a_b",
        "--logdir-spec",
        "x_y:/d_e",
        "my_runs",
        "--",
        "--not_a_flag",
    ]


def test_serve_on_a_taken_port_fails_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run(str(tmp_path), "--port", str(port))
    assert done.exit_code == 3
    assert done.stderr == (
        f"sightline: port {port} is taken by another program; leave out --port for the next free one\n"
    )


def test_serve_refuses_a_file_that_is_not_an_event_file_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("hello")
    done = run(str(path))
    assert done.exit_code == 4
    assert done.stderr.startswith(f"sightline: {path} is not an event file")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_serve_without_permission_fails_in_one_line(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    done = run(str(closed))
    assert done.exit_code == 4
    assert done.stderr.startswith("sightline: no permission to read")


def test_serve_without_a_log_directory_explains_what_to_give() -> None:
    done = run()
    assert done.exit_code == 2
    assert "give a log directory" in done.stderr


def test_serve_on_a_foreign_address_fails_in_one_line(tmp_path: Path) -> None:
    done = run(str(tmp_path), "--host", "192.0.2.1")
    assert done.exit_code == 3
    assert "is not an address of this machine" in done.stderr


def test_serve_with_an_unreadable_token_file_fails_in_one_line(tmp_path: Path) -> None:
    done = run(str(tmp_path), "--port", "0", "--token-file", str(tmp_path / "none"))
    assert done.exit_code == 4
    assert "cannot read the token file" in done.stderr


@pytest.mark.parametrize(
    "flags",
    [
        ["--bind_all", "--host", "127.0.0.1"],
        ["--certfile", __file__],
        ["--auth", "none", "--token-file", "x"],
        ["--port", "70000"],
        ["--no-such-flag"],
    ],
)
def test_wrong_command_line_exits_with_code_2(tmp_path: Path, flags: list[str]) -> None:
    done = run(str(tmp_path), *flags)
    assert done.exit_code == 2
    assert "Error: " in done.stderr


TENSORBOARD_FLAGS = [
    "--samples_per_plugin=scalars=1",
    "--max_reload_threads=4",
    "--load_fast=true",
    "--reload_multifile=true",
    "--reload_multifile_inactive_secs=60",
    "--purge_orphaned_data=false",
    "--generic_data=auto",
    "--detect_file_replacement=true",
    "--reuse_port=false",
    "--reload_task=thread",
    "--extra_data_server_flags=",
    "--grpc_creds_type=local",
    "--grpc_data_provider=localhost:1",
    "--db=sqlite:x",
    "--db_import",
    "--debugger_port=6064",
    "--whatif-data-dir=x",
    "--verbosity=1",
    "--logger_levels=absl:debug",
    "--stderrthreshold=info",
    "--log_dir=x",
    "--logtostderr",
    "--alsologtostderr=true",
    "--showprefixforinfo=false",
    "--pdb_post_mortem",
    "--run_with_profiling",
    "--profile_file=x",
    "--only_check_args",
    "--flagfile=x",
    "--undefok=x",
]


@pytest.mark.parametrize("flag", TENSORBOARD_FLAGS)
def test_other_tensorboard_flags_are_explained(tmp_path: Path, flag: str) -> None:
    # The unfit address ends the command after its flags were read.
    done = run(str(tmp_path), flag, "--host", "192.0.2.1")
    assert done.exit_code == 3
    name = flag.split("=")[0].replace("_", "-")
    assert f"{name} is not needed: " in done.stderr


@pytest.mark.parametrize("flag", ["--nologtostderr", "--logtostderr=0", "-v=1"])
def test_absl_spellings_of_flags_are_taken(tmp_path: Path, flag: str) -> None:
    done = run(flag, str(tmp_path), "--host", "192.0.2.1")
    assert done.exit_code == 3, done.output
    assert "is not needed: " in done.stderr


@pytest.mark.parametrize("flag", ["--helpfull", "--helpshort"])
def test_absl_help_flags_print_the_help(flag: str) -> None:
    done = run(flag)
    assert done.exit_code == 0
    assert "--path-prefix" in done.output


def test_version_tb_prints_the_version(tmp_path: Path) -> None:
    assert run("--version_tb").output == run("--version").output
    assert run("--logdir", str(tmp_path), "--version").output == run("--version").output


def test_tensorboard_dev_is_explained_and_a_folder_of_that_name_is_not() -> None:
    done = run("dev", "list")
    assert done.exit_code == 1
    assert done.stderr.startswith("sightline: TensorBoard.dev was shut down")
    assert run("dev", "--host", "192.0.2.1").exit_code == 3


def test_logdir_takes_names_and_commas_as_tensorboard_once_did(tmp_path: Path) -> None:
    found = given_roots((f"a:{tmp_path}/x,b:{tmp_path}/y",), "")
    assert found == [Pattern(f"{tmp_path}/x", "a"), Pattern(f"{tmp_path}/y", "b")]
    odd = tmp_path / "a:x,b:y"
    odd.mkdir()
    assert given_roots((str(odd), "x,y"), "") == [Pattern(str(odd)), Pattern("x,y")]


def test_inspect_of_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    done = run("--inspect", "--logdir", str(tmp_path / "none"))
    assert done.exit_code == 4
    assert done.stderr == (
        f"sightline: no such directory or event file: {tmp_path / 'none'}; give the folder above your runs.\n"
    )


def test_make_settings_derives_token_and_writable_from_the_address() -> None:
    local = make_settings(ServeOptions())
    assert (local.token, local.writable) == (None, True)
    beyond = make_settings(ServeOptions(bind_all=True))
    assert beyond.host == "0.0.0.0"
    assert beyond.token is not None
    assert not beyond.writable
    assert make_settings(ServeOptions(host="0.0.0.0", writable=True)).writable
    assert not make_settings(ServeOptions(writable=False)).writable
    assert make_settings(ServeOptions(auth="token")).token is not None


def test_plugins_of_tensorboard_are_hosted_beyond_loopback_only_if_asked_for() -> None:
    assert make_settings(ServeOptions()).hosts_plugins
    assert not make_settings(ServeOptions(bind_all=True)).hosts_plugins
    assert make_settings(ServeOptions(bind_all=True, tensorboard_plugins=True)).hosts_plugins
    assert not make_settings(ServeOptions(tensorboard_plugins=False)).hosts_plugins


def test_make_settings_warns_about_auth_none(capsys: pytest.CaptureFixture[str]) -> None:
    settings = make_settings(ServeOptions(bind_all=True, auth="none"))
    assert settings.token is None
    assert "--auth none: everybody who reaches this address sees the logs" in capsys.readouterr().err


def test_version_and_help() -> None:
    assert run("--version").output.startswith("sightline, version ")
    text = run("--help").output
    assert all(name in text for name in ("serve", "demo", "prune"))
    text = run("serve", "--help").output
    assert "--path-prefix" in text
    assert "--samples-per-plugin" not in text


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(shell: str) -> None:
    done = run("completion", shell)
    assert done.exit_code == 0
    assert "_SIGHTLINE_COMPLETE" in done.output


@pytest.mark.parametrize(
    ("words", "at", "wanted"),
    [
        ("sightline pr", "1", "prune"),
        ("sightline --path", "1", "--path-prefix"),
        ("sightline serve --wind", "2", "--window-title"),
        ("sightline profile su", "2", "summary"),
        ("sightline profile summary --li", "3", "--limit"),
    ],
)
def test_completion_offers_subcommands_and_flags(words: str, at: str, wanted: str) -> None:
    environment = {"_SIGHTLINE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": at}
    done = CliRunner().invoke(group, [], prog_name="sightline", env=environment)
    assert wanted in done.output


def test_inspect_is_the_subcommand_with_tensorboards_flags(tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path / "a")) as writer:
        writer.add_scalar("loss", 1.0, 1)
        writer.add_scalar("accuracy", 1.0, 1)
    (event_file,) = (tmp_path / "a").iterdir()
    done = run("--inspect", "--logdir", str(tmp_path), "--tag", "loss")
    assert done.exit_code == 0, done.output
    assert "loss" in done.output
    assert "accuracy" not in done.output
    done = run("--inspect", "--event_file", str(event_file))
    assert done.exit_code == 0, done.output
    assert "accuracy" in done.output


@pytest.mark.parametrize("command", ["embed", "trace", "graph", "profile summary"])
def test_address_that_nothing_reads_gets_the_schemes_that_are_read(command: str) -> None:
    done = sightline(*command.split(), "ftp://host/words.tsv")
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.startswith("sightline: ftp://host/words.tsv is neither a local path nor an address")
    assert "s3://" in done.stderr
    assert done.stderr.count("\n") == 1
