"""Gives each column of a table its role."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.assigning_points import take_points
from xpert_studio.core.exchange.rubric_sheet.assigning_texts import take_texts
from xpert_studio.core.exchange.rubric_sheet.drafts import RowDraft
from xpert_studio.core.exchange.rubric_sheet.layout import OWN, Columns
from xpert_studio.core.exchange.rubric_sheet.roles import (
    ANSWERING,
    BESIDE,
    DIMENSION,
    ID,
    IGNORE,
    LEVEL,
    NOTE,
    POINTS,
    REQUIREMENT,
    SCORE,
    SECTION,
    TASK,
    TIER,
    TITLE,
    ColumnContent,
    content_of,
    is_answer_head,
    names_scores,
    role_named,
)
from xpert_studio.core.exchange.tables.cells import plain
from xpert_studio.core.messages import Message
from xpert_studio.core.records import TIERS, Tier

_NEEDS: Final = {
    "settings": {"instrument"},
    "minimum": {"scale", "instrument"},
    "caps": {"scale", "instrument"},
    "parameters": {"check", "instrument"},
    "options": {"key", "instrument", "check", "scale"},
    "key": {"options", "instrument"},
    "several": {"options", "instrument"},
}
"""Columns that say how a checkpoint is answered only beside one of these."""
_FEW: Final = 2
_NEARLY: Final = 0.8
_SENTENCE: Final = 25


@dataclass(slots=True)
class Assigning(Columns):
    """Gives roles to the columns of a table that are no levels."""

    def run(self) -> None:
        """Decides on every column."""
        self.contents = {place: content_of(self.rows, place) for place in self.places}
        self.named = {place: role_named(self.heads.get(place, "")) for place in self.places}
        if self.is_own:
            self._own()
        self._rename_dimensions()
        self._rename_marks()
        self._answering()
        self._ids()
        self._ticks()
        self._tiers()
        take_points(self)
        self._tell_filled_scores()
        take_texts(self)
        self._fall_back()
        for place in self.left:
            empty = not self.contents[place].texts
            self.take(
                place, IGNORE, Message("is empty") if empty else Message("is not known by its name")
            )

    def _rename_dimensions(self) -> None:
        """A column of dimensions or tasks in which no two rows are alike names the criteria."""
        for place, name in self.named.items():
            content = self.contents[place]
            is_name = name == DIMENSION and not plain(self.heads[place]).startswith(("tag", "标签"))
            if is_name and len(content.texts) > _FEW and content.distinct == 1:
                self.named[place] = TITLE

    def _rename_marks(self) -> None:
        """Columns whose names mean a mark in one language and something else in another.

        ``Note`` over numbers is what a level is worth; ``Task`` over sentences is a requirement.
        """
        for place, name in self.named.items():
            content = self.contents[place]
            is_mark = plain(self.heads[place]) == "note" if name == NOTE else False
            if is_mark and len(content.texts) > 1 and content.numeric >= _NEARLY:
                self.named[place] = POINTS
            elif name == TASK and content.distinct > _NEARLY and content.length > _SENTENCE:
                self.named[place] = REQUIREMENT

    def _tell_filled_scores(self) -> None:
        """Without points, a column of scores that every row fills may be them."""
        if self.has_levels or {POINTS, TIER} & set(self.roles.values()):
            return
        for place, role in self.roles.items():
            content = self.contents[place]
            head = self.heads.get(place, "")
            is_filled = role == SCORE and len(content.texts) > 1 and content.fill == 1
            if is_filled and not content.is_ticks and not names_scores(head):
                self.doubts.append(
                    Message("Column {name} may hold the points.", name=self.name_of(place))
                )

    def _fall_back(self) -> None:
        """Where no column is left for the requirement, one that names the rows is it."""
        for role in (SECTION, DIMENSION, TASK, LEVEL, NOTE, *((ID,) if self.has_levels else ())):
            if {REQUIREMENT, TITLE} & set(self.roles.values()):
                return
            for place in [p for p, given in self.roles.items() if given == role]:
                if self.contents[place].distinct > 0.9 and self.contents[place].numeric < 0.5:
                    self.take(place, REQUIREMENT, Message("names the rows"))
                    return

    def _own(self) -> None:
        known = OWN | {heading: name for name, heading in BESIDE.items()}
        for place in self.places:
            role = known.get(self.heads.get(place, "").strip())
            if role and role not in self.roles.values():
                self.take(place, role, Message("is known by its name"))

    def _answering(self) -> None:
        there = set(self.named.values())
        for place, name in self.named.items():
            content = self.contents[place]
            is_bare = bool(content.formulas) and not content.texts
            if name in ANSWERING and name not in self.roles.values() and not is_bare:
                needed = _NEEDS.get(name)
                if (needed is None or needed & there) and not (
                    name == "check" and content.is_ticks
                ):
                    self.take(place, name, Message("is known by its name"))
            elif name == IGNORE:
                self.take(place, IGNORE, Message("is known by its name"))
            elif name == TASK and not self.contents[place].is_running:
                self.take(place, TASK, Message("is known by its name"))

    def _ids(self) -> None:
        for place in self.left:
            content, name = self.contents[place], self.named[place]
            if not content.texts or (self.heads.get(place) and name in {POINTS, SCORE}):
                continue
            if content.is_running and len(self.places) > 1:
                self.take(place, IGNORE, Message("counts the rows"))
            elif (
                ID not in self.roles.values()
                and content.distinct > 0.5
                and (
                    name == ID
                    or (
                        content.is_ids
                        and name is None
                        and content.numeric < 0.9
                        and content.fill >= 0.5
                    )
                )
            ):
                self.take(place, ID, Message("names the rows"))

    def _ticks(self) -> None:
        for place in self.left:
            head, content = self.heads.get(place, ""), self.contents[place]
            if self.named[place] == SCORE and are_letter_weights(content.texts):
                continue
            if is_answer_head(head) or (
                content.is_ticks
                and self.named[place] not in ({TIER} if content.is_yes_no else {POINTS, TIER})
            ):
                self.take(place, SCORE, Message("is ticked by a person"))
            elif self.named[place] == SCORE:
                self.take(place, SCORE, Message("is known by its name"))

    def _tiers(self) -> None:
        for place in self.left:
            name, content = self.named[place], self.contents[place]
            if TIER in self.roles.values():
                return
            if name in {POINTS, TIER, SCORE} and are_letter_weights(content.texts):
                self.take(place, TIER, Message("holds letters, A for what matters most"))
                self.doubts.append(
                    Message(
                        "Letters in column {name} were read as importance: A essential, B "
                        "important, C optional.",
                        name=self.name_of(place),
                    )
                )
            elif name == TIER and self._has_points_beside(content):
                self.take(place, NOTE, Message("says how important a row is, as the points do"))
            elif name == TIER or (content.is_tiers and name in {None, LEVEL, DIMENSION}):
                self.take(place, TIER, Message("says how important a row is"))

    def _has_points_beside(self, content: ColumnContent) -> bool:
        """Whether words for importance that are not known stand beside points for every row."""
        unknown = Counter(plain(text) for text in content.texts if TIERS.find(text) is None)
        points = [p for p in self.places if self.named[p] == POINTS]
        return (
            not self.is_own
            and max(unknown.values(), default=0) > 1  # a word that is there once may be a slip
            and any(self.contents[p].numeric == self.contents[p].fill == 1 for p in points)
        )


_TIERS: Final = {"a": Tier.ESSENTIAL, "b": Tier.IMPORTANT, "c": Tier.OPTIONAL}
_FEWEST: Final = 2


def are_letter_weights(texts: Sequence[str]) -> bool:
    """Whether a column holds nothing but A, B and C, at least the first two."""
    letters = {plain(text) for text in texts}
    return len(letters) >= _FEWEST and letters <= set(_TIERS) and {"a", "b"} <= letters


def letters_as_tiers(drafts: Sequence[RowDraft]) -> None:
    """Says tiers that are letters by their names."""
    if not are_letter_weights([draft.tier for draft in drafts if draft.tier]):
        return
    for draft in drafts:
        if draft.tier:
            draft.tier = _TIERS[plain(draft.tier)].value
