"""Where a judge and the experts differ, the most costly first: weight × certainty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xpert_studio.records import Judgment, Verdict
from xpert_studio.records.columns import NONE
from xpert_studio.report.cases import CaseFilter, select_cases
from xpert_studio.store import ProjectFile, judgments, verdicts

if TYPE_CHECKING:
    from xpert_studio.report.analysis import Analysis, JudgeFindings


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One checkpoint on which a judge and the experts differ.

    Attributes:
        weight: The checkpoint's points.
        certainty: Share of the experts who say what the majority says.
        judgments: The experts' gold judgments.
        verdict: The judge's first usable verdict with its majority's answer, None where the
            records hold none.
    """

    task_title: str
    system: str
    response_id: str
    checkpoint_id: str
    checkpoint: str
    tier: str
    weight: float
    certainty: float
    expert_met: bool
    judgments: tuple[Judgment, ...]
    verdict: Verdict | None


def worst_disagreements(
    project: ProjectFile, analysis: Analysis, findings: JudgeFindings, *, limit: int = 12
) -> tuple[list[Disagreement], int]:
    """The most costly disagreements of a judge.

    Args:
        project: Where the rationales are.
        analysis: The analysis.
        findings: The judge.
        limit: At most so many.

    Returns:
        The worst, and how many there are in all.
    """
    if analysis.reference is None:
        return [], 0
    catalog = analysis.catalog
    cases = select_cases(analysis, CaseFilter(judge=findings.judge.id, said="differ"))
    differing, certainty = cases.paired, cases.certainty
    weight = catalog.checkpoint_weight[differing.checkpoint]
    order = range(min(limit, len(cases)))
    pairs = {
        (
            catalog.responses[differing.response[place]],
            catalog.checkpoints[differing.checkpoint[place]],
        )
        for place in order
    }
    said = _judgments(project, pairs)
    decided = _verdicts(project, findings, pairs)
    found = []
    for place in order:
        response, point = int(differing.response[place]), int(differing.checkpoint[place])
        key = catalog.responses[response], catalog.checkpoints[point]
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
                expert_met=bool(differing.first[place]),
                judgments=tuple(said.get(key, ())),
                verdict=decided.get((*key, bool(differing.second[place]))),
            )
        )
    return found, len(differing)


def _judgments(
    project: ProjectFile, pairs: set[tuple[str, str]]
) -> dict[tuple[str, str], list[Judgment]]:
    said: dict[tuple[str, str], list[Judgment]] = {}
    with project.reading() as tx:
        for judgment in judgments.all_judgments(tx, gold_only=True, pairs=pairs):
            key = judgment.response_id, judgment.checkpoint_id
            said.setdefault(key, []).append(judgment)
    return said


def _verdicts(
    project: ProjectFile, findings: JudgeFindings, pairs: set[tuple[str, str]]
) -> dict[tuple[str, str, bool], Verdict]:
    decided: dict[tuple[str, str, bool], Verdict] = {}
    with project.reading() as tx:
        for verdict in verdicts.all_verdicts(tx, judge_id=findings.judge.id, pairs=pairs):
            if verdict.value is not None:
                key = verdict.response_id, verdict.checkpoint_id, verdict.value == 1
                decided.setdefault(key, verdict)
    return decided
