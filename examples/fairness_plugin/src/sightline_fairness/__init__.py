"""Error rates by group of people: how they are logged, and the kind and the page that show them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from sightline import summary
from sightline.engine.kind import Claim, Kind
from sightline.formats import messages
from sightline.plugins import Page

kind = Kind(slug="fairness", title="Fairness", claims=(Claim(plugin="fairness"),))
page = Page(title="Fairness", files=Path(__file__).parent / "web", kinds=("fairness",))


def log_groups(tag: str, groups: Mapping[str, Sequence[float]], step: int) -> None:
    """Log (true positives, false positives, true negatives, false negatives) of every group of people.

    It goes to the default writer of `sightline.summary`, as a tensor whose metadata has the plugin's name.
    Logs that `tf.summary.write` wrote with such metadata are shown alike.
    """
    metadata = messages.SummaryMetadata()
    metadata.plugin_data.plugin_name = "fairness"
    metadata.plugin_data.content = json.dumps({"groups": list(groups)}).encode()
    summary.write(tag, [[float(count) for count in counts] for counts in groups.values()], step, metadata)
