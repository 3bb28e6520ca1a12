"""Comparisons: which of two responses to one task is better, or that they are tied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final

from pydantic import Field, model_validator

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Extra, Id, Record, Sha256, Text, Timestamp
from xpert_studio.core.records.hashing import content_hash
from xpert_studio.core.records.ratings import RatingState
from xpert_studio.core.records.responses import Response
from xpert_studio.core.records.tasks import Task
from xpert_studio.core.records.verdicts import Usage
from xpert_studio.core.wording import mark


class RaterKind(Listed):
    """Who compares: a person, or a judge."""

    EXPERT = "expert"
    JUDGE = "judge"


RATERS: Final = Names(
    "RaterKind",
    {RaterKind.EXPERT: mark("Expert"), RaterKind.JUDGE: mark("Judge")},
    also={
        RaterKind.EXPERT: ("human", "人"),
        RaterKind.JUDGE: ("verdict", "model", "llm", "评判者", "模型"),
    },
)


_STATES = frozenset({RatingState.OK, RatingState.INVALID, RatingState.ERROR})


class Comparison(Record):
    """One comparison of two responses by one rater, shown in one order.

    A judge is asked in both orders, so that it has two of them on a pair.

    Attributes:
        first_id, second_id: The responses, in the order of their ids.
        shown_first: Which of them the rater read first.
        checkpoint_id: Compared on this checkpoint only; empty: as a whole.
        value: 1 where the one of ``first_id`` is better, -1 where the other is, 0 for a tie; None
            unless ``state`` is ok.
        problem: Why a judge's comparison has no value.
        compared_hash: Hash of what was compared (``compared_hash_of``); None only outside a
            project: of what it points at as it stands.
        unblinded: Whether the expert could have known systems or others' decisions before.
        usage, call_id, key: Of a judge: tokens, the call, and the hash of all it depends on.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = (
        "task_id",
        "first_id",
        "second_id",
        "rater",
        "checkpoint_id",
        "shown_first",
        "value",
        "state",
        "rationale",
        "compared_hash",
        "compared_at",
        "unblinded",
        "usage",
        "key",
    )
    PEOPLE: ClassVar[tuple[str, ...]] = ("rater_id",)
    PRIVATE: ClassVar[tuple[str, ...]] = ("problem", "call_id", "extra")

    task_id: Id
    first_id: Id
    second_id: Id
    rater: RaterKind = RaterKind.EXPERT
    rater_id: Id
    checkpoint_id: Text = ""
    shown_first: Id
    value: Annotated[int, Field(ge=-1, le=1)] | None = None
    state: RatingState = RatingState.OK
    problem: Text | None = None
    rationale: Text | None = None
    compared_hash: Sha256 | None = None
    compared_at: Timestamp | None = None
    unblinded: bool = False
    usage: Usage | None = None
    call_id: Id | None = None
    key: Sha256 | None = None
    extra: Extra = Field(default_factory=dict)

    @model_validator(mode="after")
    def _is_whole(self) -> Comparison:
        if self.first_id >= self.second_id:
            raise ValueError("the responses must be two, in the order of their ids")
        if self.shown_first not in self.pair:
            raise ValueError("shown_first must be one of the two responses")
        if self.state not in _STATES:
            raise ValueError("state must be ok, invalid or error")
        if (self.value is None) is (self.state is RatingState.OK):
            raise ValueError("value must be -1, 0 or 1 when state is ok, and null otherwise")
        return self

    @property
    def pair(self) -> tuple[str, str]:
        """Both responses, in the order of their ids."""
        return self.first_id, self.second_id

    @property
    def better(self) -> str | None:
        """The id of the better response; None for a tie, and where there is no value."""
        return {1: self.first_id, -1: self.second_id}.get(self.value or 0)

    def renamed(self, ids: Mapping[str, str]) -> Comparison:
        """The same comparison where responses have other ids.

        Args:
            ids: The new id of both, by the one here.
        """
        first, second = (ids[name] for name in self.pair)
        is_turned = first > second
        value = -self.value if is_turned and self.value else self.value
        changed = {
            "first_id": min(first, second),
            "second_id": max(first, second),
            "shown_first": ids[self.shown_first],
            "value": value,
        }
        return self.model_copy(update=changed)


def compared_hash_of(
    prompt_hash: str, response_hashes: tuple[str, str], checkpoint_text: str = ""
) -> str:
    """Hash of what a comparison rests on; the same in both orders.

    Args:
        prompt_hash: ``Task.prompt_hash``.
        response_hashes: ``Response.content_hash`` of both.
        checkpoint_text: ``Checkpoint.rated_text``, where they are compared on one.
    """
    return content_hash([prompt_hash, sorted(response_hashes), checkpoint_text])


def compared_hash(
    task: Task, response: Response, other: Response, checkpoint_text: str = ""
) -> str:
    """``compared_hash_of`` for records."""
    hashes = response.content_hash, other.content_hash
    return compared_hash_of(task.prompt_hash, hashes, checkpoint_text)
