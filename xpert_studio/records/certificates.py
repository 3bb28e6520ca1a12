"""Certificates: how well a judge followed the experts on a day, bound to all it was found on."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from xpert_studio.records.base import Id, Record, Sha256, Text, Timestamp
from xpert_studio.records.hashing import content_hash

Count = Annotated[int, Field(ge=0)]
Bounds = tuple[float, float]


class Bindings(Record):
    """Hashes of what an alignment was found on; when one of them differs, it is stale.

    Attributes:
        judge: The judge with its parameters and settings.
        prompt: The judge's prompt templates; None where they are unknown.
        policy: The grading policy.
        rubrics: Text, weight, tier and dimension of every checkpoint of the tasks it covers.
        gold: Every gold judgment on those tasks.
        verdicts: The judge's answers.
    """

    judge: Sha256
    prompt: Sha256 | None
    policy: Sha256
    rubrics: Sha256
    gold: Sha256
    verdicts: Sha256


def certificate_key(
    judge_id: str, bindings: Bindings, method: str | None, tolerance: float, *, anchors_known: bool
) -> str:
    """Hash of what a certificate is bound to: the same key, the same certificate."""
    return content_hash([judge_id, bindings.model_dump(), method, tolerance, anchors_known])


class CertifiedGroup(Record):
    """Criterion-level figures of one tier, dimension, domain, expert or system.

    ``tasks`` and the interval of the accuracy are None in certificates made before 2026-11-22.
    """

    by: Text
    name: Text
    n: Count
    tasks: Count | None = None
    kappa: float | None
    kappa_interval: Bounds | None = None
    accuracy: float | None
    accuracy_interval: Bounds | None = None
    leniency: float | None


class CertifiedFigures(Record):
    """The figures; names as in ``metrics``, intervals 95 %, None where undefined.

    Attributes:
        tasks: Tasks behind the CDR; ``criterion_tasks`` behind the figures over checkpoints.
        cautions: Figures whose interval is less sure, and why; ``anchors`` where not all that the
            judge was shown could be excluded, so that all figures may be too good.
    """

    n: Count
    tasks: Count
    criterion_tasks: Count | None = None
    pairs: Count
    cdr: float | None
    cdr_interval: Bounds | None
    p_agree: float | None
    p_tied: float | None
    p_disagree: float | None
    kappa: float | None
    kappa_interval: Bounds | None
    accuracy: float | None
    accuracy_interval: Bounds | None
    constant_accuracy: float | None
    sensitivity: float | None
    sensitivity_interval: Bounds | None = None
    specificity: float | None
    specificity_interval: Bounds | None = None
    leniency: float | None
    leniency_interval: Bounds | None = None
    cautions: dict[str, Text] = Field(default_factory=dict)
    groups: tuple[CertifiedGroup, ...] = ()


class Certificate(Record):
    """A dated result of an alignment.

    Attributes:
        family: The judge's family: what certificates of one judge over time have in common.
        made_by: Who asked for it; None where a run made it at its end.
        run_id: That run.
        left_out: Responses excluded: anchors, near-duplicates of one, and those on which the judge
            did not see all attachments.
        method: How the intervals were made.
        seed, resamples: Of the bootstrap of certificates made before ``method`` was stated.
        tolerance: Score differences up to this counted as ties.
        evidence: Hash of the answers it was computed from, which are kept beside it.
    """

    id: Id
    judge_id: Id
    family: Text
    made_at: Timestamp
    made_by: Id | None = None
    run_id: Id | None = None
    bindings: Bindings
    left_out: Count
    method: Text | None = None
    seed: int | None = None
    resamples: Count | None = None
    tolerance: float
    figures: CertifiedFigures
    evidence: Sha256

    @property
    def key(self) -> str:
        """As ``certificate_key``."""
        return certificate_key(
            self.judge_id,
            self.bindings,
            self.method,
            self.tolerance,
            anchors_known="anchors" not in self.figures.cautions,
        )
