"""What a search has found, as a list: what kind of place each is, and where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from xpert_studio.desktop.places import Place
from xpert_studio.desktop.wording import mark, t
from xpert_studio.workflow.views.finding import Found, HitKind

Index = QModelIndex | QPersistentModelIndex
_NOTHING: Final = QModelIndex()
FOUND_ROLE: Final = Qt.ItemDataRole.UserRole + 1
WHERE_ROLE: Final = Qt.ItemDataRole.UserRole + 2

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


class FoundList(QAbstractListModel):
    """The places found, the best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: tuple[Found, ...] = ()

    def show_found(self, found: Sequence[Found]) -> None:
        """Shows other places."""
        self.beginResetModel()
        self._found = tuple(found)
        self.endResetModel()

    def found_at(self, row: int) -> Found | None:
        """The place in a row."""
        return self._found[row] if 0 <= row < len(self._found) else None

    def row_like(self, found: Found | None) -> int:
        """The row of the same place; the first where it is not among them."""
        if found is not None:
            for row, other in enumerate(self._found):
                if (other.hit.key, other.hit.field) == (found.hit.key, found.hit.field):
                    return row
        return 0

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many places there are."""
        return 0 if parent.isValid() else len(self._found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What is known of a place."""
        found = self.found_at(index.row()) if index.isValid() else None
        if found is None:
            return None
        if role == FOUND_ROLE:
            return found
        if role == WHERE_ROLE:
            return where(found)
        if role == Qt.ItemDataRole.DisplayRole:
            return found.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{found.title}. {where(found)}. {found.hit.snippet}"
        return None
