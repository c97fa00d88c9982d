"""Claims: the most specific one wins, what nobody claims is a tensor, side files find their run."""

import pytest

from sightline.engine.claims import Claim, Claims, Kind

KINDS = (
    Kind(
        "scalar", "Scalars", (Claim(plugin="scalars"), Claim(what="simple_value"), Claim(data_class="scalar"))
    ),
    Kind("image", "Images", (Claim(plugin="images"), Claim(what="image"))),
    Kind("text", "Text", (Claim(plugin="text"),)),
    Kind("tensor", "Tensors", (Claim(what="tensor"), Claim(data_class="tensor"))),
    Kind("hparams", "Hparams", (Claim(plugin="hparams"), Claim(files=".hydra/config.yaml"))),
    Kind("profile", "Profile", (Claim(files="plugins/profile/*/*.xplane.pb", alone=True),)),
)


@pytest.mark.parametrize(
    ("plugin", "data_class", "what", "slug"),
    [
        ("scalars", 1, "simple_value", "scalar"),
        ("", 0, "simple_value", "scalar"),
        ("somebodys", 1, "simple_value", "scalar"),
        ("", 0, "image", "image"),
        ("text", 2, "image", "image"),
        ("images", 3, "tensor", "image"),
        ("text", 2, "tensor", "text"),
        ("", 0, "tensor", "tensor"),
        ("somebodys", 2, "tensor", "tensor"),
        ("hparams", 0, "none", "hparams"),
        ("", 0, "none", "tensor"),
    ],
)
def test_resolution(plugin: str, data_class: int, what: str, slug: str) -> None:
    assert Claims(KINDS).resolve(plugin, data_class, what) == slug


def test_without_kinds_everything_is_a_tensor() -> None:
    assert Claims().resolve("scalars", 1, "tensor") == "tensor"
    assert not Claims().may_claim("config.yaml")


@pytest.mark.parametrize(
    ("path", "slug", "home"),
    [
        (".hydra/config.yaml", "hparams", ""),
        ("a/b/.hydra/config.yaml", "hparams", "a/b"),
        ("a/plugins/profile/2026_01/host.xplane.pb", "profile", "a"),
    ],
)
def test_side_files_belong_to_a_run(path: str, slug: str, home: str) -> None:
    claims = Claims(KINDS)
    assert claims.may_claim(path.rpartition("/")[2])
    found = claims.side_file(path)
    assert found is not None
    assert (found[0].slug, found[1]) == (slug, home)


@pytest.mark.parametrize(
    "path", ["config.yaml", "plugins/profile/a/b/host.xplane.pb", "plugins/profile/x/host.pb"]
)
def test_other_files_belong_to_nobody(path: str) -> None:
    assert Claims(KINDS).side_file(path) is None
