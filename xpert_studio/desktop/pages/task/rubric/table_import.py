"""A rubric table before it is imported: as it came, beside the checkpoints that it becomes.

What the person says of a column, of levels or of several tables changes the checkpoints at once.
Nothing is imported before they have seen it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QFormLayout

from xpert_studio.core.errors import DiskError, ProjectBusyError, XpertError
from xpert_studio.core.exchange.rubric_sheet import (
    FormRow,
    Reading,
    RubricSheet,
    RubricSource,
    UnknownTag,
    forget_maps,
    keep_map,
    map_for,
    read_map,
)
from xpert_studio.core.exchange.rubric_sheet.parts import SECTIONS, TASKS, as_section
from xpert_studio.core.exchange.rubric_sheet.roles import IGNORE, REQUIREMENT, ROLES, TITLE
from xpert_studio.core.exchange.tables.cells import Sheet, letter
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.records import BINARY, Role
from xpert_studio.core.wording import explained, in_a_row, listed, mark, percent, t, tn
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.pages.task.rubric.raw_table import RawTable
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asking import WindowDialog
from xpert_studio.desktop.widgets.fields import check_box, picker, refill, tab_bar
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import Sides, box, column, row
from xpert_studio.desktop.widgets.report_tables import TableView
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.blocks import Column, Row, Table
from xpert_studio.report.part_names import dimension_name, part_name

HERE: Final = "here"
NEW: Final = "new"
Failed = Callable[[BaseException], None]
Take = Callable[["ChosenRubric", Callable[[], object], Failed], object]
"""Imports what is wanted, and then follows one of two: it is imported, or it was refused."""
_LEVELS: Final = {
    "graded": mark("A scale, with the levels as its bands"),
    "binary": mark("Met or not met, by the best level"),
    "steps": mark("A checkpoint for each level"),
}


@dataclass(frozen=True, slots=True)
class ChosenRubric:
    """What a person wants imported.

    Attributes:
        sheet: With the rows that are wanted, and their dimensions.
        into: ``HERE``, ``NEW``, ``SECTIONS`` of this rubric, or ``TASKS`` of their names.
        dimensions: Those that the project gets.
    """

    sheet: RubricSheet
    into: str
    dimensions: tuple[str, ...] = ()


@dataclass(slots=True)
class _Said:
    """What the person has said so far: roles by column, and the rest by name."""

    roles: dict[int, str] = field(default_factory=dict)
    levels: str = "graded"
    tags: dict[str, str | None] = field(default_factory=dict)


class TableImport(WindowDialog):
    """Shows a table, and what becomes of it.

    Args:
        shell: The window around it.
        source: The table.
        sheet: As it is taken without a word of the person.
        has_rubric: Whether there is a rubric that it may go into; else it makes a new task.
        then: Imports what is wanted; where that is refused, the dialog stays, and says why.
        reopen: Opens the file in an encoding that is named; None where there is no file.
    """

    def __init__(
        self,
        shell: Shell,
        source: RubricSource,
        sheet: RubricSheet,
        *,
        has_rubric: bool,
        then: Take,
        reopen: Callable[[str], tuple[RubricSource, RubricSheet]] | None = None,
    ) -> None:
        super().__init__(shell.window, t("Import rubric"))
        self._shell, self._source, self._sheet = shell, source, sheet
        self._has_rubric, self._then, self._said = has_rubric, then, _Said()
        self._reopen = reopen
        self._kept = map_for(sheet.signature)
        self._sheets = [one for one in source.sheets if one.rows]
        self.about = label("", "muted")
        self.doubts = label("", "warn")
        self.raw = RawTable(self._choose_role)
        names = [
            (one.name or t("Table {n}", n=n), n) for n, one in enumerate(self._sheets, start=1)
        ]
        self.tabs = tab_bar(names, lambda _: self._show_raw(), name=t("Tables"), kind="side")
        self.encoding = picker(t("Encoding"), _samples(source), then=self._read_in_encoding)
        self.encoding.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.made = TableView(t("Checkpoints"))
        self.into = picker(t("Import into"), then=self._show_made)
        self.levels = picker(
            t("Levels"), [(t(said), name) for name, said in _LEVELS.items()], then=self._read
        )
        self.tags = QFormLayout()
        self._choices: list[QComboBox] = []
        asked = t(
            "Tags that are no dimensions of the project. With “no dimension” a tag is left out."
        )
        self.add_tags = check_box(t("Add all of them as dimensions of the project"))
        self.add_tags.toggled.connect(self._show_made)
        self.add_tags.toggled.connect(self._free_tags)
        self._tags = box(column(label(asked, "muted"), self.add_tags, self.tags, gap=GAP))
        self.keep = check_box(t("Read tables with these headings so from now on"))
        self.keep.setChecked(self._kept is not None)
        self.problem = label("", "bad")
        self.act = button("", self.accept, kind="primary")
        self._lay_out()
        self._show(sheet)
        self._show_raw()

    def _lay_out(self) -> None:
        options = QFormLayout()
        for form in (options, self.tags):
            form.setContentsMargins(0, 0, 0, 0)
        options.addRow(label(t("Import into"), "label"), self.into)
        self._levels_named = label(t("Levels"), "label")
        options.addRow(self._levels_named, self.levels)
        encoding = box(row(label(t("Encoding"), "label"), self.encoding, gap=GAP, grow=1))
        show_if(self._reopen is not None and self.encoding.count() > 1, encoding)
        left = column(
            label(t("As it came"), "label"), encoding, self.tabs, self.raw, gap=GAP, grow=3
        )
        right = column(
            label(t("Checkpoints"), "label"), self.made, box(options), self._tags, 1, gap=GAP
        )
        column(
            label(t("Import rubric from {name}", name=self._source.name), "heading"),
            self.about,
            self.doubts,
            scrolled(Sides(box(left), box(right), narrow=900, grow=(1, 1))),
            self.problem,
            row(self.keep, 1, button(t("Cancel"), self.reject), self.act),
            on=self,
            pad=SPACE,
            gap=PAD,
            grow=3,
        )
        for one, other in pairwise((self.encoding, self.tabs, self.raw)):
            self.setTabOrder(one, other)
        for one in (self.problem, self.doubts):
            one.hide()
        room = self._shell.window.size()
        self.resize(min(px(1240), room.width() - px(40)), min(px(760), room.height() - px(40)))

    def _choose_role(self, place: int, role: str) -> None:
        """Takes what the person says of a column; the others stay as they are taken now."""
        self._said.roles = {**self._taken(), **self._said.roles, place: role}
        self._read()

    def _taken(self) -> dict[int, str]:
        return {one.place: one.role for one in self._sheet.columns if one.role in ROLES}

    @property
    def map_text(self) -> str:
        """What the person says the columns are, as it is written; empty where nothing."""
        by_role: dict[str, list[int]] = {}
        for place, role in sorted(self._said.roles.items()):
            if role != IGNORE:
                by_role.setdefault(role, []).append(place)
        return ",".join(
            f"{role.title().replace(' ', '')}={'+'.join(map(letter, places))}"
            for role, places in by_role.items()
        )

    def _read(self) -> None:
        """Reads the table again as the person means it."""
        roles = set(self._said.roles.values())
        if roles and not roles & {REQUIREMENT, TITLE}:
            self.problem.say(t("Say which column holds the requirement."))
            self.act.setEnabled(False)
            return
        source = self._source
        said = self.map_text or (self._kept[1] if self._kept else "")
        reading = Reading(levels=str(self.levels.currentData()), is_preview=True)
        self._shell.session.fetch(
            lambda: source.read(replace(reading, mapped=read_map(said) if said else None)),
            self._show,
            self._failed,
            owner=self,
            slot="sheet",
        )

    def _read_in_encoding(self) -> None:
        reopen, encoding = self._reopen, str(self.encoding.currentData())
        if reopen is not None:
            self._shell.session.fetch(
                lambda: reopen(encoding), self._reopened, self._failed, owner=self, slot="sheet"
            )

    def _reopened(self, opened: tuple[RubricSource, RubricSheet]) -> None:
        """Shows the texts as they read now; what was said of columns and levels stays."""
        self._source, sheet = opened
        self._sheets = [one for one in self._source.sheets if one.rows]
        self._kept = map_for(sheet.signature)
        self._show(sheet)
        self._show_raw()
        self._read()

    def _failed(self, error: BaseException) -> None:
        self.problem.say(explained(error))
        self.act.setEnabled(False)

    def _refused(self, error: BaseException) -> None:
        """What was said stays; one that waits for the disk is done later, as any other change."""
        if isinstance(error, (DiskError, ProjectBusyError)) or not isinstance(error, XpertError):
            super().accept()
            self._shell.session.report(error)
            return
        self._failed(error)
        self.act.setEnabled(True)
        self.into.setFocus()

    def _show(self, sheet: RubricSheet) -> None:
        self._sheet = sheet
        self.problem.hide()
        sure = t("{share} sure.", share=percent(sheet.confidence))
        told = [sure, *map(t, sheet.reasons), *map(t, sheet.notes)]
        if self._kept and not self._said.roles:
            told.append(
                t("Read by the mapping “{name}”, kept for these headings.", name=self._kept[0])
            )
        self.about.setText(in_a_row(told))
        others = self._source.doubts[1:] if self._source.samples else ()  # the choice shows them
        self.doubts.say("\n".join(t(one) for one in sheet.doubts if one not in others))
        show_if(self._said.roles or self._kept, self.keep)
        self.raw.show_roles({one.place: one.role for one in sheet.columns})
        has_levels = self._said.levels != "graded" or any(row.levels for row in sheet.rows)
        show_if(has_levels, self.levels, self._levels_named)
        self._offer_places(sheet)
        self._ask_about_tags(sheet.unknown_tags)
        self._show_made()

    def _offer_places(self, sheet: RubricSheet) -> None:
        options: list[tuple[str, object]] = []
        if self._has_rubric and len(sheet.groups) < 2:
            options.append((t("This rubric"), HERE))
        if len(sheet.groups) > 1:
            if self._has_rubric:
                options.append((t("All, as sections of this rubric"), SECTIONS))
            options.append((t("Each into the task of its name, or a new one"), TASKS))
        if self._has_rubric and len(sheet.groups) > 1:
            options += [
                (t("Only “{name}”, into this rubric", name=name), f"/{name}")
                for name in sheet.groups
            ]
        options.append((t("A new task"), NEW))
        refill(self.into, options, self.into.currentData())

    def _ask_about_tags(self, tags: Sequence[UnknownTag]) -> None:
        while self.tags.rowCount():
            self.tags.removeRow(0)
        self._choices = []
        for tag in tags:
            title = tn(
                "“{tag}” ({n} checkpoint)", "“{tag}” ({n} checkpoints)", tag.count, tag=tag.tag
            )
            names = dict.fromkeys([*tag.suggestions, *self._source.dimensions])
            known = [(t("no dimension"), None), *((dimension_name(one), one) for one in names)]
            likely = self._said.tags.get(tag.tag, next(iter(tag.suggestions), None))
            made = picker(title, known, chosen=likely)
            self._said.tags[tag.tag] = likely
            made.activated.connect(lambda _, tag=tag.tag, made=made: self._mean(tag, made))
            self.tags.addRow(label(title, "label"), made)
            self._choices.append(made)
        show_if(tags, self._tags)
        show_if(self._shell.session.has_role(Role.LEAD), self.add_tags)
        self._free_tags()

    def _free_tags(self) -> None:
        """Tags that become dimensions need no choice."""
        for choice in self._choices:
            choice.setEnabled(not self.add_tags.isChecked())

    def _mean(self, tag: str, made: QComboBox) -> None:
        self._said.tags[tag] = made.currentData()
        self._show_made()

    @property
    def chosen(self) -> ChosenRubric:
        """What would be imported now."""
        into = str(self.into.currentData())
        rows = self._sheet.of(into[1:]) if into.startswith("/") else self._sheet.rows
        new = dict.fromkeys(one.tag for one in self._sheet.unknown_tags)
        means = dict.fromkeys(new) | self._said.tags
        if self.add_tags.isChecked():
            means |= {tag: tag for tag in new}
        plain = {tag.casefold(): name for tag, name in means.items()}
        rows = tuple(
            replace(one, dimension=one.dimension or plain.get((one.tag or "").casefold()))
            for one in rows
        )
        if into == SECTIONS:
            rows = tuple(as_section(one) for one in rows)
        used = {one.dimension for one in rows}
        added = tuple(tag for tag in new if self.add_tags.isChecked() and tag in used)
        sheet = replace(self._sheet, rows=rows)
        return ChosenRubric(sheet, HERE if into.startswith("/") else into, added)

    def _show_made(self) -> None:
        rows = self.chosen.sheet.rows
        self.made.show_table(_table(rows))
        self.act.setText(tn("Import {n} checkpoint", "Import {n} checkpoints", len(rows)))
        self.act.setEnabled(bool(rows))

    def _show_raw(self) -> None:
        place = self.tabs.currentIndex()
        show_if(len(self._sheets) > 1, self.tabs)
        if 0 <= place < len(self._sheets):
            sheet = self._sheets[place]
            self.raw.show_sheet(sheet, self._sheet.columns, _headed(sheet, self._sheet))

    def accept(self) -> None:
        """Imports what is shown, and keeps what was said of the columns where that is wanted."""
        if not self.act.isEnabled():
            return
        if not self.keep.isChecked():
            forget_maps(self._sheet.signature)
        elif self.map_text:
            keep_map(self._source.name, self.map_text, self._sheet.signature)
        self.act.setEnabled(False)
        self._then(self.chosen, super().accept, self._refused)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Begins on the button that imports: most tables are read as they are meant."""
        super().showEvent(event)
        self.act.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Ctrl+Enter imports; Enter alone only opens a choice."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.act.click()
        else:
            super().keyPressEvent(event)


def _samples(source: RubricSource) -> list[tuple[str, object]]:
    return [
        (f"{encoding}: {text}" if text else encoding, encoding)
        for encoding, text in source.samples.items()
    ]


def kept_reading(sheet: RubricSheet) -> str:
    """What a person once said of tables with these headings; empty where nothing."""
    kept = map_for(sheet.signature)
    return kept[1] if kept else ""


def _headed(sheet: Sheet, read: RubricSheet) -> list[int]:
    names = {" ".join(one.name.split()) for one in read.columns}
    return [
        one.number
        for one in sheet.rows[:4]
        if sum(" ".join(cell.text.split()) in names for cell in one.cells if cell.text) > 1
    ]


def _table(rows: Sequence[FormRow]) -> Table:
    """The checkpoints as they will stand in the rubric; columns that say nothing are left out."""
    form = "0" if all(one.weight == int(one.weight) for one in rows) else "0.0"
    columns = (
        (Column("#", "0"), range(1, len(rows) + 1)),
        (Column(t("Checkpoint")), [one.text for one in rows]),
        (Column(t("Note")), [one.all_notes or "" for one in rows]),
        (Column(t("Answered by")), [_kind(one) for one in rows]),
        (Column(t("Points"), form), [one.weight for one in rows]),
        (Column(t("Tier")), [part_name("tier", one.tier) if one.tier else "" for one in rows]),
        (Column(t("Dimension")), [_dimension(one) for one in rows]),
    )
    told = [(column, cells) for column, cells in columns if any(cells)]
    return Table(
        tuple(column for column, _ in told),
        tuple(Row(cells) for cells in zip(*(cells for _, cells in told), strict=True)),
        "",
        name=t("Checkpoints"),
    )


def _dimension(one: FormRow) -> str:
    return dimension_name(one.dimension) if one.dimension else ""


def _kind(one: FormRow) -> str:
    """How it is answered; empty where met or not met."""
    if one.levels:
        names = [level.name or level.text for level in one.levels]
        return tn("{n} level: {names}", "{n} levels: {names}", len(names), names=listed(names))
    known = INSTRUMENTS.get(one.instrument or BINARY)
    if known is not None:
        return "" if known.id == BINARY else t(known.title)
    return one.instrument or ""
