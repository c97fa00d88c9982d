"""Which function answers which path below `/data/`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sightline.tensorboard import (
    audio,
    core,
    distributions,
    histograms,
    images,
    plugins_listing,
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
    "plugin/debugger-v2/runs": core.debugger_runs,
    "plugin/distributions/distributions": distributions.distributions,
    "plugin/distributions/tags": distributions.tags,
    "plugin/histograms/histograms": histograms.histograms,
    "plugin/histograms/tags": histograms.tags,
    "plugin/images/images": images.images,
    "plugin/images/individualImage": images.individual_image,
    "plugin/images/tags": images.tags,
    "plugin/scalars/scalars": scalars.scalars,
    "plugin/scalars/scalars_multirun": scalars.scalars_multirun,
    "plugin/scalars/tags": scalars.tags,
    "plugin/text/tags": text.tags,
    "plugin/text/text": text.text,
    "plugin/timeseries/imageData": timeseries.image_data,
    "plugin/timeseries/tags": timeseries.tags,
    "plugin/timeseries/timeSeries": timeseries.time_series,
}
