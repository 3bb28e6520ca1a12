"""Gives each column of a table its role."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.numbers import amount
from xpert_studio.core.exchange.rubric_sheet.roles import (
    ANSWERING,
    DESCRIPTION,
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
    Content,
    content_of,
    is_answer_head,
    names_scores,
    role_named,
    says_most,
)
from xpert_studio.core.exchange.tables.cells import Row, letter, plain
from xpert_studio.core.messages import Message
from xpert_studio.core.records import TIERS

_NEEDS: Final = {
    "settings": {"instrument"}, "minimum": {"scale", "instrument"}, "caps": {"scale", "instrument"},
    "parameters": {"check", "instrument"}, "options": {"key", "instrument", "check", "scale"},
    "key": {"options", "instrument"}, "several": {"options", "instrument"},
}  # fmt: skip
"""Columns that say how a checkpoint is answered only beside one of these."""
_OWN: Final = {"Criterion": REQUIREMENT, "Points": POINTS, "Importance": TIER, "Tag": DIMENSION,
               "Notes": NOTE, "ID": ID}  # fmt: skip
"""Columns that every table has which this program writes."""
_FEW: Final = 2
_HALF: Final = 0.5
_TEXTS: Final = frozenset({REQUIREMENT, DESCRIPTION})
_WEIGHTS: Final = re.compile(r"weigh|gewicht|pond|coef|peso|poids|权|權|ウェイト|重み|比重|가중")


@dataclass(slots=True)
class Assigning:
    """Gives roles to the columns of a table that are no levels.

    Attributes:
        rows: The body.
        heads: The heading of each column, empty where it has none.
        has_levels: Whether other columns are levels.
        roles: What is decided, by place; ``whys`` the reasons.
        doubts: What speaks against the guess.
    """

    rows: list[Row]
    heads: Mapping[int, str]
    places: list[int]
    has_levels: bool = False
    roles: dict[int, str] = field(default_factory=dict)
    whys: dict[int, str] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    contents: dict[int, Content] = field(default_factory=dict)
    named: dict[int, str | None] = field(default_factory=dict)

    def run(self) -> None:
        """Decides on every column."""
        self.contents = {place: content_of(self.rows, place) for place in self.places}
        self.named = {place: role_named(self.heads.get(place, "")) for place in self.places}
        if self.is_own:
            self._own()
        self._rename_dimensions()
        self._answering()
        self._ids()
        self._ticks()
        self._tiers()
        self._points()
        self._texts()
        self._fall_back()
        for place in self._open:
            empty = not self.contents[place].texts
            self._take(
                place, IGNORE, Message("is empty") if empty else Message("is not known by its name")
            )

    @property
    def _open(self) -> list[int]:
        return [place for place in self.places if place not in self.roles]

    def _take(self, place: int, role: str, why: str) -> None:
        self.roles[place], self.whys[place] = role, why

    @property
    def is_own(self) -> bool:
        """Whether it is a table that this program wrote: it is read by its headings alone."""
        return set(_OWN) <= {text.strip() for text in self.heads.values()}

    def _rename_dimensions(self) -> None:
        """A column of dimensions or tasks in which no two rows are alike names the criteria."""
        for place, name in self.named.items():
            content = self.contents[place]
            is_name = name == DIMENSION and not plain(self.heads[place]).startswith(("tag", "标签"))
            if is_name and len(content.texts) > _FEW and content.distinct == 1:
                self.named[place] = TITLE

    def _fall_back(self) -> None:
        """Where no column is left for the requirement, one that names the rows is it."""
        for role in (SECTION, DIMENSION, TASK, LEVEL, NOTE, *((ID,) if self.has_levels else ())):
            if {REQUIREMENT, TITLE} & set(self.roles.values()):
                return
            for place in [p for p, given in self.roles.items() if given == role]:
                if self.contents[place].distinct > 0.9 and self.contents[place].numeric < 0.5:
                    self._take(place, REQUIREMENT, Message("names the rows"))
                    return

    def _own(self) -> None:
        for place in self.places:
            role = _OWN.get(self.heads.get(place, "").strip())
            if role and role not in self.roles.values():
                self._take(place, role, Message("is known by its name"))

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
                    self._take(place, name, Message("is known by its name"))
            elif name == IGNORE:
                self._take(place, IGNORE, Message("is known by its name"))
            elif name == TASK and not self.contents[place].is_running:
                self._take(place, TASK, Message("is known by its name"))

    def _ids(self) -> None:
        for place in self._open:
            content, name = self.contents[place], self.named[place]
            if not content.texts or (self.heads.get(place) and name in {POINTS, SCORE}):
                continue
            if content.is_running and len(self.places) > 1:
                self._take(place, IGNORE, Message("counts the rows"))
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
                self._take(place, ID, Message("names the rows"))

    def _ticks(self) -> None:
        for place in self._open:
            head, content = self.heads.get(place, ""), self.contents[place]
            if is_answer_head(head) or (
                content.is_ticks and self.named[place] not in {POINTS, TIER}
            ):
                self._take(place, SCORE, Message("is ticked by a person"))
            elif self.named[place] == SCORE:
                self._take(place, SCORE, Message("is known by its name"))

    def _tiers(self) -> None:
        for place in self._open:
            name, content = self.named[place], self.contents[place]
            if TIER in self.roles.values():
                return
            if name == TIER and self._has_points_beside(content):
                self._take(place, NOTE, Message("says how important a row is, as the points do"))
            elif name == TIER or (content.is_tiers and name in {None, LEVEL, DIMENSION}):
                self._take(place, TIER, Message("says how important a row is"))

    def _has_points_beside(self, content: Content) -> bool:
        """Whether words for importance that are not known stand beside points for every row."""
        unknown = Counter(plain(text) for text in content.texts if TIERS.find(text) is None)
        points = [p for p in self.places if self.named[p] == POINTS]
        return (
            not self.is_own
            and max(unknown.values(), default=0) > 1  # a word that is there once may be a slip
            and any(self.contents[p].numeric == self.contents[p].fill == 1 for p in points)
        )

    def _points(self) -> None:
        self._given()
        numeric = [p for p in self._open if self.contents[p].numeric >= 0.6]
        named = [p for p in self._open if self.named[p] == POINTS and self._may_be_points(p)]
        full = self._filled(named)
        if not full:
            full = self._most_of_given()
        if not full:
            others = [p for p in numeric if self.named[p] in {None, TIER, LEVEL}]
            if len(others) == 1:
                self._take(others[0], POINTS, Message("holds numbers"))
                if self.heads.get(others[0]):
                    self.doubts.append(
                        Message(
                            "Column {name} holds numbers, and its name is not known.",
                            name=self._name(others[0]),
                        )
                    )
            elif others:
                self.doubts.append(
                    Message(
                        "Several columns hold numbers: {names}.",
                        names=", ".join(map(self._name, others)),
                    )
                )
            return
        chosen = self._of_several(full)
        self._take(chosen, POINTS, Message("is known by its name"))
        for place in full:
            if place != chosen:
                self._take(place, SCORE, Message("holds points beside the most points"))

    def _given(self) -> None:
        """Scores whose heading says the most: a person's, also where cells hold other texts."""
        for place in self._open:
            if names_scores(self.heads.get(place, "")):
                self._take(place, SCORE, Message("holds what a person gave"))

    def _filled(self, named: list[int]) -> list[int]:
        """Of columns named as points those that hold some; the others are for a person's."""
        full = [p for p in named if self.contents[p].texts or self.contents[p].formulas]
        if not full and TIER in self.roles.values():
            full = named[:1]
        shares = {p: self.contents[p].formulas or len(self.contents[p].texts) for p in full}
        full = [p for p in full if shares[p] >= max(shares.values()) / 2]
        for place in set(named) - set(full):
            self._take(place, SCORE, Message("is empty: a person's points go there"))
        return [p for p in full if not self._is_given(p)]

    def _is_given(self, place: int) -> bool:
        """Whether it holds what a person gave: nothing but 0, or a score beside levels."""
        values = {a.value for text in self.contents[place].texts if (a := amount(text))}
        is_zero = values == {0} and self.has_levels
        if is_zero or (self.has_levels and plain(self.heads.get(place, "")) == "score"):
            self._take(place, SCORE, Message("holds what a person gave"))
            if not is_zero:
                self.doubts.append(
                    Message("Column {name} may be a person's score.", name=self._name(place))
                )
            return True
        return False

    def _most_of_given(self) -> list[int]:
        """Columns of scores such as ``/ 25``, which say the most points too."""
        scores = [p for p, role in self.roles.items() if role == SCORE and self.contents[p].texts]
        found = [p for p in scores if all("/" in t and amount(t) for t in self.contents[p].texts)]
        for place in found[:1]:
            del self.roles[place]
        return found[:1]

    def _may_be_points(self, place: int) -> bool:
        content = self.contents[place]
        are_words = not any(any(map(str.isdigit, text)) for text in content.texts)
        if are_words and len(content.texts) > _FEW and content.distinct < 1:
            self.doubts.append(
                Message("Column {name} holds words, not points.", name=self._name(place))
            )
            return False
        return (
            not content.texts
            or content.numeric >= 0.4
            or bool(content.formulas)
            or content.length < 12
        )

    def _of_several(self, full: list[int]) -> int:
        if len(full) == 1:
            return full[0]
        heads = {place: plain(self.heads.get(place, "")) for place in full}
        most = [place for place in full if says_most(heads[place])]
        weights = [place for place in full if _WEIGHTS.search(heads[place])]
        if len(most) == 1 and not weights:
            return most[0]
        parts = [p for p in full if any(self._sums_to(p, w) for w in full if w != p)]
        if len(parts) == 1:
            return parts[0]
        values = {p: [a.value for t in self.contents[p].texts if (a := amount(t))] for p in full}
        first = values[full[0]]
        alike = all(_is_proportional(first, values[p]) for p in full[1:])
        if not alike:
            self.doubts.append(
                Message(
                    "Several columns may be the points: {names}.",
                    names=", ".join(map(self._name, full)),
                )
            )
        return (most or weights or full)[0]

    def _sums_to(self, parts: int, whole: int) -> bool:
        """Whether a column repeats, for each section, what another one sums up to there."""
        for place in self.places:
            groups: dict[str, list[Row]] = {}
            for row in self.rows:
                groups.setdefault(plain(row.text(place)), []).append(row)
            if self.contents[place].numeric > 0 or not 1 < len(groups) < len(self.rows):
                continue
            sums = [
                sum(a.value for r in rows if (a := amount(r.text(parts))))
                for rows in groups.values()
            ]
            wholes = [
                {a.value for r in rows if (a := amount(r.text(whole)))} for rows in groups.values()
            ]
            if all({s} == w for s, w in zip(sums, wholes, strict=True)):
                return True
        return False

    def _name(self, place: int) -> str:
        return f"{letter(place)} ({self.heads.get(place) or '–'})".replace("\n", " ")

    def _texts(self) -> None:
        for place in self._open:
            name, content = self.named[place], self.contents[place]
            if name == NOTE:
                self._take(place, NOTE, Message("is known by its name"))
            elif content.texts and all(text[:1] in "{[" for text in content.texts):
                self._take(place, NOTE, Message("holds data"))
                if content.fill > _HALF:
                    name = self._name(place)
                    self.doubts.append(Message("Column {name} holds data, not text.", name=name))
            elif name == LEVEL and content.texts:
                self._take(place, LEVEL, Message("names a level in each row"))
        texts = [
            p
            for p in self._open
            if (self.contents[p].texts or not self.rows) and self.contents[p].numeric < 0.5
        ]
        self._sections(texts)
        self._requirement([p for p in texts if p not in self.roles])

    def _sections(self, texts: list[int]) -> None:
        """Columns whose values repeat are sections or dimensions, where another text is left."""
        for place in texts:
            name, content = self.named[place], self.contents[place]
            if name == DIMENSION:
                self._take(place, DIMENSION, Message("is known by its name"))
            left = [p for p in texts if p not in self.roles and p != place]
            if place in self.roles or not left:
                continue
            repeats = content.distinct < 0.75 or (content.fill < 0.6 and name is not None)
            if name is None and (content.fill < 0.9 or SECTION in self.roles.values()):
                repeats = False
            repeats |= content.spans > 1
            others = max(
                (self.contents[p].distinct * self.contents[p].fill for p in left), default=0
            )
            mine = content.distinct * content.fill
            is_outer = repeats and place < max(left) and content.length < 160 and others > mine
            has_text = any(self.named[p] in _TEXTS for p in left)
            is_short = content.length < max(self.contents[p].length for p in left)
            if name == SECTION and (is_outer or is_short or has_text or repeats):
                self._take(place, SECTION, Message("is known by its name"))
            elif (
                is_outer
                and name in {REQUIREMENT, TITLE, None}
                and any(
                    self.named[p] in {REQUIREMENT, DESCRIPTION, TITLE}
                    or self.contents[p].length > content.length
                    for p in left
                )
            ):
                self._take(place, SECTION, Message("repeats over several rows"))

    def _requirement(self, texts: list[int]) -> None:
        known = [p for p in texts if self.named[p] in _TEXTS]
        titles = [p for p in texts if self.named[p] in {TITLE, SECTION}]
        unknown = [p for p in texts if p not in known + titles]
        if not texts:
            return
        chosen = self._longest(known or texts)
        longer = [p for p in unknown if self._is_longer(p, chosen) and self.contents[p].fill >= 0.5]
        if known and longer:
            other = self._longest(longer)
            self.doubts.append(
                Message(
                    "Columns {one} and {two} may both be the requirement.",
                    one=self._name(chosen),
                    two=self._name(other),
                )
            )
            chosen = other
        elif not known and self.heads.get(chosen):
            self._weaken(chosen)
        is_named = self.named[chosen] in _TEXTS and len(known) == 1
        why = Message("is known by its name") if is_named else Message("holds the longest texts")
        self._take(chosen, REQUIREMENT, why)
        self._beside(chosen, [p for p in known + titles + unknown if p != chosen])

    def _weaken(self, chosen: int) -> None:
        if self.has_levels:
            return
        if (
            role_named(self.heads[chosen]) is None
            and len(self.heads) > 1
            and POINTS not in self.roles.values()
        ):
            self.doubts.append(Message("No column is named as the requirement."))

    def _beside(self, chosen: int, others: list[int]) -> None:
        """The other texts: a short title, else notes."""
        whole = self.contents[chosen]
        for place in others:
            content = self.contents[place]
            is_short = content.length < 0.8 * whole.length and content.length < 160
            is_title = is_short and content.fill >= 0.5 and TITLE not in self.roles.values()
            if is_title and (
                self.named[place] in {REQUIREMENT, TITLE, DESCRIPTION, SECTION}
                or (place < chosen and content.distinct > 0.5)
            ):
                self._take(place, TITLE, Message("holds short texts beside the requirement"))
            elif self.named[place] in {REQUIREMENT, DESCRIPTION, TITLE}:
                self._take(place, NOTE, Message("holds other texts beside the requirement"))

    def _longest(self, places: list[int]) -> int:
        def length(place: int) -> tuple[float, int]:
            content = self.contents[place]
            return content.length * min(1, content.fill + 0.2), -place

        return max(places, key=length)

    def _is_longer(self, place: int, other: int) -> bool:
        return self.contents[place].length > 1.3 * self.contents[other].length


def _is_proportional(one: Sequence[float], two: Sequence[float]) -> bool:
    if len(one) != len(two) or not one or not all(one):
        return False
    ratios = [b / a for a, b in zip(one, two, strict=True)]
    return max(ratios) - min(ratios) < 1e-6
