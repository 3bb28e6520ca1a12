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
from xpert_studio.core.workflow.revision_diff import LineFate, WordOp, Words, changed_parts
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.names import part_words

_GONE = {LineFate.REMOVED, LineFate.MERGED}


@dataclass(frozen=True, slots=True)
class Shown:
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
    words: dict[str, tuple[Words, ...]]
    comments: dict[str, tuple[Comment, ...]]
    has_before: bool


def shown_lines(view: TaskView, *, with_changes: bool) -> Shown:
    """The revision under review; while the rubric is written, the last one there was."""
    revisions = view.revisions
    current = revisions[-1] if revisions else None
    is_written = view.task.standing is Stage.REVIEW or current is None
    lines = view.rubric if is_written or current is None else current.checkpoints
    before = revisions[-2].checkpoints if len(revisions) > 1 else ()
    words: dict[str, tuple[Words, ...]] = {}
    gone: list[Checkpoint] = []
    if before and with_changes:
        for diff in compare(before, lines):
            if diff.after is None and diff.before is not None and diff.fate in _GONE:
                gone.append(diff.before)
                words[diff.before.id] = (Words(WordOp.REMOVED, diff.before.text),)
            elif diff.after is not None and diff.before is None:
                words[diff.after.id] = (Words(WordOp.ADDED, diff.after.text),)
            elif diff.after and diff.before and diff.words and diff.changes_text:
                words[diff.after.id] = (
                    *diff.words,
                    *_settings(diff.before, diff.after, is_rating=view.is_to_rate),
                )
    shown = (*lines, *gone)
    still = [comment for comment in view.comments if comment.is_open]
    return Shown(
        number=current.number if current else 0,
        lines=shown,
        words=words,
        comments={point.id: tuple(comments_on(point, still)) for point in shown},
        has_before=bool(before),
    )


def _settings(before: Checkpoint, after: Checkpoint, *, is_rating: bool) -> list[Words]:
    """What changed in how a line is answered, below its text."""
    words = []
    for old, new in changed_parts(before, after):
        for op, part in ((WordOp.REMOVED, old), (WordOp.ADDED, new)):
            is_kept = is_rating and part is not None and part.kind is PartKind.MINIMUM
            if part is not None and not is_kept:
                words += [Words(WordOp.SAME, "\n"), Words(op, part_words(part))]
    return words
