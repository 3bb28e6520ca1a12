"""``xpert-studio rubric revisions`` and ``diff``: what was frozen, and what changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from rich.text import Text

from xpert_studio.cli.acting import TaskArgument, reading
from xpert_studio.cli.output import Column, Output, visible
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Checkpoint,
    RevisionState,
    RubricRevision,
    Staleness,
    Tier,
    placed,
)
from xpert_studio.core.store import Transaction, entities, tasks
from xpert_studio.core.store.staleness import resting_on
from xpert_studio.core.wording import labelled, listed, mark, moment, t
from xpert_studio.core.workflow.freezing import latest_number
from xpert_studio.core.workflow.revision_diff import LineDiff, changed_parts, compare, deepest

_STYLES: Final = {"same": "", "removed": "red strike", "added": "green underline"}
_SAID: Final = frozenset(
    {
        mark("kept"), mark("edited"), mark("moved"), mark("added"), mark("removed"), mark("split"),
        mark("merged"), mark("wording"), mark("substance"), mark("structure"), mark("same"),
        mark("weight"), mark("tier"), mark("dimension"), mark("notes"), mark("instrument"),
        mark("turn"),
    }
)  # fmt: skip
"""What became of a checkpoint, how deep a change goes, and the fields that may have changed."""
_STATES: Final = {
    RevisionState.FROZEN: mark("frozen"),
    RevisionState.APPROVED: mark("approved"),
    RevisionState.SENT_BACK: mark("sent back"),
}
_MARKS: Final = {"removed": ("[-", "-]"), "added": ("{+", "+}")}


def say_diff(
    output: Output,
    tx: Transaction,
    task_id: str,
    before: Sequence[Checkpoint],
    after: Sequence[Checkpoint],
    *,
    whole: bool,
) -> None:
    """The lines that differ (all with ``whole``), and what each change makes stale."""
    lines = compare(before, after)
    texts = {
        line.checkpoint_id: line.before.rated_text
        for line in lines
        if line.changes_text and line.before
    }
    stale = resting_on(tx, task_id, texts)
    shown = [line for line in lines if whole or line.depth.value != "same"]
    output.data(
        {
            "class": deepest(lines).value,
            "lines": [_data(line, stale) for line in shown],
        }
    )
    if output.as_json:
        return
    places = {point.id: n for n, point in enumerate(after, start=1)}
    old_places = {point.id: n for n, point in enumerate(before, start=1)}
    for line in shown:
        place = places.get(line.checkpoint_id)
        was = old_places.get(line.checkpoint_id)
        _say_line(output, line, str(place or t("(was {place})", place=was)))
        if counts := stale.get(line.checkpoint_id):
            output.say(
                "   "
                + t(
                    "makes stale: {judgments} judgments, {verdicts} verdicts",
                    judgments=counts.judgments,
                    verdicts=counts.verdicts,
                )
            )
    if not shown:
        output.say("Nothing differs.")


def _say_line(output: Output, line: LineDiff, place: str) -> None:
    output.console.print(
        Text(
            f"{place}  {listed(_said(one.value) for one in (line.fate, line.depth))}",
            style="bold",
        ),
        soft_wrap=True,
    )
    output.console.print(_text(line, colours=output.console.is_terminal), soft_wrap=True)
    for was_part, part in (
        changed_parts(line.before, line.after) if line.before and line.after else ()
    ):
        old_words = was_part.words() if was_part else "–"
        output.say(f"   {old_words} → {part.words() if part else '–'}")
    for field in line.fields:
        if field == "settings":
            continue
        was, now = getattr(line.before, field), getattr(line.after, field)
        output.say(f"   {labelled(_said(field), _plain(was))} → {_plain(now)}")


def _text(line: LineDiff, *, colours: bool) -> Text:
    text = Text("   ")
    if not line.words:
        point = line.after or line.before
        op = "added" if line.before is None else "removed"
        pieces = [(op, point.text if point else "")]
    else:
        pieces = [(words.op.value, words.text) for words in line.words]
    for op, piece in pieces:
        opening, closing = ("", "") if colours else _MARKS.get(op, ("", ""))
        text.append(f"{opening}{visible(piece)}{closing}", style=_STYLES[op])
    return text


def _said(word: str) -> str:
    return t(word) if word in _SAID else word


def _plain(value: Any) -> str:  # noqa: ANN401 - any field of a line
    if isinstance(value, Tier):
        return t(value.value)
    return "–" if value is None else str(getattr(value, "value", value))


def _data(line: LineDiff, stale: dict[str, Staleness]) -> dict[str, Any]:
    counts = stale.get(line.checkpoint_id)
    return {
        "id": line.checkpoint_id,
        "fate": line.fate.value,
        "class": line.depth.value,
        "before": line.before.model_dump(mode="json") if line.before else None,
        "after": line.after.model_dump(mode="json") if line.after else None,
        "words": [{"op": words.op.value, "text": words.text} for words in line.words],
        "fields": list(line.fields),
        "related": list(line.related),
        "makes_stale": {
            "judgments": counts.judgments if counts else 0,
            "verdicts": counts.verdicts if counts else 0,
        },
    }


@reading
def revisions(tx: Transaction, output: Output, task_id: TaskArgument) -> None:
    """List the frozen revisions of a rubric.

    Example: xpert-studio rubric revisions law.xpert T
    """
    tasks.get_task(tx, task_id)
    found = entities.find_all(tx, RubricRevision, task_id=task_id)
    rows = [
        {
            "revision": item.number,
            "state": item.state.value,
            "lines": len(item.checkpoints),
            "frozen_at": item.frozen_at.isoformat() if item.frozen_at else None,
            "frozen_by": item.frozen_by,
            "reason": item.reason,
            "hash": item.content_hash,
        }
        for item in found
    ]
    output.data(rows)
    output.table(
        "",
        [
            Column("revision", number=True),
            Column("state"),
            Column("checkpoints", number=True),
            Column("frozen at"),
            Column("frozen by"),
            Column("reason"),
        ],
        [
            (
                item.number,
                t(_STATES[item.state]),
                len(item.checkpoints),
                moment(item.frozen_at) if item.frozen_at else None,
                item.frozen_by,
                item.reason,
            )
            for item in found
        ],
    )
    if not rows:
        output.say("Nothing was sent to review yet.")


@reading
def diff(
    tx: Transaction,
    output: Output,
    task_id: TaskArgument,
    old: Annotated[int | None, Asks("The older revision; the last where left.")] = None,
    new: Annotated[int | None, Asks("The newer revision. Default: the current state.")] = None,
    whole: Annotated[bool, Asks("Show unchanged checkpoints too.", name="all")] = False,
) -> None:
    """Show what changed between two revisions, word by word, and what it makes stale.

    Example: xpert-studio rubric diff law.xpert T --old 1
    """
    tasks.get_task(tx, task_id)
    number = old if old is not None else latest_number(tx, task_id)
    before = revision_lines(tx, task_id, number)
    after = (
        placed(tasks.rubric_of(tx, task_id)) if new is None else revision_lines(tx, task_id, new)
    )
    say_diff(output, tx, task_id, before, after, whole=whole)


def revision_lines(tx: Transaction, task_id: str, number: int) -> tuple[Checkpoint, ...]:
    """The lines of a frozen revision.

    Raises:
        NotFoundError: There is none of that number.
    """
    found = entities.find(tx, RubricRevision, task_id, str(number))
    if found is None:
        raise NotFoundError(
            Message(
                "The rubric of {task_id} has no revision {number}.", task_id=task_id, number=number
            ),
            remedy="'xpert-studio rubric revisions' lists them.",
        )
    return found.checkpoints
