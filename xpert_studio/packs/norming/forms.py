"""Forms of norming sessions, which count nowhere, and which of them are missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from xpert_studio.api.apart import Apart, ApartForm, UnitOfWork, keep_records
from xpert_studio.api.records import Person, Policies, RecordKind, Transaction, Written, record_id
from xpert_studio.core.records import PackRecord
from xpert_studio.core.store import pack_records
from xpert_studio.packs.norming.records import (
    COMMENT,
    FORM,
    PACK_ID,
    REVEALED,
    SESSION,
    NormingComment,
    NormingForm,
    NormingStep,
    Revealed,
    Session,
)
from xpert_studio.packs.qualification.trials import decided

Value = TypeVar("Value")
_ROUND = {NormingStep.FIRST: 1, NormingStep.SECOND: 2}


def _kept(
    tx: Transaction, kind: RecordKind, model: type[Value]
) -> Iterator[tuple[PackRecord, Value]]:
    return pack_records.values_in(tx, (PACK_ID, kind.id), model)


def sessions_in(tx: Transaction) -> dict[str, Session]:
    """All sessions, by id."""
    return {record.id: one for record, one in _kept(tx, SESSION, Session)}


def forms_in(tx: Transaction, session_id: str = "") -> list[tuple[str, NormingForm]]:
    """The forms of a session, or of all, with the ids of their responses."""
    return [
        (record.response_id or "", one)
        for record, one in _kept(tx, FORM, NormingForm)
        if not session_id or one.session == session_id
    ]


def comments_in(tx: Transaction, session_id: str) -> list[tuple[str, NormingComment]]:
    """What was said in a session, with the ids of the responses."""
    return [
        (record.response_id or "", one)
        for record, one in _kept(tx, COMMENT, NormingComment)
        if one.session == session_id
    ]


def left_of(
    session: Session, forms: list[tuple[str, NormingForm]], step: NormingStep
) -> set[tuple[str, str]]:
    """Expert and response of the forms that are missing in a round of a session."""
    number = _ROUND.get(step, 0)
    done = {(form.person, id_) for id_, form in forms if form.round == number}
    wanted = {(person, id_) for person in session.experts for id_ in session.responses}
    return wanted - done if number else set()


def apart(tx: Transaction, person: Person, policies: Policies) -> Apart:
    """Which responses of sessions a person judges, and which no longer for results."""
    del policies
    waiting: set[str] = set()
    for id_, session in sessions_in(tx).items():
        if person.id in session.experts:
            left = left_of(session, forms_in(tx, id_), session.step)
            waiting |= {response_id for who, response_id in left if who == person.id}
    return Apart(keep_form, frozenset(waiting), known_to(tx, person.id))


def known_to(tx: Transaction, person_id: str) -> frozenset[str]:
    """The responses that a person judged in a session, or of which one shows them decisions.

    Forms and what was revealed tell of it also where the session is not there any more.
    """
    own = {id_ for id_, form in forms_in(tx) if form.person == person_id}
    shown: list[Session | Revealed] = [
        one
        for one in sessions_in(tx).values()
        if one.step is not NormingStep.CLOSED or one.revealed_at
    ]
    shown += [one for _, one in _kept(tx, REVEALED, Revealed)]
    return frozenset(own).union(
        *(one.responses for one in shown if person_id in {*one.experts, one.by})
    )


def keep_form(unit: UnitOfWork, form: ApartForm) -> None:
    """Keeps what an expert decided in the round that is open."""
    response_id, person_id = form.response.id, unit.person.id
    for session_id, session in sessions_in(unit.tx).items():
        left = left_of(session, forms_in(unit.tx, session_id), session.step)
        if (person_id, response_id) not in left:
            continue
        number = _ROUND[session.step]
        made = NormingForm(
            session=session_id,
            person=person_id,
            round=number,
            decisions=decided(form),
            at=unit.now,
        )
        id_ = record_id("q", "norm", session_id, person_id, response_id, number)
        keep_records(unit, PACK_ID, FORM.id, [Written(made, id=id_, response_id=response_id)])
        if session.begun_at is None:  # a session that has changed since is not undone
            begun = session.model_copy(update={"begun_at": unit.now})
            keep_records(unit, PACK_ID, SESSION.id, [Written(begun, id=session_id)])
        return
