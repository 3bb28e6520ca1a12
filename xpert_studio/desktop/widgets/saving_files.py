"""Asks for a file and writes a chart or tables to it, off the window's thread."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.core.wording import t
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.files import open_file, show_in_folder
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.report.charts import CHART_ENDINGS, Chart, save_chart
from xpert_studio.report.csv_tables import Value, write_tables


class FileActs(QWidget):
    """Opens a file that was written, or its folder.

    Args:
        path: The file; None where there is none yet.
        complain: Says why it could not be opened.
    """

    def __init__(self, path: Callable[[], Path | None], complain: Callable[[str], object]) -> None:
        super().__init__()
        self._path, self._complain = path, complain
        self.open = button(t("Open"), lambda: self.act(open_file), picture="external-link")
        self.reveal = button(
            t("Show in folder"), lambda: self.act(show_in_folder), picture="folder-open"
        )
        row(self.open, self.reveal, 1, on=self)

    def act(self, act: Callable[[Path], bool]) -> None:
        """Does one of the two, and says so where it cannot be done."""
        path = self._path()
        if path is not None and not path.exists():
            self._complain(t("{path} is not there any more.", path=path))
        elif path is not None and not act(path):
            self._complain(t("No program was found for {path}.", path=path))


Tables = Sequence[tuple[str, Sequence[Sequence[Value]]]]


def file_name(title: str, ending: str) -> str:
    """A title as the name of a file."""
    return (re.sub(r"\W+", "-", title).strip("-").lower() or t("chart")) + ending


def ask_for_target(
    parent: QWidget, start: Path, title: str, *kinds: str, endings: Collection[str] = ()
) -> Path | None:
    """Asks where a file goes; None if it is no longer wanted.

    Args:
        parent: What asks.
        start: The file that is offered.
        title: Of the dialog.
        kinds: What can be chosen: ``Drawing (*.svg)``; the first is that of the offered file.
        endings: Those that a name may have; any where empty. A name without one gets that of the
            chosen kind.
    """
    name, kind = QFileDialog.getSaveFileName(parent, title, str(start), ";;".join(kinds))
    target = Path(name)
    if target.suffix.lower() in endings or (target.suffix and not endings):
        return target
    ending = re.findall(r"\*(\.\w+)", kind or kinds[0])[0]
    return target.with_name(f"{target.name}{ending}") if name else None


def save_chart_as(
    owner: QWidget, shell: Shell, title: str, draw: Callable[[], Chart] | None
) -> None:
    """Asks for a file, and writes a chart to it, if there is one; it is painted on another thread."""
    if draw is not None and (
        path := ask_for_target(
            owner,
            shell.session.path.parent / file_name(title, ".svg"),
            t("Save the chart"),
            t("Drawing (*.svg)"),
            t("Picture (*.png)"),
            t("Figures behind it (*.csv)"),
            endings=CHART_ENDINGS,
        )
    ):
        _write(owner, shell, lambda: save_chart(draw(), path), path)


def ask_for_table_file(parent: QWidget, shell: Shell, title: str) -> Path | None:
    """Asks where a table goes; None if it is no longer wanted."""
    start = shell.session.path.parent / file_name(title, ".csv")
    return ask_for_target(parent, start, t("Export as CSV"), t("Tables (*.csv)"))


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
