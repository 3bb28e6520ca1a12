"""In large letters a checkpoint stays in sight while its comment or its reason is written."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.workflow import add_checkpoint, submit_rubric
from xpert_studio.desktop.pages.task.rubric.model import TEXT

LONG = (
    "Warns that the rent and the service charge stay due until the break date, and that paying "
    "less than either loses the right to break the lease at all, as clause 9 of the lease says."
)


@pytest.fixture(params=[(1280, 720), (1380, 860)], ids=str)
def large(request, hands: Hands) -> tuple[int, int]:
    hands.dress(text_size=150)
    return request.param


def seen_of(widget: QWidget, rect: QRect) -> QRect:
    """What of a part of a widget is on the screen, in its own coordinates."""
    ground: QWidget | None = widget
    shown = QRect(rect)
    while ground is not None:
        at = widget.mapTo(ground, QPoint()) if ground is not widget else QPoint()
        shown &= ground.rect().translated(-at)
        ground = ground.parentWidget() if not ground.isWindow() else None
    return shown


def test_in_a_review(hands: Hands, studio: Studio, large: tuple[int, int]) -> None:
    studio.rubric(lines=2)
    for number in range(8):
        text = f"{number}: {LONG}"
        add_checkpoint(studio.wei, "t1", text=text, dimension="Accuracy")
    submit_rubric(studio.wei, "t1", reason="Few.")
    hands.open(studio.project.path, "maria").resize(*large)
    hands.go("task", task_id="t1", tab="review")
    review = hands.panel
    for row in (0, 4, 9):
        review.table.setFocus()
        review.table.setCurrentIndex(review.model.index(row, TEXT))
        hands.settle()
        hands.key("C")
        hands.settle()
        text, table = review.composer.text, review.table
        line = table.visualRect(review.model.index(row, TEXT))
        words = QRect(line.topLeft(), QPoint(line.right(), line.top() + 2 * text.fontMetrics().height()))  # fmt: skip
        assert seen_of(table.viewport(), words) == words, f"checkpoint {row} is hidden"
        assert seen_of(text, text.rect()).height() >= text.fontMetrics().height(), row
        for kind in review.composer.kinds:
            assert seen_of(kind, kind.rect()) == kind.rect(), f"{row}: {kind.text()} is hidden"
        hands.key("Escape")
        hands.settle()


def test_in_judging(hands: Hands, studio: Studio, large: tuple[int, int]) -> None:
    (response_id,) = studio.answered()
    hands.open(studio.project.path, "maria").resize(*large)
    hands.go("judging", task_id="t1", item=response_id)
    form = hands.page.form
    for row in range(3):
        form.lines.setFocus()
        form.lines.setCurrentIndex(form.lines.model().index(row, 0))
        hands.settle()
        hands.key("R")
        hands.settle()
        rationale = form.detail.rationale
        assert hands.focus is rationale
        line = form.lines.visualRect(form.lines.currentIndex())
        words = QRect(line.topLeft(), QPoint(line.right(), line.top() + rationale.fontMetrics().height()))  # fmt: skip
        assert seen_of(form.lines.viewport(), words) == words, f"checkpoint {row} is hidden"
        shown = seen_of(rationale, rationale.rect())
        assert shown.height() >= 2 * rationale.fontMetrics().height(), row
