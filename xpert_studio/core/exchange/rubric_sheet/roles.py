"""What a column holds: by its name in several languages, and by what stands in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from statistics import mean
from typing import Final

from xpert_studio.core.cell_texts import column_letters
from xpert_studio.core.exchange.rubric_sheet.levels import LevelHead
from xpert_studio.core.exchange.rubric_sheet.numbers import amount, folded
from xpert_studio.core.exchange.tables.cells import TableRow, plain
from xpert_studio.core.fields import asks_of
from xpert_studio.core.instruments.range_columns import range_name
from xpert_studio.core.records import TIERS
from xpert_studio.core.records.rubrics import WrittenFields
from xpert_studio.core.resources import resource_json

REQUIREMENT: Final = "requirement"
TITLE: Final = "title"
ID: Final = "id"
POINTS: Final = "points"
TIER: Final = "tier"
DIMENSION: Final = "dimension"
SECTION: Final = "section"
NOTE: Final = "note"
SCORE: Final = "score"
IGNORE: Final = "ignore"
TASK: Final = "task"
LEVEL: Final = "level"
LEVEL_NAME: Final = "level name"
LEVEL_POINTS: Final = "level points"
DESCRIPTION: Final = "description"
ROLES: Final = (
    REQUIREMENT, TITLE, ID, POINTS, TIER, DIMENSION, SECTION, NOTE, SCORE, IGNORE, TASK, LEVEL,
    LEVEL_NAME, LEVEL_POINTS,
)  # fmt: skip
_BY_NAME: Final = {
    "criterion": REQUIREMENT, "description": DESCRIPTION, "title": TITLE, "points": POINTS,
    "importance": TIER, "tag": DIMENSION, "task": TASK, "id": ID, "notes": NOTE,
    "section": SECTION, "score": SCORE, "level": LEVEL, "ignore": IGNORE,
}  # fmt: skip
ANSWERING: Final = (
    "instrument",
    "settings",
    "scale",
    "minimum",
    "gate",
    "caps",
    "check",
    "parameters",
    "options",
    "key",
    "several",
)
_OWN_COLUMNS: Final = frozenset({"text", "weight", "tier", "dimension", "notes"})
BESIDE: Final = {
    name: asks.title for name, asks in asks_of(WrittenFields).items() if name not in _OWN_COLUMNS
}
"""Other fields of a checkpoint, with the heading of their column in a table of this program."""


def is_settled(role: str) -> bool:
    """Whether a column with this role holds a field of a checkpoint as this program writes it."""
    return role in ANSWERING or role in BESIDE or range_name(role) is not None


_BRACKETS: Final = re.compile(r"[(（\[【].*?[)）\]】]|[*:：`]|\s\d+\s?%\s*$")
_PARTS: Final = re.compile(r"\s*[/\n|&]\s*|\s+(?:and|und|et|y|or)\s+")
_ID: Final = re.compile(
    r"(?:[A-Za-z]{0,8}[-._ ]?\d{1,4}|[A-Za-z]\d{0,3})(?:[.-]\d{1,3}){0,5}[A-Za-z]?[.)]?"
)
_YES_NO: Final = frozenset(
    [
        "yes",
        "no",
        "y",
        "n",
        "ja",
        "nein",
        "oui",
        "non",
        "sí",
        "si",
        "是",
        "否",
        "n/a",
        "na",
        "✓",
        "✗",
    ]
)
_TICKS: Final = _YES_NO | frozenset("x✔✅❌☐☑☒□■o-–?○×") | {"yes/no", "[ ]", "[x]"}
_ANSWERS: Final = _YES_NO | frozenset(
    ["はい", "いいえ", "예", "아니오", "아니요", "met", "not met", "pass", "fail", "erfüllt",
     "nicht erfüllt", "达成", "未达成"]
)  # fmt: skip
_MOST: Final = re.compile(
    r"\b(?:max\w*|m[aá]xim\w*|possible|posible\w*|potential|mögl\w*|available|worth|full|total|"
    r"erreichbar\w*|each|assigned|allocated|allotted|per|value)\b|满|最高|配|満|만점|배점"
)
_OUT_OF: Final = re.compile(r"(?:(?:^|[\s(\[])/|\bout of|\bsur|\bvon|\bsu)\s*(\d{1,4})\s*\)?\s*$")
_POINT_WORDS: Final = frozenset(
    ["points", "point", "pts", "marks", "mark", "score", "punkte", "punktzahl", "puntos", "puntaje",
     "punt", "puntuación", "puntación", "puntuacion",
     "pontos", "punti", "note", "nota"]
)  # fmt: skip
_WEIGHT_WORDS: Final = frozenset(
    ["weight", "weights", "weighting", "gewicht", "gewichtung", "poids", "peso"]
)
_GIVEN: Final = re.compile(
    r"\b(?:received|earned|awarded|obtained|given|got|scored|actual|achieved|your|student\w*|self|"
    r"erreicht\w*|erzielt\w*|erhalten\w*|obtenid\w*|obtenu\w*|obtid\w*|ottenut\w*)\b"
)
_MOST_WORDS: Final = 5
_SHORT_HEAD: Final = 6


@cache
def names() -> Mapping[str, str]:
    """Columns by all that people call them, as texts are compared."""
    found: Mapping[str, Sequence[str]] = resource_json("rubric_sheet.json")["columns"]
    return {plain(name): column for column, listed in found.items() for name in listed}


@lru_cache(maxsize=65_536)
def role_named(text: str) -> str | None:
    """The role that a heading names; None where it is not known."""
    said = folded(text)
    if not said or len(said) > 120:
        return None
    known = names()
    bare = _BRACKETS.sub(" ", said)
    is_short = len(bare.split()) <= _SHORT_HEAD
    tries = [said, bare, *(part for part in _PARTS.split(bare) if part and is_short)]
    for one in tries:
        column = known.get(plain(one).strip(" .?!")) or known.get(plain(one))
        if column:
            return _BY_NAME.get(column, column)
    return _points_named(plain(bare))


def _points_named(said: str) -> str | None:
    """Points, or a person's score, by what is said beside a word for points."""
    words = re.findall(r"[^\W\d_]+", said)
    if len(words) == 2 and _WEIGHT_WORDS & set(words):
        return POINTS
    if not 2 <= len(words) <= _MOST_WORDS or not _POINT_WORDS & set(words):
        return None
    if _GIVEN.search(said):
        return SCORE
    return POINTS if says_most(said) else None


def says_most(text: str) -> bool:
    """Whether a heading speaks of the most points that there are."""
    return _MOST.search(text) is not None


def most_in_head(text: str) -> float | None:
    """The most points that a heading of scores names, as ``Score (/10)`` and ``out of 5`` do."""
    found = _OUT_OF.search(folded(text))
    return float(found[1]) if found else None


def names_scores(text: str) -> bool:
    """Whether a heading speaks of points that a person gives, and says the most of them."""
    rest = _OUT_OF.sub("", folded(text))
    return rest != folded(text) and role_named(rest) in {POINTS, SCORE}


def is_answer_head(text: str) -> bool:
    """Whether a column is ticked by a person: Yes, No, N/A."""
    return plain(folded(text)) in _ANSWERS


@dataclass
class ColumnContent:
    """What stands in a column of a table's body.

    Attributes:
        formulas: How many have no value.
        spans: How many of its cells cover several rows.
    """

    texts: list[str]
    rows: int
    formulas: int = 0
    spans: int = 0

    @cached_property
    def fill(self) -> float:
        """The share of rows in which it says something."""
        return len(self.texts) / self.rows if self.rows else 0

    @cached_property
    def length(self) -> float:
        """How long its texts are; characters of Chinese, Japanese and Korean count double."""
        return mean(map(weighed, self.texts)) if self.texts else 0

    @cached_property
    def numeric(self) -> float:
        """The share of its texts that are numbers of points."""
        return self._share([amount(text) is not None for text in self.texts])

    @cached_property
    def distinct(self) -> float:
        """The share of its texts that are different."""
        return len({plain(text) for text in self.texts}) / len(self.texts) if self.texts else 0

    @cached_property
    def is_running(self) -> bool:
        """Whether it counts the rows: 1, 2, 3."""
        bare = [text.strip().rstrip(".)") for text in self.texts]
        return len(bare) > 1 and bare == [str(n) for n in range(1, len(bare) + 1)]

    @cached_property
    def is_ids(self) -> bool:
        """Whether it names the rows: R1, 2.3, A-4."""
        return (
            self._share([bool(_ID.fullmatch(text)) for text in self.texts]) >= 0.9
            and self.distinct > 0.6
        )

    @cached_property
    def is_tiers(self) -> bool:
        """Whether it says how important rows are."""
        return bool(self.texts) and all(TIERS.find(text) is not None for text in self.texts)

    @cached_property
    def is_ticks(self) -> bool:
        """Whether it is a column of boxes and of yes and no."""
        return bool(self.texts) and all(plain(text) in _TICKS for text in self.texts)

    @cached_property
    def is_yes_no(self) -> bool:
        """Whether it says yes and no in words."""
        return bool(self.texts) and all(plain(text) in _YES_NO for text in self.texts)

    @staticmethod
    def _share(values: Sequence[bool]) -> float:
        return sum(values) / len(values) if values else 0


def weighed(text: str) -> int:
    """The length of a text as it is read: a character of Chinese counts for two letters."""
    return len(text) + sum(char > "\u2e7f" for char in text)


def content_of(rows: Sequence[TableRow], place: int) -> ColumnContent:
    """What stands in a column."""
    texts = [text for row in rows if (text := row.text(place))]
    cells = [row.cell(place) for row in rows]
    without_value = sum(cell.has_no_value for cell in cells)
    return ColumnContent(texts, len(rows), without_value, sum(cell.rows > 1 for cell in cells))


@dataclass(slots=True)
class SheetColumn:
    """A column with what it is taken for.

    Attributes:
        place: From 0.
        name: Its heading; the letters of the column where it has none.
        role: One of ``ROLES``, or a column that says how a checkpoint is answered.
        why: A reason in words.
        head: Of a level.
        cycle: Of repeated columns, to which level it belongs, from 0.
    """

    place: int
    name: str
    role: str
    why: str
    head: LevelHead | None = None
    cycle: int = -1

    @property
    def letters(self) -> str:
        """What the column is called in a spreadsheet."""
        return column_letters(self.place)
