"""Examinations that wait: for who takes one, and for who rates answers and decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from xpert_studio.api.records import CommandContext, Piece, Transaction, WorkQueue, mark, tn
from xpert_studio.core.records.vocabulary import DOMAINS
from xpert_studio.core.store import settings
from xpert_studio.core.wording import labelled, t
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.core.workflow.rights import is_candidate, qualifier_of, refusal
from xpert_studio.packs.qualification.board import places_in, to_decide
from xpert_studio.packs.qualification.standing import Board


def _find(ctx: CommandContext) -> Sequence[Piece]:
    with ctx.project.reading() as tx:
        board = Board.of(tx)
        if not board.questions and not board.answers and not board.forms:
            return ()
        return (*_to_take(tx, board, ctx.person_id), *_to_decide(tx, ctx.person_id))


def _to_take(tx: Transaction, board: Board, person_id: str) -> Iterator[Piece]:
    """Questions that the person has not answered; trial tasks are in the queue of judging."""
    person = person_of(tx, person_id)
    for domain in person.domains:
        if not is_candidate(person, domain, board.policies):
            continue
        if n := len(board.standing(person, domain).to_answer):
            note = tn("{n} question to answer", "{n} questions to answer", n)
            title = labelled(t("Examination"), DOMAINS.title(domain))
            yield Piece(QUEUE.id, None, domain, note=note, title=title)


def _to_decide(tx: Transaction, person_id: str) -> Iterator[Piece]:
    """People on whom the person decides: answers to rate, and then the decision."""
    person, policies = person_of(tx, person_id), settings.project_info(tx).policies
    places = places_in(tx, person)
    complete = {id(one) for one in to_decide(places)}
    for one in places:
        n = len(one.standing.to_rate) if one.standing else 0
        if not n and id(one) not in complete:
            continue
        if refusal(lambda one=one: qualifier_of(person, one.person, one.domain, policies)):  # type: ignore[misc]
            continue
        rate = tn("{n} answer to rate", "{n} answers to rate", n)
        title = t("{person}, {domain}", person=one.person.called, domain=DOMAINS.title(one.domain))
        note = rate if n else t("complete: to decide")
        yield Piece(QUEUE.id, None, one.person.id, note=note, title=title)


QUEUE: Final = WorkQueue(
    id="examinations",
    title=mark("Examinations"),
    text=mark("Questions to answer, answers to rate, and decisions."),
    act=mark("Open examinations"),
    verb=mark("Examination"),
    picture="badge-check",
    page="qualification",
    command="exam show",
    find=_find,
)
