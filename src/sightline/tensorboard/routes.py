"""Which function answers which path below `/data/`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sightline.tensorboard import (
    audio,
    core,
    custom_scalars,
    distributions,
    graphs,
    histograms,
    hparams,
    images,
    mesh,
    plugins_listing,
    pr_curves,
    projector,
    scalars,
    text,
    timeseries,
)
from sightline.tensorboard.request import ApiRequest

# A handler returns a value for JSON, or Content.
Handler = Callable[[ApiRequest], Any]

ROUTES: dict[str, Handler] = {
    "environment": core.environment,
    "experiment_runs": core.experiment_runs,
    "experiments": core.experiments,
    "logdir": core.logdir,
    "notifications": core.notifications,
    "plugin_entry.html": plugins_listing.plugin_entry,
    "plugins_listing": plugins_listing.plugins_listing,
    "runs": core.runs,
    "window_properties": core.window_properties,
    "plugin/audio/audio": audio.audio,
    "plugin/audio/individualAudio": audio.individual_audio,
    "plugin/audio/tags": audio.tags,
    "plugin/custom_scalars/download_data": custom_scalars.download_data,
    "plugin/custom_scalars/layout": custom_scalars.layout,
    "plugin/custom_scalars/scalars": custom_scalars.scalar_points,
    "plugin/debugger-v2/runs": core.debugger_runs,
    "plugin/distributions/distributions": distributions.distributions,
    "plugin/distributions/tags": distributions.tags,
    "plugin/graphs/graph": graphs.graph,
    "plugin/graphs/info": graphs.info,
    "plugin/graphs/run_metadata": graphs.run_metadata,
    "plugin/histograms/histograms": histograms.histograms,
    "plugin/histograms/tags": histograms.tags,
    "plugin/hparams/download_data": hparams.download_data,
    "plugin/hparams/experiment": hparams.experiment,
    "plugin/hparams/metric_evals": hparams.metric_evals,
    "plugin/hparams/session_groups": hparams.session_groups,
    "plugin/images/images": images.images,
    "plugin/images/individualImage": images.individual_image,
    "plugin/images/tags": images.tags,
    "plugin/mesh/data": mesh.data,
    "plugin/mesh/meshes": mesh.meshes,
    "plugin/mesh/tags": mesh.tags,
    "plugin/pr_curves/pr_curves": pr_curves.pr_curves,
    "plugin/pr_curves/tags": pr_curves.tags,
    "plugin/projector/bookmarks": projector.bookmarks,
    "plugin/projector/index.js": lambda _: projector.asset("index.js"),
    "plugin/projector/info": projector.info,
    "plugin/projector/metadata": projector.metadata,
    "plugin/projector/projector_binary.html": lambda _: projector.asset("projector_binary.html"),
    "plugin/projector/projector_binary.js": lambda _: projector.asset("projector_binary.js"),
    "plugin/projector/runs": projector.runs,
    "plugin/projector/sprite_image": projector.sprite_image,
    "plugin/projector/tensor": projector.tensor,
    "plugin/scalars/scalars": scalars.scalars,
    "plugin/scalars/scalars_multirun": scalars.scalars_multirun,
    "plugin/scalars/tags": scalars.tags,
    "plugin/text/tags": text.tags,
    "plugin/text/text": text.text,
    "plugin/timeseries/imageData": timeseries.image_data,
    "plugin/timeseries/tags": timeseries.tags,
    "plugin/timeseries/timeSeries": timeseries.time_series,
}
