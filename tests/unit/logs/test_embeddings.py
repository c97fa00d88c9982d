"""`logs.embeddings()`: vectors, metadata, neighbors and components in Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import sightline
from sightline import SummaryWriter


def test_embeddings_have_vectors_metadata_neighbors_and_components(tmp_path: Path) -> None:
    vectors = np.random.default_rng(0).normal(size=(20, 4)).astype(np.float32)
    with SummaryWriter(tmp_path / "a") as writer:
        for step in (1, 5):
            writer.add_embedding(
                vectors * step, [[f"w{i}", i / 2] for i in range(20)], None, step, "words", ["word", "half"]
            )
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "projector_config.pbtxt").write_text("not a list {")
    with sightline.open(tmp_path, progress=False) as logs:
        (found,) = logs.embeddings()
        assert (found.run, found.name, found.source, found.steps) == ("a", "words", "projector", (1, 5))
        assert np.allclose(found.vectors(), vectors * 5, atol=1e-5)
        assert np.allclose(found.vectors(step=1), vectors, atol=1e-5)
        metadata = found.metadata()
        assert (metadata["word"][3], metadata["half"][3]) == ("w3", 1.5)
        assert len(found.neighbors(3, k=4)) == 4
        assert list(found.pca(3)) == ["x", "y", "z"]
        assert logs.embeddings(run="nothing") == []
