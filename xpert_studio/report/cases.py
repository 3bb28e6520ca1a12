"""The cases behind a figure: which answers, or which pairs of responses, it was computed from.

Every mark of a chart and every row of a table names its cases by a ``CaseFilter`` or a
``PairFilter``; both travel as plain words, through a mark's target or a place in the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.metrics import (
    Paired,
    certainty,
    pair_up,
    paired_points,
    paired_scores,
    pairs_within,
)
from xpert_studio.core.metrics.pairing import no_pairs
from xpert_studio.core.metrics.spread import ROUNDING
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    Ratings,
)
from xpert_studio.report.analysis import Analysis, JudgeFindings

CELLS: Final = {"tp": (1, 1), "fp": (0, 1), "fn": (1, 0), "tn": (0, 0)}
"""The confusion table: what the experts say, what the judge says."""


@dataclass(frozen=True, slots=True)
class _Words:
    """A filter as plain words and back."""

    def words(self) -> tuple[str, ...]:
        """Names and values one after the other, empty ones left out."""
        named = ((item.name, getattr(self, item.name)) for item in fields(self))
        return tuple(word for name, value in named if value for word in (name, value))

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """A filter from its words; what it does not know is passed over."""
        known = {item.name for item in fields(cls)}
        pairs = zip(words[::2], words[1::2], strict=False)
        return cls(**{name: value for name, value in pairs if name in known})

    def but(self, **changed: str) -> Self:
        """The same filter with some fields changed."""
        return replace(self, **changed)


@dataclass(frozen=True, slots=True)
class CaseFilter(_Words):
    """Which answers of a judge are meant; an empty field leaves nothing out.

    Attributes:
        judge: The judge's id.
        said: ``differ``, ``agree``, or a cell of the confusion table: ``tp`` both met, ``fp`` the
            judge alone, ``fn`` the experts alone, ``tn`` neither.
        tier, dimension, domain, system, task: Of this one only.
        expert: Against this expert's own judgments instead of the experts' majority.
        checkpoint: On this checkpoint of the task.
        response, response_b: On this response, or on one of these two.
        beside: Another judge: only answers on which it is right where this one is wrong
            (``outdone`` is ``yes``), or the other way round.
        outdone: See ``beside``.
        distance: Only where they are at least so far apart, in per cent of the scale.
        expert_score, judge_score: On responses that the one or the other scores so, in per cent
            from-to, such as ``40-50``; the upper end belongs to the next, but for 100.
    """

    judge: str = ""
    said: str = ""
    tier: str = ""
    dimension: str = ""
    domain: str = ""
    system: str = ""
    task: str = ""
    expert: str = ""
    checkpoint: str = ""
    response: str = ""
    response_b: str = ""
    beside: str = ""
    outdone: str = ""
    distance: str = ""
    expert_score: str = ""
    judge_score: str = ""


@dataclass(frozen=True, slots=True)
class PairFilter(_Words):
    """Which pairs of responses to the same task are meant.

    Attributes:
        judge: The judge's id.
        order: ``agree``, ``tied`` or ``disagree``.
        domain, task: Of this one only.
        expert: Against this expert's own judgments.
    """

    judge: str = ""
    order: str = ""
    domain: str = ""
    task: str = ""
    expert: str = ""


@dataclass(frozen=True, slots=True)
class Cases:
    """Answers, by their places in the catalogue; the most costly disagreements first.

    Attributes:
        paired: What experts and judge say, one entry a case.
        certainty: Share of the experts who support what the experts come to.
        cost: Weight × certainty × distance; 0 where they agree.
    """

    paired: Paired
    certainty: FloatArray
    cost: FloatArray

    def __len__(self) -> int:
        return len(self.paired)

    def where(self, keep: BoolArray) -> Cases:
        """Those that ``keep`` marks."""
        return Cases(self.paired.where(keep), self.certainty[keep], self.cost[keep])


@dataclass(frozen=True, slots=True)
class ResponsePairs:
    """Pairs of responses, by their places in the catalogue; those furthest apart first.

    Attributes:
        first, second: The responses; the experts score the first no lower.
        expert: The experts' scores, first less second.
        judge: The judge's.
    """

    first: IntArray
    second: IntArray
    expert: FloatArray
    judge: FloatArray

    def __len__(self) -> int:
        return int(self.first.size)


def findings_of(analysis: Analysis, judge_id: str) -> JudgeFindings:
    """What is known of a judge.

    Raises:
        NotFoundError: It has no verdicts in this analysis.
    """
    found = analysis.judges.get(judge_id)
    if found is None:
        raise NotFoundError(
            Message("There is no judge {judge_id} with verdicts.", judge_id=judge_id),
            remedy=Message(
                "Those who have some: {judges}.",
                judges=joined(analysis.judges) or Message("none yet"),
            ),
        )
    return found


def select_cases(analysis: Analysis, wanted: CaseFilter) -> Cases:
    """The answers that a filter means.

    Raises:
        NotFoundError: The judge, or the other one, has no verdicts.
    """
    findings = findings_of(analysis, wanted.judge)
    catalog = analysis.catalog
    paired = _paired(analysis, findings, wanted.expert)
    keep = _said(paired, wanted.said) & _far_apart(paired, wanted.distance)
    keep &= _of_groups(catalog, paired, wanted)
    keep &= _of_responses(catalog, paired, wanted)
    if wanted.expert_score or wanted.judge_score:
        keep &= _of_scores(catalog, paired, wanted)
    if wanted.beside:
        keep &= _outdone(analysis, paired, wanted)
    paired = paired.where(keep)
    sure = certainty(catalog, _experts(analysis, wanted.expert), paired)
    cost = catalog.checkpoint_weight[paired.checkpoint] * sure * paired.distance
    order = np.argsort(-cost, kind="stable")
    return Cases(paired.where(order), sure[order], cost[order])


def _experts(analysis: Analysis, expert: str) -> list[Ratings]:
    return [marks for marks in analysis.experts if not expert or marks.rater == expert]


def _paired(analysis: Analysis, findings: JudgeFindings, expert: str) -> Paired:
    reference = analysis.reference.marks if analysis.reference else None
    if expert:
        reference = next(iter(_experts(analysis, expert)), None)
    return (
        no_pairs()
        if reference is None
        else pair_up(analysis.catalog, reference, findings.marks, left_out=findings.left_out)
    )


def _said(paired: Paired, said: str) -> BoolArray:
    if said in CELLS:
        expert, judge = CELLS[said]
        return np.asarray((paired.first == expert) & (paired.second == judge))
    if said == "differ":
        return paired.differs
    return ~paired.differs if said == "agree" else np.ones(len(paired), np.bool_)


def _far_apart(paired: Paired, percent: str) -> BoolArray:
    least = int(percent) / 100 if percent.isascii() and percent.isdigit() else 0.0
    return np.asarray(paired.distance >= least - ROUNDING)


def _of_groups(catalog: Catalog, paired: Paired, wanted: CaseFilter) -> BoolArray:
    task = catalog.response_task[paired.response]
    keep = np.ones(len(paired), np.bool_)
    for value, names, codes in (
        (wanted.tier, catalog.tiers, catalog.checkpoint_tier[paired.checkpoint]),
        (wanted.dimension, catalog.dimensions, catalog.checkpoint_dimension[paired.checkpoint]),
        (wanted.domain, catalog.domains, catalog.task_domain[task]),
        (wanted.system, catalog.systems, catalog.response_system[paired.response]),
        (wanted.task, catalog.tasks, task),
        (wanted.checkpoint, catalog.checkpoints, paired.checkpoint),
    ):
        if value:
            keep &= np.isin(codes, [code for code, name in enumerate(names) if name == value])
    return keep


def _of_responses(catalog: Catalog, paired: Paired, wanted: CaseFilter) -> BoolArray:
    names = {wanted.response, wanted.response_b} - {""}
    if not names:
        return np.ones(len(paired), np.bool_)
    places = [place for place, name in enumerate(catalog.responses) if name in names]
    return np.asarray(np.isin(paired.response, places))


def _of_scores(catalog: Catalog, paired: Paired, wanted: CaseFilter) -> BoolArray:
    response, expert, judge = paired_scores(catalog, paired)
    inside = _within(expert, wanted.expert_score) & _within(judge, wanted.judge_score)
    return np.asarray(np.isin(paired.response, response[inside]))


def _within(score: FloatArray, bounds: str) -> BoolArray:
    low, _, high = bounds.partition("-")
    if not (low.isascii() and low.isdigit() and high.isascii() and high.isdigit()):
        return np.ones(score.size, np.bool_)
    # A score that is a bound belongs above it, whatever rounding has done to it.
    percent = score * 100 + 1e-7
    below = percent < int(high) if int(high) < 100 else score <= 1
    return np.asarray((percent >= int(low)) & below)


def _outdone(analysis: Analysis, paired: Paired, wanted: CaseFilter) -> BoolArray:
    """Where of the two judges the one alone is right."""
    theirs = _paired(analysis, findings_of(analysis, wanted.beside), wanted.expert)
    keys, known = paired.keys(analysis.catalog), theirs.keys(analysis.catalog)
    is_right = ~theirs.differs
    right, wrong = np.isin(keys, known[is_right]), np.isin(keys, known[~is_right])
    own = ~paired.differs
    return np.asarray(right & ~own if wanted.outdone else wrong & own)


def select_pairs(analysis: Analysis, wanted: PairFilter) -> ResponsePairs:
    """The pairs of responses that a filter means.

    Raises:
        NotFoundError: The judge has no verdicts.
    """
    findings = findings_of(analysis, wanted.judge)
    catalog = analysis.catalog
    points = paired_points(catalog, _paired(analysis, findings, wanted.expert))
    response = points.response
    expert, judge = points.scores
    one, other = pairs_within(catalog.response_task[response])
    e_order, j_order = points.orders(one, other, analysis.tolerance)
    chosen = _of_tasks(catalog, response, wanted)[one] & _in_order(e_order * j_order, wanted.order)
    one, other = one[chosen], other[chosen]
    e, j = expert[one] - expert[other], judge[one] - judge[other]
    turn = e < 0
    first, second = np.where(turn, other, one), np.where(turn, one, other)
    e, j = np.abs(e), np.where(turn, -j, j)
    order = np.argsort(-np.abs(e - j), kind="stable")
    return ResponsePairs(response[first][order], response[second][order], e[order], j[order])


def _of_tasks(catalog: Catalog, response: IntArray, wanted: PairFilter) -> BoolArray:
    task = catalog.response_task[response]
    keep = np.ones(response.size, np.bool_)
    if wanted.domain:
        code = catalog.domains.index(wanted.domain) if wanted.domain in catalog.domains else NONE
        keep &= (catalog.task_domain[task] == code) & (code != NONE)
    if wanted.task:
        keep &= task == (catalog.tasks.index(wanted.task) if wanted.task in catalog.tasks else NONE)
    return keep


def _in_order(product: npt.NDArray[np.int8], order: str) -> BoolArray:
    match order:
        case "agree":
            return np.asarray(product > 0)
        case "disagree":
            return np.asarray(product < 0)
        case "tied":
            return np.asarray(product == 0)
    return np.ones(product.size, np.bool_)
