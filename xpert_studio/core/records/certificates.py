"""Certificates: how well a judge followed the experts on a day, bound to all it was found on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import (
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from xpert_studio.core.records.base import Id, Record, Sha256, Text, Timestamp
from xpert_studio.core.records.hashing import content_hash

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


class CertifiedFigure(Record):
    """One figure: 95 % interval, tasks and items behind it, why the interval is less sure.

    ``tasks`` is None in certificates made before 2026-11-22, which kept no more than some values
    and intervals.
    """

    # What comes through a validator of the whole is no JSON any more: lists are taken for tuples.
    model_config = ConfigDict(strict=False)

    value: float | None
    interval: Bounds | None = None
    tasks: Count | None = None
    n: Count | None = None
    caution: Text | None = None


class _WithFigures(Record):
    """Figures by their ids in the registry.

    Certificates made before 2026-11-22 have ``<id>`` and ``<id>_interval`` in the place of
    ``values``. These are read, and written again to the byte.
    """

    model_config = ConfigDict(strict=False)

    earlier: ClassVar[Mapping[str, bool]] = {}
    """Figures of the earlier form, in their order, and whether they had an interval."""
    values: dict[str, CertifiedFigure]

    def __getitem__(self, name: str) -> CertifiedFigure:
        """A figure; without a value where it was not kept."""
        return self.values.get(name) or CertifiedFigure(value=None)

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:  # noqa: ANN401 - pydantic's types
        if not isinstance(data, dict) or "values" in data:
            return data
        rest = dict(data)
        rest["values"] = {
            name: {
                "value": rest.pop(name),
                "interval": rest.pop(f"{name}_interval", None),
                "caution": (rest.get("cautions") or {}).get(name),
            }
            for name in cls.earlier
            if name in rest
        }
        return rest

    @model_serializer(mode="wrap")
    def _write(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        data: dict[str, Any] = handler(self)
        if any(value.tasks is not None for value in self.values.values()):
            return data
        del data["values"]
        last = {name: data.pop(name) for name in ("cautions", "groups") if name in data}
        for name, has_interval in self.earlier.items():
            data[name] = self[name].value
            if has_interval:
                data[f"{name}_interval"] = self[name].interval
        return data | last


class CertifiedGroup(_WithFigures):
    """Criterion-level figures of one tier, dimension, domain, expert or system.

    ``tasks`` is None in certificates made before 2026-11-22.
    """

    earlier: ClassVar[Mapping[str, bool]] = {"kappa": True, "accuracy": True, "leniency": False}
    by: Text
    name: Text
    n: Count
    tasks: Count | None = None


class CertifiedScale(_WithFigures):
    """Figures over graded checkpoints of one scale, or over all of them by their scores."""

    scale: Text
    n: Count
    responses: Count
    tasks: Count


class CertifiedFigures(_WithFigures):
    """The figures of a judge.

    Attributes:
        tasks: Tasks behind the CDR; ``criterion_tasks`` behind the figures over checkpoints.
        cautions: Figures whose interval is less sure, and why; ``anchors`` where not all that the
            judge was shown could be excluded, so that all figures may be too good.
        scales: Over graded checkpoints, by scale; where several, then all together.
    """

    earlier: ClassVar[Mapping[str, bool]] = {
        "cdr": True, "p_agree": False, "p_tied": False, "p_disagree": False, "kappa": True,
        "accuracy": True, "constant_accuracy": False, "sensitivity": True, "specificity": True,
        "leniency": True,
    }  # fmt: skip
    n: Count
    tasks: Count
    criterion_tasks: Count | None = None
    pairs: Count
    cautions: dict[str, Text] = Field(default_factory=dict)
    groups: tuple[CertifiedGroup, ...] = ()
    scales: tuple[CertifiedScale, ...] = ()

    def clusters(self, name: str) -> int:
        """Families of tasks behind a figure; the tasks in a certificate that did not keep it."""
        kept = self[name].tasks
        return (self.criterion_tasks or self.tasks) if kept is None else kept

    @model_serializer(mode="wrap")
    def _write(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        data = super()._write(handler)
        if not self.scales:
            del data["scales"]
        return data


class SelfDecided(Record):
    """What people decided on their own work.

    Attributes:
        is_solo: Whether the project is a solo one.
        accepted: Tasks whose brief or rubric was accepted by a person who wrote on it.
        adjudicated: Judgments that were confirmed or overridden by the expert who made them.
        unblinded: Judgments that were made while results were open to the expert.
    """

    is_solo: bool
    accepted: Count
    adjudicated: Count
    unblinded: Count

    def __bool__(self) -> bool:
        return self.is_solo or bool(self.accepted or self.adjudicated)


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
        decided: What people of the project had decided on their own work; None where nothing.
        log_length, log_hash: The head of the project's log when it was made.
        datasheet: What else was known of the judge, by name; empty for nothing.
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
    decided: SelfDecided | None = None
    log_length: Count | None = None
    log_hash: Sha256 | None = None
    datasheet: dict[str, CertifiedFigure] = Field(default_factory=dict)

    @model_serializer(mode="wrap")
    def _write(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        data: dict[str, Any] = handler(self)
        for name in ("decided", "log_length", "log_hash", "datasheet"):
            if not data[name] and data[name] != 0:
                del data[name]
        return data

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
