"""Peer review: comments line by line on a frozen revision, answers, and a verdict on the whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from xpert_studio.core.errors import IncompleteError, NotAllowedError, NotFoundError, StageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Aspect,
    Checkpoint,
    Comment,
    Reply,
    Review,
    ReviewOutcome,
    RevisionState,
    Role,
    RubricRevision,
    Severity,
    Stage,
    Task,
)
from xpert_studio.core.store import Transaction, entities
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import CheckpointId, CommentId, TaskId, command
from xpert_studio.core.workflow.freezing import latest_number, place_of, short
from xpert_studio.core.workflow.line_rules import line
from xpert_studio.core.workflow.reading import rubric_reading
from xpert_studio.core.workflow.stage_transitions import move
from xpert_studio.core.workflow.triage import need_reason

Summary = Annotated[str, Asks("On the rubric as a whole.", '"See checkpoint 3."')]


@command("review.start", "Start review", done="started the review", line="review start TASK")
def start_review(unit: UnitOfWork, task_id: TaskId) -> None:
    """Start a review of the revision under review; a first comment does so too."""
    _begin(unit, task_id)
    unit.tell(revision=latest_number(unit.tx, task_id))


@command("comment.add", "Add comment", done="added a comment", line="review comment TASK TEXT")
def add_comment(
    unit: UnitOfWork,
    task_id: TaskId,
    text: Annotated[
        str, Asks("What is wrong, or worth saying.", '"Two requirements."', is_text=True)
    ],
    *,
    checkpoint_id: CheckpointId | None = None,
    aspect: Annotated[Aspect, Asks("What it is about.", "atomicity")] = Aspect.OTHER,
    severity: Annotated[
        Severity,
        Asks("Only comment; request no change.", name="comment-only", sets=Severity.COMMENT),
    ] = Severity.CHANGE,
) -> None:
    """Add a comment on a checkpoint, or on the rubric as a whole.

    Args:
        unit: By the reviewer.
        task_id: The task.
        text: What is wrong, or worth saying.
        checkpoint_id: The line of the frozen revision.
        aspect: What it is about.
        severity: Whether it asks for a change or merely comments.

    Raises:
        NotAllowedError: Not a reviewer of this task.
        NotFoundError: The revision has no such line.
        StageError: The rubric is not under review, or the person's review is done.
    """
    need_reason(text, "add a comment")
    _begin(unit, task_id)
    point = None if checkpoint_id is None else line(unit, checkpoint_id)
    made = Comment(
        id=f"rm-{unit.new_id()[-7:]}",
        task_id=task_id,
        revision=latest_number(unit.tx, task_id),
        author_id=unit.person.id,
        text=text.strip(),
        aspect=aspect,
        severity=severity,
        checkpoint_id=checkpoint_id,
        line=point.text if point else None,
        made_at=unit.now,
    )
    unit.put(made)
    unit.tell(comment=made.id, checkpoint=checkpoint_id, severity=severity.value)


@command("comment.edit", "Edit comment", done="edited a comment")
def change_comment(
    unit: UnitOfWork,
    comment_id: str,
    *,
    text: str | None = None,
    aspect: Aspect | None = None,
    severity: Severity | None = None,
) -> None:
    """Change the reviewer's own comment, as long as it has no reply."""
    made = _own_unanswered(unit, comment_id)
    wanted = {"text": text and text.strip(), "aspect": aspect, "severity": severity}
    unit.put(made.model_copy(update={k: v for k, v in wanted.items() if v}))
    unit.tell(comment=comment_id)


@command(
    "comment.withdraw",
    "Withdraw comment",
    done="withdrew a comment",
    line="review withdraw COMMENT",
)
def withdraw_comment(unit: UnitOfWork, comment_id: CommentId) -> None:
    """Withdraw the reviewer's own comment, as long as it has no reply."""
    unit.remove(_own_unanswered(unit, comment_id))
    unit.tell(comment=comment_id)


@command(
    "comment.reply",
    "Reply to comment",
    done="replied to a comment",
    line="review reply COMMENT TEXT",
)
def answer_comment(
    unit: UnitOfWork,
    comment_id: CommentId,
    text: Annotated[str, Asks("What you did, or why not.", '"Split in two."', is_text=True)],
) -> None:
    """Reply to a comment; for its author, the task's author, reviewers and leads."""
    need_reason(text, "reply to a comment")
    made = get_comment(unit.tx, comment_id)
    task = unit.task(made.task_id)
    rights.need_stage(task, Stage.RUBRIC, Stage.REVIEW, to=Message("talked over"))
    if unit.person.id not in {task.author_id, made.author_id} and (
        Role.LEAD not in unit.person.roles
    ):
        rights.reviewer_of(unit.person, task, unit.info.policies)
    reply = Reply(author_id=unit.person.id, text=text.strip(), at=unit.now)
    unit.put(made.model_copy(update={"replies": (*made.replies, reply)}))
    unit.tell(comment=comment_id)


@command(
    "comment.resolve", "Resolve comment", done="resolved a comment", line="review resolve COMMENT"
)
def resolve_comment(unit: UnitOfWork, comment_id: CommentId) -> None:
    """Resolve a comment; for reviewers."""
    _settle(unit, comment_id, resolved=True)


@command(
    "comment.reopen", "Reopen comment", done="reopened a comment", line="review reopen COMMENT"
)
def reopen_comment(unit: UnitOfWork, comment_id: CommentId) -> None:
    """Reopen a resolved comment; for reviewers."""
    _settle(unit, comment_id, resolved=False)


@command(
    "review.approve",
    "Approve rubric",
    done="approved the rubric",
    line="review approve TASK",
    told="Approvals: {approvals} of {needed}.",
)
def approve(unit: UnitOfWork, task_id: TaskId, *, summary: Summary | None = None) -> None:
    """Approve the revision under review, once all of its checkpoints have been read.

    In a solo project the task is then ready; else it waits for the sampling of spot checks.

    Raises:
        IncompleteError: Checkpoints have not been read, or comments that ask for a change are open;
            it lists them.
    """
    unit.on(task_id)
    task = _reviewable(unit)
    rubric = unit.rubric()
    unread = set(rubric_reading(unit.person.id, task_id, rubric).unread(unit.tx))
    if unread:
        raise IncompleteError(
            Message(
                "The rubric of {task} cannot be approved: {unread} of {rubric} checkpoints "
                "have not been read.",
                task=task.name,
                unread=len(unread),
                rubric=len(rubric),
            ),
            [
                f"{number}. {point.text}"
                for number, point in enumerate(rubric, start=1)
                if point.id in unread
            ],
            remedy="Read them, and mark them as read.",
        )
    still = [item for item in unit.find_all(Comment, task_id=task_id) if item.demands_change]
    if still:
        raise IncompleteError(
            Message(
                "The rubric of {task} cannot be approved: change requests are open ({still}).",
                task=task.name,
                still=len(still),
            ),
            [
                Message(
                    "The comment {item} is open: “{text}”",
                    item=place_of(item, rubric),
                    text=short(item.text),
                )
                for item in still
            ],
            remedy="Resolve them, or send the rubric back.",
        )
    _end_review(unit, ReviewOutcome.APPROVED, summary)
    number = latest_number(unit.tx, task_id)
    given = [
        review.reviewer_id
        for review in unit.find_all(Review, task_id=task_id, revision=number)
        if review.outcome is ReviewOutcome.APPROVED
    ]
    needed = unit.info.policies.reviewers_needed
    unit.tell(revision=number, approvals=len(given), needed=needed, reason=summary)
    if len(given) >= needed:
        _set_revision(unit, number, RevisionState.APPROVED)
        alone = unit.info.policies.is_solo  # there is no other person for a spot check
        stage = Stage.READY if alone else Stage.APPROVED
        move(unit, task, stage, reason=summary, accepted_by=given)


@command(
    "review.send_back",
    "Send rubric back",
    done="sent the rubric back",
    line="review request-changes TASK",
)
def send_back(unit: UnitOfWork, task_id: TaskId, *, summary: Summary | None = None) -> None:
    """Send the rubric back to its author, with the open comments and a summary.

    Raises:
        UsageError: Neither an open comment nor a summary tells the author why.
    """
    unit.on(task_id)
    task = _reviewable(unit)
    comments = unit.find_all(Comment, task_id=task_id)
    if not any(item.demands_change for item in comments):
        need_reason(summary, "return a rubric without a change request")
    _end_review(unit, ReviewOutcome.SENT_BACK, summary)
    number = latest_number(unit.tx, task_id)
    _set_revision(unit, number, RevisionState.SENT_BACK)
    move(unit, task, Stage.RUBRIC, reason=summary)
    unit.tell(revision=number, open_comments=sum(item.demands_change for item in comments))


def comments_on(point: Checkpoint, comments: Sequence[Comment]) -> list[Comment]:
    """The comments on a line: its own, and those on lines it was split off or merged from."""
    lineage = {point.id, *point.origin}
    return [item for item in comments if item.checkpoint_id in lineage]


def get_comment(tx: Transaction, comment_id: str) -> Comment:
    """A comment by its id.

    Raises:
        NotFoundError: There is no such comment.
    """
    found = entities.find(tx, Comment, comment_id)
    if found is None:
        raise NotFoundError(
            Message("There is no comment {comment_id}.", comment_id=comment_id),
            remedy="Look at the review for its comments.",
        )
    return found


def _begin(unit: UnitOfWork, task_id: str) -> None:
    """Begins a review of the revision under review, where the person has not."""
    unit.on(task_id, _own_scope(unit, task_id))
    _reviewable(unit)
    unit.put(_review(unit))


def _own_scope(unit: UnitOfWork, task_id: str) -> str:
    """Reviewers who work side by side do not get in the way of each other's undo."""
    return f"task/{task_id}/review/{unit.person.id}"


def _reviewable(unit: UnitOfWork) -> Task:
    task = unit.task()
    rights.reviewer_of(unit.person, task, unit.info.policies)
    rights.need_stage(task, Stage.REVIEW, to=Message("reviewed"))
    return task


def _review(unit: UnitOfWork) -> Review:
    """The person's review of the revision, new where they have not begun.

    Raises:
        StageError: They have ended it.
    """
    number = latest_number(unit.tx, unit.task_id or "")
    own = unit.find(Review, unit.task_id or "", str(number), unit.person.id)
    if own is None:
        return Review(
            task_id=unit.task_id or "",
            revision=number,
            reviewer_id=unit.person.id,
            started_at=unit.now,
        )
    if own.ended_at is not None:
        raise StageError(
            Message(
                "{person} has ended the review of revision {number}.",
                person=unit.person.called,
                number=number,
            ),
            remedy="Undo that to continue, or wait for the next revision.",
        )
    return own


def _end_review(unit: UnitOfWork, outcome: ReviewOutcome, summary: str | None) -> None:
    ended = {"outcome": outcome, "summary": (summary or "").strip() or None, "ended_at": unit.now}
    unit.put(_review(unit).model_copy(update=ended))


def _set_revision(unit: UnitOfWork, number: int, state: RevisionState) -> None:
    revision = unit.find(RubricRevision, unit.task_id or "", str(number))
    if revision is not None:
        unit.put(revision.model_copy(update={"state": state}))


def _own_unanswered(unit: UnitOfWork, comment_id: str) -> Comment:
    made = get_comment(unit.tx, comment_id)
    unit.on(made.task_id, _own_scope(unit, made.task_id))
    _reviewable(unit)
    _review(unit)
    if made.author_id != unit.person.id:
        raise NotAllowedError(
            Message(
                "Only {author_id}, who wrote that comment, can change it.", author_id=made.author_id
            ),
            remedy="Answer it instead.",
        )
    if made.replies or not made.is_open:
        raise StageError(
            "The comment has been answered or resolved.", remedy="Say the rest in its thread."
        )
    return made


def _settle(unit: UnitOfWork, comment_id: str, *, resolved: bool) -> None:
    made = get_comment(unit.tx, comment_id)
    unit.on(made.task_id)
    _reviewable(unit)
    if made.is_open is not resolved:
        raise StageError(
            Message(
                "That comment is {part} already.", part=Message("resolved" if resolved else "open")
            )
        )
    by = unit.person.id if resolved else None
    unit.put(made.model_copy(update={"resolved_by": by, "resolved_at": unit.now}))
    unit.tell(comment=comment_id)
