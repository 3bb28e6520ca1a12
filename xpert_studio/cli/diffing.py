"""Prints the difference between two revisions of a rubric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.text import Text

from xpert_studio.cli.output import Output, visible
from xpert_studio.records import Checkpoint, Staleness
from xpert_studio.store import Transaction
from xpert_studio.store.staleness import resting_on
from xpert_studio.workflow.revision_diff import LineDiff, compare, deepest

_STYLES: Final = {"same": "", "removed": "red strike", "added": "green underline"}
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
    output.data(
        {
            "class": deepest(lines).value,
            "lines": [_data(line, stale) for line in lines if whole or line.depth.value != "same"],
        }
    )
    if output.as_json:
        return
    places = {point.id: n for n, point in enumerate(after, start=1)}
    old_places = {point.id: n for n, point in enumerate(before, start=1)}
    shown = 0
    for line in lines:
        if line.depth.value == "same" and not whole:
            continue
        shown += 1
        place = places.get(line.checkpoint_id) or f"(was {old_places.get(line.checkpoint_id)})"
        output.console.print(
            Text(f"{place}  {line.fate.value}, {line.depth.value}", style="bold"), soft_wrap=True
        )
        output.console.print(_text(line, colours=output.console.is_terminal), soft_wrap=True)
        for field in line.fields:
            was, now = getattr(line.before, field), getattr(line.after, field)
            output.say(f"   {field}: {_plain(was)} → {_plain(now)}")
        counts = stale.get(line.checkpoint_id)
        if counts:
            output.say(f"   makes stale: {counts.judgments} judgments, {counts.verdicts} verdicts")
    if not shown:
        output.say("Nothing differs.")


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


def _plain(value: Any) -> str:  # noqa: ANN401 - any field of a line
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
