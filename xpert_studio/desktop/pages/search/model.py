"""What a search has found, as a list: what kind of place each is, and where it lies."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import Qt

from xpert_studio.desktop.parts.rows import RowList
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.wording import mark, t
from xpert_studio.workflow.views.finding import Found, HitKind

KINDS: Final = {
    HitKind.TASK: mark("Briefs"),
    HitKind.CHECKPOINT: mark("Checkpoints"),
    HitKind.RESPONSE: mark("Responses"),
    HitKind.RATIONALE: mark("Rationales"),
    HitKind.REMARK: mark("Remarks"),
}
PICTURES: Final = {
    HitKind.TASK: "file-text",
    HitKind.CHECKPOINT: "list-checks",
    HitKind.RESPONSE: "message-square",
    HitKind.RATIONALE: "gavel",
    HitKind.REMARK: "message-square-warning",
}
_BRIEF: Final = {
    "title": mark("Title"),
    "prompt": mark("Brief"),
    "context": mark("Work context"),
    "materials": mark("Background materials"),
    "deliverables": mark("Required deliverables"),
    "reference_answer": mark("Reference answer"),
}


def where(found: Found) -> str:
    """What kind of place something was found in, in words."""
    hit = found.hit
    match hit.kind:
        case HitKind.TASK:
            return t(_BRIEF.get(hit.field, "Brief"))
        case HitKind.CHECKPOINT:
            return t("Note on a checkpoint") if hit.field == "notes" else t("Checkpoint")
        case HitKind.RESPONSE:
            return t("Response {label}", label=found.label)
        case HitKind.RATIONALE if hit.field == "note":
            return t("Note on a judgment of response {label}", label=found.label)
        case HitKind.RATIONALE:
            return t("Rationale on response {label}", label=found.label)
        case _:
            return t("Reply to a remark") if hit.field == "replies" else t("Remark")


def place_of(found: Found) -> Place:
    """Where something that was found is looked at."""
    hit = found.hit
    match hit.kind:
        case HitKind.TASK:
            return Place("task", task_id=hit.task_id, tab="brief", item=hit.field)
        case HitKind.CHECKPOINT:
            return Place("task", task_id=hit.task_id, tab="rubric", item=hit.key[-1])
        case HitKind.REMARK:
            return Place("task", task_id=hit.task_id, tab="review", item=hit.key[0])
        case _:
            return Place("task", task_id=hit.task_id, tab="responses", item=hit.key[0])


class FoundList(RowList[Found]):
    """The places found, the best first."""

    def key(self, row: Found) -> object:
        """Where it is."""
        return row.hit.key, row.hit.field

    def said(self, row: Found, place: int, role: int) -> Any:
        """What is known of a place."""
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.title}. {where(row)}. {row.hit.snippet}"
        return None
