"""Rubrics on their way into the project: as a person chose them, or at once where a paste is sure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from xpert_studio.core.errors import DiskError, ProjectBusyError, UsageError, XpertError
from xpert_studio.core.exchange.rubric_import import destinations, new_line
from xpert_studio.core.exchange.rubric_sheet import RubricSheet
from xpert_studio.core.exchange.rubric_sheet.parts import TASKS
from xpert_studio.core.records import Change, Taxonomy
from xpert_studio.core.records.rubrics import is_policy_weight
from xpert_studio.core.wording import explained, t, tn, translated
from xpert_studio.core.workflow import add_checkpoints, take_rubrics
from xpert_studio.core.workflow.rubric_replacing import NewLine, TitledLines, take_rubric
from xpert_studio.desktop.import_kinds import asked_rubric
from xpert_studio.desktop.pages.importing.chosen import NEW, ChosenRubric, Failed, Opened
from xpert_studio.desktop.pages.importing.tables_opened import copied, opened_copy
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell

PASTED: Final = "clipboard"
"""The part of the page of imports that shows what is on the clipboard."""


def import_place(path: Path | None = None, task_id: str = "", at: int = 0) -> Place:
    """Where a rubric table is shown before it is imported.

    Args:
        path: The file; what is on the clipboard where None.
        task_id: The task whose rubric it may go into; empty for a new one.
        at: The place of its first line in that rubric.
    """
    tab, item = (PASTED, "") if path is None else ("", str(path))
    return Place("importing", task_id=task_id, tab=tab, item=item, point=str(at) if task_id else "")


def ask_for_rubric(shell: Shell) -> None:
    """Asks for a file with a rubric, and shows it before it is imported."""
    path = asked_rubric(shell.window)
    if path is not None:
        shell.go(import_place(path))


class Taking:
    """Takes rubrics into a project.

    They go where it was asked for, whatever is shown by the time they have been read.

    Args:
        shell: The window around it.
        task_id: The task whose rubric they may go into; empty for a new one.
        at: The place of the first line in that rubric.
        then: Follows when something was imported, before it is shown.
    """

    def __init__(
        self,
        shell: Shell,
        task_id: str = "",
        at: int = 0,
        then: Callable[[], object] = lambda: None,
    ) -> None:
        self._shell, self._task_id, self._at, self._then = shell, task_id, at, then

    def paste(self, taxonomy: Taxonomy) -> None:
        """Reads what is on the clipboard; takes it in at once where nothing is to be asked."""
        self._shell.session.fetch(
            partial(opened_copy, copied(), taxonomy.dimensions),
            self._pasted,
            self._complain,
            owner=self._shell,
        )

    def _pasted(self, opened: Opened) -> None:
        _, sheet, error = opened
        used = {(row.tag or "").casefold() for row in sheet.rows}
        is_asked = len(sheet.groups) > 1 or any(
            tag.tag.casefold() in used for tag in sheet.unknown_tags
        )
        is_plain = bool(sheet.rows) and _may_be_typed(sheet)
        if error is None and sheet.is_sure and is_plain and not is_asked:
            self._take_lines(sheet, self._shell.session.report, self._say_added)
        else:
            self._shell.go(import_place(None, self._task_id, self._at))

    def _complain(self, error: BaseException) -> None:
        if isinstance(error, UsageError):
            self._shell.say(explained(error), "warn")
        else:
            self._shell.tell(error)

    def take(self, chosen: ChosenRubric, failed: Failed) -> None:
        """Imports what was chosen, and shows it where it is then.

        What a full disk keeps from being written is done later; ``failed`` gets other refusals.
        """
        sheet = chosen.sheet
        lines = [new_line(row) for row in sheet.rows]
        refused = partial(self._refused, failed)
        if chosen.into == TASKS:
            self._take_tasks(chosen, destinations(self._shell.session.project, sheet), refused)
        elif chosen.into == NEW:
            made = TitledLines(chosen.title or Path(sheet.source).stem, lines)
            self._take_tasks(chosen, [made], refused)
        elif chosen.dimensions or not _may_be_typed(sheet):
            self._take_whole(chosen, lines, refused)
        else:
            self._take_lines(sheet, refused, self._show_added)

    def _refused(self, failed: Failed, error: BaseException) -> None:
        if isinstance(error, (DiskError, ProjectBusyError)) or not isinstance(error, XpertError):
            self._shell.session.report(error)
        else:
            failed(error)

    def _take_tasks(
        self, chosen: ChosenRubric, rubrics: Sequence[TitledLines], failed: Failed
    ) -> None:
        session, sheet = self._shell.session, chosen.sheet
        made = sum(rubric.task_id is None for rubric in rubrics)
        said = tn(
            "{n} rubric taken in; new tasks: {made}.",
            "{n} rubrics taken in; new tasks: {made}.",
            len(rubrics),
            made=made,
        )
        if made and not session.project_state.info.policies.is_solo:
            later = t("Checkpoints of a new task can be changed once its brief is accepted.")
            said = f"{said} {later}"

        def done(change: Change) -> None:
            task_id = next(scope[5:] for scope in change.scopes if scope.startswith("task/"))
            self._show(task_id, said, sheet)

        session.perform(
            lambda: take_rubrics(
                session.ctx,
                rubrics,
                replace=False,
                source=sheet.source,
                dimensions=chosen.dimensions or None,
            ),
            done,
            failed,
        )

    def _take_whole(self, chosen: ChosenRubric, lines: Sequence[NewLine], failed: Failed) -> None:
        """With new dimensions, which only a lead may add, or weights that are not written here."""
        session, sheet = self._shell.session, chosen.sheet
        session.perform(
            lambda: take_rubric(
                session.ctx,
                self._task_id,
                lines,
                replace=False,
                source=sheet.source,
                dimensions=chosen.dimensions or None,
            ),
            lambda _: self._show_added(sheet),
            failed,
        )

    def _take_lines(
        self, sheet: RubricSheet, failed: Failed, then: Callable[[RubricSheet], None]
    ) -> None:
        lines: Any = [
            {key: value for key, value in new_line(row).fields().items() if value not in (None, "")}
            for row in sheet.rows
        ]
        session = self._shell.session
        session.perform(
            lambda: add_checkpoints(session.ctx, self._task_id, lines, at=self._at),
            lambda _: then(sheet),
            failed,
        )

    def _say_added(self, sheet: RubricSheet) -> None:
        self._say(tn("{n} checkpoint pasted.", "{n} checkpoints pasted.", len(sheet.rows)), sheet)

    def _show_added(self, sheet: RubricSheet) -> None:
        n = len(sheet.rows)
        said = tn("{n} checkpoint imported.", "{n} checkpoints imported.", n)
        self._show(self._task_id, said, sheet)

    def _show(self, task_id: str, said: str, sheet: RubricSheet) -> None:
        self._then()
        self._shell.go(Place("task", task_id=task_id, tab="rubric"))
        self._say(said, sheet)

    def _say(self, said: str, sheet: RubricSheet) -> None:
        notes = "".join(f" {translated(note)}" for note in sheet.notes)
        self._shell.say(said + notes, "good", act=t("Undo"), run=self._shell.session.undo)


def _may_be_typed(sheet: RubricSheet) -> bool:
    """Whether all weights are such as a person may write in a rubric."""
    return all(is_policy_weight(row.weight) for row in sheet.rows)
