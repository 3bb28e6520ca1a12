"""What experts differ on, as a list, the weightiest first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QObject,
    QRect,
    Qt,
)
from PySide6.QtGui import QPainter

from xpert_studio.desktop.kit import (
    GAP,
    TIGHT,
    Index,
    Place,
    RowDelegate,
    RowList,
    decided,
    high,
    hint,
    px,
    short,
    t,
)
from xpert_studio.report.csv_tables import Value
from xpert_studio.report.experts import Disputed

LINES_ROLE: Final = Qt.ItemDataRole.UserRole + 2


def place_of(item: Disputed) -> Place:
    """Where both sheets stand side by side."""
    return Place("meta", task_id=item.task_id, item=item.response_id, tab="side_by_side")


class DisputeList(RowList[Disputed]):
    """Checkpoints of responses that experts decided differently."""

    def __init__(self, called: Callable[[str], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._called = called
        self._titles: Mapping[str, str] = {}

    def show_items(self, items: Sequence[Disputed], titles: Mapping[str, str]) -> None:
        """Shows other disagreements."""
        self._titles = titles
        self.show_rows(items)

    def said(self, row: Disputed, place: int, role: int) -> Any:
        """What is known of a checkpoint."""
        if role == Qt.ItemDataRole.DisplayRole:
            return row.point.text
        if role == LINES_ROLE:
            return short(row.point.text, 300), self._where(row), self._said(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.point.text} {self._where(row)}. {self._said(row)}"
        return hint(self._reasons(row)) if role == Qt.ItemDataRole.ToolTipRole else None

    def plain(self) -> list[list[Value]]:
        """The list as a table of words, a row an expert, its heads first."""
        heads: list[Value] = [
            t("Task"), t("Response"), t("Checkpoint"), t("Weight"), t("Expert"), t("Decision"),
            t("Rationale"),
        ]  # fmt: skip
        rows: list[list[Value]] = [
            [
                self._titles.get(item.task_id, item.task_id), item.label, item.point.text,
                item.point.weight, self._called(said.expert_id), decided(said.final_value, item.point),
                said.rationale or "",
            ]
            for item in self._rows
            for said in item.said
        ]  # fmt: skip
        return [heads, *rows]

    def _where(self, item: Disputed) -> str:
        title = self._titles.get(item.task_id, item.task_id)
        response = t("Response {label}", label=item.label)
        return f"{t('Weight {n}', n=item.point.weight)} · {response} · {title}"

    def _said(self, item: Disputed) -> str:
        return " · ".join(
            f"{self._called(said.expert_id)}: {decided(said.final_value, item.point)}"
            for said in item.said
        )

    def _reasons(self, item: Disputed) -> str:
        lines = [
            f"{self._called(said.expert_id)}: {decided(said.final_value, item.point)}. {said.rationale or ''}"
            for said in item.said
        ]
        return "\n\n".join(lines)


class DisputeDelegate(RowDelegate):
    """Draws a disagreement: the checkpoint, where it stands, and who decided what."""

    def height(self, index: Index) -> int:
        """Three lines."""
        lines = high(self.body()) * 2 + high(self.small())
        return lines + 2 * px(TIGHT) + 2 * px(GAP) + px(2)

    def draw(self, painter: QPainter, rect: QRect, row: Any, index: Index) -> None:
        """Draws the lines."""
        looks = ((self.strong(), "text"), (self.small(), "muted"), (self.body(), "text"))
        for text, (font, use) in zip(index.data(LINES_ROLE), looks, strict=True):
            rect.setTop(self.words(painter, rect, str(text), font, use))
