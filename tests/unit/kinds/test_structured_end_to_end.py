"""Every structured kind from the call to the reader: found under its own kind by its claim, and decoded."""

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sightline
from sightline.kinds.embedding.decode import decode_config

TAGS = {
    "pr_curve": ["pr"],
    "roc_curve": ["roc"],
    "confusion_matrix": ["confusion"],
    "table": ["table"],
    "mesh": ["mesh_FACE", "mesh_VERTEX"],
    "custom_scalars": ["custom_scalars__config__"],
    "hparams": ["_hparams_/experiment", "_hparams_/session_end_info", "_hparams_/session_start_info"],
}


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("logs")
    with sightline.SummaryWriter(folder / "run") as writer:
        writer.add_pr_curve("pr", [1, 0], [0.9, 0.1], 1)
        writer.add_roc_curve("roc", [1, 0], [0.9, 0.1], 1)
        writer.add_confusion_matrix("confusion", [0, 1], [0, 1], 1)
        writer.add_table("table", {"a": [1, 2]}, step=1)
        writer.add_mesh("mesh", np.zeros((1, 3, 3)), faces=np.zeros((1, 1, 3)), global_step=1)
        writer.add_custom_scalars({"c": {"t": ["Multiline", ["x"]]}})
        writer.log_hparams({"lr": 0.1}, {"loss": 0.5}, 1)
        writer.add_embedding(np.eye(3), list("abc"), global_step=1)
    with sightline.open(folder) as opened:
        yield opened


@pytest.mark.parametrize("kind", TAGS)
def test_found_and_decoded(kind: str, logs: Any) -> None:
    view = logs.view
    run = view.by_name["run"]
    assert sorted(run.series(kind)) == TAGS[kind]
    decode = import_module(f"sightline.kinds.{kind}.decode").decode
    for tag in TAGS[kind]:
        index = view.items(run.id, tag, kind)
        assert len(index) == 1
        assert decode(view.read(index.location(0))) is not None


def test_embeddings_are_found_as_files(logs: Any, tmp_path: Path) -> None:
    (side,) = logs.view.by_name["run"].side_files
    assert side.kind == "embedding"
    (info,) = decode_config(Path(side.path).read_bytes())
    assert info.name == "default:00001"


def test_what_stands_in_for_tensorboard_is_listed_once(logs: Any) -> None:
    run = logs.view.by_name["run"]
    assert not run.series("text")
    assert not run.series("image")
