"""What an experiment declares beforehand: its hyperparameters and the metrics that judge them."""

from __future__ import annotations

from typing import Any

from sightline.hparams.domains import Domain


class HParam:
    """A hyperparameter by name, with the domain of its values if known; no particular value."""

    def __init__(
        self,
        name: str,
        domain: Domain | None = None,
        display_name: str | None = None,
        description: str | None = None,
    ) -> None:
        if domain is not None and not isinstance(domain, Domain):
            raise ValueError(f"hyperparameter {name!r}: expected a domain, got {domain!r}")
        self._name = name
        self._domain = domain
        self._display_name = display_name
        self._description = description

    def __str__(self) -> str:
        return f"<HParam {self._name!r}: {self._domain}>"

    def __repr__(self) -> str:
        return (
            f"HParam(name={self._name!r}, domain={self._domain!r}, "
            f"display_name={self._display_name!r}, description={self._description!r})"
        )

    @property
    def name(self) -> str:
        """What it is called in the sessions."""
        return self._name

    @property
    def domain(self) -> Domain | None:
        """Which values it may take, if known."""
        return self._domain

    @property
    def display_name(self) -> str | None:
        """What people read instead of the name."""
        return self._display_name

    @property
    def description(self) -> str | None:
        """More about it, in Markdown."""
        return self._description


class Metric:
    """A scalar that judges a session: its tag, in the session's run or in the sub-run `group`."""

    TRAINING = 1
    VALIDATION = 2

    def __init__(
        self,
        tag: str,
        group: str | None = None,
        display_name: str | None = None,
        description: str | None = None,
        dataset_type: int | None = None,
    ) -> None:
        if dataset_type not in (None, Metric.TRAINING, Metric.VALIDATION):
            raise ValueError(
                f"metric {tag!r}: expected dataset_type Metric.TRAINING or Metric.VALIDATION,"
                f" got {dataset_type!r}"
            )
        self._tag = tag
        self._group = group
        self._display_name = display_name
        self._description = description
        self._dataset_type = dataset_type

    def as_proto(self) -> Any:
        """Return the MetricInfo message."""
        from sightline.formats import messages

        return messages.MetricInfo(
            name=messages.MetricName(group=self._group, tag=self._tag),
            display_name=self._display_name,
            description=self._description,
            dataset_type=self._dataset_type,
        )
