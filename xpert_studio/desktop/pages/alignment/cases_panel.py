"""The answers behind a mark or a row, as a list to open them from."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal

from xpert_studio.desktop.kit import (
    GAP,
    SPACE,
    WIDE,
    Shell,
    ShellWidget,
    button,
    column,
    label,
    picker,
    row,
    t,
    tn,
)
from xpert_studio.desktop.pages.alignment.cases_list import CaseView
from xpert_studio.desktop.pages.alignment.cases_model import CaseList
from xpert_studio.desktop.pages.alignment.words import SAID, filter_words
from xpert_studio.desktop.unblinding import withheld_words
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.report.cases import CaseFilter, Cases
from xpert_studio.report.judge_alignment import Look


class CasesPanel(ShellWidget):
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
        super().__init__(shell)
        self.wanted: CaseFilter | None = None
        self.model = CaseList(self)
        self.title = label("", "heading")
        self.count = label("", "muted")
        answers = [(t(name), said) for said, name in SAID.items()]
        self.said = picker(t("Which answers"), answers, self._narrow)
        self.export = button(t("Export as CSV"), self.ask_export, picture="download")
        self.list = CaseView(self.model, t("Answers of experts and judge"))
        self.list.opened.connect(self.opened)
        self.setFocusProxy(self.list)
        back = button(t("Back to the figures"), self.left.emit, kind="link", picture="chevron-left")
        self.work = button(t("Work through them"), self._work, picture="list-checks")
        head = row(self.title, self.said, self.work, self.export, gap=GAP, grow=0)
        column(row(back, 1), head, self.count, self.list, on=self, pad=WIDE, gap=SPACE, grow=3)  # fmt: skip

    def show_cases(self, look: Look, wanted: CaseFilter, cases: Cases, withheld: int) -> None:
        """Shows the answers a filter means."""
        is_other = wanted != self.wanted
        self.wanted = wanted
        self.model.show_cases(look.analysis, wanted.judge, cases, look.blinding, None)
        judges = [item.judge for item in look.judges]
        self.title.setText(filter_words(wanted, self.session.project_state.called, judges))
        said = tn("{n} answer", "{n} answers", len(cases))
        if withheld:
            said += f" · {withheld_words(withheld)}"
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
        tables = [("", self.model.plain())]
        export_tables(self, self.shell, t("answers"), lambda: tables)


def _is_of_the_queue(wanted: CaseFilter) -> bool:
    """Whether the queue can list the same: it knows groups, but no single expert or response."""
    others = (wanted.expert, wanted.response, wanted.beside, wanted.expert_score, wanted.task)
    return wanted.said in {"differ", "fp", "fn"} and not any(others)
