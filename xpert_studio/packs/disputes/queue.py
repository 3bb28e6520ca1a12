"""Disputes that wait for an adjudicator, in the queue with judging and confirming."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xpert_studio.api.records import CommandContext, Piece, Transaction, WorkQueue, mark
from xpert_studio.core.records import JUDGE_MODES
from xpert_studio.core.store import judges, people
from xpert_studio.core.wording import listed, short, t
from xpert_studio.packs.disputes.seen import SeenDispute, seen_disputes

_LETTERS: Final = 60


def to_resolve(tx: Transaction, person_id: str) -> tuple[SeenDispute, ...]:
    """The open disputes on which a person may decide; those that changed since come last."""
    found = [
        dispute
        for dispute in seen_disputes(tx, person_id)
        if dispute.is_open and dispute.refused is None
    ]
    return tuple(sorted(found, key=lambda one: bool(one.changed)))


def said_of(dispute: SeenDispute, called: dict[str, str]) -> str:
    """Whose decision is disputed, in words.

    Args:
        dispute: The dispute.
        called: Names of people and judges, by id.
    """
    name = called.get(dispute.whose, dispute.whose)
    if dispute.value.judge:
        return t("Verdict of {name}", name=name)
    return t("Judgment of {name}", name=name)


def names_in(tx: Transaction) -> dict[str, str]:
    """What people and judges are called, by id."""
    known = {
        judge.id: listed([judge.model or judge.id, JUDGE_MODES.title(judge.mode)])
        for judge in judges.all_judges(tx)
    }
    return known | {person.id: person.called for person in people.all_people(tx)}


def _find(ctx: CommandContext) -> Sequence[Piece]:
    with ctx.project.reading() as tx:
        found = to_resolve(tx, ctx.person_id)
        called = names_in(tx) if found else {}
    return tuple(
        Piece(
            QUEUE.id,
            one.task,
            one.id,
            one.letter,
            f"{said_of(one, called)}: {short(one.value.reason, _LETTERS)}",
        )
        for one in found
    )


QUEUE: Final = WorkQueue(
    id="disputes",
    title=mark("Disputes to resolve"),
    text=mark("Verdicts and judgments that colleagues dispute, each with a reason."),
    act=mark("Start resolving"),
    verb=mark("Resolve"),
    picture="gavel",
    page="disputes",
    command="dispute resolve",
    find=_find,
)
