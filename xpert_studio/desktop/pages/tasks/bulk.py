"""What can be done with several tasks at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMenu, QTableView

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    Card,
    Shell,
    ask_reason,
    button,
    explained,
    label,
    menu_words,
    row,
    t,
    tn,
)
from xpert_studio.desktop.pages.tasks.model import TaskTable
from xpert_studio.errors import XpertError
from xpert_studio.records import Change
from xpert_studio.workflow import Desk, discard, hand_over
from xpert_studio.workflow.views import TaskRow

Verb = Callable[[Desk, str], Change]


class BulkActions(Card):
    """A bar that is there while more than one task is selected."""

    def __init__(self, shell: Shell, model: TaskTable, table: QTableView) -> None:
        super().__init__("sunken")
        self._shell = shell
        self._model = model
        self._table = table
        self.words = label("", wrap=False)
        self.author = button(t("Hand over to …"), picture="user-check")
        self._authors = QMenu(self.author)
        self._authors.aboutToShow.connect(self._fill_authors)
        self.author.setMenu(self._authors)
        row(
            self.words, 1,
            self.author,
            button(t("Export the rubrics …"), self._export, picture="download"),
            button(t("Discard …"), self._discard, kind="danger", picture="trash-2"),
            on=self, pad=PAD, gap=GAP,
        )  # fmt: skip
        table.selectionModel().selectionChanged.connect(lambda *_: self._show())
        model.modelReset.connect(self.hide)
        self.hide()

    def selected(self) -> list[TaskRow]:
        """The tasks that are selected."""
        rows = self._table.selectionModel().selectedRows()
        return self._model.tasks_in([index.row() for index in rows])

    def _show(self) -> None:
        count = len(self._table.selectionModel().selectedRows())
        self.words.setText(tn("{n} task selected", "{n} tasks selected", count))
        self.setVisible(count > 1)

    def _discard(self) -> None:
        rows = self.selected()
        ask_reason(
            self,
            title=tn("Discard {n} task", "Discard {n} tasks", len(rows)),
            text=t("Their authors will read the reason."),
            act=t("Discard"),
            danger=True,
            then=lambda reason: self._each(
                rows, lambda desk, task_id: discard(desk, task_id, reason=reason), t("Discarded")
            ),
        )

    def _fill_authors(self) -> None:
        self._authors.clear()
        for person in self._shell.session.house.people:
            self._authors.addAction(menu_words(person.called), partial(self._hand_over, person.id))

    def _hand_over(self, author_id: str) -> None:
        self._each(
            self.selected(),
            lambda desk, task_id: hand_over(desk, task_id, author_id),
            t("Handed over"),
        )

    def _export(self) -> None:
        rows = self.selected()
        name, _ = QFileDialog.getSaveFileName(
            self, t("Export the rubrics …"), "rubrics.xlsx", t("Tables (*.xlsx *.csv)")
        )
        if not name:
            return
        project, path = self._shell.session.project, Path(name)

        def work() -> int:
            from xpert_studio.exchange.rubric_import import export_rubrics

            return export_rubrics(project, path, [row.id for row in rows], replace=True)

        self._shell.session.fetch(
            work,
            lambda count: self._shell.say(
                tn("{n} checkpoint written to {file}.", "{n} checkpoints written to {file}.", count,
                   file=path.name),
                "good",
            ),
            owner=self,
        )  # fmt: skip

    def _each(self, rows: Sequence[TaskRow], verb: Verb, done: str) -> None:
        """Does a verb to each task; what is refused is told, the others are done."""
        session = self._shell.session

        def work() -> list[tuple[str, XpertError]]:
            refused = []
            for row_ in rows:
                try:
                    verb(session.desk, row_.id)
                except XpertError as error:
                    refused.append((row_.title, error))
            return refused

        def told(refused: list[tuple[str, XpertError]]) -> None:
            session.changed_outside.emit()
            fine = len(rows) - len(refused)
            text = tn("{done}: {n} task.", "{done}: {n} tasks.", fine, done=done)
            if refused:
                first = explained(refused[0][1])
                text += " " + tn(
                    "{n} was refused: {why}", "{n} were refused. The first because: {why}", len(refused),
                    why=first,
                )  # fmt: skip
            self._shell.say(text, "warn" if refused else "good", stays=bool(refused))

        session.perform(work, told)
