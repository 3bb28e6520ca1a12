"""What people do with wishes: take them in as briefs, and count votes for those that are there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.api.apart import keep_records
from xpert_studio.api.changes import Role, UnitOfWork, Written, command, mark
from xpert_studio.core.records.tasks import BriefFields
from xpert_studio.core.store import Transaction, settings, tasks
from xpert_studio.core.wording import in_a_row, listed, short, t, tn
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.briefs import begin_task, need_room, room_for
from xpert_studio.packs.site.records import PACK_ID, WISH, Wish
from xpert_studio.packs.site.wishes import Ballot, CountedWish, count_votes, kept_wishes


@dataclass(frozen=True, slots=True)
class SortedOut:
    """What becomes of wishes, each with the most votes first.

    Attributes:
        votes: Those that are there, with new votes.
        new: Those that become briefs.
        left: Those for which the person's limit of tasks leaves no room.
        elsewhere: What the sites of the ballots are called that are not this project's.
    """

    votes: tuple[CountedWish, ...]
    new: tuple[CountedWish, ...]
    left: tuple[CountedWish, ...]
    elsewhere: tuple[str, ...] = ()

    @property
    def taken(self) -> tuple[CountedWish, ...]:
        """All that is written."""
        return (*self.votes, *self.new)

    def question(self) -> str:
        """What a person is asked before anything is written; where nothing is to be, why."""
        return in_a_row((*self.warnings(), *filter(None, [self._asked()])))

    def _asked(self) -> str:
        if self.new:
            return tn(
                "Begin {n} brief and count these votes?",
                "Begin {n} briefs and count these votes?",
                len(self.new),
            )
        if self.votes:
            return t("Count these votes?")
        return "" if self.left else t("All of these votes were counted before.")

    def warnings(self) -> list[str]:
        """What a person should know before: wishes of another benchmark, and what is left out."""
        names = listed(short(name, 60) for name in self.elsewhere)
        said = t("Not made on a site of this project, but of {names}.", names=names)
        return [*filter(None, [said if self.elsewhere else "", self.left_out()])]

    def left_out(self) -> str:
        """How many are left out; empty where none is."""
        if not self.left:
            return ""
        return tn(
            "{n} wish with fewer votes is left out: your limit of tasks has room for {room} more.",
            "{n} wishes with fewer votes are left out: your limit of tasks has room for {room} "
            "more.",
            len(self.left),
            room=len(self.new),
        )


def sort_out(tx: Transaction, person_id: str, ballots: Sequence[Ballot]) -> SortedOut:
    """What becomes of the wishes in ballots where a person imports them.

    Args:
        tx: The project.
        person_id: The author of the new briefs.
        ballots: As readers sent them.
    """
    counted = [vote for vote in count_votes(tx, ballots) if vote.ballots]
    new = [one for one in counted if not one.record_id]
    info = settings.project_info(tx)
    room = max(0, room_for(tasks.outlines(tx), person_id, info.policies))
    votes = tuple(one for one in counted if one.record_id)
    names = dict.fromkeys(ballot.benchmark for ballot in ballots)
    elsewhere = tuple(name for name in names if name not in {"", info.name})
    return SortedOut(votes, tuple(new[:room]), tuple(new[room:]), elsewhere)


@command(
    "site.wish",
    mark("Import wishes"),
    done=mark("imported wishes"),
    told="{new} new briefs, {votes} votes.",
)
def take_in(unit: UnitOfWork, ballots: Sequence[Ballot]) -> None:
    """Make briefs of the scenarios that readers wish for, and count their votes.

    Where not all of them fit the person's limit of tasks, those with the most votes become briefs;
    the others can be imported later, from the same ballots.

    Args:
        unit: By an author: the briefs are theirs.
        ballots: As readers sent them; one that was counted before changes nothing.

    Raises:
        NotAllowedError: Not an author, not qualified, or at the limit of tasks and nothing is to be
            counted but new wishes.
    """
    rights.need_role(unit.person, Role.AUTHOR)
    sorted_ = sort_out(unit.tx, unit.person.id, ballots)
    if sorted_.left and not sorted_.taken:
        need_room(tasks.outlines(unit.tx), unit.person.id, unit.info.policies)
    before = {record_id: wish for record_id, _, wish in kept_wishes(unit.tx)}
    written = [_written(unit, one, before.get(one.record_id)) for one in sorted_.taken]
    if written:
        keep_records(unit, PACK_ID, WISH.id, written)
    unit.on(None, "project")
    unit.parameters = {"ballots": [ballot.hash for ballot in ballots]}
    unit.tell_no_stage()
    votes = sum(len(one.ballots) for one in sorted_.taken)
    unit.tell(new=len(sorted_.new), votes=votes, left=len(sorted_.left) or None)


def _written(unit: UnitOfWork, counted_wish: CountedWish, before: Wish | None) -> Written:
    if before is not None:
        value = before.model_copy(update={"ballots": (*before.ballots, *counted_wish.ballots)})
        return Written(value, counted_wish.record_id)
    asked = counted_wish.asked
    fields: BriefFields = {"title": asked.title, "tags": ("wish",)}
    if asked.text:
        fields["context"] = asked.text
    if asked.domain in unit.info.taxonomy.domains:
        fields["domain"] = asked.domain
    task = begin_task(unit, **fields)
    value = Wish(title=asked.title, text=asked.text, ballots=counted_wish.ballots)
    return Written(value, task_id=task.id)
