"""How far a project has come once tasks are ready, and for whom it waits; for leads."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from xpert_studio.core.records import Person, Role
from xpert_studio.core.store import judgments, people, verdicts
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import CommandContext, person_of
from xpert_studio.core.workflow.pending import PendingWork
from xpert_studio.core.workflow.waiting import WorkWaiting

WEEKS: Final = 8
_WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class WaitedFor:
    """A person, and how many rubrics, responses and forms wait for them."""

    person: Person
    reviews: int
    to_judge: int
    to_confirm: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a project has come.

    Attributes:
        responses: All of them.
        judged: Those an expert has judged.
        gold: Those with a form of which every judgment is confirmed or overridden.
        scored: Those a judge has verdicts on.
        waited_for: The people who have something to do, those with most first.
        weeks: Judgments made in each of the last ``WEEKS`` times seven days, the newest last.
    """

    responses: int
    judged: int
    gold: int
    scored: int
    waited_for: tuple[WaitedFor, ...]
    weeks: tuple[int, ...]


def progress_of(ctx: CommandContext) -> Progress:
    """Counts; nothing that was decided is in them.

    Raises:
        NotAllowedError: The person is no lead.
    """
    now = ctx.clock()
    with ctx.project.reading() as tx:
        rights.need_role(person_of(tx, ctx.person_id), Role.LEAD)
        work = PendingWork.of(tx)
        judged, gold = judgments.count_responses(tx)
        made = judgments.times(tx, now - WEEKS * _WEEK)
        counted = Counter(min(WEEKS - 1, (now - when) // _WEEK) for when in made if when <= now)
        waited = [
            WaitedFor(
                person,
                len(WorkWaiting(person, work).reviews()),
                len(work.to_judge(person)),
                len(work.to_confirm(person)),
            )
            for person in people.all_people(tx)
        ]
        waited.sort(key=lambda one: -(one.reviews + one.to_judge + one.to_confirm))
        return Progress(
            responses=sum(map(len, work.responses.values())),
            judged=judged,
            gold=gold,
            scored=verdicts.count_responses(tx),
            waited_for=tuple(one for one in waited if one.reviews + one.to_judge + one.to_confirm),
            weeks=tuple(counted[ago] for ago in reversed(range(WEEKS))),
        )
