"""Writes a chart to its own file: the drawing, a picture of it, or the figures behind it."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Final

from xpert_studio.core.atomic_files import need_free, whole_file
from xpert_studio.core.errors import UsageError
from xpert_studio.core.messages import Message
from xpert_studio.report.charts.drawing import Chart
from xpert_studio.report.charts.palette import ON_WHITE, recoloured
from xpert_studio.report.csv_tables import write_tables

CHART_ENDINGS: Final = (".svg", ".png", ".csv")
_DPI: Final = 216


def need_chart_target(target: Path, *, replace: bool) -> None:
    """Refuses what no chart can be written to; before its figures are computed.

    Raises:
        UsageError: Another ending, or the file exists and may not be replaced.
    """
    if target.suffix.lower() not in CHART_ENDINGS:
        raise UsageError(
            Message("A chart cannot be written as {ending}.", ending=target.suffix or target.name),
            remedy=Message("Choose one of: {known}.", known=", ".join(CHART_ENDINGS)),
        )
    need_free(target, replace=replace)


def save_chart(chart: Chart, target: Path, *, replace: bool = True) -> None:
    """Writes a chart in the format its file name asks for.

    Args:
        chart: The chart.
        target: ``.svg`` or ``.png``, on white; or ``.csv``, its figures.
        replace: Whether an existing file may be replaced.

    Raises:
        UsageError: Another ending, or the file exists and may not be replaced.
        XpertError: It could not be written.
    """
    need_chart_target(target, replace=replace)
    ending = target.suffix.lower()
    with whole_file(target, replace=replace) as unfinished:
        if ending == ".svg":
            unfinished.write_text(_standing_alone(chart), encoding="utf-8")
        elif ending == ".png":
            _paint(chart, unfinished)
        else:
            write_tables(unfinished, [("", [chart.heads, *chart.rows])])


def _standing_alone(chart: Chart) -> str:
    svg = recoloured(chart.svg, ON_WHITE)
    ground = f'<rect width="{chart.width}" height="{chart.height}" fill="#ffffff"/>'
    head, _, rest = svg.partition(">")
    size = f' width="{chart.width}pt" height="{chart.height}pt"'
    return f'<?xml version="1.0" encoding="utf-8"?>\n{head}{size}>{ground}{rest}'


def _paint(chart: Chart, target: Path) -> None:
    ground = chart.figure.patch
    ground.set_alpha(1.0)  # the drawing itself has none: it stands on the page's own
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Glyph .* missing")
            chart.figure.savefig(
                target, format="png", dpi=_DPI, facecolor="white", metadata={"Software": None}
            )
    finally:
        ground.set_alpha(0.0)
