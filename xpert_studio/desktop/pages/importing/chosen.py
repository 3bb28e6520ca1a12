"""What a person has said of a rubric table, and what of it they want imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from xpert_studio.core.cell_texts import column_letters
from xpert_studio.core.errors import XpertError
from xpert_studio.core.exchange.rubric_sheet import (
    FormRow,
    RubricSheet,
    RubricSource,
    SheetReading,
    map_for,
    read_map,
)
from xpert_studio.core.exchange.rubric_sheet.parts import SECTIONS, TASKS, as_section
from xpert_studio.core.exchange.rubric_sheet.roles import (
    IGNORE,
    REQUIREMENT,
    ROLES,
    TITLE,
    is_settled,
)
from xpert_studio.core.exchange.rubric_sheet.sheet import GRADED
from xpert_studio.core.wording import t

HERE: Final = "here"
NEW: Final = "new"
ASK: Final = "ask"
"""Nothing yet: a person has to say what several tables are."""
ONE: Final = "/"
"""Begins the destination of one rubric of several, whose name follows."""
ONE_NEW: Final = "+"
"""The same, as a new task."""
Failed = Callable[[BaseException], None]
Take = Callable[["ChosenRubric", Failed], object]
"""Imports what is wanted; ``Failed`` follows where that is refused."""
Opened = tuple[RubricSource, RubricSheet, BaseException | None]
"""A table, how it was read, and why it could not be."""


@dataclass(frozen=True, slots=True)
class ChosenRubric:
    """What a person wants imported.

    Attributes:
        sheet: With the rows that are wanted, and their dimensions.
        into: ``HERE``, ``NEW``, ``SECTIONS`` of this rubric, or ``TASKS`` of their names.
        dimensions: Those that the project gets.
        title: Of a new task; empty for the name of the file.
    """

    sheet: RubricSheet
    into: str
    dimensions: tuple[str, ...] = ()
    title: str = ""


@dataclass(slots=True)
class ImportAnswers:
    """What the person has said so far: roles by column, what levels become, tags by name."""

    roles: dict[int, str] = field(default_factory=dict)
    levels: str = GRADED
    tags: dict[str, str | None] = field(default_factory=dict)
    adds_tags: bool = False

    @property
    def lacks_requirement(self) -> bool:
        """Whether columns were named, and none that holds what is required."""
        return bool(self.roles) and not set(self.roles.values()) & {REQUIREMENT, TITLE}

    def say_role(self, place: int, role: str, sheet: RubricSheet) -> None:
        """Takes what the person says of a column; the others stay as they are taken now."""
        taken = {
            column.place: column.role
            for column in sheet.columns
            if column.role in ROLES or is_settled(column.role)
        }
        self.roles = {**taken, **self.roles, place: role}

    @property
    def map_text(self) -> str:
        """What the person says the columns are, as it is written; empty where nothing."""
        by_role: dict[str, list[int]] = {}
        for place, role in sorted(self.roles.items()):
            if role != IGNORE:
                by_role.setdefault(role, []).append(place)
        return ",".join(
            f"{role.title().replace(' ', '')}={'+'.join(map(column_letters, places))}"
            for role, places in by_role.items()
        )

    def chosen(self, sheet: RubricSheet, into: str) -> ChosenRubric:
        """What of a table is wanted where it is to go."""
        is_one = into[:1] in {ONE, ONE_NEW}
        rows = sheet.of(into[1:]) if is_one else sheet.rows
        new = dict.fromkeys(one.tag for one in sheet.unknown_tags)
        means = {tag: tag for tag in new} if self.adds_tags else self.tags
        plain = {tag.casefold(): name for tag, name in means.items()}
        rows = tuple(_with_dimension(row, plain) for row in rows)
        if into == SECTIONS:
            rows = tuple(as_section(row) for row in rows)
        used = {row.dimension for row in rows}
        added = tuple(tag for tag in new if self.adds_tags and tag in used)
        way = {ONE: HERE, ONE_NEW: NEW}.get(into[:1], into)
        title = into[1:] if is_one else ""
        return ChosenRubric(replace(sheet, rows=rows), way, added, title)


def _with_dimension(row: FormRow, by_tag: Mapping[str, str | None]) -> FormRow:
    return replace(row, dimension=row.dimension or by_tag.get((row.tag or "").casefold()))


def opened_as(source: RubricSource, levels: str = GRADED, mapped: str = "") -> Opened:
    """Reads a table, by what was said of it or is kept for its headings.

    Where it cannot be read, it is shown all the same: a person may say what its columns are.

    Args:
        source: The table.
        levels: What levels become.
        mapped: What the person says the columns are; empty where nothing.
    """
    reading = SheetReading(levels=levels, is_preview=True)
    try:
        if mapped:
            return source, source.read(replace(reading, mapped=read_map(mapped))), None
        sheet = source.read(reading)
        kept = map_for(sheet.signature)
        if kept is not None:
            sheet = source.read(replace(reading, mapped=read_map(kept[1])))
    except XpertError as error:
        return source, RubricSheet(source.name, (), (), (), confidence=0.0), error
    return source, sheet, None


def destinations_of(sheet: RubricSheet, *, has_rubric: bool) -> Sequence[tuple[str, str]]:
    """Where a table may go, in words, the likeliest first."""
    groups = sheet.groups if len(sheet.groups) > 1 else ()
    ways: list[tuple[str, str]] = []
    if has_rubric and not groups:
        ways.append((t("This rubric"), HERE))
    if has_rubric and groups:
        ways.append((t("All, as sections of this rubric"), SECTIONS))
    if groups:
        ways.append((t("Each into the task of its name, or a new one"), TASKS))
    if has_rubric:
        ways += [
            (t("Only “{name}”, into this rubric", name=group), ONE + group) for group in groups
        ]
    ways += [(t("Only “{name}”, as a new task", name=group), ONE_NEW + group) for group in groups]
    if groups and sheet.parts != TASKS:
        ways.insert(0, (t("Choose which of {n} tables…", n=len(groups)), ASK))
    whole = t("All, as one new task") if groups else t("A new task")
    return [*ways, (whole, NEW)]
