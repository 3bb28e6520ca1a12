"""What people do with wishes: take them in as briefs, and count votes for those that are there."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.core.records import Role
from xpert_studio.core.records.tasks import BriefFields
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.briefs import begin_task
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.pack_records import Written, keep_records
from xpert_studio.packs.site.records import PACK_ID, WISH, Wish
from xpert_studio.packs.site.wishes import Ballot, Counted, count_votes, kept_wishes

_TAG = "wish"


@command(
    "site.wish",
    mark("Import wishes"),
    done=mark("imported wishes"),
    told="{new} new briefs, {votes} votes.",
)
def take_in(unit: UnitOfWork, ballots: Sequence[Ballot]) -> None:
    """Make briefs of the scenarios that readers wish for, and count their votes.

    Args:
        unit: By an author: the briefs are theirs.
        ballots: As readers sent them; one that was counted before changes nothing.

    Raises:
        NotAllowedError: Not an author, not qualified, or at the limit of tasks.
    """
    rights.need_role(unit.person, Role.AUTHOR)
    counted = [one for one in count_votes(unit.tx, ballots) if one.ballots]
    before = {record_id: wish for record_id, _, wish in kept_wishes(unit.tx)}
    written = [_written(unit, one, before.get(one.record_id)) for one in counted]
    new = [one.task_id for one in written if not one.id and one.task_id]
    if written:
        keep_records(unit, PACK_ID, WISH.id, written)
    unit.on(None, "project")
    unit.parameters = {"ballots": [one.hash for one in ballots]}
    unit.tell_no_stage()
    votes = sum(len(one.ballots) for one in counted)
    unit.tell(new=len(new), votes=votes)


def _written(unit: UnitOfWork, one: Counted, before: Wish | None) -> Written:
    if before is not None:
        value = before.model_copy(update={"ballots": (*before.ballots, *one.ballots)})
        return Written(value, one.record_id)
    asked = one.asked
    fields: BriefFields = {"title": asked.title, "tags": (_TAG,)}
    if asked.text:
        fields["context"] = asked.text
    if asked.domain in unit.info.taxonomy.domains:
        fields["domain"] = asked.domain
    task = begin_task(unit, **fields)
    value = Wish(title=asked.title, text=asked.text, ballots=one.ballots)
    return Written(value, task_id=task.id)
