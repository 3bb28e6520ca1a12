"""The responses to one task beside each other, each with what was decided on its checkpoints.

Who still judges the task sees none of it. Who must not see what others decided sees the texts; who
must not see systems sees letters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xpert_studio.core.errors import NotAllowedError, NotFoundError, UsageError
from xpert_studio.core.instruments import pooled_value
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.packs import entries
from xpert_studio.core.records import (
    CHECKS,
    Checkpoint,
    Decision,
    Difficulty,
    Quote,
    Response,
    Task,
    grouped,
    placed,
)
from xpert_studio.core.store import (
    Transaction,
    entities,
    judges,
    judgments,
    responses,
    tasks,
    verdicts,
)
from xpert_studio.core.workflow.blinding import Blinding, blind_labels, blinding_for, tasks_to_judge

EXPERTS: Final = "experts"
"""The rater that stands for all experts, as in results: by judgments that are confirmed."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a rater decided on a checkpoint of a response.

    Attributes:
        value: What several experts, or trials, together say; None where that is even.
        quotes: The passages it rests on.
        reason: Why, by the first of them who says it.
        notes: What else is said of it, in a word or two each, such as types of failures.
    """

    value: Decision | None = None
    quotes: tuple[Quote, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One response.

    Attributes:
        label: Its blind letter.
        system: Which system answered; None to whom it is hidden.
        marks: By checkpoint; empty to whom decisions are hidden.
    """

    response: Response
    label: str
    system: str | None
    marks: Mapping[str, Marks] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResponsesView:
    """The responses to a task.

    Attributes:
        rubric: Its checkpoints, in their order.
        sides: The responses, in the order of their letters.
        raters: Who decided on any of them: ids of judges, and ``EXPERTS``.
        rater: Whose marks are shown; empty to whom decisions are hidden, or where none decided.
        levels: The tasks of the same scenario at other levels of difficulty, this one among them,
            the easiest first; none where it is alone.
        pending: Ids of responses that the person has yet to adjudicate: until then what was decided
            on them is hidden.
    """

    task: Task
    rubric: tuple[Checkpoint, ...]
    sides: tuple[Side, ...]
    raters: tuple[str, ...]
    rater: str
    levels: tuple[Task, ...]
    pending: frozenset[str] = frozenset()


def responses_beside(
    tx: Transaction, person_id: str, task_id: str, rater: str = ""
) -> ResponsesView:
    """The responses to a task, as a person may see them.

    Args:
        tx: The project.
        person_id: Who looks; empty for a reader of whom nothing is known.
        task_id: The task.
        rater: The id of a judge, or ``EXPERTS``; the first there is where empty, or where it may
            have decided on responses that are pending.

    Raises:
        NotAllowedError: The person still has to judge a response to the task.
        NotFoundError: There is no such task, or the rater decided on none of its responses.
    """
    task = tasks.get_task(tx, task_id)
    hidden = blinding_for(tx, person_id)
    if task_id in tasks_to_judge(tx, hidden):
        raise NotAllowedError(
            "You still have to judge a response to that task; until then its responses are not "
            "shown beside each other."
            if hidden.is_person
            else "People of this project still have to judge responses to that task.",
            remedy="Judge it first." if hidden.is_person else "Say who you are: --as ID.",
        )
    given = list(responses.all_responses(tx, task_ids=[task_id]))
    letters = blind_labels(tx, task_id)
    open_to = [one.id for one in given if _sees(hidden, task_id, one.id)]
    rubric = placed(tasks.rubric_of(tx, task_id))
    pairs = [(id_, point.id) for id_ in open_to for point in rubric]
    raters = _raters(tx, pairs)
    pending = frozenset(one.id for one in given if one.id in hidden.pending)
    if rater not in raters and pending:
        rater = ""
    if rater and rater not in raters:
        raise NotFoundError(
            Message("{rater} decided on none of the responses to that task.", rater=rater),
            remedy=Message("Those who did: {raters}.", raters=joined(raters) or Message("none")),
        )
    chosen = rater or next(iter(raters), "")
    marks = _marks(tx, rubric, pairs, chosen)
    notes = _notes(tx, person_id, open_to)
    is_blind = task_id in hidden.tasks
    sides = (
        Side(
            one,
            letters[one.id],
            None if is_blind else one.model,
            {
                point.id: _noted(marks.get((one.id, point.id)), notes.get((one.id, point.id), ()))
                for point in rubric
                if one.id in open_to
            },
        )
        for one in given
    )
    ordered = sorted(sides, key=lambda side: (len(side.label), side.label))
    levels = _levels(tx, task)
    return ResponsesView(task, rubric, tuple(ordered), raters, chosen, levels, pending)


def _sees(hidden: Blinding, task_id: str, response_id: str) -> bool:
    """Whether what was decided on a response is open to a person."""
    is_open = hidden.sees_judgments and task_id not in hidden.withheld
    return is_open and response_id not in hidden.pending


def _raters(tx: Transaction, pairs: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Who decided on any of these, the experts first."""
    known = {name for id_, _ in pairs for name in verdicts.judges_on(tx, id_)} - {CHECKS}
    is_judged = any(True for _ in judgments.all_judgments(tx, gold_only=True, pairs=pairs))
    own = (judge.id for judge in judges.all_judges(tx) if judge.id in known)
    return (*((EXPERTS,) if is_judged else ()), *own)


def _marks(
    tx: Transaction, rubric: Sequence[Checkpoint], pairs: Sequence[tuple[str, str]], rater: str
) -> dict[tuple[str, str], Marks]:
    """What a rater, and programs, decided, by response and checkpoint."""
    if not rater or not pairs:
        return {}
    said: list[tuple[str, str, Decision | None, tuple[Quote, ...], str | None]] = []
    if rater == EXPERTS:
        said = [
            (
                judgment.response_id,
                judgment.checkpoint_id,
                judgment.final,
                judgment.evidence,
                judgment.reason,
            )
            for judgment in judgments.all_judgments(
                tx, gold_only=True, current_only=True, pairs=pairs
            )
        ]
    for judge_id in (CHECKS, *((rater,) if rater != EXPERTS else ())):
        said += [
            (
                verdict.response_id,
                verdict.checkpoint_id,
                verdict.decision,
                verdict.evidence,
                verdict.rationale,
            )
            for verdict in verdicts.all_verdicts(
                tx, judge_id=judge_id, pairs=pairs, fresh_only=True
            )
        ]
    points = {point.id: point for point in rubric}
    return {
        key: Marks(
            pooled_value((one[0] for one in its), points[key[1]]),
            tuple({quote.quote: quote for one in its for quote in one[1]}.values()),
            next((one[2] for one in its if one[2]), ""),
        )
        for key, its in grouped(((one[0], one[1]), one[2:]) for one in said).items()
        if key[1] in points
    }


def _notes(
    tx: Transaction, person_id: str, response_ids: Sequence[str]
) -> dict[tuple[str, str], tuple[str, ...]]:
    """What packs say of checkpoints of responses."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for notes in entries("notes") if response_ids else ():
        for key, words in notes(tx, person_id, response_ids).items():
            found[key] = (*found.get(key, ()), *words)
    return found


def _noted(marks: Marks | None, notes: tuple[str, ...]) -> Marks:
    known = marks or Marks()
    return Marks(known.value, known.quotes, known.reason, notes)


def _levels(tx: Transaction, task: Task) -> tuple[Task, ...]:
    if not task.family:
        return ()
    order = list(Difficulty)
    family = [one for one in entities.find_all(tx, Task, family=task.family) if one.difficulty]
    found = sorted(family, key=lambda one: (order.index(one.difficulty), one.id))  # type: ignore[arg-type]
    return tuple(found) if len(found) > 1 else ()


def chosen_sides(view: ResponsesView, names: Sequence[str]) -> tuple[Side, ...]:
    """Some of the responses, in the order in which they are named.

    Args:
        view: All of them.
        names: Names of systems and ids of responses where systems are not hidden, or letters, in
            that order where a system is called by a letter; all of the responses where none is
            named.

    Raises:
        NotFoundError: There is none of that name.
        UsageError: One is named twice.
    """
    if not names:
        return view.sides
    named = [side for side in view.sides if side.system is not None]
    known = {side.label: side for side in view.sides}
    known |= {side.response.id: side for side in reversed(named)}
    known |= {side.system or "": side for side in reversed(named)}
    missing = [name for name in names if name not in known]
    if missing:
        there = joined(side.system or side.label for side in view.sides)
        raise NotFoundError(
            Message("There is no response of {name} to that task.", name=missing[0]),
            remedy=Message("There are: {there}.", there=there or Message("none")),
        )
    found = [known[name] for name in names]
    if len({side.label for side in found}) < len(found):
        raise UsageError("A response is named twice.", remedy="Name each once.")
    return tuple(found)
