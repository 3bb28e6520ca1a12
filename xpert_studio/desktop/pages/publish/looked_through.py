"""What a look through every text has found: warnings, fields, files and the first rows."""

from __future__ import annotations

import json
from typing import Final

from PySide6.QtWidgets import QTabWidget

from xpert_studio.core.exchange.preview import ExportPreview
from xpert_studio.core.wording import file_size, mark, t, translated
from xpert_studio.desktop.look import GAP, px
from xpert_studio.desktop.pages.publish.kinds import kind_name
from xpert_studio.desktop.widgets.fields import text_box
from xpert_studio.desktop.widgets.grid import Figures, GridCell, count, words
from xpert_studio.desktop.widgets.grid_view import figure_table
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, put_in
from xpert_studio.desktop.widgets.scrolling import scrolled

_FIELD_HEADS: Final = (
    mark("Record"),
    mark("Field"),
    mark("Shared"),
    mark("Pseudonymized"),
    mark("Withheld"),
)
_FILE_HEADS: Final = (mark("File"), mark("Rows"), mark("Size"))
_HEIGHT: Final = 230
_LONGEST: Final = 600


class LookedThrough(QTabWidget):
    """The findings, one kind a tab; what is to be looked at comes first."""

    def __init__(self) -> None:
        super().__init__(documentMode=True)
        self.setFixedHeight(px(_HEIGHT))
        self.warnings = column(gap=GAP)
        self.fields = Figures(_FIELD_HEADS, 2, self, (130, 150, 90, 90, 90))
        self.files = Figures(_FILE_HEADS, 1, self, (260, 90, 110))
        self.sample = text_box(name=t("First rows"), is_open=False)
        self.addTab(scrolled(box(column(self.warnings, 1, pad=GAP))), t("To look at"))
        self.addTab(figure_table(self.fields, t("Fields"), 1), t("Fields"))
        self.addTab(figure_table(self.files, t("Files"), 0), t("Files"))
        self.addTab(self.sample, t("First rows"))

    def show_preview(self, found: ExportPreview) -> None:
        """Shows what was found."""
        none = label(t("No name of a person, no address and no key was found."), "good")
        told = [label(translated(text)) for text in found.warnings]
        put_in(self.warnings, told or [none])
        self.setTabText(0, t("To look at ({n})", n=len(found.warnings)))
        self.fields.show_cells(_field_rows(found))
        self.files.show_cells(_file_rows(found))
        self.sample.setPlainText(_sample(found))
        self.setCurrentIndex(0)


def _field_rows(preview: ExportPreview) -> list[tuple[GridCell, ...]]:
    nothing = words("")
    rows: list[tuple[GridCell, ...]] = []
    for kind in preview.rows:
        of_kind = [item for item in preview.fields if item.kind == kind.kind]
        if kind.out or kind.stay:
            rows += [
                (words(kind_name(kind.kind)), nothing, count(kind.out), nothing, count(kind.stay)),
                *(
                    (
                        nothing,
                        words(item.field),
                        count(item.out),
                        count(item.pseudonymized),
                        count(item.stays),
                    )
                    for item in of_kind
                ),
            ]
    return rows


def _file_rows(preview: ExportPreview) -> list[tuple[GridCell, ...]]:
    return [
        (
            words(file.path),
            words("") if file.rows is None else count(file.rows),
            GridCell(file_size(file.size), file.size),
        )
        for file in preview.files
    ]


def _sample(preview: ExportPreview) -> str:
    lines = []
    for name, rows in preview.sample.items():
        texts = [json.dumps(values, ensure_ascii=False) for values in rows]
        cut = [text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…" for text in texts]
        lines += [name, *(f"  {text}" for text in cut), ""]
    return "\n".join(lines)
