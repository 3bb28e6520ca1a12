"""An expert marks regions in a picture by mouse and by keys; they are seen where the work is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from tests.desktop.conftest import config, hands, qtbot
from tests.desktop.hands import Hands
from tests.packs.images.test_boxes import png
from tests.packs.images.test_overlap import BEAM
from tests.packs.images.test_region_commands import differ
from tests.workflow.studio import Studio
from xpert_studio.core.records import Judgment, Quote, bytes_hash, region_between
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import NewFile, NewResponse, add_responses, form_view, undo
from xpert_studio.desktop.pages.alignment.places import CasePlace
from xpert_studio.desktop.places import verdict_place
from xpert_studio.desktop.widgets.reading_pane import ReadingPane
from xpert_studio.desktop.widgets.reading_views import Marked
from xpert_studio.desktop.widgets.region_canvas import MarkedRegion, RegionCanvas
from xpert_studio.packs.disputes.changes import add
from xpert_studio.report.cases import CaseFilter

__all__ = ["config", "hands", "qtbot"]

PLAN = png(200, 200, "blue")


@pytest.fixture
def studio(tmp_path) -> Studio:
    return Studio(tmp_path / "studio.xpert")


@pytest.fixture
def pictured(studio: Studio) -> str:
    studio.ready()
    files = (NewFile("beam.png", BEAM), NewFile("plan.png", PLAN))
    change = add_responses(studio.lena, [NewResponse("t1", "aurora", "See both.", files=files)])
    return change.after("response")[0].id


def evidence(studio: Studio, response_id: str, place: int = 0):
    decision = form_view(studio.maria, response_id).lines[place].decision
    return decision.evidence if decision else ()


def opened(hands: Hands, studio: Studio):
    hands.open(studio.project.path, "maria")
    hands.go("judging")
    hands.key("Enter")
    hands.settle()
    return hands.page.form.reading


def test_a_region_is_drawn_by_keys_with_a_note(hands: Hands, studio: Studio, pictured) -> None:
    reading = opened(hands, studio)
    assert reading.tabs.currentIndex() == 4  # there is hardly any text
    hands.key("Ctrl+G")
    canvas = reading.pictures.canvas
    assert hands.focus is canvas
    for _ in range(10):
        hands.key("Right")
    for _ in range(5):
        hands.key("Shift+Down")
    hands.key("Up")
    assert "50%" in canvas.accessibleDescription()
    reading.pictures.note.setFocus()
    hands.type("the crack")
    hands.key("Enter")
    hands.settle()
    (kept,) = evidence(studio, pictured)
    region = kept.region
    assert (kept.quote, region.picture) == ("the crack", bytes_hash(BEAM))
    assert (region.left, region.top) == pytest.approx((0.5, 0.39))
    assert (region.width, region.height) == pytest.approx((0.2, 0.25))
    assert hands.reads("Region 1 on picture 1: the crack")
    (said,) = [
        one for one in hands.page.findChildren(QLabel) if one.text().startswith("Region 1 on")
    ]
    assert said.toolTip() == "Region at 50%, 39% of 20% × 25%: the crack"
    reading.tabs.setCurrentIndex(0)
    hands.click(said)
    assert reading.tabs.currentIndex() == 4
    hands.key("Ctrl+G")
    hands.key("Left")
    hands.key("Escape")
    assert canvas.region is None
    assert len(evidence(studio, pictured)) == 1


def test_regions_are_drawn_by_mouse_on_two_pictures_and_taken_out(
    hands: Hands, studio: Studio, pictured
) -> None:
    reading = opened(hands, studio)
    reading.tabs.setCurrentIndex(4)
    hands.settle()
    board = reading.pictures
    _drag(board.canvas, (0.1, 0.2), (0.6, 0.7))
    hands.key("Enter", on=board.canvas)
    hands.click(board.after)
    _drag(board.canvas, (0.9, 0.9), (0.5, 0.4))
    assert board.drawing.isVisible()
    hands.click("Keep region")
    hands.settle()
    first, second = evidence(studio, pictured)
    assert (first.region.picture, second.region.picture) == (bytes_hash(BEAM), bytes_hash(PLAN))
    assert (first.region.left, first.region.right) == pytest.approx((0.1, 0.6), abs=0.02)
    assert (second.region.top, second.region.bottom) == pytest.approx((0.4, 0.9), abs=0.02)
    painted = drawn(board.canvas)
    edge = board.canvas.place_of(second.region).topLeft().toPoint() + QPoint(20, 0)
    assert painted.pixelColor(edge).blue() < 250  # the frame, where the picture was blue
    hands.page.form.detail.quote_dropped.emit(0)
    hands.settle()
    assert evidence(studio, pictured) == (second,)
    undo(studio.maria, task_id="t1")
    assert evidence(studio, pictured) == (first, second)


def drawn(widget: QWidget) -> QImage:
    """What a widget paints, a pixel for each of its points, however large the screen shows it."""
    image = QImage(widget.size(), QImage.Format.Format_RGB32)
    widget.render(image)
    return image


def _drag(canvas, begin, end) -> None:
    ground = canvas.ground
    first, last = (
        QPoint(
            round(ground.left() + across * ground.width()),
            round(ground.top() + down * ground.height()),
        )
        for across, down in (begin, end)
    )
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=first)
    QTest.mouseMove(canvas, (first + last) / 2)
    QTest.mouseMove(canvas, last)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=last)


def test_who_confirms_sees_the_regions_and_cannot_draw(
    hands: Hands, studio: Studio, pictured
) -> None:
    reading = opened(hands, studio)
    hands.key("Ctrl+G")
    hands.key("Enter")
    hands.settle()
    studio.judged(pictured, "maria")
    with studio.project.reading() as tx:
        kept = entities.find_all(tx, Judgment, response_id=pictured)
    assert [len(one.regions) for one in kept] == [1, 0, 0]
    hands.open(studio.project.path, "lena")
    hands.go("judging", item=pictured, expert_id="maria")
    hands.settle()
    confirming = hands.page.confirming
    board = confirming.reading.pictures
    assert hands.reads("Region 1 on picture 1")
    confirming.reading.show_evidence(kept[0].evidence[0])
    hands.settle()
    assert board.isVisible()
    assert not board.begin.isVisible()
    _drag(board.canvas, (0.1, 0.1), (0.5, 0.5))
    assert board.canvas.region is None
    assert reading is not confirming.reading


def test_numbers_of_regions_that_touch_cover_neither_each_other_nor_regions(qtbot) -> None:
    canvas = RegionCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(400, 400)
    image = QImage.fromData(BEAM).scaled(400, 400)
    canvas.show_picture("0" * 64, image, "")
    places = ((0.1, 0.2, 0.8, 0.4), (0.09, 0.41, 0.7, 0.6), (0.0, 0.0, 0.3, 0.1))
    regions = [region_between("0" * 64, *place) for place in places]
    canvas.show_marks([MarkedRegion(one, words=str(n)) for n, one in enumerate(regions, 1)])
    found = canvas.badges()
    assert [mark.words for mark, _ in found] == ["1", "2", "3"]
    room = QRectF(canvas.rect())
    for place, (_, badge) in enumerate(found):
        assert room.contains(badge)
        assert not any(badge.intersects(other) for _, other in found[:place])
        assert not any(badge.intersects(canvas.place_of(one)) for one in regions)


def test_without_pictures_nothing_can_be_marked(hands: Hands, studio: Studio) -> None:
    studio.answered()
    reading = opened(hands, studio)
    assert not reading.tabs.isTabVisible(4)
    assert hands.page._why_no_region() == "The response has no pictures."


def test_a_verdict_and_a_case_show_the_judge_s_region_beside_the_expert_s(
    hands: Hands, studio: Studio, pictured
) -> None:
    differ(studio, pictured)
    hands.open(studio.project.path, "lena")
    hands.window.go(verdict_place("t1", pictured))
    hands.settle()
    _both_are_shown(hands.page.reading)
    assert _named(hands) == ["Region 1 on picture 1"] * 2
    detail = hands.page.detail
    detail.show_tab("earlier")
    hands.settle()
    detail._show_earlier((replace(detail.kept, is_replaced=True),))
    hands.settle()
    assert _named(hands) == ["Region 1 on picture 1"], "an earlier verdict names it as well"
    point = form_view(studio.ada, pictured).lines[0].checkpoint.id
    case = CasePlace(pictured, point, CaseFilter(judge="j1", said="differ"))
    hands.window.go(case.place())
    hands.settle()
    (reading,) = [one for one in hands.page.findChildren(ReadingPane) if one.isVisible()]
    reading.tabs.setCurrentIndex(4)
    hands.settle()
    _both_are_shown(reading)
    assert _named(hands) == ["Region 1 on picture 1"] * 2


def test_a_dispute_shows_the_picture_of_its_region(hands: Hands, studio: Studio, pictured) -> None:
    differ(studio, pictured)
    point = form_view(studio.ada, pictured).lines[0].checkpoint.id
    add(studio.lena, pictured, point, "j1", "", reason="It is the other crack.")
    hands.open(studio.project.path, "lena")
    hands.go("disputes")
    hands.settle()
    assert _named(hands) == ["Region 1 on picture 1"]
    hands.page.reading.tabs.setCurrentIndex(0)
    (shows,) = [
        one for one in hands.seen(QToolButton) if "Show in the response" in one.accessibleName()
    ]
    hands.click(shows)
    assert hands.page.reading.tabs.currentIndex() == 4


def _named(hands: Hands) -> list[str]:
    """How the cards of decisions call regions, without their notes."""
    found = [one.text() for one in hands.page.findChildren(QLabel) if one.isVisible()]
    return [text.partition(":")[0] for text in found if text.startswith("Region 1")]


def _both_are_shown(reading: ReadingPane) -> None:
    """The expert's left edge is a whole line on the red picture, the judge's one with gaps."""
    canvas = reading.pictures.canvas
    assert canvas.isVisible()
    painted = drawn(canvas)
    for left, is_dashed in ((0.1, False), (0.3, True)):
        area = canvas.place_of(region_between(bytes_hash(BEAM), left, 0, left + 0.5, 1))
        down = range(round(area.top()) + 10, round(area.bottom()) - 10)
        edge = {painted.pixelColor(round(area.left()), place).name() for place in down}
        assert "#ff0000" not in edge
        assert (len(edge) > 1) == is_dashed, edge


def test_regions_of_pictures_that_are_not_here_are_listed_in_words(
    hands: Hands, studio: Studio, pictured
) -> None:
    """As where a person with a browser marked a page that this computer cannot draw."""
    reading = opened(hands, studio)
    board = reading.pictures
    elsewhere = Quote(quote="the button", region=region_between("0" * 64, 0.1, 0.2, 0.4, 0.3))
    here = Quote(quote="the crack", region=region_between(bytes_hash(BEAM), 0.1, 0.1, 0.2, 0.2))
    reading.mark(
        [Marked(elsewhere, is_current=True, number=3), Marked(here, is_current=True, number=4)]
    )
    hands.settle()
    assert board.absent.isVisibleTo(board) and board.canvas.isVisibleTo(board)
    assert "3 · Region at 10%, 20% of 30% × 10%: the button" in board.absent.text()
    assert "the crack" not in board.absent.text()
    board.show_pictures([])
    reading.mark([Marked(elsewhere, is_current=True, number=3)])
    assert reading.tabs.isTabVisible(4) and not board.canvas.isVisibleTo(board)
    reading.show_evidence(elsewhere)
    assert reading.stack.currentWidget() is board
    reading.mark([])
    assert not board.absent.isVisibleTo(board)
    assert not reading.tabs.isTabVisible(4)
