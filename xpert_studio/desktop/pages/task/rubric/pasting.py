"""Takes a pasted table in: tags the project does not know are asked about first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox

from xpert_studio.desktop.names import dimension_name
from xpert_studio.desktop.parts.asking import Sheet
from xpert_studio.desktop.wording import t, tn
from xpert_studio.exchange.rubric_sheet import RubricSheet, UnknownTag
from xpert_studio.workflow import LineFields, add_checkpoints

if TYPE_CHECKING:
    from xpert_studio.desktop.pages.task.rubric.panel import RubricPanel


class Pasting:
    """One paste, from the clipboard to the rubric."""

    def __init__(self, panel: RubricPanel, sheet: RubricSheet) -> None:
        self._panel = panel
        self._sheet = sheet

    def begin(self) -> None:
        """Takes it in at once, or asks what unknown tags mean."""
        if self._sheet.unknown_tags:
            self._ask(self._sheet.unknown_tags)
        else:
            self._take({})

    def _ask(self, tags: tuple[UnknownTag, ...]) -> None:
        panel = self._panel
        asked = Sheet(
            panel.window(),
            t("What do these tags mean?"),
            t(
                "The table has tags that are no dimensions of this project. A lead can add dimensions."
            ),
            t("Paste"),
        )
        boxes: dict[str, QComboBox] = {}
        known = panel.view.info.taxonomy.dimensions if panel.view else ()
        for tag in tags:
            box = QComboBox()
            box.addItem(t("no dimension"), None)
            for name in dict.fromkeys([*tag.suggestions, *known]):
                box.addItem(dimension_name(name), name)
            box.setCurrentIndex(1 if tag.suggestions else 0)
            asked.add(tn("“{tag}” ({n} line)", "“{tag}” ({n} lines)", tag.count, tag=tag.tag), box)
            boxes[tag.tag] = box
        asked.accepted.connect(
            lambda: self._take({tag: box.currentData() for tag, box in boxes.items()})
        )
        asked.open()

    def _take(self, tags: dict[str, str | None]) -> None:
        panel = self._panel
        plain = {tag.casefold(): name for tag, name in tags.items()}
        rows = [
            row if row.dimension else replace(row, dimension=plain.get((row.tag or "").casefold()))
            for row in self._sheet.rows
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
            lines.append(line)
        task_id = panel.view.task.id if panel.view else ""
        place = panel.table.currentIndex().row() + 1 if panel.model.rowCount() else 0
        session = panel.session
        session.perform(
            lambda: add_checkpoints(session.desk, task_id, lines, at=place),
            lambda _: panel.shell.say(
                tn("{n} checkpoint pasted.", "{n} checkpoints pasted.", len(lines))
                + "".join(f" {note}" for note in self._sheet.notes),
                "good", act=t("Undo"), run=session.undo,
            ),
        )  # fmt: skip
