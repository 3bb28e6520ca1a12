"""Questions of an Argilla dataset as checkpoints, and answers to them as values.

Settings say what the questions are. Rows without settings do not: what they are is then taken from
the answers, and told.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from math import gcd
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api.formats import (
    Checkpoint,
    FaultError,
    Message,
    NonBlank,
    Text,
    free_id,
    id_like,
    instrument_of,
    shown,
)
from xpert_studio.core.resources import resource_json

RATING: Final = "rating"
LABEL: Final = "label_selection"
LABELS: Final = "multi_label_selection"
TEXT: Final = "text"
_MOST_BANDS: Final = 21
MOST_OPTIONS: Final = 500
"""Of one question: each label is a checkpoint of every task."""
EXPORT_AGAIN: Final = Message("Export settings and records of one dataset, at one time.")
_CORRECT: Final = Message("Correct its options.")
_NOT_PLAIN: Final = re.compile(r"[\s_-]+")


class ArgillaWords(BaseModel):
    """Words that Argilla's files are read by.

    Attributes:
        response_fields: Names of the field that holds the response, the likeliest first.
        system_keys: Keys of metadata that name the system.
        yes_no: Pairs of labels that mean met and not met.
        usual_scales: Low and high end of scales that ratings usually have, the shortest first.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    response_fields: list[NonBlank]
    system_keys: list[NonBlank]
    yes_no: list[Annotated[list[NonBlank], Field(min_length=2, max_length=2)]]
    usual_scales: list[Annotated[list[int], Field(min_length=2, max_length=2)]]


@cache
def words() -> ArgillaWords:
    """The words, validated."""
    return ArgillaWords.model_validate(resource_json("imports", "argilla.json"))


class _SettingsPart(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class AnswerOption(_SettingsPart):
    """A value that may be chosen, and what people read instead."""

    value: int | float | str
    text: Text | None = None


class QuestionSettings(_SettingsPart):
    """What may be answered."""

    type: NonBlank
    options: list[AnswerOption] = []


class DatasetQuestion(_SettingsPart):
    """A question of a dataset."""

    name: NonBlank
    title: Text | None = None
    description: Text | None = None
    settings: QuestionSettings


class FieldSettings(_SettingsPart):
    """What a field holds: ``text``, ``chat``, ``image`` or ``custom``."""

    type: NonBlank = TEXT


class DataField(_SettingsPart):
    """A field of a dataset's records."""

    name: NonBlank
    title: Text | None = None
    settings: FieldSettings = FieldSettings()


class DatasetSettings(_SettingsPart):
    """``settings.json``."""

    fields: Annotated[list[DataField], Field(min_length=1)]
    questions: Annotated[list[DatasetQuestion], Field(min_length=1)]
    guidelines: Text | None = None


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with its checkpoints.

    Attributes:
        points: Of no task yet, by the label that each is of; of a question with one checkpoint,
            under an empty label; none where answers to it are not ratings.
        yes: The label that means met, where two mean met and not met.
        values: What may be answered.
    """

    name: str
    type: str
    points: Mapping[str, Checkpoint]
    yes: str | None = None
    values: tuple[float | str, ...] = ()

    @property
    def is_labels(self) -> bool:
        """Whether it has a checkpoint for each label."""
        return bool(self.points) and self.type != RATING and self.yes is None

    def read(self, answer: object) -> dict[str, float]:
        """The values that an answer gives, by checkpoint.

        Raises:
            FaultError: It is no answer to the question.
        """
        several = self.type == LABELS
        given = answer if several and isinstance(answer, list) else [answer]
        unknown = [item for item in given if not self._holds(item)]
        if unknown:
            told = shown(unknown[0])
            raise FaultError(
                Message("{told} is not one of the question's options.", told=told), EXPORT_AGAIN
            )
        if self.is_labels:
            return {point.id: int(label in given) for label, point in self.points.items()}
        (point,) = self.points.values()
        if self.yes is not None:
            return {point.id: int(answer == self.yes)}
        return {point.id: next(int(value) for value in self.values if value == answer)}

    def _holds(self, item: object) -> bool:
        if isinstance(item, bool) or not isinstance(item, int | float | str):
            return False
        return item in self.values


def asked_of(question: DatasetQuestion, ids: set[str]) -> AskedQuestion:
    """A question with its checkpoints.

    Args:
        question: The question.
        ids: Ids of checkpoints that are taken; those of its own join them.

    Raises:
        FaultError: Its options make no scale or no labels.
    """
    kind = question.settings.type
    options = question.settings.options
    if kind not in {RATING, LABEL, LABELS}:
        return AskedQuestion(question.name, kind, {})
    values = tuple(option.value for option in options)
    if not values or len(set(values)) < len(values):
        raise FaultError(Message("has no options, or one of them twice."), _CORRECT)
    if len(values) > MOST_OPTIONS:
        told = Message("has {n:,} options; at most {most}.", n=len(values), most=MOST_OPTIONS)
        raise FaultError(told, _CORRECT)
    name = id_like(question.name)
    if kind == RATING:
        return AskedQuestion(
            question.name, kind, {"": _graded(question, free_id(name, ids))}, values=values
        )
    if not all(isinstance(value, str) for value in values):
        raise FaultError(Message("has labels that are not texts."), _CORRECT)
    yes = _yes_of(options) if kind == LABEL else None
    if yes is not None:
        point = _point(free_id(name, ids), _words_of(question))
        return AskedQuestion(question.name, kind, {"": point}, yes, values)
    points = {str(option.value): _labelled(question, option, ids) for option in options}
    return AskedQuestion(question.name, kind, points, values=values)


def _words_of(question: DatasetQuestion) -> str:
    title = (question.title or "").strip() or question.name
    description = (question.description or "").strip()
    return f"{title}\n\n{description}" if description and description != title else title


def _point(point_id: str, text: str, *, weight: int = 1, **answer: Any) -> Checkpoint:  # noqa: ANN401
    """A checkpoint of no task yet."""
    return Checkpoint(task_id="-", id=point_id, text=text, weight=weight, **answer)


def _labelled(question: DatasetQuestion, option: AnswerOption, ids: set[str]) -> Checkpoint:
    label = (option.text or "").strip() or str(option.value)
    title = (question.title or "").strip() or question.name
    point_id = free_id(id_like(f"{question.name}:{option.value}"), ids)
    return _point(point_id, f"Is labelled “{label}” ({title})", weight=0)


def _graded(question: DatasetQuestion, point_id: str) -> Checkpoint:
    values = [option.value for option in question.settings.options]
    if not all(isinstance(value, int) for value in values):
        raise FaultError(Message("has ratings that are not whole numbers."), _CORRECT)
    steps = sorted(int(value) for value in values)
    step = reduce(gcd, (value - steps[0] for value in steps)) or 1
    settings: dict[str, Any] = {"low": steps[0], "high": steps[-1], "step": step}
    if len(steps) <= _MOST_BANDS:
        settings["bands"] = [{"low": value, "high": value, "text": ""} for value in steps[::-1]]
    point = _point(point_id, _words_of(question), instrument="graded", settings=settings)
    wrong = instrument_of(point).settings_problem(point)
    if wrong:
        raise FaultError(Message("as a scale {wrong}", wrong=wrong), _CORRECT)
    return point


def plain(label: object) -> str:
    """A label without case, marks and punctuation, to be compared."""
    text = unicodedata.normalize("NFKC", str(label)).casefold()
    return _NOT_PLAIN.sub(" ", text).strip()


def _yes_of(options: Sequence[AnswerOption]) -> str | None:
    """Of two labels that mean met and not met, the one that means met."""
    if len(options) != 2:
        return None
    for names in (
        [plain(item.value) for item in options],
        [plain(item.text) for item in options],
    ):
        for pair in words().yes_no:
            if set(names) == set(pair):
                return str(options[names.index(pair[0])].value)
    return None
