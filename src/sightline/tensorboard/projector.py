"""Plugin "projector": runs with embeddings, their configuration, vectors and the files beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from google.protobuf import json_format, text_format

from sightline.engine.run_view import RunView
from sightline.engine.side_files import read_side_file
from sightline.engine.store import StoreView
from sightline.formats import messages
from sightline.formats.byte_blocks import no_progress
from sightline.formats.image_header import read_header, too_large
from sightline.formats.media_type import media_type
from sightline.kinds.embedding.decode import EmbeddingInfo
from sightline.kinds.embedding.projector_source import ProjectorFile
from sightline.tensorboard.installed import tensorboard_folder
from sightline.tensorboard.request import ApiError, ApiRequest, Content, not_found

_CONFIG_FILE = "projector_config.pbtxt"
_MAX_CONFIG_BYTES = 1 << 20
_MAX_FILE_BYTES = 256 << 20
_TOP = "."
_ASSETS = {
    "index.js": "text/javascript",
    "projector_binary.html": "text/html",
    "projector_binary.js": "text/javascript",
}


def runs(request: ApiRequest) -> list[str]:
    """The runs with a list of embeddings in files."""
    return list(_configs(request.view))


def info(request: ApiRequest) -> Any:
    """The configuration of a run."""
    run, config = _config(request)
    shown = messages.ProjectorConfig()
    shown.CopyFrom(config)
    for entry in shown.embeddings:
        if entry.tensor_path and not entry.tensor_shape:
            entry.tensor_shape.extend(_shape(run, entry))
    return json_format.MessageToDict(shown)


def tensor(request: ApiRequest) -> Content:
    """The vectors of an embedding as float32; the first `num_rows` of them."""
    run, entry, n_rows = *_entry(request), _n_rows(request)
    if not entry.tensor_path:
        raise ApiError(400, f'Tensor "{entry.tensor_name}" not found')
    vectors = _vectors(run, entry)
    return Content(vectors[:n_rows].astype("<f4").tobytes(), "application/octet-stream")


def metadata(request: ApiRequest) -> Content:
    """The table of labels; a header and the first `num_rows` of its rows."""
    run, entry, n_rows = *_entry(request), _n_rows(request)
    lines = _file(run, entry.metadata_path, "metadata", entry).splitlines(keepends=True)
    n_header = 1 if lines and b"\t" in lines[0] else 0
    return Content(b"".join(lines if n_rows is None else lines[: n_rows + n_header]), "text/plain")


def bookmarks(request: ApiRequest) -> Content:
    """The saved views of an embedding."""
    run, entry = _entry(request)
    return Content(_file(run, entry.bookmarks_path, "bookmarks", entry))


def sprite_image(request: ApiRequest) -> Content:
    """The picture with a thumbnail for each point."""
    run, entry = _entry(request)
    data = _file(run, entry.sprite.image_path, "sprite image", entry)
    problem = too_large(read_header(data))
    if problem:
        raise ApiError(400, problem)
    return Content(data, media_type(data))


def has_embeddings(view: StoreView) -> bool:
    """Whether any run has a list of embeddings in files."""
    return bool(_configs(view))


def asset(name: str) -> Content:
    """A file of TensorBoard's own projector, where TensorBoard is installed."""
    folder = tensorboard_folder()
    path = folder / "plugins" / "projector" / "tf_projector_plugin" / name if folder else Path()
    if folder is None or not path.is_file():
        raise not_found("the projector's page comes with the package tensorboard, which is not installed")
    return Content(path.read_bytes(), _ASSETS[name])


def _configs(view: StoreView) -> dict[str, tuple[RunView, Any]]:
    """By run, what `projector_config.pbtxt` lists; those that list no file are left out."""
    found = [(run, _cached_config(run)) for run in view.runs if run.tips or run.name == _TOP]
    return {run.name: (run, config) for run, config in found if config is not None}


def _cached_config(run: RunView) -> Any:
    if "tensorboard.projector" not in run.cache:
        run.cache["tensorboard.projector"] = _read_config(run)
    return run.cache["tensorboard.projector"]


def _read_config(run: RunView) -> Any:
    side_file = next((file for file in run.side_files if file.glob == _CONFIG_FILE), None)
    if side_file is None:
        return None
    try:
        text = read_side_file(run, side_file, max_bytes=_MAX_CONFIG_BYTES).decode("utf-8", "replace")
        config = text_format.Parse(text, messages.ProjectorConfig(), allow_unknown_field=True)
    except (LookupError, text_format.ParseError):
        return None
    if not any(entry.tensor_path for entry in config.embeddings):
        return None
    for entry in config.embeddings:
        entry.tensor_name = (entry.tensor_name or entry.tensor_path.rpartition("/")[2]).removesuffix(":0")
    return config


def _shape(run: RunView, entry: Any) -> tuple[int, ...]:
    try:
        shape: tuple[int, ...] = _vectors(run, entry).shape
        return shape
    except ApiError:
        return ()


def _vectors(run: RunView, entry: Any) -> Any:
    info = EmbeddingInfo(entry.tensor_name, entry.tensor_path, tuple(entry.tensor_shape), "", "", "", None)
    try:
        return ProjectorFile(run, info).read(no_progress)[0]
    except (LookupError, MemoryError) as error:
        raise ApiError(400, str(error.args[0] if error.args else error)) from error


def _config(request: ApiRequest) -> tuple[RunView, Any]:
    run = request.args.get("run")
    if run is None:
        raise ApiError(400, 'query parameter "run" is required')
    found = _configs(request.view).get(run)
    if found is None:
        raise ApiError(400, f'Unknown run: "{run}"')
    return found


def _entry(request: ApiRequest) -> tuple[RunView, Any]:
    name = request.args.get("name")
    run, config = _config(request)
    if name is None:
        raise ApiError(400, 'query parameter "name" is required')
    for entry in config.embeddings:
        if entry.tensor_name == name.removesuffix(":0"):
            return run, entry
    raise ApiError(400, f'Tensor "{name}" not found')


def _n_rows(request: ApiRequest) -> int | None:
    text = request.args.get("num_rows")
    if not text:
        return None
    if not text.isdigit() or int(text) < 1:
        raise ApiError(400, "query parameter num_rows must be integer > 0")
    return int(text)


def _file(run: RunView, path: str, what: str, entry: Any) -> bytes:
    if not path:
        raise ApiError(400, f'No {what} file found for tensor "{entry.tensor_name}"')
    try:
        return read_side_file(run, path, max_bytes=_MAX_FILE_BYTES)
    except LookupError as error:
        raise ApiError(400, str(error.args[0])) from error
