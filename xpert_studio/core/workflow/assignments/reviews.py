"""How reviews are taken: comments, how they ended, spot checks, and what was read."""

from __future__ import annotations

from typing import Any, Final

from xpert_studio.core.errors import (
    NotAllowedError,
    NotFoundError,
    StageError,
    UsageError,
    XpertError,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Checkpoint,
    Comment,
    Edit,
    Judgment,
    Person,
    ReadMark,
    Reply,
    Review,
    ReviewOutcome,
    Role,
    RubricRevision,
    SpotCheck,
    SpotCheckOutcome,
    Stage,
    Task,
)
from xpert_studio.core.records.assignments import Part
from xpert_studio.core.store import entities, log_steps
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.assignments.content import made_of, record_of
from xpert_studio.core.workflow.assignments.outbox import READ_MARK
from xpert_studio.core.workflow.assignments.settling import settle_reviews
from xpert_studio.core.workflow.assignments.taking import (
    Outcome,
    Taking,
    is_as_replaced,
    moment,
    open_task,
    takes,
)
from xpert_studio.core.workflow.stage_transitions import move


@takes("comment")
def take_comment(to: Taking, part: Part) -> Outcome:
    """Takes a comment, its replies and whether it is resolved; each is its own author's."""
    person, here = to.person(part), to.unit.find(Comment, *part.key)
    if part.after is None:
        return _withdraw(to, here, person)
    made = made_of(Comment, part)
    task = open_task(to, (here or made).task_id)
    before = here
    is_new = made.author_id == person.id and part.replaced is None
    if here is None and (not is_new or to.memory.takes_back(part)):
        gone = log_steps.last_known(to.tx, "comment", made.id)
        if gone and not _replies_of(person, made):
            return to.outdated(part, "The comment was withdrawn since.")
        before = record_of(Comment, gone) if gone else None  # while the person answered it
        if before and _has_resolved(to, before, made, person):  # that came too late by itself
            before = before.model_copy(update={name: getattr(made, name) for name in _SETTLED})
    if before is None:
        _need_own(made.author_id, person)
        _need_subject(to, made)
    base = before or made.model_copy(update=_UNANSWERED)
    if any(getattr(base, name) != getattr(made, name) for name in _ABOUT):
        raise NotAllowedError("It changes what identifies a record.")
    words, is_edited_here = _words(part, base, made, person)
    replies, settled = (
        _replies(to, part, base, made, person),
        _settled(to, part, base, made, person),
    )
    after = base.model_copy(update={**words, "replies": replies, **settled})
    if after != here:
        _need_may_say(to, Edit(part.kind, part.key, before, after), task, person)
        to.unit.put(after)
    if is_edited_here:
        return to.outdated(part, "Its author has edited the comment here since.")
    return Outcome.KNOWN if after == here else Outcome.APPLIED


_UNANSWERED: Final = {"replies": (), "resolved_by": None, "resolved_at": None}
_WORDS: Final = ("text", "aspect", "severity")


def _words(part: Part, here: Comment, made: Comment, person: Person) -> tuple[dict[str, Any], bool]:
    """What its author wrote anew, and whether some of it was edited here since: that stays."""
    changed = {
        name: getattr(made, name)
        for name in _WORDS
        if person.id == here.author_id and getattr(here, name) != getattr(made, name)
    }
    if part.replaced is None:  # it is new, or of an earlier version
        return changed, False
    plain, replaced = here.model_dump(mode="json"), part.replaced.keys()
    fit = {name: value for name, value in changed.items() if is_as_replaced(part, name, plain)}
    return fit, bool(changed.keys() & replaced - fit.keys())


def _replies_of(person: Person, comment: Comment) -> set[Reply]:
    return {item for item in comment.replies if item.author_id == person.id}


def _replies(
    to: Taking, part: Part, here: Comment, made: Comment, person: Person
) -> tuple[Reply, ...]:
    """The replies, with those that the person gave in their file, and took back there."""
    own = _replies_of(person, made)
    parts = (item.after for item in to.came.get(part.subject, ()))
    earlier = (record_of(Comment, fields) for fields in parts if fields is not None)
    back = {reply for item in earlier for reply in _replies_of(person, item)} - own
    kept = {*here.replies, *own} - back
    return tuple(sorted(kept, key=lambda item: (item.at, item.author_id, item.text)))


_SETTLED: Final = ("resolved_by", "resolved_at")


def _has_resolved(to: Taking, here: Comment, made: Comment, person: Person) -> bool:
    """Whether a person who may resolved a comment last."""
    is_last = moment(made, "resolved_at") > moment(here, "resolved_at")
    task = open_task(to, here.task_id)
    is_theirs = made.resolved_by == person.id
    return is_last and is_theirs and _refusal_to_review(to, person, task) is None


def _settled(
    to: Taking, part: Part, here: Comment, made: Comment, person: Person
) -> dict[str, Any]:
    """Who resolved or reopened the comment last; or who had before, where that is taken back."""
    told = {name: getattr(made, name) for name in _SETTLED}
    if (part.replaced is not None and "resolved_at" not in part.replaced) or (
        made.resolved_at is not None and to.memory.takes_back(part)
    ):
        return {}
    is_own = made.resolved_by in {None, person.id}
    if moment(made, "resolved_at") > moment(here, "resolved_at"):
        return told if is_own else {}
    if not is_as_replaced(part, "resolved_at", here.model_dump(mode="json")):
        return {}
    plain = made.model_dump(mode="json", include={*_SETTLED})
    known = log_steps.versions(to.tx, "comment", made.id)
    return told if is_own or any(plain.items() <= item.items() for item in known) else {}


def _need_may_say(to: Taking, edit: Edit, task: Task, person: Person) -> None:
    """Reviewers say anything; whom the comment is by or for, and leads, reply to it."""
    refusal = _refusal_to_review(to, person, task)
    author_id = getattr(edit.after, "author_id", None)
    is_asked = Role.LEAD in person.roles or person.id in {task.author_id, author_id}
    if refusal is not None and not (is_asked and edit.fields <= {"replies"}):
        raise refusal


_ABOUT: Final = ("task_id", "author_id", "revision", "checkpoint_id", "made_at")


def _need_subject(to: Taking, made: Comment) -> None:
    """The revision, and the checkpoint in it, that a new comment is on."""
    revision = to.unit.find(RubricRevision, made.task_id, str(made.revision))
    if revision is None:
        raise NotFoundError("It is on a revision that is not here.")
    there = {id_ for point in revision.checkpoints for id_ in (point.id, *point.origin)}
    if made.checkpoint_id is not None and made.checkpoint_id not in there:
        raise NotFoundError("It is on a checkpoint that is not in the revision.")


def _withdraw(to: Taking, before: Comment | None, person: Person) -> Outcome:
    if before is None:
        return Outcome.KNOWN
    task = open_task(to, before.task_id)
    _need_own(before.author_id, person)
    if refusal := _refusal_to_review(to, person, task):
        raise refusal
    if before.replies:
        raise StageError("It takes a comment back that has been answered.")
    to.unit.remove(before)
    return Outcome.APPLIED


def _refusal_to_review(to: Taking, person: Person, task: Task) -> XpertError | None:
    if rights.refusal(lambda: rights.checker_of(person, task, to.policies, ())) is None:
        return None
    return rights.refusal(lambda: rights.reviewer_of(person, task, to.policies))


def _need_own(signed_by: str, person: Person) -> None:
    if signed_by != person.id:
        raise NotAllowedError(
            Message(
                "It is signed by {signed_by}, and was sent by {person}.",
                signed_by=signed_by,
                person=person.called,
            )
        )


@takes("review")
def take_review(to: Taking, part: Part) -> Outcome:
    """Takes how a review ended; it counts for the revision it names."""
    person, task = to.person(part), open_task(to, part.key[0])
    rights.reviewer_of(person, task, to.policies)
    _need_own(part.key[2], person)
    made = made_of(Review, part)
    before = to.unit.find(Review, *part.key)
    if made == before:
        return Outcome.KNOWN
    if made.outcome is None or made.ended_at is None:
        raise UsageError("It is a review that has not ended.")
    revision = to.unit.find(RubricRevision, *part.key[:2])
    if revision is None or revision.content_hash != part.seen:
        raise NotFoundError("It reviews a revision that is not here.")
    if before is not None:
        later = to.as_later(part, before, made, "ended_at", ("outcome", "summary"))
        if later is None:
            return to.outdated(part, "A newer outcome of the same reviewer is here.")
        made = later
    to.unit.put(made)
    if made.outcome is ReviewOutcome.SENT_BACK and task.standing in {Stage.SPOT_CHECK, Stage.READY}:
        return to.outdated(
            part,
            "It returns a rubric that has since been sampled for a spot check, or is ready.",
            Message("Reopen the rubric, if it is right."),
        )
    if to.assignment is None:  # what comes next in a copy rests on where the rubric stands
        settle_reviews(to.unit, [task.id])
    return Outcome.APPLIED


_ENDED: Final = (
    "adjudicator_id", "outcome", "consistent", "aligned_with_task", "evaluable", "note", "ended_at",
)  # fmt: skip
"""The fields of a spot check that hold nothing while it is open."""


@takes("spot_check")
def take_spot_check(to: Taking, part: Part) -> Outcome:
    """Takes the outcome of a spot check that is open here."""
    person, task = to.person(part), open_task(to, part.key[0])
    if to.assignment is None and (part.after or {}).get("outcome") is None:
        return _take_sampled(to, part, person)
    reviewers = [item.reviewer_id for item in to.unit.find_all(Review, task_id=task.id)]
    rights.checker_of(person, task, to.policies, reviewers)
    made = made_of(SpotCheck, part)
    before = to.unit.find(SpotCheck, *part.key)
    if made == before:
        return Outcome.KNOWN
    is_open = before is not None and before.outcome is None
    if before is None or not is_open or task.standing is not Stage.SPOT_CHECK:
        return to.outdated(part, "The spot check is not open any more.")
    _need_own(made.adjudicator_id or "", person)
    to.unit.put(before.model_copy(update={name: getattr(made, name) for name in _ENDED}))
    passed = made.outcome is SpotCheckOutcome.PASSED
    ends = {SpotCheckOutcome.PASSED: Stage.READY, SpotCheckOutcome.RETURNED: Stage.RUBRIC}
    stage = ends.get(made.outcome, Stage.DISCARDED) if made.outcome else Stage.SPOT_CHECK
    move(to.unit, task, stage, reason=made.note, accepted_by=(person.id,) if passed else ())
    return Outcome.APPLIED


def _take_sampled(to: Taking, part: Part, person: Person) -> Outcome:
    """Takes a spot check that was sampled in a copy."""
    rights.need_role(person, Role.LEAD, Role.SENIOR)
    made = made_of(SpotCheck, part)
    if to.unit.find(SpotCheck, *part.key) is not None:
        return Outcome.KNOWN
    to.unit.put(made)
    return Outcome.APPLIED


@takes(READ_MARK)
def take_read_mark(to: Taking, part: Part) -> Outcome:
    """Takes that a person has read a text."""
    person = to.person(part)
    made = made_of(ReadMark, part)
    _need_own(made.person_id, person)
    before = entities.find(to.tx, ReadMark, *part.key)
    if before is not None and _counts(to, before, made):
        return Outcome.KNOWN
    task = open_task(to, made.task_id)
    response_id, _, expert_id = made.form.partition("/")
    if expert_id:
        to.need_scope(task.id, response_id)
        if to.assignment is not None:
            rights.evaluator_of(person, expert_id, task, to.policies)
    elif to.assignment is not None and (refusal := _refusal_to_review(to, person, task)):
        raise refusal  # of a copy, they may have read it before they could not review it any more
    entities.put(to.tx, made)
    return Outcome.APPLIED


def _counts(to: Taking, here: ReadMark, made: ReadMark) -> bool:
    """Whether a mark that is here counts: it is of the text as it is now, or else the later."""
    if here.read_hash == made.read_hash:
        return True
    response_id, _, expert_id = made.form.partition("/")
    text = (
        to.unit.find(Judgment, response_id, made.checkpoint_id, expert_id)
        if expert_id
        else to.unit.find(Checkpoint, made.task_id, made.checkpoint_id)
    )
    if text is not None and text.content_hash in {here.read_hash, made.read_hash}:
        return text.content_hash == here.read_hash
    return here.read_at >= made.read_at
