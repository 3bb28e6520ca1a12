"""The alignment of judges for programs: every figure, group, certificate and near-duplicate."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from xpert_studio.core.metrics import Group
from xpert_studio.core.metrics.engine import together
from xpert_studio.core.metrics.evidence_floor import (
    evidence_by_level,
    said_shortfalls,
    shortfalls_of,
    shortfalls_of_certificate,
)
from xpert_studio.core.records import Certificate
from xpert_studio.core.workflow.near_duplicates import NearDuplicate
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.cautions import not_aligned
from xpert_studio.report.detail import Detail, judge_detail
from xpert_studio.report.section import View
from xpert_studio.report.sections.certificates import JudgeCertificates, certificates_of_judges
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.report.trend import Between


def alignment_data(view: View) -> dict[str, Any]:
    """By judge: all that is known of its alignment; of a panel without one, what lacks."""
    analysis = view.analysis
    certificates = {
        certificate.judge_id: certificate for certificate in certificates_of_judges(view) or ()
    }
    found: dict[str, Any] = {
        item.judge.id: _judge(view, item, detail, certificates[item.judge.id])
        for item in analysis.aligned()
        if (detail := judge_detail(analysis, item)) is not None
    }
    for name in not_aligned(analysis):
        if (panel := analysis.judges[name].panel) is not None:
            found[name] = {
                "evidence": {"enough": False, "missing": ["no alignment"], "levels": {}},
                "panel": panel.plain(names_systems=view.names_systems),
            }
    return found


def _judge(
    view: View, item: JudgeFindings, detail: Detail, kept: JudgeCertificates
) -> dict[str, Any]:
    """One judge; without figures by system where these are hidden."""
    found, small = item.alignment, view.analysis.small
    assert found is not None  # noqa: S101 - only judges with an alignment are asked for
    missing = shortfalls_of(found)
    return (
        found.seen(names_systems=view.names_systems).to_dict()
        | {
            "by": {
                by: _groups(groups, small)
                for by, groups in detail.groups.items()
                if view.names_systems or by != "system"
            },
            "fewest_tasks": small.fewest,
            "missing_evidence": [dataclasses.asdict(one) for one in missing],
            "evidence": {
                "enough": not missing,
                "missing": said_shortfalls(missing),
                "levels": evidence_by_level(found, missing),
            },
        }
        | _beside(item, view.analysis, names_systems=view.names_systems)
        | _over_time(detail, kept, small)
        | ({"lacking": list(view.analysis.lacking)} if view.analysis.lacking else {})
    )


def _over_time(detail: Detail, kept: JudgeCertificates, small: SmallGroups) -> dict[str, Any]:
    weakest = detail.weakest
    made = kept.validity.certificate
    return {
        "weakest": {
            "by": weakest.group.by if weakest.group else None,
            "name": weakest.group.name if weakest.group else None,
            "is_sure": weakest.is_sure,
            "compared": weakest.compared,
            "too_small": weakest.too_small,
        },
        "certificate": None if made is None else made.id,
        "certificate_is_current": kept.validity.is_current,
        "certificate_missing_evidence": None
        if made is None
        else [dataclasses.asdict(item) for item in shortfalls_of_certificate(made)],
        "changed_since": list(kept.validity.changed),
        "certificates": [_certificate(item) for item in kept.certificates],
        "between_last_two": None if kept.between is None else _between(kept.between, small),
    }


def _groups(groups: tuple[Group, ...], small: SmallGroups) -> dict[str, Any]:
    return {
        group.name: _group(group) | {"few_tasks": small.includes(group.tasks)} for group in groups
    }


def _group(group: Group) -> dict[str, Any]:
    contrast = group.contrast
    values = together(group.rank, group.figures) if group.rank else group.figures.plain()
    return values | {"against_the_rest": None if contrast is None else contrast.plain()}


def _certificate(certificate: Certificate) -> dict[str, Any]:
    """A certificate with its figures as ``<id>`` and ``<id>_interval``."""
    values = certificate.model_dump(mode="json")
    figures = values["figures"]
    pairs = [
        *zip(figures["groups"], certificate.figures.groups, strict=True),
        *zip(figures.get("scales", ()), certificate.figures.scales, strict=True),
    ]
    for plain, kept in ((figures, certificate.figures), *pairs):
        plain.pop("values", None)
        for name, one in kept.values.items():
            plain.setdefault(name, one.value)
            plain.setdefault(f"{name}_interval", one.interval)
    return values


def _between(between: Between, small: SmallGroups) -> dict[str, Any]:
    return {
        "first": between.first.id,
        "second": None if between.second is None else between.second.id,
        "changed": list(between.changed),
        "checkpoints_edited": between.edited,
        "checkpoints_reweighted": between.reweighted,
        "checkpoints_added": between.added,
        "checkpoints_removed": between.removed,
        "verdicts_asked": between.asked,
        **dataclasses.asdict(between.progress),
        "parts": [
            dataclasses.asdict(part) | {"few_tasks": small.includes(part.tasks)}
            for part in between.progress.parts
        ],
    }


def _duplicates(found: Sequence[NearDuplicate], *, named: bool) -> list[dict[str, Any]]:
    """Near-duplicates; ids, which may name systems, are left out where these are hidden."""
    return [
        ({"response_id": one.response_id, "anchor_id": one.anchor_id} if named else {})
        | {"reason": one.reason.value, "similarity": one.similarity}
        for one in found
    ]


def _beside(item: JudgeFindings, analysis: Analysis, *, names_systems: bool) -> dict[str, Any]:
    """What a judge's figures stand beside: itself over trials, other judges, the experts."""
    return {
        "self_agreement": item.consistency.plain() if item.consistency else None,
        "undecided_over_trials": item.undecided,
        "near_copies_left_out": len(item.shown.excluded),
        "excluded_responses": _duplicates(item.shown.excluded, named=names_systems),
        "borderline_responses": _duplicates(item.shown.borderline, named=names_systems),
        "attachments_not_seen": item.unseen,
        "against": {
            (pair.second if pair.first == item.judge.id else pair.first): pair.plain()
            for pair in analysis.comparisons
            if item.judge.id in {pair.first, pair.second}
        },
        "experts": analysis.agreement.plain() if analysis.agreement else None,
        "panel": item.panel.plain(names_systems=names_systems) if item.panel else None,
    }
