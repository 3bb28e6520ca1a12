"""What ``align`` knows of each judge, and how it says it to programs."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xpert_studio.metrics import Group
    from xpert_studio.records import Certificate
    from xpert_studio.report import Analysis, JudgeFindings
    from xpert_studio.report.detail import Detail
    from xpert_studio.report.over_time import Between, Validity
    from xpert_studio.store import ProjectFile


@dataclass(frozen=True, slots=True)
class Study:
    """One judge, looked at from all sides.

    Attributes:
        between: What happened between its last certificate and the one before; None where it has
            fewer than two.
    """

    findings: JudgeFindings
    detail: Detail
    certificates: tuple[Certificate, ...]
    validity: Validity
    between: Between | None

    @property
    def judge_id(self) -> str:
        """The judge's id."""
        return self.findings.judge.id

    def plain(self, analysis: Analysis) -> dict[str, Any]:
        """All of it for a program."""
        found = self.findings.alignment
        assert found is not None  # noqa: S101 - only judges with an alignment are studied
        return (
            found.to_dict()
            | {"by": {by: _groups(groups) for by, groups in self.detail.groups.items()}}
            | _beside(self.findings, analysis)
            | self._over_time()
        )

    def _over_time(self) -> dict[str, Any]:
        weakest = self.detail.weakest
        made = self.validity.certificate
        return {
            "weakest": {
                "by": weakest.group.by if weakest.group else None,
                "name": weakest.group.name if weakest.group else None,
                "is_sure": weakest.is_sure,
                "compared": weakest.compared,
                "too_small": weakest.too_small,
            },
            "certificate": None if made is None else made.id,
            "certificate_is_current": self.validity.is_current,
            "changed_since": list(self.validity.changed),
            "certificates": [item.model_dump(mode="json") for item in self.certificates],
            "between_last_two": None if self.between is None else _between(self.between),
        }


def studied(project: ProjectFile, analysis: Analysis) -> list[Study]:
    """Every judge with an alignment, the best first."""
    from xpert_studio.report.detail import judge_detail
    from xpert_studio.report.over_time import between, certificates_of, validity

    found = []
    for findings in analysis.aligned():
        detail = judge_detail(analysis, findings)
        if detail is None:
            continue
        judge_id = findings.judge.id
        kept = tuple(certificates_of(project, judge_id))
        last = between(project, analysis, judge_id, kept[-2].id, kept[-1].id) if kept[1:] else None
        found.append(Study(findings, detail, kept, validity(project, analysis, judge_id), last))
    return found


def _groups(groups: tuple[Group, ...]) -> dict[str, Any]:
    return {group.name: _group(group) for group in groups}


def _group(group: Group) -> dict[str, Any]:
    figures, rank, contrast = group.figures, group.rank, group.contrast
    values = dataclasses.asdict(figures)
    values |= values.pop("confusion")
    values |= {"n": figures.n, "sensitivity": figures.sensitivity, "tasks": group.tasks}
    if rank is not None:
        values |= {
            "pairs": rank.pairs,
            "cdr": rank.cdr,
            "cdr_interval": rank.interval,
            "p_agree": rank.p_agree,
            "p_tied": rank.p_tied,
            "p_disagree": rank.p_disagree,
        }
    return values | {"against_the_rest": None if contrast is None else dataclasses.asdict(contrast)}


def _between(found: Between) -> dict[str, Any]:
    return {
        "first": found.first.id,
        "second": None if found.second is None else found.second.id,
        "changed": list(found.changed),
        "checkpoints_edited": found.edited,
        "checkpoints_reweighted": found.reweighted,
        "checkpoints_added": found.added,
        "checkpoints_removed": found.removed,
        "verdicts_asked": found.asked,
        **dataclasses.asdict(found.progress),
    }


def _beside(item: JudgeFindings, analysis: Analysis) -> dict[str, Any]:
    """What a judge's figures stand beside: itself over trials, other judges, the experts."""
    return {
        "self_agreement": dataclasses.asdict(item.consistency) if item.consistency else None,
        "undecided_over_trials": item.undecided,
        "near_copies_left_out": item.copies,
        "against": {
            (pair.second if pair.first == item.judge.id else pair.first): dataclasses.asdict(pair)
            for pair in analysis.comparisons
            if item.judge.id in {pair.first, pair.second}
        },
        "experts": None
        if analysis.agreement is None
        else {
            "items": analysis.agreement.items,
            "alpha": analysis.agreement.alpha,
            "pairs": [dataclasses.asdict(pair) for pair in analysis.agreement.pairs],
            "disputed": len(analysis.agreement.disputed),
        },
    }
