"""Links of views: what they show, and how names of other runs are taken out of them."""

from __future__ import annotations

from sightline.share.view_link import ViewLink


def test_link_shows_the_runs_it_names() -> None:
    link = ViewLink.parse("http://127.0.0.1:6006/#/scalars?only=a,b~1c&tags=^val")
    assert [name for name in ("a", "b,c", "d") if link.shows_run(name)] == ["a", "b,c"]
    assert link.shows_tag("val/loss")
    assert not link.shows_tag("train/loss")


def test_link_hides_runs_and_searches_their_names_without_regard_to_case() -> None:
    link = ViewLink.parse("#/scalars?hide=lr-2&runs=LR")
    assert [name for name in ("lr-1", "lr-2", "other") if link.shows_run(name)] == ["lr-1"]
    assert link.filter_expression == ""


def test_filter_language_in_a_link_is_recognized() -> None:
    assert ViewLink.parse("#/scalars?runs=lr+%3C+0.1").filter_expression == "lr < 0.1"


def test_names_written_in_little_space_are_read() -> None:
    link = ViewLink.parse("#/scalars?only=~f,0seed-1,52,53")
    assert [name for name in ("seed-1", "seed-2", "seed-3", "seed-4") if link.shows_run(name)] == [
        "seed-1",
        "seed-2",
        "seed-3",
    ]


def test_other_runs_are_taken_out_and_the_rest_stays() -> None:
    link = ViewLink.parse("#/scalars?only=a,b&base=b&hide=b&zoom=1,2&o.x=y").among({"a"})
    assert link.hash == "#/scalars?only=a&zoom=1,2&o.x=y"
