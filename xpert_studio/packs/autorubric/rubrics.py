"""The parts of autorubric's dataset: rubrics as checkpoints, ground truth as judgments."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api.formats import (
    MOST_CRITERIA,
    PLAIN,
    Checkpoint,
    FaultError,
    Judgment,
    JudgmentStatus,
    Message,
    NonBlank,
    Reading,
    Text,
    free_id,
    id_like,
    in_words,
    readable,
    shown,
)
from xpert_studio.core.exchange.formats.criteria import asked_by
from xpert_studio.core.exchange.provenance import (
    AUTORUBRIC,
    MORE,
    AutorubricCriterion,
    Verdict,
    plain,
)
from xpert_studio.core.records import Id
from xpert_studio.packs.autorubric.exporting import (
    BESIDE,
    MET,
    UNKNOWN,
    UNMET,
    is_penalty,
)
from xpert_studio.packs.healthbench.exporting import Points

DEFAULT_WEIGHT: Final = 10.0
"""What autorubric takes where a criterion has no weight."""


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")


class RubricCriterion(_Part):
    """A criterion; one with options is no matter of met or not met."""

    requirement: NonBlank
    weight: Points = DEFAULT_WEIGHT
    name: Text | None = None
    options: Any = None


class BesideItem(_Part):
    """What an item of ours has beside it."""

    task_id: Id
    response_id: Id
    judgments: list[dict[str, Any]] = []


class SubmissionItem(_Part):
    """A submission with its ground truth."""

    submission: Text
    description: Text
    prompt: Text | None = None
    rubric: Any = None
    reference_submission: Text | None = None
    ground_truth: list[Verdict] | None = None
    ground_truth_reasons: list[Text | None] | None = None
    xpert_studio: BesideItem | None = None


class BesideTask(_Part):
    """What our file says of a task, beside its items."""

    id: Id
    checkpoints: list[dict[str, Any]] = []

    def fields(self) -> dict[str, Any]:
        """The task's own fields."""
        return dict(self.model_extra or {})


class BesideFile(_Part):
    """What our file has beside autorubric's own."""

    version: int
    canary: Text | None = None
    licence: Text | None = None
    tasks: list[BesideTask] = []


class DatasetFile(_Part):
    """The file."""

    items: Annotated[list[Any], Field(min_length=1)]
    rubric: Any
    name: Text | None = None
    prompt: Text | None = None
    reference_submission: Text | None = None
    xpert_studio: BesideFile | None = None


@dataclass(frozen=True, slots=True)
class RawRubric:
    """A rubric as it stands in the file: its criteria, unchecked, and its guidelines."""

    criteria: list[Any]
    guidelines: str | None


_REMEDY: Final = Message("Write a list of criteria, each with name, weight and requirement.")


def raw_rubric(value: object) -> RawRubric:
    """A rubric in any of the shapes autorubric reads.

    A list of criteria or of sections of them; or an object that has one, as ``criteria``,
    ``sections`` or ``rubric``, with ``guidelines`` or without.

    Raises:
        FaultError: It has another shape.
    """
    guidelines = None
    if isinstance(value, dict):
        guidelines = value.get("guidelines")
        inner = value.get("rubric")
        if isinstance(inner, dict):
            guidelines = guidelines if guidelines is not None else inner.get("guidelines")
        value = inner if isinstance(inner, list) else _entries(inner or value)
    if not isinstance(value, list):
        raise FaultError(Message("is no list of criteria."), _REMEDY, "rubric")
    if not isinstance(guidelines, str | None):
        raise FaultError(Message("has guidelines that are no text."), _REMEDY, "rubric")
    criteria = list(_flat(value))
    if not 1 <= len(criteria) <= MOST_CRITERIA:
        told = Message("has {criteria:,} criteria.", criteria=len(criteria))
        raise FaultError(told, _REMEDY, "rubric")
    return RawRubric(criteria, guidelines if guidelines and guidelines.strip() else None)


def _entries(value: object) -> object:
    return value.get("sections", value.get("criteria")) if isinstance(value, dict) else None


def _flat(entries: list[Any]) -> Iterator[Any]:
    for entry in entries:
        inner = entry.get("criteria") if isinstance(entry, dict) else None
        if isinstance(inner, list):
            yield from inner
        else:
            yield entry


def read_rubric(
    reading: Reading, place: str, task_id: str, raw: RawRubric, beside: BesideTask | None
) -> list[Checkpoint] | None:
    """The checkpoints of a rubric; None after noting what is wrong with it.

    Args:
        reading: The file being read.
        place: Where in the file.
        task_id: The task they belong to.
        raw: The rubric as it is there.
        beside: What a file of ours says of the task beside it.
    """
    came = [_criterion(reading, place, number, item) for number, item in enumerate(raw.criteria)]
    sound = [item for item in came if item is not None]
    if len(sound) < len(came):
        return None
    said = beside.checkpoints if beside else []
    ids: set[str] = set()
    found = []
    for position, item in enumerate(sound):
        own = said[position] if position < len(said) else {}
        weight = reading.weight(item.weight)
        fields = {"task_id": task_id, "weight": weight, "position": position}
        where = Message("{place}, rubric.{position}", place=place, position=position)
        found.append(_checkpoint(reading, where, item, own, fields, ids))
    whole = [point for point in found if point is not None]
    return whole if len(whole) == len(found) else None


def _criterion(reading: Reading, place: str, number: int, value: object) -> RubricCriterion | None:
    found = reading.made(
        Message("{place}, rubric.{number}", place=place, number=number),
        RubricCriterion.model_validate,
        value,
    )
    if found is not None and found.options is not None:
        reading.problem(
            place,
            f"rubric.{number}.options",
            "offers a choice; a checkpoint here is met or not met.",
            "Split it into criteria that are.",
        )
        return None
    return found


def _checkpoint(
    reading: Reading,
    where: str,
    came: RubricCriterion,
    own: Mapping[str, Any],
    fields: dict[str, Any],
    ids: set[str],
) -> Checkpoint | None:
    told = came.model_dump(exclude_unset=True, include={"name", "weight", "requirement"})
    origin = AutorubricCriterion.model_validate({"weight": came.weight, **told})
    answer = _answer(reading, where, own)
    name = own.get("id") or came.name
    wanted = id_like(name) if isinstance(name, str) and name.strip() else ""
    fields |= {
        "id": free_id(wanted or f"c{fields['position'] + 1}", ids),
        "text": asked_by(origin, answer),
        "tier": own.get("tier"),
        "dimension": own.get("dimension"),
        **answer,
    }
    point = reading.record(where, Checkpoint, fields)
    if point is None:
        return None
    again = {"name": point.id, "weight": point.weight, "requirement": in_words(point)}
    is_same = json.dumps(told, sort_keys=True) == json.dumps(again, sort_keys=True)
    kept = {} if is_same else plain(origin)
    more = {key: item for key, item in (came.model_extra or {}).items() if key != BESIDE}
    kept |= {MORE: more} if more else {}
    return point.model_copy(update={"extra": {AUTORUBRIC: kept}}) if kept else point


def _answer(reading: Reading, where: str, own: Mapping[str, Any]) -> Mapping[str, Any]:
    """How a checkpoint is answered; met or not met after noting what is wrong with it."""
    said = {name: own.get(name, usual) for name, usual in PLAIN.items()}
    found = readable(said, AUTORUBRIC)
    if found is None:
        reading.problem(
            where,
            f"{BESIDE}.instrument",
            "names an instrument or settings that this program cannot read.",
            "Update Xpert Studio, or correct them.",
        )
    return found or PLAIN


GROUND_TRUTH: Final = "ground-truth"
"""Who judged, where the file does not say."""


def need_whole_truth(item: SubmissionItem, rubric: Sequence[Checkpoint]) -> None:
    """Refuses ground truth and reasons that are not as long as the rubric.

    Raises:
        FaultError: They are not.
    """
    truth, reasons = item.ground_truth, item.ground_truth_reasons
    if truth is not None and len(truth) != len(rubric):
        raise FaultError(
            Message(
                "has {truth} values for {rubric} criteria.", truth=len(truth), rubric=len(rubric)
            ),
            Message("Give one value a criterion, in their order."),
            "ground_truth",
        )
    if reasons is not None and len(reasons) != len(truth or ()):
        raise FaultError(
            Message(
                "has {reasons} values for {truth} of ground_truth.",
                reasons=len(reasons),
                truth=len(truth or ()),
            ),
            Message("Give one value a criterion, null where there is no reason."),
            "ground_truth_reasons",
        )


def judgments_of(
    reading: Reading,
    place: str,
    item: SubmissionItem,
    rubric: Sequence[Checkpoint],
    response_id: str,
) -> list[Judgment]:
    """The judgments that an item's ground truth stands for.

    Args:
        reading: The file being read.
        place: Where in the file.
        item: The item, whose ground truth fits.
        rubric: The checkpoints of its task.
        response_id: Of its submission.
    """
    if item.xpert_studio is not None and item.xpert_studio.judgments:
        return _named(reading, place, item, rubric, response_id)
    reasons = item.ground_truth_reasons or [None] * len(rubric)
    return [
        Judgment(
            response_id=response_id,
            checkpoint_id=point.id,
            expert_id=GROUND_TRUTH,
            value=int((said == MET) != is_penalty(point)),
            rationale=reason or None,
            status=JudgmentStatus.CONFIRMED,
        )
        for point, said, reason in zip(rubric, item.ground_truth or (), reasons, strict=False)
        if said != UNKNOWN
    ]


def _named(
    reading: Reading,
    place: str,
    item: SubmissionItem,
    rubric: Sequence[Checkpoint],
    response_id: str,
) -> list[Judgment]:
    """Judgments that say who judged; they must come to the ground truth beside them."""
    votes: dict[str, list[bool]] = {point.id: [] for point in rubric}
    found = []
    beside = item.xpert_studio
    seen: set[tuple[str, str]] = set()
    for number, row in enumerate(beside.judgments if beside else ()):
        where = Message("{place}, judgments.{number}", place=place, number=number)
        judgment = reading.record(where, Judgment, row | {"response_id": response_id})
        if judgment is None:
            return []
        key = judgment.checkpoint_id, judgment.expert_id
        if judgment.checkpoint_id not in votes or key in seen:
            what = (
                Message("twice")
                if key in seen
                else Message("of a checkpoint that its rubric has not")
            )
            reading.problem(
                where,
                "checkpoint_id",
                Message(
                    "{checkpoint_id} is judged {what}.",
                    checkpoint_id=shown(judgment.checkpoint_id),
                    what=what,
                ),
                "Correct the ID, or remove the judgment.",
            )
            return []
        seen.add(key)
        votes[judgment.checkpoint_id].append(judgment.final_value == 1)
        found.append(judgment)
    truth = [_truth(point, votes[point.id]) for point in rubric]
    if item.ground_truth is not None and truth != item.ground_truth:
        reading.problem(
            place,
            "ground_truth",
            Message("is not what the judgments under {beside} come to.", beside=BESIDE),
            Message("Correct one of the two, or remove {beside} from the item.", beside=BESIDE),
        )
        return []
    return found


def _truth(point: Checkpoint, votes: Sequence[bool]) -> str:
    """What a checkpoint's judgments come to, as the file puts it."""
    met = sum(votes)
    if 2 * met == len(votes):
        return UNKNOWN
    return MET if (2 * met > len(votes)) != is_penalty(point) else UNMET
