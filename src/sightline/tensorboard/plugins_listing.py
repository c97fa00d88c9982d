"""Which plugins the front end shows and how, and the page in which it runs one of its own module."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sightline.tensorboard.logged_series import plugins_with_data
from sightline.tensorboard.projector import has_embeddings
from sightline.tensorboard.request import ApiError, ApiRequest, Content, not_found

_ANGULAR = {"type": "NG_COMPONENT"}


class Plugin(NamedTuple):
    """A plugin of TensorBoard: how it is shown, and the names its data is logged under."""

    mechanism: dict[str, str]
    tab_name: str = ""
    data_names: tuple[str, ...] = ()
    module: str | None = None
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
    "projector": Plugin({}, module="/index.js", disable_reload=True),
}


def plugins_listing(request: ApiRequest) -> dict[str, Any]:
    """Each plugin with whether it has data, its tab and how it is loaded."""
    with_data = set(plugins_with_data(request.view))
    if has_embeddings(request.view):
        with_data.add("projector")
    return {
        name: {
            "disable_reload": plugin.disable_reload,
            "enabled": not with_data.isdisjoint(plugin.data_names or (name,)),
            "remove_dom": False,
            "tab_name": plugin.tab_name or name,
            "loading_mechanism": plugin.mechanism or _frame(request, name, plugin),
        }
        for name, plugin in PLUGINS.items()
    }


def _frame(request: ApiRequest, name: str, plugin: Plugin) -> dict[str, str]:
    return {"type": "IFRAME", "module_path": f"{request.base_path}/data/plugin/{name}{plugin.module}"}


def plugin_entry(request: ApiRequest) -> Content:
    """The page of a plugin that brings its own module."""
    name = request.args.get("name")
    if name not in PLUGINS:
        raise not_found(str(name))
    module = PLUGINS[name].module
    if module is None:
        raise ApiError(400, "Plugin is not module loadable")
    script = f"import({json.dumps('.' + module)}).then((m) => void m.render());"
    page = f"""
<!DOCTYPE html>
<head><base href="plugin/{name}/" /></head>
<body><script type="module">{script}</script></body>
"""
    return Content(page.encode(), "text/html")
