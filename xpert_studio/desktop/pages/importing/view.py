"""A rubric table before it is imported: as it came, beside the checkpoints that it becomes.

What the person says of a column, of levels or of several tables changes the checkpoints at once.
Nothing is imported before they have seen it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from xpert_studio.core.exchange.rubric_sheet import (
    RubricSheet,
    RubricSource,
    UnknownTag,
    forget_maps,
    keep_map,
    map_for,
)
from xpert_studio.core.exchange.rubric_sheet.sheet import GRADED, LEVELS
from xpert_studio.core.exchange.tables.cells import TableSheet
from xpert_studio.core.wording import explained, in_a_row, percent, t, tn, translated
from xpert_studio.desktop.bridge import Bridge
from xpert_studio.desktop.look import GAP, PAD
from xpert_studio.desktop.pages.importing.chosen import (
    ASK,
    ChosenRubric,
    ImportAnswers,
    Opened,
    Take,
    destinations_of,
    opened_as,
)
from xpert_studio.desktop.pages.importing.made_list import MadeList
from xpert_studio.desktop.pages.importing.raw_table import RawTable
from xpert_studio.desktop.widgets.fields import check_box, field, picker, refill, tab_bar
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import Sides, box, column, row
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.wiring import CTRL, ENTER, on_keys, show_if, wire
from xpert_studio.report.part_names import dimension_name

Reopen = Callable[[str], Opened]
"""Opens the file in an encoding that is named."""
_SHORT_LIST: Final = 120


class RubricImport(QWidget):
    """Shows a table, and what becomes of it.

    Args:
        bridge: Reads it away from the window's thread.
        opened: The table, and how it was read without a word of the person.
        has_rubric: Whether there is a rubric that it may go into; else it makes a new task.
        may_add: Whether the person may add dimensions to the project.
        take: Imports what is wanted; where that is refused, this stays, and says why.
        leave: Follows when nothing is to be imported.
        reopen: None where there is no file.
        beside: Asks for what else is needed, such as where a new project is saved.
    """

    def __init__(
        self,
        bridge: Bridge,
        opened: Opened,
        *,
        has_rubric: bool,
        may_add: bool,
        take: Take,
        leave: Callable[[], object],
        reopen: Reopen | None = None,
        beside: QWidget | None = None,
    ) -> None:
        super().__init__()
        self._bridge, self._has_rubric, self._take = bridge, has_rubric, take
        self._reopen, self._said = reopen, ImportAnswers()
        self._source, self._sheet, _ = opened
        self._kept: tuple[str, str] | None = None
        self._sheets: list[TableSheet] = []
        self.title = label("", "title")
        self.about, self.doubts = label("", "muted").bound(600, 3), label("", "warn").bound(900, 6)
        self.raw = RawTable(self._choose_role)
        self.tabs = tab_bar((), lambda _: self._show_raw(), name=t("Tables"), kind="side")
        self.encoding = picker(t("Encoding"), then=self._read_in_encoding)
        self.encoding.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.made, self.counts = MadeList(), label("", "small", wrap=False)
        self.into = picker(t("Import into"), then=self._show_made)
        levels = [(LEVELS.title(one), one) for one in LEVELS]
        self.levels = picker(t("Levels"), levels, self._choose_levels)
        self.tags = QFormLayout()
        self._choices: list[QComboBox] = []
        self.add_tags = check_box(
            t("Add all of them as dimensions of the project"), self._choose_new_tags
        )
        self._may_add = may_add
        self.keep = check_box(t("Keep these roles for tables with these headings, as"))
        self.kept_as = field(name=t("Name of the kept roles"), least=120, most=220)
        self.problem = label("", "bad").bound(900, 6)
        self.act = button("", self.accept, kind="primary")
        self._lay_out(button(t("Cancel"), leave), beside)
        wire(
            (self.made.marked, lambda _: self._show_origin()),
            (self.raw.itemSelectionChanged, self._show_result),
            (self.keep.toggled, self.kept_as.setVisible),
        )
        self._reopened(opened)
        self.setFocusProxy(self.act)  # most tables are read as they are meant

    def _lay_out(self, cancel: QWidget, beside: QWidget | None) -> None:
        options = QFormLayout()
        for form in (options, self.tags):
            form.setContentsMargins(0, 0, 0, 0)
        self._into_named, self._levels_named = (
            label(words, "label") for words in (t("Import into"), t("Levels"))
        )
        options.addRow(self._into_named, self.into)
        options.addRow(self._levels_named, self.levels)
        asked = t(
            "Tags that are no dimensions of the project. With “no dimension” a tag is left out."
        )
        self._tags = box(column(label(asked, "muted"), self.add_tags, self.tags, gap=GAP))
        self._encoding = box(row(label(t("Encoding"), "label"), self.encoding, gap=GAP, grow=1))
        left = column(
            label(t("As it came"), "label"), self._encoding, self.tabs, self.raw, gap=GAP, grow=3
        )
        right = column(
            row(label(t("As it will stand in the rubric"), "label", wrap=False), 1, self.counts),
            box(options),
            self._tags,
            self.made,
            gap=GAP,
            grow=3,
        )
        column(
            row(self.title, cancel, self.act, gap=PAD, grow=1),
            self.about,
            self.doubts,
            scrolled(Sides(box(left), box(right), narrow=900, grow=(1, 1))),
            self.problem,
            beside,
            row(self.keep, self.kept_as, 1),
            on=self,
            pad=(PAD, GAP, PAD, GAP),
            gap=PAD,
            grow=3,
        )
        for one in (self.problem, self.doubts):
            one.hide()
        on_keys(self, ENTER, self.act.click, held=CTRL)

    def _choose_role(self, place: int, role: str) -> None:
        self._said.say_role(place, role, self._sheet)
        self._read()

    def _choose_levels(self) -> None:
        self._said.levels = str(self.levels.currentData())
        self._read()

    def _choose_new_tags(self) -> None:
        self._said.adds_tags = self.add_tags.isChecked()
        for choice in self._choices:  # what becomes a dimension needs none
            choice.setEnabled(not self._said.adds_tags)
        self._show_made()

    def _read(self) -> None:
        """Reads the table again as the person means it."""
        if self._said.lacks_requirement:
            self.problem.say(t("Say which column holds the requirement."))
            self.act.setEnabled(False)
            return
        self._bridge.read(
            partial(opened_as, self._source, self._said.levels, self._said.map_text),
            self._show,
            self._failed,
            owner=self,
            slot="sheet",
        )

    def _read_in_encoding(self) -> None:
        reopen, encoding = self._reopen, str(self.encoding.currentData())
        if reopen is not None:
            self._bridge.read(
                lambda: reopen(encoding), self._reopened, self._failed, owner=self, slot="sheet"
            )

    def _reopened(self, opened: Opened) -> None:
        """Shows the texts as they read now; what was said of columns and levels stays."""
        source, sheet, error = opened
        self._source, self._sheets = source, [one for one in source.sheets if one.rows]
        self.title.setText(t("Import rubric from {name}", name=source.name))
        if self.encoding.count() == 0:
            refill(self.encoding, _samples(source))
        show_if(self._reopen is not None and self.encoding.count() > 1, self._encoding)
        self._name_sheets()
        self._take_kept(sheet)
        self._sheet = sheet
        self._show_raw()
        if self._said.roles or self._said.levels != GRADED:
            self._read()
        else:
            self._show((source, sheet, error))

    def _name_sheets(self) -> None:
        with QSignalBlocker(self.tabs):
            while self.tabs.count():
                self.tabs.removeTab(0)
            for n, one in enumerate(self._sheets, start=1):
                self.tabs.addTab(one.name or t("Table {n}", n=n))
        show_if(len(self._sheets) > 1, self.tabs)

    def _take_kept(self, sheet: RubricSheet) -> None:
        self._kept = map_for(sheet.signature) if sheet.signature else None
        self.keep.setChecked(self._kept is not None)
        self.kept_as.setText(self._kept[0] if self._kept else Path(self._source.name).stem)

    def _failed(self, error: BaseException) -> None:
        self.problem.say(explained(error))
        self.act.setEnabled(False)

    def _refused(self, error: BaseException) -> None:
        """What was said stays."""
        self._failed(error)
        self.act.setEnabled(True)
        self.into.setFocus()

    def _show(self, opened: Opened) -> None:
        _, sheet, error = opened
        self._sheet = sheet
        self.problem.hide()
        told = [*map(translated, sheet.reasons), *map(translated, sheet.notes)]
        if sheet.rows:
            told.insert(0, t("{share} sure.", share=percent(sheet.confidence)))
        if self._kept and not self._said.roles:
            told.append(
                t("Read by the roles “{name}”, kept for these headings.", name=self._kept[0])
            )
        self.about.setText(in_a_row(told))
        others = self._source.doubts[1:] if self._source.samples else ()  # the choice shows them
        self.doubts.say(
            "\n".join(translated(doubt) for doubt in sheet.doubts if doubt not in others)
        )
        show_if(self._said.roles or self._kept, self.keep)
        show_if(not self.keep.isHidden() and self.keep.isChecked(), self.kept_as)
        has_levels = self._said.levels != GRADED or any(row.levels for row in sheet.rows)
        show_if(has_levels, self.levels, self._levels_named)
        into = destinations_of(sheet, has_rubric=self._has_rubric)
        refill(self.into, into, self.into.currentData())
        show_if(len(into) > 1, self.into, self._into_named)
        self._ask_about_tags(sheet.unknown_tags)
        self.raw.show_roles(sheet.columns)
        self._show_made()
        if error is not None:
            self._failed(error)

    def _ask_about_tags(self, tags: Sequence[UnknownTag]) -> None:
        while self.tags.rowCount():
            self.tags.removeRow(0)
        self._choices = []
        for tag in tags:
            title = tn(
                "“{tag}” ({n} checkpoint)", "“{tag}” ({n} checkpoints)", tag.count, tag=tag.tag
            )
            names = dict.fromkeys([*tag.suggestions, *self._source.dimensions])
            known = [(t("no dimension"), None), *((dimension_name(name), name) for name in names)]
            likely = self._said.tags.setdefault(tag.tag, next(iter(tag.suggestions), None))
            made = picker(title, known, chosen=likely)
            made.setEnabled(not self._said.adds_tags)
            made.activated.connect(lambda _, tag=tag.tag, made=made: self._mean(tag, made))
            self.tags.addRow(label(title, "label"), made)
            self._choices.append(made)
        show_if(tags, self._tags)
        show_if(self._may_add, self.add_tags)

    def _mean(self, tag: str, made: QComboBox) -> None:
        self._said.tags[tag] = made.currentData()
        self._show_made()

    @property
    def chosen(self) -> ChosenRubric:
        """What would be imported now."""
        return self._said.chosen(self._sheet, str(self.into.currentData()))

    def _show_made(self) -> None:
        rows = self.chosen.sheet.rows
        self.made.show_rows(rows)
        self.counts.setText(self.made.counts)
        self.act.setText(tn("Import {n} checkpoint", "Import {n} checkpoints", len(rows)))
        self.act.setEnabled(bool(rows) and self.into.currentData() != ASK)

    @property
    def _here(self) -> TableSheet | None:
        place = self.tabs.currentIndex()
        return self._sheets[place] if 0 <= place < len(self._sheets) else None

    def _show_raw(self) -> None:
        sheet = self._here
        if sheet is not None:
            for one, other in pairwise((self.act, self.encoding, self.tabs, self.raw)):
                self.setTabOrder(one, other)
            self.raw.show_sheet(sheet, _headed(sheet, self._sheet))
            self.raw.show_roles(self._sheet.columns)

    def _is_of(self, place: str, sheet: TableSheet) -> bool:
        """Whether a place in the file is on a sheet."""
        return not place.startswith("sheet ") or place.startswith(f"sheet {sheet.name}, ")

    def _show_origin(self) -> None:
        """The row that a checkpoint is made of is marked beside it."""
        row, sheet = self.made.row_here, self._here
        if row is not None and sheet is not None and self.made.hasFocus():
            places = [n for n, one in enumerate(self._sheets) if self._is_of(row.place, one)]
            if places and self.tabs.currentIndex() not in places:
                self.tabs.setCurrentIndex(places[0])
            self.raw.show_row(row.number)

    def _show_result(self) -> None:
        """The checkpoint that a row becomes is marked beside it."""
        down, sheet = self.raw.currentRow(), self._here
        if sheet is not None and self.raw.hasFocus() and down >= 0:
            self.made.show_row(self.raw.number_of(down), lambda place: self._is_of(place, sheet))

    def accept(self) -> None:
        """Imports what is shown, and keeps what was said of the columns where that is wanted."""
        if not self.act.isEnabled():
            return
        if not self.keep.isChecked():
            forget_maps(self._sheet.signature)
        elif self._said.map_text:
            name = self.kept_as.text().strip() or self._source.name
            keep_map(name, self._said.map_text, self._sheet.signature)
        self.act.setEnabled(False)
        self._take(self.chosen, self._refused)


def _samples(source: RubricSource) -> list[tuple[str, object]]:
    return [
        (f"{encoding}: {text[:_SHORT_LIST]}" if text else encoding, encoding)
        for encoding, text in source.samples.items()
    ]


def _headed(sheet: TableSheet, read: RubricSheet) -> list[int]:
    names = {" ".join(one.name.split()) for one in read.columns}
    return [
        one.number
        for one in sheet.rows[:4]
        if sum(" ".join(cell.text.split()) in names for cell in one.cells if cell.text) > 1
    ]
