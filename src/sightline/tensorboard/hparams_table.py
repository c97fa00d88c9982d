"""The table of session groups as JSON, CSV or LaTeX."""

from __future__ import annotations

import csv
import io
import math
from typing import Any

from sightline.tensorboard.request import ApiError, Content


def table_content(
    experiment: Any, groups: list[dict[str, Any]], format: str, visible: list[Any]
) -> Content | dict[str, Any]:
    """A column per hyperparameter and metric, those that are visible; a row per group."""
    names = [info.display_name or info.name for info in experiment.hparam_infos]
    names += [info.display_name or info.name.tag for info in experiment.metric_infos]
    header = _visible(names, visible)
    rows = [_visible(_row(experiment, group), visible) for group in groups]
    if format == "json":
        return {"header": header, "rows": rows}
    if format == "csv":
        text = io.StringIO()
        csv.writer(text).writerows([header, *rows])
        return Content(text.getvalue().encode(), "text/csv")
    if format == "latex":
        return Content(_latex_table(header, rows).encode(), "application/x-latex")
    raise ApiError(400, f"Invalid response format: {format}")


def _visible(row: list[Any], visible: list[Any]) -> list[Any]:
    return [value for value, is_visible in zip(row, visible, strict=False) if is_visible]


def _row(experiment: Any, group: dict[str, Any]) -> list[Any]:
    metrics = {(one["name"]["group"], one["name"]["tag"]): one["value"] for one in group["metricValues"]}
    hparams = [group["hparams"].get(info.name, "") for info in experiment.hparam_infos]
    return hparams + [metrics.get((info.name.group, info.name.tag)) for info in experiment.metric_infos]


def _latex_table(header: list[Any], rows: list[list[Any]]) -> str:
    lines = ["".join([" & ".join(map(_latex, row)), " \\\\\n"]) for row in rows]
    top = "\\begin{table}[tbp]\n\\begin{tabular}{" + "l" * len(header) + "}\n"
    head = " & ".join(map(_latex, header)) + " \\\\ \\hline\n"
    return top + head + "".join(lines) + "\\hline\n\\end{tabular}\n\\end{table}\n"


def _latex(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, int):
        return f"${value:d}$"
    if isinstance(value, float):
        return _latex_number(value)
    return str(value).replace("_", "\\_").replace("%", "\\%")


def _latex_number(value: float) -> str:
    if math.isnan(value):
        return r"$\mathrm{NaN}$"
    if math.isinf(value):
        return r"$-\infty$" if value < 0 else r"$+\infty$"
    coefficient, has_exponent, exponent = f"{value:.3g}".partition("e")
    return f"${coefficient}\\cdot 10^{{{int(exponent)}}}$" if has_exponent else f"${coefficient}$"
