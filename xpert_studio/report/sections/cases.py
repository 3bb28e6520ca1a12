"""The worst disagreements of judge and experts, by weight × certainty, with what both wrote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.instruments import instrument_of, word_for
from xpert_studio.core.records import (
    Checkpoint,
    Decision,
    Judgment,
    Rating,
    RatingState,
    Verdict,
    grouped,
)
from xpert_studio.core.records.columns import NONE
from xpert_studio.core.store import ProjectFile, judgments, verdicts
from xpert_studio.core.wording import listed, mark, rating_word, t
from xpert_studio.core.workflow.disagreements import stands
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.blocks import Block, CaseBlock, CaseQuote, CaseSide, Text
from xpert_studio.report.cases import CaseFilter, select_cases
from xpert_studio.report.part_names import part_name
from xpert_studio.report.section import Section, View
from xpert_studio.report.sentences import judge_name


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One checkpoint on which a judge and the experts differ.

    Attributes:
        weight: The checkpoint's points.
        certainty: Share of the experts who say what the majority says.
        point: The checkpoint itself.
        judge_value: What the judge's trials together say.
        judgments: The experts' gold judgments.
        verdict: The judge's first verdict with that value, None where the records hold none.
    """

    task_title: str
    system: str
    response_id: str
    checkpoint_id: str
    checkpoint: str
    tier: str
    weight: float
    certainty: float
    point: Checkpoint
    judge_value: float | None
    judgments: tuple[Judgment, ...]
    verdict: Verdict | None


def worst_disagreements(
    project: ProjectFile, analysis: Analysis, findings: JudgeFindings
) -> tuple[list[Disagreement], int]:
    """The most costly disagreements of a judge.

    Args:
        project: Where the rationales are.
        analysis: The analysis.
        findings: The judge.

    Returns:
        The worst, and how many there are in all.
    """
    if analysis.reference is None:
        return [], 0
    catalog = analysis.catalog
    cases = select_cases(analysis, CaseFilter(judge=findings.judge.id, said="differ"))
    differing, certainty = cases.paired, cases.certainty
    weight = catalog.checkpoint_weight[differing.checkpoint]
    order = range(min(_MOST, len(cases)))
    pairs = {
        (
            catalog.responses[differing.response[place]],
            catalog.checkpoints[differing.checkpoint[place]],
        )
        for place in order
    }
    said = _judgments(project, pairs)
    decided = _verdicts(project, findings, pairs)
    with project.reading() as tx:
        known = stands(tx, findings.judge.id, pairs)
    found = []
    for place in order:
        response, point = int(differing.response[place]), int(differing.checkpoint[place])
        key = catalog.responses[response], catalog.checkpoints[point]
        stand = known.get(key)
        if stand is None:  # removed since the figures were computed
            continue
        tier = int(catalog.checkpoint_tier[point])
        found.append(
            Disagreement(
                task_title=catalog.task_titles[catalog.response_task[response]],
                system=catalog.systems[catalog.response_system[response]],
                response_id=key[0],
                checkpoint_id=key[1],
                checkpoint=catalog.checkpoint_texts[point],
                tier=catalog.tiers[tier] if tier != NONE else "",
                weight=float(weight[place]),
                certainty=float(certainty[place]),
                point=stand.checkpoint,
                judge_value=stand.judge_value,
                judgments=tuple(said.get(key, ())),
                verdict=decided.get((*key, stand.judge_value)),
            )
        )
    return found, len(differing)


def _judgments(
    project: ProjectFile, pairs: set[tuple[str, str]]
) -> dict[tuple[str, str], list[Judgment]]:
    with project.reading() as tx:
        return grouped(
            ((judgment.response_id, judgment.checkpoint_id), judgment)
            for judgment in judgments.all_judgments(tx, gold_only=True, pairs=pairs)
        )


def _verdicts(
    project: ProjectFile, findings: JudgeFindings, pairs: set[tuple[str, str]]
) -> dict[tuple[str, str, float | None], Verdict]:
    decided: dict[tuple[str, str, float | None], Verdict] = {}
    with project.reading() as tx:
        for verdict in verdicts.all_verdicts(tx, judge_id=findings.judge.id, pairs=pairs):
            if verdict.value is not None:
                key = verdict.response_id, verdict.checkpoint_id, verdict.value
                decided.setdefault(key, verdict)
    return decided


_MOST_QUOTES = 3
_LONGEST = 600
_MOST = 12


@dataclass(frozen=True, slots=True)
class WorstDisagreements:
    """The worst disagreements of a judge with the experts.

    Attributes:
        judge: The judge in words.
        worst: The most costly first.
        total: How many there are.
    """

    judge: str
    worst: tuple[Disagreement, ...]
    total: int


def _worst(view: View) -> WorstDisagreements | None:
    aligned = view.analysis.aligned()
    if not aligned:
        return None
    worst, total = worst_disagreements(view.project, view.analysis, aligned[0])
    if not worst:
        return None
    return WorstDisagreements(judge_name(aligned[0].judge), tuple(worst), total)


def _case_blocks(found: WorstDisagreements) -> Iterator[Block]:
    yield Text(
        t(
            "{judge} and the experts differ on {total:,} checkpoints. These are the "
            "{worst} most costly: with the most points and the highest agreement of "
            "the experts. Each has a cause: judge error, ambiguous checkpoint, expert "
            "error, or gap in the grading policy; the last three need a change of "
            "text, not of the judge.",
            judge=found.judge,
            total=found.total,
            worst=len(found.worst),
        )
    )
    for item in found.worst:
        yield _case(item, found.judge)


CASES: Final = Section(
    "disagreements",
    mark("Worst disagreements"),
    mark("On which checkpoints do judge and experts differ, and what did both write?"),
    _worst,
    _case_blocks,
)


def _case(item: Disagreement, judge: str) -> CaseBlock:
    tier = listed((part_name("tier", item.tier), "")) if item.tier else ""
    header = t(
        "{task_title} · {system} · {checkpoint_id} · {tier}{weight:g} points",
        task_title=item.task_title,
        system=item.system,
        checkpoint_id=item.checkpoint_id,
        tier=tier,
        weight=item.weight,
    )
    experts = [
        case_side(said.expert_id, said.final, item.point, said) for said in item.judgments[:2]
    ]
    other = case_side(judge, item.judge_value, item.point, item.verdict)
    opens = ("response", item.response_id, item.checkpoint_id)
    return CaseBlock(header, cut_text(item.checkpoint), (*experts, other), opens)


def case_side(who: str, value: Decision | None, point: Checkpoint, said: Rating | None) -> CaseSide:
    """What somebody said of a checkpoint; ``said`` has the rationale."""
    shown = None
    if value is not None and not isinstance(value, RatingState):
        shown = instrument_of(point).shown(value, point)
    quotes = said.evidence[:_MOST_QUOTES] if said else ()
    return CaseSide(
        who,
        rating_word(word_for(value, point)),
        shown.tone if shown else "warn",
        cut_text(said.rationale or "") if said else "",
        tuple(CaseQuote(cut_text(quote.quote), quote.verified) for quote in quotes),
    )


def cut_text(text: str) -> str:
    """A text as it is quoted in a case: not over so many characters."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
