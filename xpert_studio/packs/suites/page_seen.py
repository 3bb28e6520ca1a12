"""What the page of suites over time shows: read off the window's thread, in one look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from xpert_studio.api.pages import Place, mark, t
from xpert_studio.api.records import CommandContext
from xpert_studio.api.sections import Block, Figure, Section, Text
from xpert_studio.core.store import judges
from xpert_studio.core.workflow.blinding import Blinding, blinding_for
from xpert_studio.packs.suites.answers import SuiteAnswer, answer_of
from xpert_studio.packs.suites.board import boards_of
from xpert_studio.packs.suites.capabilities import maps_of
from xpert_studio.packs.suites.evaluations import Evaluation, asked_for, evaluations_in
from xpert_studio.packs.suites.frontier import frontiers_of
from xpert_studio.packs.suites.section_board import SUITE_BOARD
from xpert_studio.packs.suites.section_evaluation import (
    SUITE_EVALUATION,
    Looked,
    look_at,
    looked_sentence,
    with_judge_part,
)
from xpert_studio.packs.suites.section_front import SUITE_FRONT, with_fronts
from xpert_studio.packs.suites.section_frontier import FRONTIER
from xpert_studio.packs.suites.section_heatmap import HEAT_MAP
from xpert_studio.packs.suites.section_trend import TREND, chosen_trends

PAGE: Final = "suites"
TREND_TAB: Final = "trend"
TABS: Final = {
    TREND_TAB: mark("Trend"),
    "board": mark("Systems"),
    "front": mark("Against time and cost"),
    "heatmap": mark("Capabilities"),
    "frontier": mark("Frontier"),
}
Asked = Mapping[str, Any]
_READ: Final[dict[str, tuple[Section[Any], Callable[[Sequence[Evaluation], Asked], Any]]]] = {
    TREND_TAB: (TREND, chosen_trends),
    "board": (SUITE_BOARD, lambda known, asked: asked_for(boards_of(known), asked)),
    "front": (SUITE_FRONT, lambda known, asked: with_fronts(asked_for(boards_of(known), asked))),
    "heatmap": (HEAT_MAP, lambda known, asked: asked_for(maps_of(known), asked)),
    "frontier": (FRONTIER, lambda known, asked: asked_for(frontiers_of(known), asked)),
}
ANY: Final = "*"
"""In place of a system or branch: all of them; an empty branch is one of its own."""


@dataclass(frozen=True, slots=True)
class Where:
    """What is looked at.

    Attributes:
        suite: Its name; that of the newest evaluation where empty.
        system, branch: ``ANY`` for all.
        evaluation: Its id; the newest of those chosen where empty.
        base: The branch that it is compared with; ``ANY`` for its own.
    """

    suite: str = ""
    system: str = ANY
    branch: str = ANY
    evaluation: str = ""
    base: str = ANY

    @classmethod
    def read(cls, item: str) -> Where:
        """As a place says it."""
        known = cls.__dataclass_fields__
        pairs = parse_qsl(item, keep_blank_values=True)
        return cls(**{name: value for name, value in pairs if name in known})

    def place(self, tab: str) -> Place:
        """The place of it."""
        usual = Where()
        said = {
            name: value
            for name in self.__dataclass_fields__
            if (value := getattr(self, name)) != getattr(usual, name)
        }
        return Place(PAGE, tab=tab, item=urlencode(said))


@dataclass(frozen=True, slots=True)
class SuiteSeen:
    """What is shown.

    Attributes:
        where: What of it was found: a suite that is there, and so on.
        suites, systems, branches: What can be chosen; the branches those of the suite.
        picture: The chart that stands above all; empty for none.
        looked: The evaluation that is looked at, on the trend alone.
        rest: All that stands below.
        judges: Ids of the project's judges: of others no verdict can be opened.
    """

    where: Where
    suites: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()
    picture: tuple[Block, ...] = ()
    looked: Looked | None = None
    rest: tuple[Block, ...] = ()
    judges: frozenset[str] = frozenset()

    @property
    def answer(self) -> SuiteAnswer | None:
        """What the evaluation that is looked at answers; None without one."""
        return answer_of(self.looked.comparison) if self.looked else None

    @property
    def said(self) -> str:
        """The answer in sentences."""
        return looked_sentence(self.looked) if self.looked else ""

    @property
    def details(self) -> tuple[Block, ...]:
        """The evaluation that is looked at, without its first sentence, which stands above."""
        return SUITE_EVALUATION.laid_out(self.looked).blocks[1:] if self.looked else ()


def look(ctx: CommandContext, tab: str, where: Where) -> SuiteSeen | Blinding:
    """What is shown at a place, or what is kept from the person."""
    with ctx.project.reading() as tx:
        hidden = blinding_for(tx, ctx.person_id)
        if hidden.hides_results:
            return hidden
        known = evaluations_in(tx)
        ids = frozenset(judge.id for judge in judges.all_judges(tx))
    if not known:
        return SuiteSeen(where)
    found = _seen(known, tab, _fitting(known, where), ids)
    if found.looked is None:
        return found
    with ctx.project.reading() as tx:
        return replace(found, looked=with_judge_part(tx, found.looked))


def _fitting(known: Sequence[Evaluation], where: Where) -> Where:
    """A place with what is not there left open."""
    found = next((one for one in known if one.id == where.evaluation), None)
    suites = {one.suite for one in known}
    suite = found.suite if found else where.suite if where.suite in suites else known[-1].suite
    own = [one.first for one in known if one.suite == suite]
    system = where.system if where.system in {one.system for one in own} else ANY
    branches = {one.branch for one in own}
    branch = where.branch if where.branch in branches else ANY
    base = where.base if where.base in branches else ANY
    return Where(suite, system, branch, found.id if found else "", base)


def _seen(known: Sequence[Evaluation], tab: str, where: Where, ids: frozenset[str]) -> SuiteSeen:
    own = [one for one in known if one.suite == where.suite]
    asked = {
        "suite": where.suite,
        "system": None if where.system == ANY else where.system,
        "branch": None if where.branch == ANY else where.branch,
    }
    section, read = _READ[tab]
    found = read(known, asked)
    blocks = (Text(section.nothing),) if found is None else section.laid_out(found).blocks
    picture = tuple(blocks[:1]) if isinstance(blocks[0], Figure) else ()
    looked = None
    if tab == TREND_TAB:
        base = None if where.base == ANY else where.base
        looked = look_at(known, where.evaluation or _newest(own, asked), base)
    return SuiteSeen(
        where,
        _in_order(one.suite for one in known),
        _in_order(one.first.system for one in own),
        _in_order(one.first.branch for one in own),
        picture,
        looked,
        tuple(blocks[len(picture) :]),
        ids,
    )


def _newest(own: Sequence[Evaluation], asked: Asked) -> str:
    """The newest evaluation of a suite's that are chosen; the newest where there is none."""
    chosen = [
        one
        for one in own
        if asked["system"] in {None, one.first.system}
        and asked["branch"] in {None, one.first.branch}
    ]
    return (chosen or own)[-1].id


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def branch_name(branch: str) -> str:
    """A branch in a list."""
    return branch or t("No branch")
