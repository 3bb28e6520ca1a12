"""Where a judge and the experts differ, the most costly first: weight × certainty."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.records import Checkpoint, Judgment, Verdict
from xpert_studio.records.columns import NONE
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.cases import CaseFilter, select_cases
from xpert_studio.store import ProjectFile, judgments, verdicts
from xpert_studio.workflow.disagreeing import stands


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
    said: dict[tuple[str, str], list[Judgment]] = {}
    with project.reading() as tx:
        for judgment in judgments.all_judgments(tx, gold_only=True, pairs=pairs):
            key = judgment.response_id, judgment.checkpoint_id
            said.setdefault(key, []).append(judgment)
    return said


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
