"""Asks for a file and writes a chart or tables to it, off the window's thread."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.desktop.kit import Shell, t
from xpert_studio.report.charts import CHART_ENDINGS, Chart, save_chart
from xpert_studio.report.csv_tables import Value, write_tables

Tables = Sequence[tuple[str, Sequence[Sequence[Value]]]]


def file_name(title: str, ending: str) -> str:
    """A title as the name of a file."""
    return (re.sub(r"\W+", "-", title).strip("-").lower() or t("chart")) + ending


def ask_for_chart_file(parent: QWidget, shell: Shell, title: str) -> Path | None:
    """Asks where a chart goes, and in which format; None if it is no longer wanted."""
    start = str(shell.session.path.parent / file_name(title, ".svg"))
    kinds = ";;".join((t("Drawing (*.svg)"), t("Picture (*.png)"), t("Figures behind it (*.csv)")))
    name, kind = QFileDialog.getSaveFileName(parent, t("Save the chart"), start, kinds)
    if not name:
        return None
    ending = re.findall(r"\*(\.\w+)", kind) or [".svg"]
    target = Path(name)
    return target if target.suffix.lower() in CHART_ENDINGS else Path(f"{target}{ending[0]}")


def save_chart_as(
    owner: QWidget, shell: Shell, title: str, draw: Callable[[], Chart] | None
) -> None:
    """Asks for a file, and writes a chart to it, if there is one; it is painted on another thread."""
    path = None if draw is None else ask_for_chart_file(owner, shell, title)
    if path is not None and draw is not None:
        _write(owner, shell, lambda: save_chart(draw(), path), path)


def ask_for_table_file(parent: QWidget, shell: Shell, title: str) -> Path | None:
    """Asks where a table goes; None if it is no longer wanted."""
    start = str(shell.session.path.parent / file_name(title, ".csv"))
    name, _ = QFileDialog.getSaveFileName(parent, t("Export as CSV"), start, t("Tables (*.csv)"))
    if not name:
        return None
    target = Path(name)
    return target if target.suffix else target.with_suffix(".csv")


def export_tables(parent: QWidget, shell: Shell, title: str, tables: Callable[[], Tables]) -> None:
    """Asks for a file, and writes tables to it; they are made on another thread too."""
    path = ask_for_table_file(parent, shell, title)
    if path is not None:
        _write(parent, shell, lambda: write_tables(path, tables()), path)


def _write(owner: QWidget, shell: Shell, work: Callable[[], object], path: Path) -> None:
    shell.session.fetch(
        work,
        lambda _: shell.say(t("Written to {path}.", path=path), "good"),
        owner=owner,
    )
