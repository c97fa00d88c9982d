"""sightline.projector: TensorBoard's names, a list that is read back, vectors as text and as bytes."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sightline import SummaryWriter, projector
from sightline.kinds.embedding.decode import decode_config
from support.projector_files import read_vectors


def test_lists_and_vectors(tmp_path: Path) -> None:
    vectors = np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32)
    config = projector.ProjectorConfig()
    for name in ("vectors.tsv", "vectors.bytes"):
        embedding = config.embeddings.add()
        embedding.tensor_name = name
        embedding.tensor_path = name
        embedding.tensor_shape.extend(projector.write_tensor(tmp_path / name, vectors))
        embedding.bookmarks_path = "views.json"
        embedding.sprite.image_path = "sprite.png"
        embedding.sprite.single_image_dim.extend([8, 4])
    projector.visualize_embeddings(tmp_path, config)
    infos = decode_config((tmp_path / projector.PROJECTOR_FILENAME).read_bytes())
    assert [info.sprite_size_px for info in infos] == [(8, 4), (8, 4)]
    assert [info.bookmarks_path for info in infos] == ["views.json"] * 2
    for info in infos:
        np.testing.assert_array_equal(read_vectors(info, lambda p: (tmp_path / p).read_bytes()), vectors)


def test_a_writer_in_place_of_its_directory(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        projector.visualize_embeddings(writer, projector.ProjectorConfig())
    assert (tmp_path / projector.PROJECTOR_FILENAME).read_bytes() == b""


def test_projector_refuses_bad_arguments(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected a log directory, got None"):
        projector.visualize_embeddings(None, projector.ProjectorConfig())
    with pytest.raises(ValueError, match="expected two dimensions"):
        projector.write_tensor(tmp_path / "v.tsv", [1, 2])
    assert isinstance(projector.EmbeddingInfo(), projector.EmbeddingInfo)
    assert isinstance(projector.SpriteMetadata(), projector.SpriteMetadata)


def test_labels_and_sprites(tmp_path: Path) -> None:
    projector.write_metadata(tmp_path / "labels.tsv", [["a", 1], ["b", 2]], ["name", "group"])
    assert (tmp_path / "labels.tsv").read_text() == "name\tgroup\na\t1\nb\t2\n"
    projector.write_metadata(tmp_path / "plain.tsv", ["a", "b"])
    assert (tmp_path / "plain.tsv").read_text() == "a\nb\n"
    assert projector.write_sprite(tmp_path / "sprite.png", np.zeros((5, 1, 4, 6))) == [6, 4]
    with Image.open(tmp_path / "sprite.png") as sprite:
        assert sprite.size == (18, 18)
    with pytest.raises(ValueError, match=r"sprite.png.*expected label_img of shape"):
        projector.write_sprite(tmp_path / "sprite.png", np.zeros((4, 6)))
