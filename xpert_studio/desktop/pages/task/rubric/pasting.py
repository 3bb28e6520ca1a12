"""Takes a pasted table in: tags the project does not know are asked about first."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from xpert_studio.desktop.kit import (
    ActionDialog,
    Shell,
    dimension_meaning,
    dimension_name,
    hint,
    number,
    picker,
    t,
    tn,
)
from xpert_studio.desktop.pages.task.rubric.clipboard import (
    MOST_LINES,
    TooManyLinesError,
    copied,
    read_copied,
)
from xpert_studio.exchange.rubric_sheet import RubricSheet, UnknownTag
from xpert_studio.records import Taxonomy
from xpert_studio.workflow import LineFields, add_checkpoints


class Pasting:
    """One paste, from the clipboard to the rubric.

    It goes where it was pasted, whatever is shown by the time it has been read.

    Args:
        shell: The window around it.
        taxonomy: The project's dimensions.
        task_id: Where it goes; empty for nowhere.
        place: The place of its first line.
    """

    def __init__(self, shell: Shell, taxonomy: Taxonomy, task_id: str, place: int) -> None:
        self._shell, self._taxonomy, self._task_id, self._place = shell, taxonomy, task_id, place

    def begin(self) -> None:
        """Reads it, and takes it in at once or asks what unknown tags mean."""
        if self._task_id:
            found, known = copied(), self._taxonomy.dimensions
            self._shell.session.fetch(
                lambda: read_copied(found, known), self._came, self._failed, owner=self._shell
            )

    def _came(self, sheet: RubricSheet | None) -> None:
        if sheet is None or not sheet.rows:
            self._shell.say(t("There is no table and no text on the clipboard."), "warn")
        elif sheet.unknown_tags:
            self._ask(sheet, sheet.unknown_tags)
        else:
            self._take(sheet, {})

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, TooManyLinesError):
            self._shell.tell(error)
            return
        self._shell.say(
            t("There are too many lines on the clipboard for a rubric. At most {n} are pasted at once.",
              n=number(MOST_LINES)),
            "warn",
        )  # fmt: skip

    def _ask(self, sheet: RubricSheet, tags: tuple[UnknownTag, ...]) -> None:
        asked = ActionDialog(
            self._shell.window,
            t("What do these tags mean?"),
            t(
                "The table has tags that are no dimensions of this project. A lead can add dimensions."
            ),
            t("Paste"),
        )
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
        asked.ask(lambda: self._take(sheet, {tag: box.currentData() for tag, box in boxes.items()}))

    def _take(self, sheet: RubricSheet, tags: dict[str, str | None]) -> None:
        plain = {tag.casefold(): name for tag, name in tags.items()}
        rows = [
            row if row.dimension else replace(row, dimension=plain.get((row.tag or "").casefold()))
            for row in sheet.rows
        ]
        lines: list[LineFields] = []
        for row in rows:
            line: LineFields = {"text": row.text, "weight": row.weight}
            if row.tier is not None:
                line["tier"] = row.tier
            if row.dimension:
                line["dimension"] = row.dimension
            if row.notes:
                line["notes"] = row.notes
            if row.instrument is not None:
                line["instrument"], line["settings"] = row.instrument, row.settings or {}
            lines.append(line)
        session, shell = self._shell.session, self._shell
        session.perform(
            lambda: add_checkpoints(session.ctx, self._task_id, lines, at=self._place),
            lambda _: shell.say(
                tn("{n} checkpoint pasted.", "{n} checkpoints pasted.", len(lines))
                + "".join(f" {note}" for note in sheet.notes),
                "good", act=t("Undo"), run=session.undo,
            ),
        )  # fmt: skip
