"""Certificates: how well a judge followed the experts on a day, bound to all it was found on."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from xpert_studio.records.base import Id, Record, Sha256, Text, Timestamp

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


class CertifiedGroup(Record):
    """Criterion-level figures of one tier, dimension, domain, expert or system."""

    by: Text
    name: Text
    n: Count
    kappa: float | None
    kappa_interval: Bounds | None = None
    accuracy: float | None
    leniency: float | None


class CertifiedFigures(Record):
    """The figures; names as in ``metrics``, intervals 95 %, None where undefined."""

    n: Count
    tasks: Count
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
    specificity: float | None
    leniency: float | None
    groups: tuple[CertifiedGroup, ...] = ()


class Certificate(Record):
    """A dated result of an alignment.

    Attributes:
        family: The judge's family: what certificates of one judge over time have in common.
        made_by: Who asked for it; None where a run made it at its end.
        run_id: That run.
        left_out: Responses left out, being anchors or copies of one.
        seed, resamples: Of the bootstrap.
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
    seed: int
    resamples: Count
    tolerance: float
    figures: CertifiedFigures
    evidence: Sha256
