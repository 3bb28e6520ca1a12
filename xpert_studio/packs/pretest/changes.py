"""Commands of probes: answers that are brought, and quick ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from xpert_studio.api.changes import (
    Asks,
    Message,
    NotFoundError,
    TaskId,
    UnitOfWork,
    UsageError,
    Written,
    check_length,
    command,
    keep_records,
    mark,
)
from xpert_studio.api.records import Person, Policies, Task, Transaction, record_id
from xpert_studio.core.records import Stage
from xpert_studio.core.store import tasks
from xpert_studio.core.workflow import rights
from xpert_studio.packs.pretest.figures import pass_rates, text_hash
from xpert_studio.packs.pretest.records import (
    ANSWER,
    PACK_ID,
    RATING,
    PointMet,
    ProbeAnswer,
    ProbeRating,
)
from xpert_studio.packs.qualification.examining import LONGEST_NOTE


@command(
    "pretest.bring",
    "Bring answer to brief",
    done="brought an answer to a brief in triage",
    line="pretest bring TASK TEXT",
)
def bring(
    unit: UnitOfWork,
    task_id: TaskId,
    text: Annotated[str, Asks("What the system answered.", "@answer.txt", is_text=True)],
    *,
    system: Annotated[str, Asks("Which system it was.", "aurora-2", title=mark("System"))],
) -> None:
    """Bring what a system answered to a brief in triage; it is in no result.

    Raises:
        NotAllowedError: The person does not decide on the brief.
        StageError: The brief is not in triage.
    """
    need_triage(unit.tx, unit.person, unit.info.policies, task_id)
    if not system.strip() or not text.strip():
        raise UsageError("An answer needs a system and a text.")
    _keep(unit, task_id, [(system.strip(), text, None)])


@command("pretest.keep", "Ask systems for brief", done="had systems answer a brief in triage")
def keep_answers(
    unit: UnitOfWork, task_id: TaskId, answers: Sequence[tuple[str, str, float | None]]
) -> None:
    """Keep what systems answered to a brief in triage: system, text and cost of each."""
    _keep(unit, task_id, answers)


def need_triage(tx: Transaction, person: Person, policies: Policies, task_id: str) -> Task:
    """A brief in triage on which the person may decide.

    Raises:
        NotAllowedError: They may not.
        StageError: It is not in triage.
    """
    task = tasks.get_task(tx, task_id)
    rights.triager_of(person, task, policies)
    rights.need_stage(task, Stage.SUBMITTED, to=Message("probed"))
    return task


def _keep(unit: UnitOfWork, task_id: str, answers: Sequence[tuple[str, str, float | None]]) -> None:
    task = need_triage(unit.tx, unit.person, unit.info.policies, task_id)
    made = [
        Written(
            ProbeAnswer(system=system, text=text, prompt=task.prompt_hash, cost=cost, at=unit.now),
            id=f"p-{unit.new_id()[:8]}",
            task_id=task_id,
        )
        for system, text, cost in answers
    ]
    keep_records(unit, PACK_ID, ANSWER.id, made)


@command(
    "pretest.rate",
    "Rate answer to brief",
    done="rated an answer to a brief in triage",
    line="pretest rate TASK ANSWER",
)
def rate(
    unit: UnitOfWork,
    task_id: TaskId,
    answer: Annotated[str, Asks("The answer, as listed.", "p-4f2k", "answer")],
    *,
    met: Annotated[
        bool | None, Asks("Whether it does what the brief asks.", name="met/not-met")
    ] = None,
    meets: Annotated[
        tuple[str, ...], Asks("A checkpoint that it meets, as listed; may be repeated.", "c1")
    ] = (),
    fails: Annotated[
        tuple[str, ...], Asks("A checkpoint that it fails; may be repeated.", "c2")
    ] = (),
    note: Annotated[str, Asks("Why.", '"Wrong month."', title=mark("Note"))] = "",
) -> None:
    """Say whether an answer does what the brief asks, as a whole; a second time replaces it.

    Checkpoints are rated where the task has any, in triage and later until the rubric is ready; the
    whole only in triage.

    Raises:
        NotFoundError: There is no such answer or checkpoint.
        UsageError: It is not said whether, or the note is too long.
    """
    check_length(Message("note"), note, LONGEST_NOTE)
    points = {**dict.fromkeys(meets, True), **dict.fromkeys(fails, False)}
    need_ratable(unit, task_id, of_checkpoints=bool(points) and met is None)
    found = pass_rates(unit.tx).get(task_id)
    there = next((one for one in found.answers if one.id == answer), None) if found else None
    if there is None:
        raise NotFoundError("There is no such answer.", remedy="'pretest show' lists them.")
    before = next((rating for rating in there.ratings if rating.person == unit.person.id), None)
    if met is None and not (points and before):
        raise UsageError(
            "It is not said whether the answer does what the brief asks.",
            remedy="Give --met or --not-met.",
        )
    made = ProbeRating(
        answer=answer,
        person=unit.person.id,
        met=before.met if met is None and before else bool(met),
        note=note.strip() or (before.note if before and points else ""),
        points={**(before.points if before else {}), **_points(unit, task_id, points)},
        at=unit.now,
    )
    id_ = record_id("q", "probe", answer, unit.person.id)
    keep_records(unit, PACK_ID, RATING.id, [Written(made, id=id_, task_id=task_id)])


def need_ratable(unit: UnitOfWork, task_id: str, *, of_checkpoints: bool) -> None:
    """A brief in triage on which a person may decide; for checkpoints alone, until they are ready.

    Raises:
        NotAllowedError: They may not.
        StageError: It is past that.
    """
    task = tasks.get_task(unit.tx, task_id)
    rights.triager_of(unit.person, task, unit.info.policies)
    if not (of_checkpoints and task.standing in _WRITTEN):
        rights.need_stage(task, Stage.SUBMITTED, to=Message("probed"))


_WRITTEN: Final = frozenset({Stage.RUBRIC, Stage.REVIEW, Stage.SPOT_CHECK})
"""Stages in which checkpoints are written, and may still be changed for what probes show."""


def _points(unit: UnitOfWork, task_id: str, said: Mapping[str, bool]) -> dict[str, PointMet]:
    known = {point.id: point for point in tasks.rubric_of(unit.tx, task_id)}
    missing = next((id_ for id_ in said if id_ not in known), None)
    if missing is not None:
        raise NotFoundError(
            Message("The task has no checkpoint {id}.", id=missing),
            remedy="'rubric show' lists them.",
        )
    return {
        id_: PointMet(met=met, text=text_hash(known[id_].rated_text)) for id_, met in said.items()
    }
