"""What entry points name: built-in kinds and plugins; a broken plugin stops nobody and gives its reason."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

import pytest

from sightline.plugins import Installed, installed_from, load_claims, load_installed, load_kinds
from sightline.plugins.loading import KINDS, PAGES, QUERIES
from support import outside_plugin

OUTSIDE = "support.outside_plugin"


def point(name: str, value: str, group: str = KINDS) -> EntryPoint:
    return EntryPoint(name, value, group)


def broken(*points: EntryPoint, budget_secs: float = 10.0) -> Installed:
    with pytest.warns(UserWarning, match="is broken"):
        return installed_from(points, budget_secs=budget_secs)


def test_built_in_kinds_are_found_with_their_parts() -> None:
    kinds = load_kinds()
    assert {"histogram", "hparams", "image", "text"} <= set(kinds)
    decode = kinds["text"].part("decode")
    assert decode is not None
    assert callable(decode.decode)
    assert kinds["text"].part("nothing") is None
    assert load_claims().resolve("text", 0, "tensor") == "text"


def test_without_plugins_only_built_in_kinds_are_loaded() -> None:
    installed = load_installed(with_plugins=False)
    assert set(installed.kinds) == {entry.name for entry in entry_points(group=KINDS)}
    assert (installed.plugins, installed.pages) == ((), ())


def test_plugin_adds_a_kind_with_its_queries_more_queries_and_a_page() -> None:
    installed = installed_from(
        [
            point("outside", f"{OUTSIDE}:kind"),
            point("outside", f"{OUTSIDE}:page", PAGES),
            point("scalar", f"{OUTSIDE}.query:QUERIES", QUERIES),
        ]
    )
    assert installed.kinds["outside"].plugin == "support"
    assert set(installed.queries) == {"outside", "scalar"}
    (page,) = installed.pages
    assert (page.slug, page.title, page.state, page.kinds) == ("outside", "Outside", "ok", ("outside",))
    assert page.module == "plugins/outside/page.js"
    assert installed.files["outside"].name == "web"
    assert [plugin.reason for plugin in installed.plugins] == [None]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_package:kind", "No module named 'no_such_package'"),
        (f"{OUTSIDE}:no_such_name", "no_such_name"),
        ("json:loads", "json:loads is not a Kind"),
        (f"{OUTSIDE}.broken:kind", "ImportError: libgpu.so.1"),
    ],
)
def test_kind_that_does_not_load_is_left_out_with_its_reason(value: str, reason: str) -> None:
    installed = broken(point("bad", value), point("text", "sightline.kinds.text:kind"))
    assert list(installed.kinds) == ["text"]
    (plugin,) = installed.plugins
    assert plugin.reason is not None
    assert "the kind bad" in plugin.reason
    assert reason in plugin.reason
    assert [(page.slug, page.state, page.reason) for page in installed.pages] == [
        (plugin.name, "broken", plugin.reason)
    ]


def test_import_that_hangs_is_given_up_and_its_page_is_listed_as_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # From this folder `hanging` is a package of its own, and so a plugin of its own.
    monkeypatch.syspath_prepend(outside_plugin.__path__[0])
    installed = broken(
        point("good", f"{OUTSIDE}:kind"), point("stuck", "hanging:page", PAGES), budget_secs=0.5
    )
    assert "outside" in installed.kinds
    (page,) = installed.pages
    assert (page.slug, page.state) == ("stuck", "broken")
    assert page.reason == "import: no answer within 0.5 s"


@pytest.mark.parametrize(
    ("name", "reason"), [("newer", "version 99 of the page interface"), ("lost", "there is no page.js")]
)
def test_page_that_cannot_be_shown_is_offered_as_broken(name: str, reason: str) -> None:
    installed = broken(point(name, f"{OUTSIDE}:{name}", PAGES))
    (page,) = installed.pages
    assert page.state == "broken"
    assert reason in (page.reason or "")
    assert installed.files == {}


def test_plugin_may_not_replace_a_built_in_kind() -> None:
    installed = broken(
        point("scalar", "sightline.kinds.scalar:kind"), point("scalar", "support.outside_scalar:kind")
    )
    assert installed.kinds["scalar"].plugin is None
    assert installed.plugins[0].reason == "the kind scalar: another one has this name"
