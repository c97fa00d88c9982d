"""Which plugins the front end shows and how, and the page in which it runs one of its own module."""

from __future__ import annotations

from typing import Any, NamedTuple

from sightline.tensorboard.logged_series import plugins_with_data
from sightline.tensorboard.request import ApiError, ApiRequest, Content, not_found

_ANGULAR = {"type": "NG_COMPONENT"}


class Plugin(NamedTuple):
    """A plugin of TensorBoard: how it is shown, and the names its data is logged under."""

    mechanism: dict[str, str]
    tab_name: str = ""
    data_names: tuple[str, ...] = ()
    disable_reload: bool = False


def _element(name: str) -> dict[str, str]:
    return {"type": "CUSTOM_ELEMENT", "element_name": name}


# In TensorBoard's order, which is the order of its tabs.
PLUGINS: dict[str, Plugin] = {
    "timeseries": Plugin(_ANGULAR, "Time Series", ("scalars", "histograms", "images")),
    "scalars": Plugin(_element("tf-scalar-dashboard")),
    "custom_scalars": Plugin(_element("tf-custom-scalar-dashboard"), "Custom Scalars"),
    "images": Plugin(_element("tf-image-dashboard")),
    "audio": Plugin(_element("tf-audio-dashboard")),
    "debugger-v2": Plugin(_ANGULAR, "Debugger V2"),
    "graphs": Plugin(
        _element("tf-graph-dashboard"),
        data_names=(
            "graphs",
            "graph_run_metadata",
            "graph_run_metadata_graph",
            "graph_keras_model",
            "graph_tagged_run_metadata",
        ),
        disable_reload=True,
    ),
    "distributions": Plugin(_element("tf-distribution-dashboard"), data_names=("histograms",)),
    "histograms": Plugin(_element("tf-histogram-dashboard")),
    "text": Plugin(_element("tf-text-dashboard")),
    "pr_curves": Plugin(_element("tf-pr-curve-dashboard"), "PR Curves"),
    "profile_redirect": Plugin(_element("tf-profile-redirect-dashboard"), "Profile"),
    "hparams": Plugin(_element("tf-hparams-dashboard")),
    "mesh": Plugin(_element("mesh-dashboard")),
    "wit_redirect": Plugin(_element("tf-wit-redirect-dashboard"), "What-If Tool"),
}


def plugins_listing(request: ApiRequest) -> dict[str, Any]:
    """Each plugin with whether it has data, its tab and how it is loaded."""
    with_data = plugins_with_data(request.view)
    return {
        name: {
            "disable_reload": plugin.disable_reload,
            "enabled": not with_data.isdisjoint(plugin.data_names or (name,)),
            "remove_dom": False,
            "tab_name": plugin.tab_name or name,
            "loading_mechanism": plugin.mechanism,
        }
        for name, plugin in PLUGINS.items()
    }


def plugin_entry(request: ApiRequest) -> Content:
    """The page of a plugin that brings its own module."""
    name = request.args.get("name")
    if name not in PLUGINS:
        raise not_found(str(name))
    raise ApiError(400, "Plugin is not module loadable")
