"""Which lines a review shows, with what changed in them and what was commented on them."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.core.instruments import PartKind
from xpert_studio.core.records import (
    Checkpoint,
    Comment,
    Stage,
)
from xpert_studio.core.workflow import (
    compare,
)
from xpert_studio.core.workflow.reviewing import comments_on
from xpert_studio.core.workflow.revision_diff import (
    LineDiff,
    LineFate,
    WordOp,
    WordRun,
    changed_parts,
)
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.names import part_words

_GONE = {LineFate.REMOVED, LineFate.MERGED}


@dataclass(frozen=True, slots=True)
class ShownReview:
    """What is shown.

    Attributes:
        number: The revision's; 0 for a rubric that was never frozen.
        lines: Its checkpoints; removed ones of the revision before come last.
        words: What changed in a line's text, by its id.
        comments: Open comments by line.
        has_before: Whether there is a revision to compare with.
    """

    number: int
    lines: tuple[Checkpoint, ...]
    words: dict[str, tuple[WordRun, ...]]
    comments: dict[str, tuple[Comment, ...]]
    has_before: bool


def shown_lines(view: TaskView, *, with_changes: bool) -> ShownReview:
    """The revision under review; while the rubric is written, the last one there was."""
    revisions = view.revisions
    current = revisions[-1] if revisions else None
    is_written = view.task.standing is Stage.REVIEW or current is None
    lines = view.rubric if is_written or current is None else current.checkpoints
    before = revisions[-2].checkpoints if len(revisions) > 1 else ()
    diffs = compare(before, lines) if before and with_changes else []
    gone = [diff.before for diff in diffs if diff.before and diff.fate in _GONE]
    shown = (*lines, *gone)
    still = [comment for comment in view.comments if comment.is_open]
    return ShownReview(
        number=current.number if current else 0,
        lines=shown,
        words={diff.checkpoint_id: _words(diff, is_rating=view.is_to_rate) for diff in diffs},
        comments={point.id: tuple(comments_on(point, still)) for point in shown},
        has_before=bool(before),
    )


def _words(diff: LineDiff, *, is_rating: bool) -> tuple[WordRun, ...]:
    """What changed in a line; nothing where decisions on it still hold."""
    if diff.before is None or diff.after is None:
        op = WordOp.ADDED if diff.before is None else WordOp.REMOVED
        point = diff.after or diff.before
        return (WordRun(op, point.text),) if point else ()
    if not diff.words or not diff.changes_text:
        return ()
    return (*diff.words, *_settings(diff.before, diff.after, is_rating=is_rating))


def _settings(before: Checkpoint, after: Checkpoint, *, is_rating: bool) -> list[WordRun]:
    """What changed in how a line is answered, below its text."""
    words = []
    for old, new in changed_parts(before, after):
        for op, part in ((WordOp.REMOVED, old), (WordOp.ADDED, new)):
            is_kept = is_rating and part is not None and part.kind is PartKind.MINIMUM
            if part is not None and not is_kept:
                words += [WordRun(WordOp.SAME, "\n"), WordRun(op, part_words(part))]
    return words
