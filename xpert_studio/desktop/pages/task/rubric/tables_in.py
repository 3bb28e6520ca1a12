"""Tables into a rubric, pasted or from a file: shown first, unless a paste leaves no question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog

from xpert_studio.core.exchange.rubric_import import destinations, new_line
from xpert_studio.core.exchange.rubric_sheet import (
    Reading,
    RubricSheet,
    RubricSource,
    open_rubric,
    read_map,
)
from xpert_studio.core.exchange.rubric_sheet.parts import TASKS
from xpert_studio.core.records import Change, Taxonomy
from xpert_studio.core.wording import number, t, tn
from xpert_studio.core.workflow import LineFields, add_checkpoints, take_rubrics
from xpert_studio.core.workflow.rubric_replacing import NewLine, TitledLines, take_rubric
from xpert_studio.desktop.pages.task.rubric.clipboard import (
    MOST_LINES,
    TooManyLinesError,
    copied,
    open_copied,
)
from xpert_studio.desktop.pages.task.rubric.table_import import (
    NEW,
    ChosenRubric,
    Failed,
    TableImport,
    kept_reading,
)
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell

Opened = tuple[RubricSource, RubricSheet] | None
Reopen = Callable[[str], tuple[RubricSource, RubricSheet]]
"""Opens a file in an encoding."""


class TableIntake:
    """One table on its way into the rubric.

    It goes where it was asked for, whatever is shown by the time it has been read.

    Args:
        shell: The window around it.
        taxonomy: The project's dimensions.
        task_id: Where it goes; empty for a new task.
        place: The place of its first line.
    """

    def __init__(self, shell: Shell, taxonomy: Taxonomy, task_id: str = "", place: int = 0) -> None:
        self._shell, self._taxonomy, self._task_id, self._place = shell, taxonomy, task_id, place

    def paste(self) -> None:
        """Reads what is on the clipboard; takes it in at once where nothing is to be asked."""
        if not self._task_id:
            return
        found, known = copied(), self._taxonomy.dimensions

        def work() -> Opened:
            source = open_copied(found, known)
            return None if source is None else _read(source)

        self._shell.session.fetch(
            work, lambda opened: self._came(opened, is_paste=True), self._failed, owner=self._shell
        )

    def open_file(self) -> None:
        """Asks for a file, and shows the rubric in it."""
        if not self._task_id:
            return
        title = t("Import a rubric from a file…")
        name, _ = QFileDialog.getOpenFileName(self._shell.window, title, "", _kinds())
        if name:
            self.read(Path(name))

    def read(self, path: Path) -> None:
        """Shows the rubric in a file."""
        known = self._taxonomy.dimensions

        def work(encoding: str = "") -> tuple[RubricSource, RubricSheet]:
            reading = Reading(encoding=encoding, is_preview=True)
            return _read(open_rubric(path, dimensions=known, reading=reading), is_preview=True)

        self._shell.session.fetch(
            work,
            lambda opened: self._came(opened, is_paste=False, reopen=work),
            self._failed,
            owner=self._shell,
        )

    def _came(self, opened: Opened, *, is_paste: bool, reopen: Reopen | None = None) -> None:
        if opened is None:
            self._shell.say(t("There is no table and no text on the clipboard."), "warn")
            return
        source, sheet = opened
        used = {(row.tag or "").casefold() for row in sheet.rows}
        is_asked = len(sheet.groups) > 1 or any(
            one.tag.casefold() in used for one in sheet.unknown_tags
        )
        if len(sheet.rows) > MOST_LINES:
            self._failed(TooManyLinesError())
        elif is_paste and sheet.is_sure and sheet.rows and not is_asked:
            self._take_lines(sheet)
        else:
            has_rubric = bool(self._task_id)
            TableImport(
                self._shell, source, sheet, has_rubric=has_rubric, then=self._take, reopen=reopen
            ).open()

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, TooManyLinesError):
            self._shell.tell(error)
            return
        self._shell.say(
            t(
                "There are too many lines for a rubric. At most {n} are taken in at once.",
                n=number(MOST_LINES),
            ),
            "warn",
        )

    def _take(self, chosen: ChosenRubric, taken: Callable[[], object], failed: Failed) -> None:
        sheet = chosen.sheet
        lines = [new_line(row) for row in sheet.rows]
        if chosen.into == TASKS:
            rubrics = destinations(self._shell.session.project, sheet)
            self._take_tasks(chosen, rubrics, taken, failed)
        elif chosen.into == NEW:
            made = TitledLines(Path(sheet.source).stem, lines)
            self._take_tasks(chosen, [made], taken, failed)
        elif chosen.dimensions:  # in one step with the lines, which only a lead may
            self._take_with_dimensions(chosen, lines, taken, failed)
        else:
            self._take_lines(sheet, taken, failed)

    def _take_tasks(
        self,
        chosen: ChosenRubric,
        rubrics: Sequence[TitledLines],
        taken: Callable[[], object],
        failed: Failed,
    ) -> None:
        session, shell, sheet = self._shell.session, self._shell, chosen.sheet
        added = chosen.dimensions or None
        made = sum(one.task_id is None for one in rubrics)
        said = tn(
            "{n} rubric taken in; new tasks: {made}.",
            "{n} rubrics taken in; new tasks: {made}.",
            len(rubrics),
            made=made,
        )

        if made:
            said = f"{said} {t('Checkpoints of a new task can be changed once its brief is accepted.')}"

        def done(change: Change) -> None:
            taken()
            (task_id,) = [scope[5:] for scope in change.scopes if scope.startswith("task/")][:1]
            shell.go(Place("task", task_id=task_id, tab="rubric"))
            shell.say(said + _notes(sheet), "good", act=t("Undo"), run=session.undo)

        session.perform(
            lambda: take_rubrics(
                session.ctx, rubrics, replace=False, source=sheet.source, dimensions=added
            ),
            done,
            failed,
        )

    def _take_with_dimensions(
        self,
        chosen: ChosenRubric,
        lines: Sequence[NewLine],
        taken: Callable[[], object],
        failed: Failed,
    ) -> None:
        session, shell, sheet = self._shell.session, self._shell, chosen.sheet

        def done(_: Change) -> None:
            taken()
            said = tn("{n} checkpoint pasted.", "{n} checkpoints pasted.", len(lines))
            shell.say(said + _notes(sheet), "good", act=t("Undo"), run=session.undo)

        session.perform(
            lambda: take_rubric(
                session.ctx,
                self._task_id,
                lines,
                replace=False,
                source=sheet.source,
                dimensions=chosen.dimensions,
            ),
            done,
            failed,
        )

    def _take_lines(
        self,
        sheet: RubricSheet,
        taken: Callable[[], object] = lambda: None,
        failed: Failed | None = None,
    ) -> None:
        lines: list[LineFields] = []
        for row in sheet.rows:
            given: dict[str, Any] = {
                "tier": row.tier, "dimension": row.dimension, "notes": row.all_notes,
                "instrument": row.instrument,
                "settings": None if row.instrument is None else row.settings or {},
            }  # fmt: skip
            line: LineFields = {"text": row.text, "weight": row.weight}
            line |= {key: value for key, value in given.items() if value not in (None, "")}  # type: ignore[typeddict-item]
            lines.append(line)
        session, shell = self._shell.session, self._shell

        def done(_: Change) -> None:
            taken()
            said = tn("{n} checkpoint pasted.", "{n} checkpoints pasted.", len(lines))
            shell.say(said + _notes(sheet), "good", act=t("Undo"), run=session.undo)

        session.perform(
            lambda: add_checkpoints(session.ctx, self._task_id, lines, at=self._place), done, failed
        )


def _read(source: RubricSource, *, is_preview: bool = False) -> tuple[RubricSource, RubricSheet]:
    """The rubric of a table, by what a person once said of such tables."""
    reading = Reading(is_preview=is_preview)
    sheet = source.read(reading)
    if kept := kept_reading(sheet):
        sheet = source.read(replace(reading, mapped=read_map(kept)))
    return source, sheet


def _notes(sheet: RubricSheet) -> str:
    return "".join(f" {t(note)}" for note in sheet.notes)


def _kinds() -> str:
    endings: Sequence[str] = (
        "xlsx", "xlsm", "xls", "ods", "csv", "tsv", "docx", "html", "htm", "md", "json", "jsonl",
        "yaml", "yml", "xml", "rbc", "imscc", "zip",
    )  # fmt: skip
    return t("Rubrics ({endings})", endings=" ".join(f"*.{ending}" for ending in endings))
