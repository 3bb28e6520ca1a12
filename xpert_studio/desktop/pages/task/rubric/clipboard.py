"""Tables from and to the clipboard: Excel, Word, or plain lines, one criterion each.

Tags of a pasted table that the project does not know are asked about first.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox

from xpert_studio.core.cell_texts import guarded
from xpert_studio.core.exchange.rubric_sheet import (
    RubricSheet,
    UnknownTag,
    UnsureTableError,
    read_pasted_rubric,
)
from xpert_studio.core.instruments import written_settings
from xpert_studio.core.records import BINARY, Taxonomy
from xpert_studio.core.workflow import LineFields, add_checkpoints
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
from xpert_studio.desktop.pages.task.rubric.model import RubricRow

MOST_LINES = 500
_LARGEST = 2_000_000


class TooManyLinesError(Exception):
    """What was copied is longer than any rubric, by far."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What is on the clipboard, taken from it on the window's thread and read on another."""

    text: str
    html: str


def copied() -> Copied:
    """What is on the clipboard now."""
    data = QGuiApplication.clipboard().mimeData()
    return Copied(data.text()[:_LARGEST], data.html()[:_LARGEST] if data.hasHtml() else "")


def read_copied(found: Copied, dimensions: Sequence[str]) -> RubricSheet | None:
    """The rubric table that was copied; None where there is no text.

    Raises:
        TooManyLinesError: It is far longer than a rubric.
        InputRefusedError: It is a table, and something is wrong with it.
        UnsureTableError: It is a table, and what its columns are is not sure.
    """
    if found.text.count("\n") > 4 * MOST_LINES:
        raise TooManyLinesError
    if not found.text.strip():
        return None
    sheet = read_pasted_rubric(found.text, dimensions=dimensions, html=found.html)
    if len(sheet.rows) > MOST_LINES:
        raise TooManyLinesError
    if not sheet.is_sure:
        raise UnsureTableError(sheet)
    return sheet


def copy_lines(lines: Sequence[RubricRow]) -> None:
    """Copies lines so that a spreadsheet takes them as rows."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    others = any(line.instrument != BINARY for line in lines)
    if others:
        writer.writerow(["Criterion", "Points", "Importance", "Tag", "Instrument", "Settings"])
    for line in lines:
        tier = line.tier.value if line.tier else ""
        cells = [guarded(line.text), line.weight or "", tier, guarded(line.dimension or "")]
        cells += [line.instrument, written_settings(line.settings)] if others else []
        writer.writerow(cells)
    QGuiApplication.clipboard().setText(out.getvalue())


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
        asked.ask(lambda: self._take(sheet, {tag: box.currentData() for tag, box in boxes.items()}))

    def _take(self, sheet: RubricSheet, tags: dict[str, str | None]) -> None:
        plain = {tag.casefold(): name for tag, name in tags.items()}
        lines: list[LineFields] = []
        for row in sheet.rows:
            given: dict[str, Any] = {
                "tier": row.tier,
                "dimension": row.dimension or plain.get((row.tag or "").casefold()),
                "notes": row.all_notes, "instrument": row.instrument,
                "settings": None if row.instrument is None else row.settings or {},
            }  # fmt: skip
            line: LineFields = {"text": row.text, "weight": row.weight}
            line |= {key: value for key, value in given.items() if value not in (None, "")}  # type: ignore[typeddict-item]
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
