"""Where on the page the user is, and the walk from one case to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl, urlencode

from xpert_studio.core.records import DisagreementKey
from xpert_studio.core.store import ProjectFile
from xpert_studio.desktop.pages.alignment.cases import CaseList
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.report.cases import CaseFilter, Cases, PairFilter, select_cases
from xpert_studio.report.judge_alignment import JudgeLook
from xpert_studio.report.queue import CaseQueue, read_queue, seen_cases


@dataclass(frozen=True, slots=True)
class ListedCases:
    """A list of answers.

    Attributes:
        cases: Those that may be seen.
        queue: What was found on them, where all of them are disagreements.
        withheld: How many may not be seen.
    """

    cases: Cases
    queue: CaseQueue | None
    withheld: int


def is_queue(wanted: CaseFilter) -> bool:
    """Whether a filter means disagreements that can be attributed to a cause."""
    return wanted.said in {"differ", "fp", "fn"} and not (wanted.beside or wanted.expert)


def list_cases(
    project: ProjectFile, look: JudgeLook, wanted: CaseFilter, state: str = "", cause: str = ""
) -> ListedCases:
    """The answers that a filter means, as they are now."""
    if is_queue(wanted):
        queue = read_queue(
            project, look.analysis, wanted, state=state, cause=cause, blinding=look.blinding
        )
        return ListedCases(queue.cases, queue, queue.withheld)
    every = select_cases(look.analysis, wanted)
    seen = seen_cases(look.analysis, every, look.blinding)
    return ListedCases(seen, None, len(every) - len(seen))


class Walk:
    """The list that cases are walked through, and where in it one is."""

    def __init__(self) -> None:
        self.at: int | None = None
        self._model = CaseList()
        self._of: CasePlace | None = None

    def __len__(self) -> int:
        return self._model.rowCount()

    def is_of(self, place: CasePlace) -> bool:
        """Whether a case belongs to this list, as far as its filter goes."""
        return self._of is not None and self._of == place.at(self._of.key)

    def expire(self) -> None:
        """The list is no longer what it was, and has to be read anew."""
        self._of = None

    def begin(self, look: JudgeLook, place: CasePlace, found: ListedCases) -> None:
        """Walks through another list, or the same one as it is now."""
        self._of, self._model = place, CaseList()
        self._model.show_cases(
            look.analysis, place.wanted.judge, found.cases, look.blinding, found.queue
        )

    def visit(self, key: DisagreementKey) -> None:
        """One is at this case now."""
        self.at = self._model.find(key)

    def step(self, by: int) -> DisagreementKey | None:
        """The case so many further on; None where the list ends."""
        return None if self.at is None else self._model.key_at(self.at + by)

    def onward(self, key: DisagreementKey) -> DisagreementKey | None:
        """Where to go on after a case was dealt with; None where that was the last."""
        row = self._model.find(key)
        # A case that has left the list has made room for the next one in its place.
        return self._model.key_at(row + 1 if row is not None else (self.at or 0))


PAGE: Final = "alignment"
TABS: Final = ("summary", "overview", "figures", "time")
_CASE: Final = ("at_response", "at_checkpoint", "state", "cause")


@dataclass(frozen=True, slots=True)
class CasePlace:
    """One case, and the list it was opened from.

    Attributes:
        response, checkpoint: The case.
        wanted: The list's filter, with the judge.
        state, cause: Which disagreements it lists.
    """

    response: str
    checkpoint: str
    wanted: CaseFilter
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
        said = (self.response, self.checkpoint, self.state, self.cause)
        named = [(name, value) for name, value in zip(_CASE, said, strict=True) if value]
        return Place(PAGE, tab="case", item=urlencode([*_pairs(self.wanted.words()), *named]))


def case_of(place: Place) -> CasePlace:
    """The case that a place names."""
    words = dict(parse_qsl(place.item))
    response, checkpoint, state, cause = (words.pop(name, "") for name in _CASE)
    wanted = CaseFilter.read([word for pair in words.items() for word in pair])
    return CasePlace(response, checkpoint, wanted, state, cause)


def tab_place(tab: str, judge_id: str = "") -> Place:
    """A part of the page, with the judge that is looked at."""
    return Place(PAGE, tab=tab, item=urlencode([("judge", judge_id)]) if judge_id else "")


def cases_place(wanted: CaseFilter) -> Place:
    """A list of answers."""
    return Place(PAGE, tab="cases", item=urlencode(_pairs(wanted.words())))


def open_target(shell: Shell, target: tuple[str, ...]) -> None:
    """Opens the cases, or pairs of responses, behind a mark or a figure."""
    kind, *words = target
    if kind == "cases":
        shell.go(cases_place(CaseFilter.read(words)))
    elif kind == "pairs":
        shell.go(Place(PAGE, tab="pairs", item=urlencode(_pairs(PairFilter.read(words).words()))))


def words_of(place: Place) -> list[str]:
    """The words of the filter that a place names."""
    return [word for pair in parse_qsl(place.item) for word in pair]


def _pairs(words: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(zip(words[::2], words[1::2], strict=True))
