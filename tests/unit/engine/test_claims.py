"""Claims: the most specific one wins, unclaimed values go to one kind, side files find their run."""

import pytest

from sightline.engine.claims import Claims
from sightline.engine.kind import Claim, Kind

KINDS = (
    Kind(
        "scalar",
        "Scalars",
        (Claim(plugin="scalars"), Claim(what="simple_value"), Claim(data_class="scalar")),
        storage="columns",
    ),
    Kind("image", "Images", (Claim(plugin="images"), Claim(what="image"))),
    Kind("text", "Text", (Claim(plugin="text"),)),
    Kind("tensor", "Tensors", (Claim(what="tensor"), Claim(data_class="tensor")), takes_unclaimed=True),
    Kind("hparams", "Hparams", (Claim(plugin="hparams"), Claim(files=".hydra/config.yaml"))),
    Kind("profile", "Profile", (Claim(files="plugins/profile/*/*.xplane.pb", alone=True),)),
)


@pytest.mark.parametrize(
    ("plugin", "data_class", "what", "slug"),
    [
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
def test_resolve_picks_the_most_specific_claim(plugin: str, data_class: int, what: str, slug: str) -> None:
    assert Claims(KINDS).resolve(plugin, data_class, what) == slug


@pytest.mark.parametrize(("plugin", "data_class"), [("scalars", 1), ("", 0), ("somebodys", 1)])
def test_resolve_gives_numbers_in_columns_to_a_kind_that_stores_columns(plugin: str, data_class: int) -> None:
    assert Claims(KINDS).resolve(plugin, data_class, "simple_value", "columns") == "scalar"
    assert Claims(KINDS).resolve(plugin, data_class, "tensor") == "tensor"


def test_resolve_without_kinds_finds_none() -> None:
    assert Claims().resolve("scalars", 1, "tensor") is None
    assert not Claims().may_claim("config.yaml")


@pytest.mark.parametrize(
    ("path", "slug", "home"),
    [
        (".hydra/config.yaml", "hparams", ""),
        ("a/b/.hydra/config.yaml", "hparams", "a/b"),
        ("a/plugins/profile/2026_01/host.xplane.pb", "profile", "a"),
    ],
)
def test_side_file_finds_the_run_of_a_claimed_path(path: str, slug: str, home: str) -> None:
    claims = Claims(KINDS)
    assert claims.may_claim(path.rpartition("/")[2])
    found = claims.side_file(path)
    assert found is not None
    assert (found[0].slug, found[1]) == (slug, home)


@pytest.mark.parametrize(
    "path", ["config.yaml", "plugins/profile/a/b/host.xplane.pb", "plugins/profile/x/host.pb"]
)
def test_side_file_is_none_for_unclaimed_paths(path: str) -> None:
    assert Claims(KINDS).side_file(path) is None
