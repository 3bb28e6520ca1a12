"""The rubric page: how much of it is seen, and what stands at its checkpoints."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of
from tests.workflow.studio import Studio
from xpert_studio.core.records import Role, Tier
from xpert_studio.core.workflow import (
    LineFields,
    add_checkpoint,
    add_checkpoints,
    change_brief,
    change_person,
    edit_checkpoint,
)
from xpert_studio.desktop.pages.task.rubric.model import TEXT, TIER, WEIGHT, RubricRow, RubricTable
from xpert_studio.desktop.pages.task.rubric.table import RubricView

SEVENTEEN = (
    "States that the break date is month 30 of the term.",
    "Says that six months of notice have to be given before the break date in writing.",
    "Names clause 9 as the ground for leaving.",
    "Says that email is no service under clause 22, whatever was agreed on the telephone before.",
)


@pytest.fixture(params=[(100, 12), (150, 7)], ids=str)
def seen(request, hands: Hands) -> int:
    size, wanted = request.param
    hands.dress(text_size=size)
    return wanted


def whole(table: RubricView) -> int:
    """How many lines are seen from their first pixel to their last."""
    bottom = table.viewport().rect().bottom()
    rows = range(table.rubric.rowCount())
    found = [table.visualRect(table.rubric.index(row, TEXT)) for row in rows]
    return sum(rect.top() >= 0 and rect.bottom() <= bottom for rect in found)


def test_enough_checkpoints_are_seen_and_the_head_folds_away(
    hands: Hands, studio: Studio, seen: int
) -> None:
    studio.rubric(lines=1)
    for place in range(16):
        add_checkpoint(studio.wei, "t1", text=SEVENTEEN[place % 4], dimension="Clarity")
    window = hands.open(studio.project.path, "wei")
    window.resize(1380, 860)
    hands.go("task", task_id="t1", tab="rubric")
    panel, folds = hands.panel, hands.page.head.folds
    assert folds.isVisible()
    if panel.side.isVisible():
        wide = panel.splitter.sizes()
        assert wide[0] >= 0.6 * sum(wide)
    panel.table.verticalScrollBar().setValue(panel.table.rowHeight(0) + 1)
    hands.settle()
    assert not folds.isVisible()
    panel.table.verticalScrollBar().setValue(
        panel.table.verticalScrollBar().value()
        + panel.table.visualRect(panel.table.rubric.index(2, TEXT)).top()
    )
    hands.settle()
    assert whole(panel.table) >= seen
    panel.table.verticalScrollBar().setValue(0)
    hands.settle()
    assert folds.isVisible()


def test_a_weight_is_stepped_and_a_tier_and_a_dimension_are_chosen_by_the_mouse(
    hands: Hands, studio: Studio
) -> None:
    studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    table = hands.panel.table

    def click(at: QPoint) -> None:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
        hands.settle()

    weight = table.visualRect(table.rubric.index(1, WEIGHT))
    before = rubric_of(studio)[1].weight
    click(weight.topRight() + QPoint(-6, 10))
    assert rubric_of(studio)[1].weight == before + 1
    for _ in range(2):
        click(weight.topLeft() + QPoint(6, 10))
    assert rubric_of(studio)[1].weight == before - 1
    click(table.visualRect(table.rubric.index(1, TIER)).center())
    hands.choose("Optional")
    assert rubric_of(studio)[1].tier is Tier.OPTIONAL
    click(table.lines.dimension_rect(table.rubric.index(1, TEXT)).center())
    hands.choose("Clarity")
    assert rubric_of(studio)[1].dimension == "Clarity"
    click(table.lines.answer_rect(table.rubric.index(1, TEXT)).center())
    assert hands.panel.answering.instrument.isVisible()
    table.setCurrentIndex(table.rubric.index(1, WEIGHT))
    hands.type("+", table)
    hands.settle()
    assert rubric_of(studio)[1].weight == before


def test_what_no_checkpoint_tests_is_marked_in_the_reference_answer(
    hands: Hands, studio: Studio
) -> None:
    studio.rubric()
    answer = "The break date is month 30 of the lease. The partition walls have to be removed."
    change_brief(studio.wei, "t1", reference_answer=answer)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    reference = hands.panel.side.reference

    def marked() -> list[str]:
        return [one.cursor.selectedText() for one in reference.text.extraSelections()]

    hands.until(lambda: marked() == ["The partition walls have to be removed."])
    assert "1 of 2 sentences" in reference.about.text()
    add_checkpoint(studio.wei, "t1", text="Says that the partition walls have to be removed.")
    hands.until(lambda: not marked())


def test_findings_stand_at_their_checkpoint_and_are_applied_there(
    hands: Hands, studio: Studio
) -> None:
    _, second, _ = studio.rubric()
    edit_checkpoint(studio.wei, "t1", second, text="Explains the deadline and lists the steps.")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel = hands.panel
    panel.show_item(second)
    hands.until(lambda: panel.notes.isVisible())
    hands.settle()
    row = panel.table.visualRect(panel.model.index(1, TEXT))
    assert row.contains(panel.notes.geometry().topLeft())
    assert panel.notes.geometry().bottom() <= row.bottom()
    hands.click("Apply (Ctrl+.)")
    hands.settle()
    assert len(rubric_of(studio)) == 4
    panel.table.setFocus()
    panel.table.setCurrentIndex(panel.model.index(0, TEXT))
    hands.settle()
    assert not panel.notes.isVisible()
    assert panel.table.rowHeight(0) < 60


def test_a_reviewer_reads_findings_at_the_checkpoint_and_cannot_apply_them(
    hands: Hands, studio: Studio
) -> None:
    from xpert_studio.core.workflow import submit_rubric

    _, second, _ = studio.rubric()
    edit_checkpoint(studio.wei, "t1", second, text="Explains the deadline and lists the steps.")
    submit_rubric(studio.wei, "t1")
    change_person(studio.lena, "maria", roles=(Role.REVIEWER,))
    hands.open(studio.project.path, "maria")
    hands.go("task", task_id="t1")
    hands.key("J", hands.panel.table)
    hands.until(lambda: hands.reads("Split"))
    assert hands.panel.notes.isVisible()
    assert not [
        one for one in hands.seen(type(hands.panel.review_foot.yes)) if "Apply" in one.text()
    ]


def test_a_long_rubric_is_shown_in_one_step(hands: Hands, studio: Studio) -> None:
    studio.rubric(lines=1)
    more: list[LineFields] = [{"text": f"Names fact {n}"} for n in range(59)]
    add_checkpoints(studio.wei, "t1", more)
    hands.open(studio.project.path, "wei")
    hands.go("tasks")
    told: list[tuple[int, int]] = []
    inserted = RubricTable.endInsertRows

    def count(model: RubricTable) -> None:
        inserted(model)
        told.append((len(told), model.rowCount()))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(RubricTable, "endInsertRows", count)
        hands.go("task", task_id="t1", tab="rubric")
    assert told == [(0, 60)]
    assert "60 of" in hands.panel.summary.text()


@given(st.lists(st.integers(0, 30), unique=True), st.lists(st.integers(0, 30), unique=True))
def test_rows_become_any_others(before: list[int], after: list[int]) -> None:
    model = RubricTable()
    for wanted in (before, after):
        model.become([RubricRow.of(None, id=str(n), text=f"{n}") for n in wanted])
        assert [int(line.id) for line in model.lines] == wanted
