"""The queries of the kind profile."""

from __future__ import annotations

from typing import Any

from sightline.engine.store import StoreView
from sightline.kinds.profile.kernel_table import KernelsParams, kernels
from sightline.kinds.profile.opened import open_profiles
from sightline.kinds.profile.operator_table import OperatorsParams, operators
from sightline.kinds.profile.overview import overview
from sightline.kinds.profile.search import ProfileSearchParams, search
from sightline.kinds.profile.sessions import ProfileFileParams, SessionsParams, item, sessions
from sightline.kinds.profile.step_table import steps
from sightline.kinds.profile.timeline import (
    ProfileSliceParams,
    ProfileWindowParams,
    slice_details,
    tracks,
    window,
)
from sightline.wire.frame import Frame
from sightline.wire.query import Query

_opened = open_profiles()


def _overview(view: StoreView, params: ProfileFileParams) -> dict[str, Any]:
    profile = _opened.open(view, params.run, params.name)
    return profile.once("overview", lambda: overview(profile))


def _steps(view: StoreView, params: ProfileFileParams) -> Frame:
    profile = _opened.open(view, params.run, params.name)
    return profile.once("steps", lambda: steps(profile))


def _operators(view: StoreView, params: OperatorsParams) -> Frame:
    profile = _opened.open(view, params.run, params.name)
    return profile.once(params, lambda: operators(profile, params.group, params.limit))


def _kernels(view: StoreView, params: KernelsParams) -> Frame:
    profile = _opened.open(view, params.run, params.name)
    return profile.once(params, lambda: kernels(profile, params.group, params.limit))


def _tracks(view: StoreView, params: ProfileFileParams) -> Frame:
    profile = _opened.open(view, params.run, params.name)
    return profile.once("tracks", lambda: tracks(profile))


def _window(view: StoreView, params: ProfileWindowParams) -> Frame:
    return window(_opened.open(view, params.run, params.name), params)


def _search(view: StoreView, params: ProfileSearchParams) -> Frame:
    return search(_opened.open(view, params.run, params.name), params)


def _slice(view: StoreView, params: ProfileSliceParams) -> dict[str, Any]:
    return slice_details(_opened.open(view, params.run, params.name), params.slice)


def _progress(view: StoreView, params: ProfileFileParams) -> dict[str, Any]:
    reading = _opened.progress(view, params.run, params.name)
    if reading is None:
        return {"state": "closed", "bytes_done": 0, "bytes_total": 0}
    state = "ready" if reading.ended.is_set() else "reading"
    return {"state": state, "bytes_done": reading.bytes_done, "bytes_total": reading.bytes_total}


QUERIES: dict[str, Query[Any]] = {
    "item": Query(ProfileFileParams, item, "file"),
    "kernels": Query(KernelsParams, _kernels),
    "operators": Query(OperatorsParams, _operators),
    "overview": Query(ProfileFileParams, _overview, "json"),
    "progress": Query(ProfileFileParams, _progress, "json", cached=False),
    "search": Query(ProfileSearchParams, _search),
    "sessions": Query(SessionsParams, sessions),
    "slice": Query(ProfileSliceParams, _slice, "json"),
    "step_times": Query(ProfileFileParams, _steps),
    "tracks": Query(ProfileFileParams, _tracks),
    "window": Query(ProfileWindowParams, _window),
}
