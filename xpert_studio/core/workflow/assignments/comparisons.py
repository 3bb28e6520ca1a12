"""How comparisons are taken from a submission: each names the hash of what was read."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.errors import NotAllowedError, NotFoundError, UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Comparison,
    Person,
    RaterKind,
    RatingState,
    Response,
    Task,
    compared_hash,
)
from xpert_studio.core.records.assignments import Part
from xpert_studio.core.store import responses, tasks
from xpert_studio.core.workflow.assignments.content import made_of
from xpert_studio.core.workflow.assignments.taking import Outcome, Taking, moment, takes
from xpert_studio.core.workflow.comparing import need_comparable
from xpert_studio.core.workflow.pair_order import first_shown
from xpert_studio.core.workflow.unblinding import was_unblinded

COMPARISON: Final = "comparison"
_AT: Final = "compared_at"
_SAID: Final = ("value", "rationale")


def compared_under(part: Part, names: dict[str, str]) -> Part:
    """The part with the ids that responses have here: another order of them turns its value.

    Args:
        part: As it was sent.
        names: The ids here by those that the sender knows.
    """
    if len(part.key) != 6:
        return part  # it is refused where it is read
    first, second, shown = (names.get(part.key[at], part.key[at]) for at in (0, 1, 5))
    key = (min(first, second), max(first, second), *part.key[2:5], shown)
    if part.after is None:
        return part.model_copy(update={"key": key})
    value = part.after.get("value")
    is_turned = first > second and isinstance(value, int) and not isinstance(value, bool)
    after = part.after | {
        "first_id": key[0],
        "second_id": key[1],
        "shown_first": shown,
        "value": -value if is_turned and value else value,  # type: ignore[operator]
    }
    return part.model_copy(update={"key": key, "after": after})


@takes(COMPARISON)
def take_comparison(to: Taking, part: Part) -> Outcome:
    """Takes what an expert said of two responses, or that they withdrew it."""
    person, pair, task = _checked(to, part)
    own = {"first_id": pair[0].id, "second_id": pair[1].id, "rater_id": person.id}
    earlier = to.unit.find_all(Comparison, **own, rater=RaterKind.EXPERT.value, checkpoint_id="")
    before = max(earlier, key=lambda item: moment(item, _AT), default=None)
    if part.after is None:
        if before is not None and not to.is_later(part, part.at, before, _AT, _SAID):
            return to.outdated(part, _NEWER)
        to.unit.remove(*earlier)
        return Outcome.APPLIED if earlier else Outcome.KNOWN
    made = _made(to, part, person, pair)
    if made in earlier:
        return Outcome.KNOWN
    if to.memory.takes_back(part):
        return to.outdated(part, "The comparison was withdrawn since.")
    if before is not None:
        later = to.as_later(part, before, made, _AT, _SAID)
        if later is None:
            return to.outdated(part, _NEWER)
        made = later
    to.unit.remove(*(item for item in earlier if item.shown_first != made.shown_first))
    to.unit.put(made)
    if made.compared_hash != compared_hash(task, *pair):
        return to.outdated(part, "The text was edited since; the comparison is kept.")
    return Outcome.APPLIED


_NEWER: Final = Message("A newer comparison of the same expert is here.")


def _checked(to: Taking, part: Part) -> tuple[Person, tuple[Response, Response], Task]:
    """Who compared which responses to which task, if they may."""
    person = to.person(part)
    _, _, rater, rater_id, checkpoint_id, _ = part.key
    if rater != RaterKind.EXPERT or rater_id != person.id:
        raise NotAllowedError(Message("It is a comparison by {key}.", key=rater_id))
    first, second = (responses.get_response(to.tx, id_) for id_ in part.key[:2])
    task = tasks.get_task(to.tx, first.task_id)
    for response in (first, second):
        to.need_scope(task.id, response.id)
    if second.task_id != task.id or checkpoint_id:
        raise UsageError(_NO_PAIR)
    need_comparable(person, task, to.policies)
    return person, (first, second), task


_NO_PAIR: Final = Message("It does not compare two responses to one task.")


def _made(to: Taking, part: Part, person: Person, pair: tuple[Response, Response]) -> Comparison:
    """The comparison with what is known here, whatever was sent of that."""
    made = made_of(Comparison, part)
    if made.task_id != pair[0].task_id or made.state is not RatingState.OK:
        raise UsageError(_NO_PAIR)
    seen = to.seen.get(part.seen or "", part.seen if to.takes_any_text else None)
    if seen is None:
        raise NotFoundError("It rates a text that was never sent.")
    at = made.compared_at or part.at
    was_open = (was_unblinded(to.tx, person, one, offline_at=at) for one in pair)
    return Comparison(
        task_id=made.task_id,
        first_id=made.first_id,
        second_id=made.second_id,
        rater_id=person.id,
        shown_first=first_shown(person.id, *pair).id,
        value=made.value,
        rationale=made.rationale,
        compared_hash=seen,
        compared_at=at,
        unblinded=made.unblinded or any(was_open),
    )
