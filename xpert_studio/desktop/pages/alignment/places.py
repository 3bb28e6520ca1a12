"""Where on the page somebody is, as a place of the window says it, and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl, urlencode

from xpert_studio.desktop.places import Place
from xpert_studio.records import DisagreementKey
from xpert_studio.report.cases import CaseFilter, PairFilter

PAGE: Final = "alignment"
TABS: Final = ("overview", "groups", "compare", "queue", "time")
_CASE: Final = ("at_response", "at_checkpoint", "from_queue", "state", "cause")


@dataclass(frozen=True, slots=True)
class CasePlace:
    """One case, and the list it was opened from.

    Attributes:
        response, checkpoint: The case.
        wanted: The list's filter, with the judge.
        from_queue: Whether the list is the queue, whose ``state`` and ``cause`` are these.
    """

    response: str
    checkpoint: str
    wanted: CaseFilter
    from_queue: bool = False
    state: str = ""
    cause: str = ""

    @property
    def key(self) -> DisagreementKey:
        """The case."""
        return DisagreementKey(self.wanted.judge, self.response, self.checkpoint)

    def at(self, key: DisagreementKey) -> CasePlace:
        """Another case of the same list."""
        return replace(self, response=key.response_id, checkpoint=key.checkpoint_id)

    def place(self) -> Place:
        """As a place of the window."""
        named = dict(
            zip(
                _CASE,
                (self.response, self.checkpoint, "yes" if self.from_queue else "", self.state, self.cause),
                strict=True,
            )
        )  # fmt: skip
        words = [*_pairs(self.wanted.words()), *((k, v) for k, v in named.items() if v)]
        return Place(PAGE, tab="case", item=urlencode(words))


def case_of(place: Place) -> CasePlace:
    """The case that a place names."""
    words = dict(parse_qsl(place.item))
    response, checkpoint, from_queue, state, cause = (words.pop(name, "") for name in _CASE)
    wanted = CaseFilter.read([word for pair in words.items() for word in pair])
    return CasePlace(response, checkpoint, wanted, bool(from_queue), state, cause)


def tab_place(tab: str, judge_id: str = "") -> Place:
    """A part of the page, with the judge that is looked at."""
    return Place(PAGE, tab=tab, item=urlencode([("judge", judge_id)]) if judge_id else "")


def cases_place(wanted: CaseFilter) -> Place:
    """A list of answers."""
    return Place(PAGE, tab="cases", item=urlencode(_pairs(wanted.words())))


def pairs_place(wanted: PairFilter) -> Place:
    """A list of pairs of responses."""
    return Place(PAGE, tab="pairs", item=urlencode(_pairs(wanted.words())))


def words_of(place: Place) -> list[str]:
    """The words of the filter that a place names."""
    return [word for pair in parse_qsl(place.item) for word in pair]


def _pairs(words: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(zip(words[::2], words[1::2], strict=True))
