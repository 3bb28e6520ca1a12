"""What was being typed when the program was cut off is put back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from xpert_studio.core.errors import XpertError
from xpert_studio.core.records.tasks import BRIEF_TEXTS
from xpert_studio.core.workflow import (
    CommandContext,
    add_checkpoint,
    change_brief,
    edit_checkpoint,
    judge_line,
)
from xpert_studio.core.workflow.blinding import find_response
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.unsaved import CutOffText


def put_back(session: Session) -> tuple[list[CutOffText], list[CutOffText]]:
    """Writes cut-off words into the project by the verbs that would have done it.

    Runs before the window shows anything.

    Returns:
        What was put back, and what the project no longer takes (kept for the person to copy).
    """
    back: list[CutOffText] = []
    left: list[CutOffText] = []
    found = [] if session.project.read_only else session.unsaved.cut_off()
    for words in (one for one in found if one.person_id == session.person_id):
        try:
            _VERBS[words.kind](session.ctx, words)
        except (XpertError, LookupError, TypeError, ValueError):
            left.append(words)
        else:
            session.unsaved.drop(words)
            back.append(words)
    return back, left


def place_of(words: CutOffText) -> Place | None:
    """Where words that were put back are to be seen; None where only the person knows it."""
    tab = {"brief": "brief", "checkpoint": "rubric", "new_checkpoint": "rubric"}.get(words.kind)
    item = "" if words.kind == "new_checkpoint" else words.item
    return Place("task", task_id=words.target, tab=tab, item=item) if tab else None


def _brief(ctx: CommandContext, words: CutOffText) -> None:
    if words.item not in BRIEF_TEXTS:
        raise KeyError(words.item)
    fields: Any = {words.item: words.text or None}
    change_brief(ctx, words.target, **fields)


def _checkpoint(ctx: CommandContext, words: CutOffText) -> None:
    if words.text.strip():
        edit_checkpoint(ctx, words.target, words.item, text=words.text)


def _new_checkpoint(ctx: CommandContext, words: CutOffText) -> None:
    if words.text.strip():
        at = int(words.item) if _PLACE.fullmatch(words.item) else None
        add_checkpoint(ctx, words.target, at=at, text=words.text)


def _rationale(ctx: CommandContext, words: CutOffText) -> None:
    with ctx.project.reading() as tx:
        response_id = find_response(tx, words.target)
    judge_line(ctx, response_id, words.item, rationale=words.text)


_PLACE: Final = re.compile("[0-9]{1,6}")
_VERBS: Final[dict[str, Callable[[CommandContext, CutOffText], None]]] = {
    "brief": _brief,
    "checkpoint": _checkpoint,
    "new_checkpoint": _new_checkpoint,
    "rationale": _rationale,
}
