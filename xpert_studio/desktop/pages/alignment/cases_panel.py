"""The answers behind a mark or a row, as a list to open them from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QWidget

from xpert_studio.desktop.look import GAP, SPACE, WIDE
from xpert_studio.desktop.pages.alignment.cases_list import CaseView
from xpert_studio.desktop.pages.alignment.cases_model import CaseList
from xpert_studio.desktop.pages.alignment.words import SAID, filter_words
from xpert_studio.desktop.parts.labels import button, label
from xpert_studio.desktop.parts.layouts import column, row
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import t, tn
from xpert_studio.report.csv_tables import write_tables

if TYPE_CHECKING:
    from xpert_studio.report.cases import CaseFilter, Cases
    from xpert_studio.report.look import Look


class CasesPanel(QWidget):
    """Answers that a filter means.

    Signals:
        left: Back to the figures.
        opened: One should be shown: its ``DisagreementKey``.
        narrowed: Another filter: a ``CaseFilter``.
        work_wanted: The disagreements among them should be worked through: a ``CaseFilter``.
    """

    left = Signal()
    opened = Signal(object)
    narrowed = Signal(object)
    work_wanted = Signal(object)

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self.wanted: CaseFilter | None = None
        self.model = CaseList(self)
        self.title = label("", "heading")
        self.count = label("", "muted")
        self.said = QComboBox()
        self.said.setAccessibleName(t("Which answers"))
        for said, name in SAID.items():
            self.said.addItem(t(name), said)
        self.said.activated.connect(lambda _: self._narrow())
        self.export = button(t("Export as CSV"), self.ask_export, picture="download")
        self.list = CaseView(self.model, t("Answers of experts and judge"))
        self.list.opened.connect(self.opened)
        self.setFocusProxy(self.list)
        back = button(t("Back to the figures"), self.left.emit, kind="link", picture="chevron-left")
        self.work = button(t("Work through them"), self._work, picture="list-checks")
        head = row(self.title, self.said, self.work, self.export, gap=GAP)
        head.setStretch(0, 1)
        column(row(back, 1), head, self.count, self.list, on=self, pad=WIDE, gap=SPACE).setStretch(3, 1)  # fmt: skip

    def show_cases(self, look: Look, wanted: CaseFilter, cases: Cases, withheld: int) -> None:
        """Shows the answers a filter means."""
        is_other = wanted != self.wanted
        self.wanted = wanted
        self.model.show_cases(look.analysis, wanted.judge, cases, look.blinding, None)
        judges = [item.judge for item in look.judges]
        self.title.setText(filter_words(wanted, self._shell.session.house.called, judges))
        said = tn("{n} answer", "{n} answers", len(cases))
        if withheld:
            said += " · " + tn(
                "{n} more is on a response that you still have to judge or confirm, and not shown.",
                "{n} more are on responses that you still have to judge or confirm, and not shown.", withheld,
            )  # fmt: skip
        self.count.setText(said)
        with QSignalBlocker(self.said):
            self.said.setCurrentIndex(max(0, self.said.findData(wanted.said)))
        self.said.setVisible(not wanted.beside)
        self.work.setVisible(_is_of_the_queue(wanted))
        self.export.setEnabled(bool(len(cases)))
        if is_other and len(cases):
            self.list.go_to(0)

    def _narrow(self) -> None:
        if self.wanted is not None:
            self.narrowed.emit(self.wanted.but(said=str(self.said.currentData())))

    def _work(self) -> None:
        if self.wanted is not None:
            self.work_wanted.emit(self.wanted)

    def ask_export(self) -> None:
        """Asks for a file, and writes the list to it."""
        folder = self._shell.session.path.parent / f"{t('answers')}.csv"
        name, _ = QFileDialog.getSaveFileName(
            self, t("Export as CSV"), str(folder), t("Tables (*.csv)")
        )
        if name:
            write_list(self._shell, self.model, Path(name), self)


def _is_of_the_queue(wanted: CaseFilter) -> bool:
    """Whether the queue can list the same: it knows groups, but no single expert or response."""
    others = (wanted.expert, wanted.response, wanted.beside, wanted.expert_score, wanted.task)
    return wanted.said in {"differ", "fp", "fn"} and not any(others)


def write_list(shell: Shell, model: CaseList, path: Path, owner: QWidget) -> None:
    """Writes a list of answers to a file, and says so."""
    target = path if path.suffix else path.with_suffix(".csv")
    shell.session.fetch(
        lambda: write_tables(target, [("", model.plain())]),
        lambda _: shell.say(t("Written to {path}.", path=target), "good"),
        owner=owner,
    )
