"""What is kept of examinations, read without regard to who asks: commands decide who may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from xpert_studio.api.records import RecordKind, Transaction
from xpert_studio.core.records import PackRecord
from xpert_studio.core.store import pack_records, settings
from xpert_studio.packs.qualification.records import (
    ANSWER,
    FORM,
    MARK,
    PACK_ID,
    PAPER,
    QUESTION,
    RULES,
    TRIAL,
    Answer,
    AnswerMark,
    Paper,
    Question,
    Rules,
    Trial,
    TrialForm,
)

Value = TypeVar("Value")


def kept(
    tx: Transaction, kind: RecordKind, model: type[Value]
) -> Iterator[tuple[PackRecord, Value]]:
    """The records of a kind that can be read here, in the order they came in."""
    return pack_records.values_in(tx, (PACK_ID, kind.id), model)


def questions_in(tx: Transaction, domain: str = "") -> dict[str, Question]:
    """The questions of a domain, or of all, by id; of an assignment, those that were sent."""
    found: dict[str, Question] = {}
    for paper in papers_in(tx).values():
        found |= paper.questions
    found |= {record.id: one for record, one in kept(tx, QUESTION, Question)}
    return {id_: one for id_, one in found.items() if not domain or one.domain == domain}


def answers_in(tx: Transaction) -> dict[str, Answer]:
    """All answers, by id."""
    return {record.id: one for record, one in kept(tx, ANSWER, Answer)}


def marks_in(tx: Transaction) -> dict[str, AnswerMark]:
    """The points given to short answers, by the id of the answer; the newest of each by time."""
    found = (one for _, one in kept(tx, MARK, AnswerMark))
    return {one.answer: one for one in sorted(found, key=lambda one: one.at)}


def trials_in(tx: Transaction) -> dict[str, Trial]:
    """The trial tasks, by the id of the response; none with gold of an excluded expert."""
    excluded = settings.excluded_experts(tx)
    found = kept(tx, TRIAL, Trial)
    return {record.response_id or "": one for record, one in found if one.expert not in excluded}


def settled_in(tx: Transaction) -> frozenset[str]:
    """The responses of trial tasks that are none any more: the expert of their gold is excluded."""
    known = {record.response_id or "" for record, _ in kept(tx, TRIAL, Trial)}
    return frozenset(known - trials_in(tx).keys())


def forms_in(tx: Transaction, person_id: str = "") -> list[tuple[str, TrialForm]]:
    """The trial forms of a person, or of all, with the ids of their responses."""
    return [
        (record.response_id or "", one)
        for record, one in kept(tx, FORM, TrialForm)
        if not person_id or one.person == person_id
    ]


def papers_in(tx: Transaction) -> dict[tuple[str, str], Paper]:
    """The examinations that an assignment was made with, by person and domain; else none."""
    return {(one.person, one.domain): one for _, one in kept(tx, PAPER, Paper)}


def rules_in(tx: Transaction) -> Rules:
    """What the project asks of its experts."""
    return next((one for _, one in kept(tx, RULES, Rules)), Rules())
