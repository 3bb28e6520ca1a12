"""Blind comparison: an expert says which of two responses to a task is better, or that they tie.

Which pairs there are is the project's rule, the same for every expert. In which order a pair is
read, and which comes next, is drawn for each expert. Nothing of it counts in a score.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Final

from xpert_studio.core.errors import ConflictError, NotFoundError, UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records import (
    Attachment,
    Comparison,
    Person,
    Policies,
    RaterKind,
    Response,
    Stage,
    Task,
    compared_hash,
    grouped,
)
from xpert_studio.core.store import Transaction, comparisons, responses, settings, tasks
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blind_labels import all_labels, blind_labels, fix_blind_labels
from xpert_studio.core.workflow.blinding import is_blind_to, unnamed_files
from xpert_studio.core.workflow.command_context import CommandContext, UnitOfWork, person_of
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.exposure import was_unblinded
from xpert_studio.core.workflow.judging import need_not_adjudicator
from xpert_studio.core.workflow.parameters import Asks, ResponseId
from xpert_studio.core.workflow.sampling import lot

OPEN_STAGES: Final = (Stage.RUBRIC, Stage.REVIEW, Stage.APPROVED, Stage.SPOT_CHECK, Stage.READY)
"""From when the brief is accepted: what experts prefer helps while the rubric is written."""

Pair = tuple[str, str]
"""Two responses in the order of their ids."""

OtherId = Annotated[
    str, Asks("The other response, named as the first.", "a-lease-7k2m:B", "other", "response")
]


class Preference(Listed):
    """What an expert says of two responses, in the order in which they are named."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"


PREFERENCES: Final = Names(
    "Preference",
    {
        Preference.FIRST: mark("first"),
        Preference.SECOND: mark("second"),
        Preference.TIE: mark("tie"),
    },
)

_SIGN: Final = {Preference.FIRST: 1, Preference.SECOND: -1, Preference.TIE: 0}


@command(
    "comparison.record",
    "Compare responses",
    done="compared two responses",
    line="compare record RESPONSE OTHER BETTER",
)
def record_comparison(
    unit: UnitOfWork,
    response_id: ResponseId,
    other_id: OtherId,
    preference: Annotated[Preference, Asks("Which is better.", "first", "better")],
    *,
    rationale: Annotated[str | None, Asks("Why.", '"Names the term."', is_text=True)] = None,
    seen_hash: str | None = None,
) -> None:
    """Say which of two responses to a task is better, in place of what you said of them before.

    Args:
        unit: By an expert of the domain.
        response_id: One response; ``first`` means this one.
        other_id: The other; ``second`` means this one.
        preference: Which is better.
        rationale: Why; None leaves what was said before, if the texts are the same.
        seen_hash: ``compared_hash`` of what was read.

    Raises:
        NotAllowedError: Not an expert of the domain, not qualified, or an adjudicator of one.
        StageError: The brief has not been accepted.
        UsageError: They are not two responses to one task.
        ConflictError: One was edited while it was read.
    """
    (first, second), task = _comparable(unit, response_id, other_id)
    compared = compared_hash(task, first, second)
    if seen_hash not in {None, compared}:
        raise ConflictError(
            "A response was edited while you read it.", remedy="Read the pair again."
        )
    sign = _SIGN[preference] * (1 if first.id == response_id else -1)
    shown_first = first_shown(unit.person.id, first, second).id
    earlier = _own(unit, first.id, second.id)
    kept = next((item.rationale for item in earlier if item.compared_hash == compared), None)
    text = kept if rationale is None else rationale.strip() or None
    made = Comparison(
        task_id=task.id,
        first_id=first.id,
        second_id=second.id,
        rater_id=unit.person.id,
        shown_first=shown_first,
        value=sign,
        rationale=text,
        compared_hash=compared,
        compared_at=unit.now,
        unblinded=_was_unblinded(unit, task, (first, second)),
    )
    if any(_says_same(item, made) for item in earlier):
        return
    unit.remove(*(item for item in earlier if item.shown_first != shown_first))
    unit.put(made)
    fix_blind_labels(unit.tx, [task.id])  # from now on they are known by them
    unit.tell(response=first.id, against=second.id)


def _was_unblinded(unit: UnitOfWork, task: Task, pair: tuple[Response, Response]) -> bool:
    """Whether the person could have known the systems: as of judgments, or they see them now."""
    sees_systems = not unit.info.policies.is_solo and not is_blind_to(
        unit.tx, unit.person.id, task.id
    )
    return sees_systems or any(was_unblinded(unit.tx, unit.person, one) for one in pair)


def _says_same(before: Comparison, now: Comparison) -> bool:
    return before == now.model_copy(update={"compared_at": before.compared_at})


@command(
    "comparison.withdraw",
    "Withdraw comparison",
    done="withdrew a comparison",
    line="compare withdraw RESPONSE OTHER",
)
def withdraw_comparison(unit: UnitOfWork, response_id: ResponseId, other_id: OtherId) -> None:
    """Take back what you said of two responses.

    Raises:
        NotFoundError: You have not compared them.
    """
    (first, second), _ = _comparable(unit, response_id, other_id)
    earlier = _own(unit, first.id, second.id)
    if not earlier:
        raise NotFoundError("You have not compared these responses.")
    unit.remove(*earlier)
    unit.tell(response=first.id, against=second.id)


def _own(unit: UnitOfWork, first_id: str, second_id: str) -> list[Comparison]:
    return unit.find_all(
        Comparison, first_id=first_id, second_id=second_id, checkpoint_id="",
        rater=RaterKind.EXPERT.value, rater_id=unit.person.id,
    )  # fmt: skip


def _comparable(
    unit: UnitOfWork, one_id: str, other_id: str
) -> tuple[tuple[Response, Response], Task]:
    """Both responses in the order of their ids, and their task, where the person may compare."""
    if one_id == other_id:
        raise UsageError("That is one response.", remedy="Name two responses to one task.")
    first, second = (responses.get_response(unit.tx, id_) for id_ in sorted((one_id, other_id)))
    if first.task_id != second.task_id:
        raise UsageError(
            "The responses are to two tasks.", remedy="Name two responses to one task."
        )
    # Experts who compare side by side do not get in the way of each other's undo.
    place = f"{first.id}/{second.id}/{unit.person.id}"
    unit.on(first.task_id, f"task/{first.task_id}/comparisons/{place}")
    task = unit.task()
    need_comparable(unit.person, task, unit.info.policies)
    if not unit.info.policies.is_solo:
        for response in (first, second):
            need_not_adjudicator(unit, response.id)
    return (first, second), task


def need_comparable(person: Person, task: Task, policies: Policies) -> None:
    """The person may compare responses to a task, and it is far enough.

    Raises:
        NotAllowedError: They may not judge it.
        StageError: Its brief has not been accepted.
    """
    rights.judge_of(person, task, policies)
    rights.need_stage(task, *OPEN_STAGES, to=Message("compared"))


# Which pairs, and in which order


def first_shown(person_id: str, one: Response, other: Response) -> Response:
    """Which of two responses an expert reads first: drawn by the expert and both texts.

    By texts and not by ids, so that it is the same in every file the expert works in.
    """
    ordered = sorted((one, other), key=lambda item: (_digest(item), item.id))
    mixed = "\n".join([person_id, *map(_digest, ordered)])
    return ordered[hashlib.sha256(mixed.encode()).digest()[0] % 2]


def _digest(response: Response) -> str:
    return hashlib.sha256(response.text.encode("utf-8", "surrogatepass")).hexdigest()


def pairs_to_compare(response_ids: Sequence[str], compared_with: int) -> list[Pair]:
    """The pairs of a task's responses that experts are shown.

    Args:
        response_ids: Of all its responses.
        compared_with: 0: all pairs. Else a balanced part of them: responses stand in a circle in
            the order of their lots (seed 0), and each is compared with as many of the next ones on
            either side as make this number, rounded up to an even one. So all are compared equally
            often, and every one with every other by way of others.

    Returns:
        Pairs in the order of their ids.
    """
    circle = sorted(response_ids, key=lambda id_: lot(0, id_))
    steps = (compared_with + 1) // 2
    if not compared_with or 2 * steps >= len(circle) - 1:
        return sorted((min(pair), max(pair)) for pair in combinations(circle, 2))
    near = (
        (one, circle[(place + step) % len(circle)])
        for place, one in enumerate(circle)
        for step in range(1, steps + 1)
    )
    return sorted({(min(pair), max(pair)) for pair in near})


# What an expert sees


@dataclass(frozen=True, slots=True)
class SeenResponse:
    """A response as who compares sees it: nothing of its system."""

    response_id: str
    label: str
    text: str
    attachments: tuple[Attachment, ...]


@dataclass(frozen=True, slots=True)
class PairView:
    """A pair as an expert sees it.

    Attributes:
        shown: Both responses, the one to be read first in front.
        said: What the expert said of them as they are, in that order; None where nothing.
        rationale: Why, as far as they wrote it.
        grading_policy: The project's.
        was_edited: They compared it before one was edited.
        compared_hash: Of what is shown.
    """

    task: Task
    shown: tuple[SeenResponse, SeenResponse]
    said: Preference | None
    rationale: str
    grading_policy: str
    was_edited: bool
    compared_hash: str


@dataclass(frozen=True, slots=True)
class PairOutline:
    """A pair in the order in which an expert is shown them, and whether they have compared it."""

    pair: Pair
    labels: tuple[str, str]
    is_done: bool


@dataclass(frozen=True, slots=True)
class ToCompare:
    """A task with the pairs of an expert."""

    task: Task
    pairs: tuple[PairOutline, ...]

    @property
    def done(self) -> int:
        """How many are compared."""
        return sum(item.is_done for item in self.pairs)


def tasks_to_compare(ctx: CommandContext, task_id: str | None = None) -> tuple[ToCompare, ...]:
    """The tasks whose responses a person may compare, with their pairs as drawn for them.

    Raises:
        XpertError: The task is named, and the person may not compare its responses.
    """
    with ctx.project.reading() as tx:
        person = person_of(tx, ctx.person_id)
        policies = settings.project_info(tx).policies
        if task_id is not None:
            known = [tasks.get_task(tx, task_id)]
            need_comparable(person, known[0], policies)
        else:
            known = _open_to(tx, person, policies)
        return tuple(_to_compare(tx, person, policies, known))


def has_pairs_to_compare(ctx: CommandContext) -> bool:
    """Whether a person may compare a pair that they have not compared; stops at the first."""
    with ctx.project.reading() as tx:
        person = person_of(tx, ctx.person_id)
        policies = settings.project_info(tx).policies
        found = _to_compare(tx, person, policies, _open_to(tx, person, policies))
        return any(one.done < len(one.pairs) for one in found)


def _open_to(tx: Transaction, person: Person, policies: Policies) -> list[Task]:
    return [
        task
        for task in tasks.outlines(tx)
        if rights.refusal(lambda task=task: need_comparable(person, task, policies))  # type: ignore[misc]
        is None
    ]


def _to_compare(
    tx: Transaction, person: Person, policies: Policies, known: Sequence[Task]
) -> Iterator[ToCompare]:
    ids = {task.id for task in known}
    labels = all_labels(tx, ids)
    own = _own_current(tx, person.id)
    given = grouped((item.task_id, item.id) for item in responses.outlines(tx))
    for task in known:
        pairs = pairs_to_compare(given.get(task.id, []), policies.compared_with)
        drawn = sorted(pairs, key=lambda pair: lot(0, "\n".join((person.id, *pair))))
        if drawn:
            outlines = (
                PairOutline(pair, (labels[pair[0]], labels[pair[1]]), pair in own) for pair in drawn
            )
            yield ToCompare(task, tuple(outlines))


def _own_current(tx: Transaction, person_id: str) -> set[Pair]:
    return {
        item.pair
        for item in comparisons.current(tx, rater=RaterKind.EXPERT)
        if item.rater_id == person_id
    }


def pair_view(ctx: CommandContext, pair: Pair) -> PairView:
    """What a person sees of a pair of responses.

    Raises:
        NotAllowedError: They may not compare them.
        NotFoundError: One is gone.
    """
    with ctx.project.reading() as tx:
        person = person_of(tx, ctx.person_id)
        one, other = (responses.get_response(tx, id_) for id_ in sorted(pair))
        task = tasks.get_task(tx, one.task_id)
        info = settings.project_info(tx)
        need_comparable(person, task, info.policies)
        first = first_shown(person.id, one, other)
        labels = blind_labels(tx, task.id)
        own = [
            item
            for item in comparisons.read_all(tx, task_id=task.id, rater=RaterKind.EXPERT)
            if item.comparison.rater_id == person.id
            and item.comparison.pair == (one.id, other.id)
            and not item.comparison.checkpoint_id
        ]
        now = next((item.comparison for item in own if item.is_current), None)
        shown = (one, other) if first is one else (other, one)
        return PairView(
            task=task,
            shown=(_seen(shown[0], labels), _seen(shown[1], labels)),
            said=None if now is None else _said(now, first.id),
            rationale=(now and now.rationale) or "",
            grading_policy=info.grading_policy.text,
            was_edited=now is None and bool(own),
            compared_hash=compared_hash(task, one, other),
        )


def _seen(response: Response, labels: Mapping[str, str]) -> SeenResponse:
    files = unnamed_files(response.attachments)
    return SeenResponse(response.id, labels[response.id], response.text, files)


def _said(item: Comparison, first_id: str) -> Preference:
    if not item.value:
        return Preference.TIE
    return Preference.FIRST if item.better == first_id else Preference.SECOND
