"""What a rubric table is taken for, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from xpert_studio.core.errors import IncompleteError
from xpert_studio.core.exchange.rubric_sheet.roles import (
    DIMENSION,
    ID,
    IGNORE,
    LEVEL,
    LEVEL_NAME,
    LEVEL_POINTS,
    NOTE,
    POINTS,
    REQUIREMENT,
    ROLES,
    SCORE,
    SECTION,
    TASK,
    TIER,
    TITLE,
    SheetColumn,
)
from xpert_studio.core.exchange.rubric_sheet.sheet import RubricSheet, level_number
from xpert_studio.core.messages import Message, counted

_ROLES: Final = {
    REQUIREMENT: Message("requirement"),
    TITLE: Message("title"),
    ID: Message("id"),
    POINTS: Message("points"),
    TIER: Message("importance"),
    DIMENSION: Message("dimension"),
    SECTION: Message("section"),
    NOTE: Message("note"),
    SCORE: Message("a person's score"),
    IGNORE: Message("not read"),
    TASK: Message("task"),
    LEVEL: Message("level"),
    LEVEL_NAME: Message("name of the level"),
    LEVEL_POINTS: Message("points of the level"),
    "instrument": Message("how it is answered"),
    "settings": Message("settings"),
    "scale": Message("scale"),
    "minimum": Message("minimum"),
    "gate": Message("gate"),
    "caps": Message("caps"),
    "check": Message("check"),
    "parameters": Message("parameters of the check"),
    "options": Message("options"),
    "key": Message("right option"),
    "several": Message("several options may be right"),
}
_MOST_DOUBTS: Final = 20
_NUMBERED: Final = {
    LEVEL: Message("level {n}"),
    LEVEL_NAME: Message("name of level {n}"),
    LEVEL_POINTS: Message("points of level {n}"),
}


def role_shown(column: SheetColumn, columns: Sequence[SheetColumn]) -> str:
    """A column's role in words, with the number of its level."""
    number = level_number(column, columns)
    if number is not None:
        return Message(_NUMBERED[column.role].template, n=number)
    return _ROLES.get(column.role, column.role)


def role_words() -> Mapping[str, str]:
    """What a person may say a column is: roles with their names."""
    return {role: _ROLES[role] for role in ROLES}


def shape_name(shape: str) -> str:
    """A shape in words."""
    words = {
        "list": Message("a list of requirements"),
        "matrix": Message("a matrix of criteria and levels"),
        "tree": Message("a tree of sections and requirements"),
        "checklist": Message("a checklist"),
        "long": Message("a long table of criteria and levels"),
    }
    return words[shape]


class UnsureTableError(IncompleteError):
    """A table was read, but not surely; ``sheet`` is how, and ``missing`` shows it."""

    def __init__(self, sheet: RubricSheet) -> None:
        self.sheet = sheet
        super().__init__(
            Message(
                "How {source} is meant is not sure; nothing was imported.", source=sheet.source
            ),
            preview_lines(sheet),
            remedy=Message(
                'If that is right: --map "{map}". If not, change the columns in it.',
                map=sheet.map_text,
            ),
        )


def preview_lines(sheet: RubricSheet, most: int = 8) -> list[str]:
    """What a table is taken for, a line each."""
    lines: list[str] = list(sheet.doubts[:_MOST_DOUBTS])
    if len(sheet.doubts) > _MOST_DOUBTS:
        lines.append(Message("… and {n} more doubts", n=len(sheet.doubts) - _MOST_DOUBTS))
    lines += sheet.reasons
    lines += [
        Message(
            "{letters} ({name}): {role}, {why}.",
            letters=c.letters,
            name=" ".join(c.name.split())[:60],
            role=role_shown(c, sheet.columns),
            why=c.why,
        )
        for c in sheet.columns
    ]
    if len(sheet.groups) > 1:
        lines += [
            Message("{name}: {n} checkpoints", name=name, n=len(sheet.of(name)))
            for name in sheet.groups
        ]
    lines += [
        Message(
            "{weight:g} points: {text}", weight=row.weight, text=" ".join(row.text.split())[:120]
        )
        for row in sheet.rows[:most]
    ]
    if len(sheet.rows) > most:
        lines.append(
            counted(
                "… and {n} more checkpoint", "… and {n} more checkpoints", len(sheet.rows) - most
            )
        )
    return lines
