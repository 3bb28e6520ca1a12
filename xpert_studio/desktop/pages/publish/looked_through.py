"""What a look through every text has found: warnings, fields, files and the first rows."""

from __future__ import annotations

import json
from typing import Final

from PySide6.QtWidgets import QTabWidget

from xpert_studio.desktop.look import GAP, px
from xpert_studio.desktop.messages import in_language
from xpert_studio.desktop.pages.publish.words import kind_name
from xpert_studio.desktop.parts import box, clear, column, label, scrolled, text_box
from xpert_studio.desktop.parts.figure_table import figure_table
from xpert_studio.desktop.parts.figures import Cell, Figures, count, words
from xpert_studio.desktop.wording import file_size, mark, spoken, t
from xpert_studio.exchange.preview import Preview

_FIELD_HEADS: Final = (
    mark("Record"), mark("Field"), mark("Goes out"), mark("Veiled"), mark("Stays here"),
)  # fmt: skip
_FILE_HEADS: Final = (mark("File"), mark("Rows"), mark("Size"))
_HEIGHT: Final = 230
_LONGEST: Final = 600


class LookedThrough(QTabWidget):
    """The findings, one kind a tab; what is to be looked at comes first."""

    def __init__(self) -> None:
        super().__init__()
        self.setDocumentMode(True)
        self.setFixedHeight(px(_HEIGHT))
        self.warnings = column(gap=GAP)
        ground = box(column(self.warnings, 1, pad=GAP))
        self.fields = Figures(_FIELD_HEADS, 2, self)
        self.files = Figures(_FILE_HEADS, 1, self)
        self.sample = text_box(name=t("First rows"), is_open=False)
        self.addTab(scrolled(ground), t("To look at"))
        self.addTab(figure_table(self.fields, t("Fields"), (130, 150, 90, 90, 90), 1), t("Fields"))
        self.addTab(figure_table(self.files, t("Files"), (260, 90, 110), 0), t("Files"))
        self.addTab(self.sample, t("First rows"))

    def show_preview(self, found: Preview) -> None:
        """Shows what was found."""
        clear(self.warnings)
        for text in found.warnings:
            self.warnings.addWidget(label(in_language(text, spoken())))
        if not found.warnings:
            self.warnings.addWidget(
                label(t("No name of a person, no address and no key was found."), "good")
            )
        self.setTabText(0, t("To look at ({n})", n=len(found.warnings)))
        self.fields.show_rows(_field_rows(found))
        self.files.show_rows(_file_rows(found))
        self.sample.setPlainText(_sample(found))
        self.setCurrentIndex(0)


def _field_rows(found: Preview) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for kind in found.rows:
        if not (kind.out or kind.stay):
            continue
        nothing = words("")
        rows.append(
            (words(kind_name(kind.kind)), nothing, count(kind.out), nothing, count(kind.stay))
        )
        rows += [
            (nothing, words(item.field), count(item.out), count(item.veiled), count(item.stays))
            for item in found.fields
            if item.kind == kind.kind
        ]
    return rows


def _file_rows(found: Preview) -> list[tuple[Cell, ...]]:
    return [
        (
            words(file.path),
            words("") if file.rows is None else count(file.rows),
            Cell(file_size(file.size), file.size),
        )
        for file in found.files
    ]


def _sample(found: Preview) -> str:
    lines = []
    for name, rows in found.sample.items():
        lines.append(f"{name}")
        for row in rows:
            text = json.dumps(row, ensure_ascii=False)
            lines.append(f"  {text if len(text) <= _LONGEST else f'{text[:_LONGEST]}…'}")
        lines.append("")
    return "\n".join(lines)
