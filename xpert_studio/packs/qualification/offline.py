"""Examinations and trial tasks in assignments: what is sent, and what comes back by which laws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from xpert_studio.api.apart import Incoming
from xpert_studio.api.changes import Message, NotAllowedError, NotFoundError, StageError
from xpert_studio.api.records import Checkpoint, Person, RecordKind, Transaction, record_id
from xpert_studio.core.errors import IncompleteError
from xpert_studio.core.instruments import need_readable
from xpert_studio.core.records import PackRecord, RatingState
from xpert_studio.core.records.vocabulary import DOMAINS
from xpert_studio.core.store import responses, tasks
from xpert_studio.core.workflow.apart import apart_of
from xpert_studio.core.workflow.judging import need_may_abstain
from xpert_studio.core.workflow.rights import is_candidate
from xpert_studio.packs.qualification.examining import read_answer
from xpert_studio.packs.qualification.records import (
    ANSWER,
    FORM,
    PACK_ID,
    PAPER,
    Answer,
    Decided,
    Paper,
    Question,
    SentQuestion,
    TrialForm,
)
from xpert_studio.packs.qualification.standing import Board, Standing, answer_id

_AGAIN: Final = Message("Send them another assignment.")


def papers_for(
    tx: Transaction, *, person: Person, domains: Sequence[str]
) -> tuple[PackRecord, ...]:
    """The examinations of a person that an assignment holds, without anything of what is right."""
    board = Board.of(tx)
    return tuple(
        _record(
            PAPER,
            record_id("q", "paper", person.id, domain),
            Paper(
                person=found.person.id,
                domain=found.domain,
                attempt=found.attempt,
                questions={id_: _sent(one) for id_, one in found.to_answer.items()},
            ),
        )
        for domain in domains
        if (found := board.standing(person, domain)).to_answer or found.to_try
    )


def _sent(asked: Question) -> SentQuestion:
    shown = asked.model_dump(include={"domain", "text", "form", "options", "points"})
    return SentQuestion.model_validate(shown)


def _record(
    kind: RecordKind, id_: str, value: Paper | Answer | TrialForm, response_id: str | None = None
) -> PackRecord:
    return PackRecord(
        pack=PACK_ID,
        kind=kind.id,
        id=id_,
        response_id=response_id,
        version=kind.version,
        content=kind.written(value),
    )


def take_answer(come: Incoming) -> PackRecord:
    """An answer that was given in an assignment, as it is kept.

    Raises:
        NotAllowedError: The person is not examined in the domain any more, the question is not
            asked of them, or they were returned since.
        StageError: They have answered it.
        UsageError: It is no answer to the question.
    """
    given: Answer = come.value
    standing = _standing(come, given.domain)
    if given.attempt != standing.attempt:
        raise NotAllowedError("It answers an attempt that was decided since.", remedy=_AGAIN)
    if any(one.answer.question == given.question for one in standing.rated):
        raise StageError("They have answered that question; an answer is final.")
    asked = standing.to_answer.get(given.question)
    if asked is None or asked.domain != given.domain:
        raise NotAllowedError("That question is not asked of them.", remedy=_AGAIN)
    if given.asked != asked.shown_hash:
        raise NotFoundError("The question was changed since.", remedy=_AGAIN)
    said = read_answer(asked, given.said)
    kept = given.model_copy(update={"said": said, "asked": asked.asked_hash, "at": come.now})
    return _record(ANSWER, answer_id(come.person.id, given.question, standing.attempt), kept)


def take_form(come: Incoming) -> PackRecord:
    """A trial form that was submitted in an assignment, as it is kept.

    Raises:
        NotAllowedError: It is none of their trial tasks any more, or they have judged it.
        IncompleteError: Checkpoints are not decided; the rubric may have more of them since.
        NotFoundError: It rates a text that was never sent.
    """
    given: TrialForm = come.value
    response = responses.get_response(come.tx, come.record.response_id or "")
    domain = tasks.get_task(come.tx, response.task_id).domain or ""
    standing = _standing(come, domain)
    waiting = (one.waiting for one in apart_of(come.tx, come.person, come.policies))
    if response.id not in standing.to_try or not any(response.id in some for some in waiting):
        raise NotAllowedError("It is none of their trial tasks, or they have judged it.")
    rubric = tasks.judged_rubric(come.tx, response.task_id)
    kept = given.model_copy(
        update={
            "domain": domain,
            "attempt": standing.attempt,
            "decisions": dict(_decisions(come, rubric, given.decisions)),
            "at": come.now,
        }
    )
    return _record(FORM, record_id("q", "form", come.person.id, response.id), kept, response.id)


def _standing(come: Incoming, domain: str) -> Standing:
    if not is_candidate(come.person, domain, come.policies):
        raise NotAllowedError(
            Message(
                "{person} is not examined in {domain}.",
                person=come.person.called,
                domain=DOMAINS.message(domain),
            )
        )
    return Board.of(come.tx).standing(come.person, domain)


def _decisions(
    come: Incoming, rubric: Sequence[Checkpoint], given: Mapping[str, Decided]
) -> Iterator[tuple[str, Decided]]:
    """Each checkpoint with its decision, and with the hash here of what was rated."""
    missing = [
        Message("Checkpoint {place} is undecided.", place=place)
        for place, point in enumerate(rubric, start=1)
        if not _is_done(given.get(point.id), point)
    ]
    if missing:
        raise IncompleteError("The trial form is not complete.", missing, remedy=_AGAIN)
    for point in rubric:
        one = given[point.id]
        rated = come.seen.get(one.rated)
        if rated is None:
            raise NotFoundError("It rates a text that was never sent.")
        if one.value is None:
            need_may_abstain(may_abstain=come.policies.may_abstain)
        yield point.id, one.model_copy(update={"rated": rated})


def _is_done(one: Decided | None, point: Checkpoint) -> bool:
    if one is None or not one.rationale.strip():
        return False
    if one.value is None:
        return one.state in {state.value for state in RatingState if state.is_abstention}
    return need_readable(point).parse(one.value, point) is not None


TAKES: Final = {(PACK_ID, ANSWER.id): take_answer, (PACK_ID, FORM.id): take_form}
"""What takes the records that come back, by pack and kind."""
