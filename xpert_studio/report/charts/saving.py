"""Writes a chart to its own file: the drawing, a picture of it, or the figures behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from xpert_studio.core.atomic_files import need_free, whole_file
from xpert_studio.core.errors import UsageError
from xpert_studio.core.extras import need
from xpert_studio.core.messages import Message
from xpert_studio.core.typesetting import PDF, set_as_png
from xpert_studio.report.charts.chart import Chart
from xpert_studio.report.charts.palette import ON_WHITE
from xpert_studio.report.charts.svg import chart_svg
from xpert_studio.report.csv_tables import write_tables

CHART_ENDINGS: Final = (".svg", ".png", ".csv")
_WIDTH: Final = 800.0
_HEAD: Final = '<?xml version="1.0" encoding="utf-8"?>\n'


def need_chart_target(target: Path, *, replace: bool) -> None:
    """Refuses what no chart can be written to; before its figures are computed.

    Raises:
        MissingExtraError: It is a PNG, and the typesetter is not installed.
        UsageError: Another ending, or the file exists and may not be replaced.
    """
    if target.suffix.lower() not in CHART_ENDINGS:
        raise UsageError(
            Message("A chart cannot be written as {ending}.", ending=target.suffix or target.name),
            remedy=Message("Choose one of: {known}.", known=", ".join(CHART_ENDINGS)),
        )
    if target.suffix.lower() == ".png":
        need(PDF)
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
        if ending == ".csv":
            write_tables(unfinished, [("", [chart.heads, *chart.rows])])
            return
        drawing = chart_svg(chart, _WIDTH, ON_WHITE, alone=True)
        if ending == ".svg":
            unfinished.write_text(f"{_HEAD}{drawing}", encoding="utf-8")
        else:
            unfinished.write_bytes(set_as_png(drawing, _WIDTH))
