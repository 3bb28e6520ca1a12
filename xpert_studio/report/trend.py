"""A judge over time: whether its last certificate still holds, and what changed between two."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.metrics import Progress, pair_up, progress
from xpert_studio.core.records import Bindings, Certificate, bytes_hash
from xpert_studio.core.store import ProjectFile, Transaction, certificates, judges, verdicts
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.cases import findings_of
from xpert_studio.report.certificates import bindings_of
from xpert_studio.report.evidence import Evidence, evidence_of, paired_of, unpack

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


def certificates_of(project: ProjectFile, judge_id: str) -> list[Certificate]:
    """All certificates of a judge and its earlier and later selves, oldest first.

    None of a panel that the project does not keep.
    """
    with project.reading() as tx:
        judge = judges.find_judge(tx, judge_id)
        return certificates.all_certificates(tx, family=judge.family) if judge else []


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
        now = bindings_of(tx, findings.judge, evidence)
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
            bindings = bindings_of(tx, findings.judge, after)
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
