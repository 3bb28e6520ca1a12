"""Certificates: an alignment as it was found on a day, whether it still holds, and what came since.

A certificate is bound to the hashes of judge, prompt, grading policy, rubrics, gold judgments and
verdicts. It is made at the end of a run, or when somebody asks; where nothing has changed since the
last one of the judge, that one is given again.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from xpert_studio.metrics import Group, Progress, pair_up, progress
from xpert_studio.metrics.intervals import RESAMPLES
from xpert_studio.records import (
    Bindings,
    Certificate,
    CertifiedFigures,
    CertifiedGroup,
    Event,
    Judge,
    bytes_hash,
)
from xpert_studio.report.analysis import Analysis, JudgeFindings, analyse
from xpert_studio.report.cases import findings_of
from xpert_studio.report.detail import Detail, judge_detail
from xpert_studio.report.evidence import (
    Evidence,
    evidence_of,
    pack,
    paired_of,
    rubrics_hash,
    unpack,
    verdicts_hash,
)
from xpert_studio.store import (
    ProjectFile,
    Transaction,
    certificates,
    events,
    judges,
    judgments,
    settings,
    verdicts,
)

if TYPE_CHECKING:
    from xpert_studio.metrics import Alignment

BOUND: Final = ("judge", "prompt", "policy", "rubrics", "gold", "verdicts")
"""What a certificate is bound to, in the order in which changes of it are told."""


@dataclass(frozen=True, slots=True)
class Validity:
    """Whether what was certified last still holds.

    Attributes:
        certificate: The newest of the judge's family; None where there is none.
        changed: Which of ``BOUND`` are no longer what they were.
    """

    certificate: Certificate | None
    changed: tuple[str, ...] = ()

    @property
    def is_current(self) -> bool:
        """Whether there is one, and all it is bound to is as it was."""
        return self.certificate is not None and not self.changed


@dataclass(frozen=True, slots=True)
class Between:
    """What happened between two certificates of a family, or between one and now.

    Attributes:
        first, second: The certificates; ``second`` is None for now.
        changed: Which of ``BOUND`` differ.
        edited, reweighted, added, removed: Checkpoints of the tasks both cover: with another text;
            with another weight, tier or dimension; new; gone.
        asked: Verdicts that the family has given in between.
        progress: Figures before and after on what both have.
    """

    first: Certificate
    second: Certificate | None
    changed: tuple[str, ...]
    edited: int
    reweighted: int
    added: int
    removed: int
    asked: int
    progress: Progress


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
        bindings = _bindings(tx, findings.judge, evidence)
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


def _bindings(tx: Transaction, judge: Judge, evidence: Evidence) -> Bindings:
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


def certificates_of(project: ProjectFile, judge_id: str) -> list[Certificate]:
    """All certificates of a judge and its earlier and later selves, oldest first.

    Raises:
        NotFoundError: There is no such judge.
    """
    with project.reading() as tx:
        family = judges.get_judge(tx, judge_id).family
        return certificates.all_certificates(tx, family=family)


def validity(project: ProjectFile, analysis: Analysis, judge_id: str) -> Validity:
    """Whether the newest certificate of a judge's family still holds.

    Args:
        project: The project.
        analysis: All figures as they are now.
        judge_id: The judge that is looked at.

    Raises:
        NotFoundError: The judge has no verdicts.
    """
    findings = findings_of(analysis, judge_id)
    known = certificates_of(project, judge_id)
    if not known:
        return Validity(None)
    evidence = _evidence_now(analysis, findings)
    with project.reading() as tx:
        now = _bindings(tx, findings.judge, evidence)
    return Validity(known[-1], _differing(known[-1].bindings, now))


def _evidence_now(analysis: Analysis, findings: JudgeFindings) -> Evidence:
    if analysis.reference is None:
        return {}
    catalog = analysis.catalog
    paired = pair_up(catalog, analysis.reference.marks, findings.marks, left_out=findings.left_out)
    return evidence_of(catalog, paired)


def _differing(first: Bindings, second: Bindings) -> tuple[str, ...]:
    return tuple(name for name in BOUND if getattr(first, name) != getattr(second, name))


def between(
    project: ProjectFile,
    analysis: Analysis,
    judge_id: str,
    first_id: str,
    second_id: str | None = None,
) -> Between:
    """What happened between two certificates, or between one and now.

    Args:
        project: Where they are kept.
        analysis: All figures as they are now: its weights and groups count for both.
        judge_id: The judge that is looked at.
        first_id: The earlier certificate.
        second_id: The later one; None for the judge as it is now.

    Raises:
        DamagedProjectError: The answers kept with one of them cannot be read.
        NotFoundError: There is no such certificate, or the judge has no verdicts.
    """
    findings = findings_of(analysis, judge_id)
    with project.reading() as tx:
        first = certificates.get_certificate(tx, first_id)
        before = _kept_evidence(tx, first)
        second = None if second_id is None else certificates.get_certificate(tx, second_id)
        if second is None:
            after = _evidence_now(analysis, findings)
            bindings = _bindings(tx, findings.judge, after)
        else:
            after = _kept_evidence(tx, second)
            bindings = second.bindings
        asked = verdicts.count_given(
            tx,
            [judge.id for judge in judges.all_judges(tx) if judge.family == first.family],
            since=first.made_at,
            until=second.made_at if second else None,
        )
    edited, reweighted, added, removed = _lines_changed(before, after)
    return Between(
        first=first,
        second=second,
        changed=_differing(first.bindings, bindings),
        edited=edited,
        reweighted=reweighted,
        added=added,
        removed=removed,
        asked=asked,
        progress=progress(
            analysis.catalog,
            paired_of(before, analysis.catalog),
            paired_of(after, analysis.catalog),
            seed=analysis.seed,
            tolerance=analysis.tolerance,
        ),
    )


def _kept_evidence(tx: Transaction, certificate: Certificate) -> Evidence:
    data = certificates.evidence_of(tx, certificate.id)
    return unpack(data if bytes_hash(data) == certificate.evidence else b"")


def _lines_changed(before: Evidence, after: Evidence) -> tuple[int, int, int, int]:
    edited = reweighted = added = removed = 0
    both: Collection[str] = before.keys() & after.keys()
    for task_id in both:
        was, now = before[task_id].checkpoints, after[task_id].checkpoints
        added += len(now.keys() - was.keys())
        removed += len(was.keys() - now.keys())
        for name in was.keys() & now.keys():
            edited += was[name].text != now[name].text
            reweighted += was[name].worth != now[name].worth
    return edited, reweighted, added, removed
