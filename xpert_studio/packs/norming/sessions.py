"""Commands of norming: start a session, reveal its first round, discuss, judge again, close."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from xpert_studio.api.changes import (
    Asks,
    CheckpointId,
    Message,
    NotAllowedError,
    NotFoundError,
    ResponseId,
    Role,
    StageError,
    UnitOfWork,
    UsageError,
    Written,
    check_length,
    command,
    keep_records,
    mark,
)
from xpert_studio.core.errors import IncompleteError
from xpert_studio.core.records import Stage
from xpert_studio.core.store import judgments, log, responses, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.apart import UNBLINDED
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.packs.norming.forms import forms_in, known_to, left_of, sessions_in
from xpert_studio.packs.norming.records import (
    COMMENT,
    PACK_ID,
    REVEALED,
    SESSION,
    NormingComment,
    NormingStep,
    Revealed,
    Session,
)

Judged = Annotated[
    Sequence[str],
    Asks(
        "Responses: TASK:LETTER as listed, or ids.",
        "a-lease-7k2m:B",
        "responses",
        "response",
        title=mark("Responses"),
    ),
]
LONGEST: Final = 2_000
"""Characters of a comment."""
SessionId = Annotated[str, Asks("The session, as listed.", "n-lease", "session")]


@command(
    "norming.start",
    "Start norming session",
    done="started a norming session",
    line="norm start RESPONSES",
)
def start(
    unit: UnitOfWork,
    response_ids: Judged,
    *,
    expert: Annotated[
        tuple[str, ...],
        Asks("An expert who takes part; repeat it for each.", "wei", title=mark("Experts")),
    ],
    title: Annotated[str, Asks("What it is called.", '"Leases"', title=mark("Title"))] = "",
    session_id: Annotated[str | None, Asks("Its id.", "n-lease", name="id")] = None,
) -> None:
    """Have experts judge responses blind, to discuss them and judge them again.

    What they judge in a session counts nowhere. Who takes part judges these responses for
    results neither before nor after it; who leads it, not after it.

    Args:
        unit: By a lead, or a senior expert of the domain of every task.
        response_ids: To tasks that are ready.
        expert: At least two, who may judge all of the tasks.
        title: For people.
        session_id: One is made where none is given.

    Raises:
        NotAllowedError: An expert may not judge a task, or has judged or seen a response; or the
            person is neither a lead nor a senior expert of the domain.
        UsageError: Fewer than two experts, or no response.
    """
    rights.need_role(unit.person, Role.LEAD, Role.SENIOR)
    rights.need_qualified(unit.person, unit.info.policies)
    experts = tuple(dict.fromkeys(expert))
    chosen = tuple(dict.fromkeys(response_ids))
    if len(experts) < 2 or not chosen:
        raise UsageError(
            "A session needs two experts and a response.", remedy="Name each with --expert."
        )
    if session_id and session_id in sessions_in(unit.tx):
        raise UsageError(Message("There is a session {id} already.", id=session_id))
    titles = [_need_fit(unit, id_, experts) for id_ in chosen]
    made = Session(
        title=title.strip() or titles[0],
        responses=chosen,
        experts=experts,
        by=unit.person.id,
        at=unit.now,
    )
    _put(unit, session_id or f"n-{unit.new_id()[:8]}", made)


def _need_fit(unit: UnitOfWork, response_id: str, experts: tuple[str, ...]) -> str:
    """The title of the task of a response that all experts may judge, and know nothing of."""
    task = tasks.get_task(unit.tx, responses.get_response(unit.tx, response_id).task_id)
    if Role.LEAD not in unit.person.roles:
        rights.need_qualified(unit.person, unit.info.policies, task.domain)
        rights.need_domain(unit.person, task, unit.info.policies)
    rights.need_stage(task, Stage.READY, to=Message("judged"))
    for expert_id in experts:
        person = person_of(unit.tx, expert_id)
        rights.judge_of(person, task, unit.info.policies)
        seen = judgments.judged_by(unit.tx, expert_id)
        seen |= log.responses_told_of(unit.tx, UNBLINDED, expert_id)
        seen |= log.responses_told_of(unit.tx, ("judgment.confirm", "judgment.override"), expert_id)
        seen |= known_to(unit.tx, expert_id)
        if response_id in seen:
            raise NotAllowedError(
                Message(
                    "{person} has judged or seen a response of {task} that was chosen.",
                    person=person.called,
                    task=task.name,
                ),
                remedy="Choose another response, or another expert.",
            )
    return task.name


@command(
    "norming.reveal",
    "Reveal first round",
    done="revealed the first round of a norming session",
    line="norm reveal SESSION",
    stays=mark("It cannot be undone: decisions that were shown are known."),
)
def reveal(unit: UnitOfWork, session: SessionId) -> None:
    """Show everybody who takes part what all decided in the first round.

    Raises:
        IncompleteError: Forms are missing; it lists whose.
        StageError: It was revealed.
    """
    found = _need_led(unit, session, NormingStep.FIRST)
    _need_whole(unit, session, found)
    made = found.model_copy(update={"step": NormingStep.DISCUSSED, "revealed_at": unit.now})
    shown = Revealed(
        session=session,
        responses=made.responses,
        experts=made.experts,
        by=made.by,
        at=unit.now,
    )
    keep_records(unit, PACK_ID, REVEALED.id, [Written(shown)])
    _put(unit, session, made)


@command(
    "norming.again",
    "Judge again",
    done="opened the second round of a norming session",
    line="norm again SESSION",
)
def again(unit: UnitOfWork, session: SessionId) -> None:
    """Have the experts judge again, after the discussion; forms begin empty."""
    found = _need_led(unit, session, NormingStep.DISCUSSED)
    _put(unit, session, found.model_copy(update={"step": NormingStep.SECOND}))


@command(
    "norming.close",
    "Close norming session",
    done="closed a norming session",
    line="norm close SESSION",
)
def close(unit: UnitOfWork, session: SessionId) -> None:
    """Close a session; a second round that was opened has to be complete.

    Raises:
        IncompleteError: Forms of the second round are missing; it lists whose.
    """
    found = _need_led(unit, session, NormingStep.FIRST, NormingStep.DISCUSSED, NormingStep.SECOND)
    if found.step is NormingStep.SECOND:
        _need_whole(unit, session, found)
    _put(
        unit, session, found.model_copy(update={"step": NormingStep.CLOSED, "closed_at": unit.now})
    )


@command(
    "norming.comment",
    "Comment in norming session",
    done="commented in a norming session",
    line="norm comment SESSION RESPONSE CHECKPOINT TEXT",
)
def comment(
    unit: UnitOfWork,
    session: SessionId,
    response_id: ResponseId,
    checkpoint_id: CheckpointId,
    text: Annotated[str, Asks("What you say.", '"Clause 9 is the ground."', is_text=True)],
) -> None:
    """Say something on a checkpoint in the discussion of a session.

    Raises:
        NotAllowedError: The person does not take part.
        StageError: It is not discussed now.
    """
    found = need_session(unit, session)
    if unit.person.id not in {*found.experts, found.by}:
        raise NotAllowedError("Only those who take part discuss it.")
    if found.step is not NormingStep.DISCUSSED:
        raise StageError("The session is not discussed now.")
    if response_id not in found.responses:
        raise UsageError("The session is not about that response.")
    task_id = responses.get_response(unit.tx, response_id).task_id
    if all(point.id != checkpoint_id for point in tasks.rubric_of(unit.tx, task_id)):
        raise NotFoundError("The task has no such checkpoint.")
    if not text.strip():
        raise UsageError("The comment is empty.")
    check_length(Message("comment"), text, LONGEST)
    made = NormingComment(
        session=session,
        person=unit.person.id,
        checkpoint=checkpoint_id,
        text=text.strip(),
        at=unit.now,
    )
    keep_records(unit, PACK_ID, COMMENT.id, [Written(made, response_id=response_id)])


def need_session(unit: UnitOfWork, session: str) -> Session:
    """A session.

    Raises:
        NotFoundError: There is none.
    """
    found = sessions_in(unit.tx).get(session)
    if found is None:
        raise NotFoundError("There is no such session.", remedy="'norm list' shows them.")
    return found


def _need_led(unit: UnitOfWork, session: str, *steps: NormingStep) -> Session:
    found = need_session(unit, session)
    if found.by != unit.person.id:
        rights.need_role(unit.person, Role.LEAD)
    if found.step not in steps:
        raise StageError("The session is past that, or not there yet.")
    return found


def _need_whole(unit: UnitOfWork, session: str, found: Session) -> None:
    left = left_of(found, forms_in(unit.tx, session), found.step)
    if left:
        missing = [
            Message(
                "{person}: {n} to judge.",
                person=person_of(unit.tx, who).called,
                n=sum(one == who for one, _ in left),
            )
            for who in sorted({one for one, _ in left})
        ]
        raise IncompleteError(
            "Not all forms of the round are there.",
            missing,
            remedy="Ask those who are listed to submit their forms.",
        )


_SCOPE: Final = f"pack/{PACK_ID}/{SESSION.id}"


def _put(unit: UnitOfWork, id_: str, session: Session) -> None:
    keep_records(unit, PACK_ID, SESSION.id, [Written(session, id=id_)])
    unit.on(None, f"{_SCOPE}/{id_}")
    unit.tell(session=id_)
