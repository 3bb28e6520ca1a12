"""What can be done with several tasks at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import (
    QMenu,
    QTableView,
)

from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import Change
from xpert_studio.core.wording import explained, t, tn
from xpert_studio.core.workflow import CommandContext, discard, hand_over
from xpert_studio.core.workflow.views import TaskRow
from xpert_studio.desktop.look import GAP, PAD
from xpert_studio.desktop.pages.task.steps import export_rubrics
from xpert_studio.desktop.pages.tasks.table import TaskTable
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asking import ask_reason
from xpert_studio.desktop.widgets.fields import menu_button
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.wiring import wire

Verb = Callable[[CommandContext, str], Change]


class BulkActions(Card):
    """A bar that is there while more than one task is selected."""

    def __init__(self, shell: Shell, model: TaskTable, table: QTableView) -> None:
        super().__init__("sunken")
        self._shell, self._model, self._table = shell, model, table
        self.words = label("", wrap=False)
        self.author = menu_button(t("Hand over to…"), self._fill_authors, picture="user-check")
        row(
            self.words,
            1,
            self.author,
            button(
                t("Export the rubrics…"),
                lambda: export_rubrics(shell, [one.id for one in self.selected()], "rubrics.xlsx"),
                picture="download",
            ),
            button(t("Discard…"), self._discard, kind="danger", picture="trash-2"),
            on=self,
            pad=PAD,
            gap=GAP,
        )
        wire(
            (table.selectionModel().selectionChanged, lambda *_: self._show()),
            (model.modelReset, self.hide),
        )
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
                rows, lambda ctx, task_id: discard(ctx, task_id, reason=reason), t("Discarded")
            ),
        )

    def _fill_authors(self, menu: QMenu) -> None:
        for person in self._shell.session.project_state.people:
            menu.addAction(menu_words(person.called), partial(self._hand_over, person.id))

    def _hand_over(self, author_id: str) -> None:
        self._each(
            self.selected(),
            lambda ctx, task_id: hand_over(ctx, task_id, author_id),
            t("Handed over"),
        )

    def _each(self, rows: Sequence[TaskRow], verb: Verb, done: str) -> None:
        """Does a verb to each task; what is refused is reported, the others are done."""
        session = self._shell.session

        def work() -> list[tuple[str, XpertError]]:
            refused = []
            for row_ in rows:
                try:
                    verb(session.ctx, row_.id)
                except XpertError as error:
                    refused.append((row_.title, error))
            return refused

        def told(refused: list[tuple[str, XpertError]]) -> None:
            session.changed_outside.emit()
            text = tn(
                "{done}: {n} task.", "{done}: {n} tasks.", len(rows) - len(refused), done=done
            )
            if refused:
                text += " " + tn(
                    "{n} was refused: {why}",
                    "{n} were refused. The first because: {why}",
                    len(refused),
                    why=explained(refused[0][1]),
                )
            self._shell.say(text, "warn" if refused else "good", stays=bool(refused))

        session.perform(work, told)
