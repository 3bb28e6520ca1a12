"""Certificates: an alignment kept as it was found on a day, with all that it was found on.

A certificate is bound to the hashes of judge, prompt, grading policy, rubrics, gold judgments and
verdicts (``over_time`` tells whether it still holds). It is made at the end of a run, or when
a person asks; where nothing has changed since the last one of the judge, that one is given again.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from xpert_studio.core.metrics import METHOD, Alignment, Estimate, pair_up, pooled
from xpert_studio.core.metrics.evidence_floor import evidence_caution
from xpert_studio.core.packs import entries, packs
from xpert_studio.core.records import (
    GOLD_STATUSES,
    Bindings,
    Certificate,
    CertifiedFigure,
    CertifiedFigures,
    CertifiedGroup,
    CertifiedScale,
    Judge,
    Run,
    RunState,
    bytes_hash,
    certificate_key,
)
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    certificates,
    judges,
    judgments,
    log,
    log_chain,
    runs,
    settings,
)
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.workflow.anchors import shown_anchors
from xpert_studio.core.workflow.certifying import add_certificate
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.self_decided import self_decided
from xpert_studio.report.analysis import EXPERTS, Analysis, analyse
from xpert_studio.report.detail import Detail, judge_detail
from xpert_studio.report.evidence import (
    Evidence,
    evidence_of,
    pack,
    rubrics_hash,
    verdicts_hash,
)
from xpert_studio.report.section import View

_WHOLE: Final = frozenset({RunState.DONE, RunState.PARTLY})
_TELL_MORE: Final = frozenset(
    {"attack.finish", "judge.asked", "pack.put", "pack.remove", "undo", "redo"}
)
"""Commands after which more may be known of a judge, though its alignment is as it was."""


def _may_tell_more() -> frozenset[str]:
    return _TELL_MORE | {name for pack in packs() for name in pack.changes}


def certify(
    project: ProjectFile,
    judge_id: str,
    *,
    now: datetime,
    made_by: str | None = None,
    run_id: str | None = None,
    tolerance: float = 0.0,
) -> Certificate | None:
    """Keeps a judge's alignment as it is now, unless its last certificate has done so already.

    Args:
        project: Open for writing.
        judge_id: The judge.
        now: The time, in UTC.
        made_by: Who asks for it; None at the end of a run.
        run_id: The run that has just ended.
        tolerance: Score differences up to this are ties.

    Returns:
        The certificate: the judge's last one where nothing has changed since; None where no gold
        judgments are on what the judge has scored.

    Raises:
        NotFoundError: There is no such judge.
        ReadOnlyProjectError: The project is open for reading only.
    """
    with project.reading() as tx:
        judge = judges.get_judge(tx, judge_id)
        evidence, anchors_known = _evidence_now(tx, judge)
        bindings = bindings_of(tx, judge, evidence)
        kept = _kept(tx, judge, bindings, tolerance, anchors_known=anchors_known)
        if kept is not None and not log.any_since(tx, kept.log_length or 0, _may_tell_more()):
            return kept  # which saves computing every figure
    analysis = analyse(project, judge_ids=[judge_id], tolerance=tolerance, with_comparisons=False)
    findings = analysis.judges.get(judge_id)
    detail = judge_detail(analysis, findings) if findings else None
    if findings is None or findings.alignment is None or detail is None:
        return None
    evidence = evidence_of(analysis.catalog, detail.paired)
    known = _datasheet(project, analysis, judge_id)
    found, figures = findings.alignment, _figures(findings.alignment, detail)

    def made_on(tx: Transaction) -> tuple[Certificate, bytes | None]:
        bindings = bindings_of(tx, judge, evidence)
        kept = _kept(tx, judge, bindings, tolerance, anchors_known=found.anchors_known)
        if kept is not None and kept.datasheet == known:
            return kept, None
        data, head = pack(evidence), log_chain.head_of(tx)
        made = Certificate(
            id=f"cert-{now:%Y%m%d-%H%M%S}-{uuid.uuid4().hex[:6]}",
            judge_id=judge_id,
            family=judge.family,
            made_at=now,
            made_by=made_by,
            run_id=run_id,
            bindings=bindings,
            left_out=found.left_out,
            method=METHOD,
            tolerance=tolerance,
            figures=figures,
            evidence=bytes_hash(data),
            decided=self_decided(tx) or None,
            log_length=head.length,
            log_hash=head.hash,
            datasheet=known,
        )
        return made, data

    change = add_certificate(CommandContext(project, made_by or "", lambda: now), made_on)
    certificate: Certificate = change.result
    return certificate


def _datasheet(
    project: ProjectFile, analysis: Analysis, judge_id: str
) -> dict[str, CertifiedFigure]:
    """What sections of packs have certificates keep of a judge."""
    view = View.of(project, analysis)
    kept: dict[str, CertifiedFigure] = {}
    for section in entries("sections"):
        if section.certified and (found := section.compute(view)) is not None:
            kept |= section.certified(found).get(judge_id, {})
    return kept


def certify_after(project: ProjectFile, run: Run, *, now: datetime) -> Certificate | None:
    """Keeps a judge's alignment at the end of a run; what the command line and the window call.

    A run without calls also writes a certificate that could not be written before.

    Args:
        project: Open for writing.
        run: The run as it ended.
        now: The time, in UTC.

    Returns:
        The certificate; None where the run did not come to its end, or where there are no gold
        judgments on what the judge has scored.

    Raises:
        ProjectFileError: It could not be written; nothing of it is kept.
    """
    if run.state not in _WHOLE:
        return None
    with project.reading() as tx:
        counts = judgments.count_by_status(tx)
    if not any(counts.get(status.value) for status in GOLD_STATUSES):
        return None  # which saves reading everything
    return certify(project, run.judge_id, now=now, run_id=run.id)


def uncertified_run(project: ProjectFile, judge_id: str) -> Run | None:
    """The last run of a judge, where it ended without the certificate that was to be made of it.

    None where a task has changed since: whether to certify that is for people to decide.
    """
    with project.reading() as tx:
        ended = [run for run in runs.all_runs(tx) if run.judge_id == judge_id]
        last = ended[-1] if ended else None
        if last is None or last.state not in _WHOLE or last.ended_at is None:
            return None
        made = certificates.all_certificates(tx, family=judges.get_judge(tx, judge_id).family)
        is_certified = bool(made) and made[-1].made_at >= last.ended_at
        return None if is_certified or log.any_on_tasks(tx, since=last.ended_at) else last


def _kept(
    tx: Transaction, judge: Judge, bindings: Bindings, tolerance: float, *, anchors_known: bool
) -> Certificate | None:
    """The last certificate of the judge's family, where it is bound to just this."""
    known = certificates.all_certificates(tx, family=judge.family)
    key = certificate_key(judge.id, bindings, METHOD, tolerance, anchors_known=anchors_known)
    return known[-1] if known and known[-1].key == key else None


def _evidence_now(tx: Transaction, judge: Judge) -> tuple[Evidence, bool]:
    """What a certificate would be computed from, and whether all anchors are known.

    Empty where there is nothing to compare.
    """
    frames = read_frames(tx, judge_ids=[judge.id])
    trials = frames.judges.get(judge.id)
    if not frames.experts or not trials:
        return {}, True
    catalog = frames.catalog
    shown = shown_anchors(tx, [judge], catalog)[judge.id]
    experts = pooled(catalog, frames.experts, name=EXPERTS).marks
    marks = pooled(catalog, trials, name=judge.id).marks
    paired = pair_up(catalog, experts, marks, left_out=shown.mask)
    return evidence_of(catalog, paired), shown.are_known


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


def _figures(alignment: Alignment, detail: Detail) -> CertifiedFigures:
    return CertifiedFigures(
        n=alignment.criterion.n,
        tasks=alignment.rank.tasks,
        criterion_tasks=alignment.criterion.tasks,
        pairs=alignment.rank.n,
        values=_values(alignment.figures),
        cautions=alignment.cautions | evidence_caution(alignment),
        groups=tuple(
            CertifiedGroup(
                by=group.by,
                name=group.name,
                n=group.figures.n,
                tasks=group.tasks,
                values=_values(group.estimates),
            )
            for groups in detail.groups.values()
            for group in groups
        ),
        scales=tuple(
            CertifiedScale(
                scale=scale.scale,
                n=scale.figures.n,
                responses=scale.responses,
                tasks=scale.figures.tasks,
                values=_values(scale.figures),
            )
            for scale in alignment.scales
        ),
    )


def _values(found: Mapping[str, Estimate]) -> dict[str, CertifiedFigure]:
    return {
        name: CertifiedFigure(
            value=one.value, interval=one.interval, tasks=one.tasks, n=one.n, caution=one.caution
        )
        for name, one in found.items()
    }
