"""Certificates: an alignment kept as it was found on a day, with all that it was found on.

A certificate is bound to the hashes of judge, prompt, grading policy, rubrics, gold judgments and
verdicts (``over_time`` tells whether it still holds). It is made at the end of a run, or when
somebody asks; where nothing has changed since the last one of the judge, that one is given again.
"""

from __future__ import annotations

import hashlib
import uuid
from datetime import datetime
from typing import TYPE_CHECKING, Final

from xpert_studio.metrics import Group
from xpert_studio.metrics.intervals import RESAMPLES
from xpert_studio.records import (
    GOLD_STATUSES,
    Bindings,
    Certificate,
    CertifiedFigures,
    CertifiedGroup,
    Event,
    Judge,
    Run,
    RunState,
    bytes_hash,
)
from xpert_studio.report.analysis import analyse
from xpert_studio.report.detail import Detail, judge_detail
from xpert_studio.report.evidence import (
    Evidence,
    evidence_of,
    pack,
    rubrics_hash,
    verdicts_hash,
)
from xpert_studio.store import (
    ProjectFile,
    Transaction,
    certificates,
    events,
    judgments,
    settings,
)

if TYPE_CHECKING:
    from xpert_studio.metrics import Alignment

_WHOLE: Final = frozenset({RunState.DONE, RunState.PARTLY})


def certify(
    project: ProjectFile,
    judge_id: str,
    *,
    now: datetime,
    made_by: str | None = None,
    run_id: str | None = None,
    seed: int = 0,
    tolerance: float = 0.0,
) -> Certificate | None:
    """Keeps a judge's alignment as it is now.

    Args:
        project: Open for writing.
        judge_id: The judge.
        now: The time, in UTC.
        made_by: Who asks for it; None at the end of a run.
        run_id: The run that has just ended.
        seed: Of all resampling.
        tolerance: Score differences up to this are ties.

    Returns:
        The certificate: the judge's last one where nothing has changed since; None where no gold
        judgments are on what the judge has scored.

    Raises:
        NotFoundError: There is no such judge.
        ReadOnlyProjectError: The project is open for reading only.
    """
    analysis = analyse(
        project, judge_ids=[judge_id], seed=seed, tolerance=tolerance, with_comparisons=False
    )
    findings = analysis.judges.get(judge_id)
    detail = judge_detail(analysis, findings) if findings else None
    if findings is None or findings.alignment is None or detail is None:
        return None
    evidence = evidence_of(analysis.catalog, detail.paired)
    with project.writing() as tx:
        bindings = bindings_of(tx, findings.judge, evidence)
        known = certificates.all_certificates(tx, family=findings.judge.family)
        last = known[-1] if known else None
        if last is not None and _same(last, judge_id, bindings, seed, tolerance):
            return last
        data = pack(evidence)
        made = Certificate(
            id=f"cert-{now:%Y%m%d-%H%M%S}-{uuid.uuid4().hex[:6]}",
            judge_id=judge_id,
            family=findings.judge.family,
            made_at=now,
            made_by=made_by,
            run_id=run_id,
            bindings=bindings,
            left_out=findings.alignment.left_out,
            seed=seed,
            resamples=RESAMPLES,
            tolerance=tolerance,
            figures=_figures(findings.alignment, detail),
            evidence=bytes_hash(data),
        )
        certificates.add_certificate(tx, made, data)
        events.add_event(tx, _event(made))
    return made


def certify_after(project: ProjectFile, run: Run, *, now: datetime) -> Certificate | None:
    """Keeps a judge's alignment at the end of a run; what the command line and the window call.

    Args:
        project: Open for writing.
        run: The run as it ended.
        now: The time, in UTC.

    Returns:
        The certificate; None where the run was broken off or decided nothing, or where there are
        no gold judgments on what the judge has scored.
    """
    if run.state not in _WHOLE or not run.ok:
        return None
    with project.reading() as tx:
        counts = judgments.count_by_status(tx)
    if not any(counts.get(status.value) for status in GOLD_STATUSES):
        return None  # which saves reading everything
    return certify(project, run.judge_id, now=now, run_id=run.id)


def _same(
    last: Certificate, judge_id: str, bindings: Bindings, seed: int, tolerance: float
) -> bool:
    settings_now = (judge_id, bindings, seed, tolerance)
    return (last.judge_id, last.bindings, last.seed, last.tolerance) == settings_now


def _event(made: Certificate) -> Event:
    figures = made.figures
    return Event(
        at=made.made_at,
        verb="certified",
        actor_id=made.made_by,
        details={
            "certificate": made.id,
            "judge": made.judge_id,
            "n": figures.n,
            "cdr": figures.cdr,
            "kappa": figures.kappa,
            **({"run": made.run_id} if made.run_id else {}),
        },
    )


def bindings_of(tx: Transaction, judge: Judge, evidence: Evidence) -> Bindings:
    """Hashes of everything that answers rest on, as it is now."""
    return Bindings(
        judge=judge.content_hash,
        prompt=judge.prompt_hash,
        policy=settings.project_info(tx).grading_policy.content_hash,
        rubrics=rubrics_hash(evidence),
        gold=_gold_hash(tx, evidence),
        verdicts=verdicts_hash(evidence),
    )


def _gold_hash(tx: Transaction, evidence: Evidence) -> str:
    """Hash of every current gold judgment on the tasks that the evidence covers."""
    whole = hashlib.sha256()
    for task_id, *said in judgments.gold_rows(tx):
        if task_id in evidence:
            whole.update("\x1f".join("" if part is None else str(part) for part in said).encode())
            whole.update(b"\x1e")
    return whole.hexdigest()


def _figures(found: Alignment, detail: Detail) -> CertifiedFigures:
    rank, criterion = found.rank, found.criterion
    return CertifiedFigures(
        n=criterion.n,
        tasks=rank.tasks,
        pairs=rank.pairs,
        cdr=rank.cdr,
        cdr_interval=rank.interval,
        p_agree=rank.p_agree,
        p_tied=rank.p_tied,
        p_disagree=rank.p_disagree,
        kappa=criterion.kappa,
        kappa_interval=criterion.kappa_interval,
        accuracy=criterion.accuracy,
        accuracy_interval=criterion.accuracy_interval,
        constant_accuracy=criterion.constant_accuracy,
        sensitivity=criterion.sensitivity,
        specificity=criterion.specificity,
        leniency=criterion.leniency,
        groups=tuple(_group(group) for groups in detail.groups.values() for group in groups),
    )


def _group(group: Group) -> CertifiedGroup:
    return CertifiedGroup(
        by=group.by,
        name=group.name,
        n=group.figures.n,
        kappa=group.figures.kappa,
        kappa_interval=group.figures.kappa_interval,
        accuracy=group.figures.accuracy,
        leniency=group.figures.leniency,
    )
