"""Tables into a rubric, pasted or from a file: what is not sure, or not known, is asked first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFileDialog

from xpert_studio.core.exchange.rubric_sheet import (
    RubricSheet,
    UnknownTag,
    preview_lines,
    read_rubric_sheet,
)
from xpert_studio.core.exchange.rubric_sheet.parts import SECTIONS, TASKS, as_section
from xpert_studio.core.records import Taxonomy
from xpert_studio.core.wording import number, t, tn
from xpert_studio.core.workflow import LineFields, add_checkpoints, take_rubrics
from xpert_studio.desktop.names import dimension_meaning
from xpert_studio.desktop.pages.task.rubric.clipboard import (
    MOST_LINES,
    TooManyLinesError,
    copied,
    read_copied,
)
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.fields import picker
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.report.part_names import dimension_name

_SHOWN = 6


class TableIntake:
    """One table on its way into the rubric.

    It goes where it was asked for, whatever is shown by the time it has been read.

    Args:
        shell: The window around it.
        taxonomy: The project's dimensions.
        task_id: Where it goes; empty for nowhere.
        place: The place of its first line.
    """

    def __init__(self, shell: Shell, taxonomy: Taxonomy, task_id: str, place: int) -> None:
        self._shell, self._taxonomy, self._task_id, self._place = shell, taxonomy, task_id, place

    def paste(self) -> None:
        """Reads what is on the clipboard, and takes it in at once or asks how it is meant."""
        if self._task_id:
            found, known = copied(), self._taxonomy.dimensions
            self._shell.session.fetch(
                lambda: read_copied(found, known), self._came, self._failed, owner=self._shell
            )

    def open_file(self) -> None:
        """Asks for a file, and takes its rubric in as ``paste`` does."""
        if not self._task_id:
            return
        title = t("Import a rubric from a file…")
        name, _ = QFileDialog.getOpenFileName(self._shell.window, title, "", _kinds())
        if name:
            self.read(Path(name))

    def read(self, path: Path) -> None:
        """Reads a file, and takes its rubric in or asks how it is meant."""
        known = self._taxonomy.dimensions
        self._shell.session.fetch(
            lambda: read_rubric_sheet(path, dimensions=known),
            self._came,
            self._failed,
            owner=self._shell,
        )

    def _came(self, sheet: RubricSheet | None) -> None:
        if sheet is None or not sheet.rows:
            self._shell.say(t("There is no table and no text on the clipboard."), "warn")
        elif len(sheet.rows) > MOST_LINES:
            self._failed(TooManyLinesError())
        elif not sheet.is_sure:
            self._confirm(sheet)
        else:
            self._part(sheet)

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

    def _confirm(self, sheet: RubricSheet) -> None:
        """Shows a guess that is not sure, and takes it where a person says that it is right."""
        said = "\n".join(t(line) for line in preview_lines(sheet, _SHOWN))
        title = t("Is the table meant like this?")
        asked = ActionDialog(self._shell.window, title, said, t("Take it so"))
        asked.ask(lambda: self._part(sheet))

    def _part(self, sheet: RubricSheet) -> None:
        """Asks what several tables are; one by itself is taken."""
        if len(sheet.groups) < 2:
            self._tags(sheet, is_several=False)
            return
        about = t("The file has several tables: sections of one rubric, or several rubrics.")
        asked = ActionDialog(
            self._shell.window, t("Which of the tables do you mean?"), about, t("Take in")
        )
        options: list[tuple[str, str | None]] = [
            (t("All, as sections of this rubric"), SECTIONS),
            (t("Each into the task of its name, or a new one"), TASKS),
        ]
        options += [
            (
                tn(
                    "Only “{name}” ({n} checkpoint)",
                    "Only “{name}” ({n} checkpoints)",
                    len(sheet.of(name)),
                    name=name,
                ),
                f"/{name}",
            )
            for name in sheet.groups
        ]
        box = picker(t("Tables"), options, chosen=SECTIONS)
        asked.add(t("Tables"), box)
        asked.ask(lambda: self._chosen(sheet, str(box.currentData())))

    def _chosen(self, sheet: RubricSheet, chosen: str) -> None:
        if chosen == TASKS:
            self._tags(sheet, is_several=True)
            return
        if chosen == SECTIONS:
            rows = tuple(as_section(row) for row in sheet.rows)
        else:
            rows = sheet.of(chosen.removeprefix("/"))
        self._tags(replace(sheet, rows=rows), is_several=False)

    def _tags(self, sheet: RubricSheet, *, is_several: bool) -> None:
        used = {(row.tag or "").casefold() for row in sheet.rows}
        unknown = tuple(tag for tag in sheet.unknown_tags if tag.tag.casefold() in used)
        if unknown:
            self._ask(sheet, unknown, is_several=is_several)
        else:
            self._take(sheet, {}, is_several=is_several)

    def _ask(self, sheet: RubricSheet, tags: tuple[UnknownTag, ...], *, is_several: bool) -> None:
        about = t(
            "The table has tags that are no dimensions of this project. A lead can add dimensions."
        )
        title = t("What do these tags mean?")
        asked = ActionDialog(self._shell.window, title, about, t("Paste"))
        boxes: dict[str, QComboBox] = {}
        for tag in tags:
            title = tn(
                "“{tag}” ({n} checkpoint)", "“{tag}” ({n} checkpoints)", tag.count, tag=tag.tag
            )
            names = dict.fromkeys([*tag.suggestions, *self._taxonomy.dimensions])
            known = [(dimension_name(name), name) for name in names]
            likely = next(iter(tag.suggestions), None)
            box = picker(title, [(t("no dimension"), None), *known], chosen=likely)
            for place, name in enumerate(names, start=1):
                said = hint(dimension_meaning(self._taxonomy, name))
                box.setItemData(place, said, Qt.ItemDataRole.ToolTipRole)
            asked.add(title, box)
            boxes[tag.tag] = box
        asked.ask(
            lambda: self._take(
                sheet,
                {tag: box.currentData() for tag, box in boxes.items()},
                is_several=is_several,
            )
        )

    def _take(self, sheet: RubricSheet, tags: dict[str, str | None], *, is_several: bool) -> None:
        plain = {tag.casefold(): name for tag, name in tags.items()}
        rows = tuple(
            replace(row, dimension=row.dimension or plain.get((row.tag or "").casefold()))
            for row in sheet.rows
        )
        sheet = replace(sheet, rows=rows)
        if is_several:
            self._take_tasks(sheet)
        else:
            self._take_lines(sheet)

    def _take_tasks(self, sheet: RubricSheet) -> None:
        from xpert_studio.core.exchange.rubric_import import destinations

        session, shell = self._shell.session, self._shell
        rubrics = destinations(session.project, sheet)
        made = sum(one.task_id is None for one in rubrics)
        session.perform(
            lambda: take_rubrics(session.ctx, rubrics, replace=False, source=sheet.source),
            lambda _: shell.say(
                tn(
                    "{n} rubric taken in; new tasks: {made}.",
                    "{n} rubrics taken in; new tasks: {made}.",
                    len(rubrics),
                    made=made,
                )
                + _notes(sheet),
                "good",
                act=t("Undo"),
                run=session.undo,
            ),
        )

    def _take_lines(self, sheet: RubricSheet) -> None:
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
        session.perform(
            lambda: add_checkpoints(session.ctx, self._task_id, lines, at=self._place),
            lambda _: shell.say(
                tn("{n} checkpoint pasted.", "{n} checkpoints pasted.", len(lines)) + _notes(sheet),
                "good",
                act=t("Undo"),
                run=session.undo,
            ),
        )


def _notes(sheet: RubricSheet) -> str:
    return "".join(f" {t(note)}" for note in sheet.notes)


def _kinds() -> str:
    endings: Sequence[str] = (
        "xlsx", "xlsm", "xls", "ods", "csv", "tsv", "docx", "html", "htm", "md", "json", "jsonl",
        "xml", "rbc", "imscc", "zip",
    )  # fmt: skip
    return t("Rubrics ({endings})", endings=" ".join(f"*.{ending}" for ending in endings))
