"""The tour: each step is beside the control it is about; it can be left, and found again."""

from __future__ import annotations

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.desktop.tour import Tour


def tour_of(hands: Hands) -> Tour | None:
    found = [tour for tour in hands.window.findChildren(Tour) if tour.isVisible()]
    return found[0] if found else None


def begin(hands: Hands) -> Tour:
    hands.until(lambda: tour_of(hands) is not None)
    tour = tour_of(hands)
    assert tour is not None
    return tour


def test_each_step_is_beside_its_control_and_within_the_window(
    hands: Hands, studio: Studio
) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.click("Take the tour")
    tour = begin(hands)
    seen = []
    while tour_of(hands) is not None:
        assert hands.window.rect().contains(tour.geometry())
        assert not tour.geometry().intersects(tour._ring.geometry())
        seen.append(tour._title.text())
        hands.key("Enter")
        hands.settle()
    assert 3 <= len(seen) <= 6
    assert len(set(seen)) == len(seen)


def test_it_is_left_with_esc_and_found_again(hands: Hands, studio: Studio) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.click("Take the tour")
    begin(hands)
    hands.key("Escape")
    hands.settle()
    assert tour_of(hands) is None
    assert not hands.page.tour.isVisible(), "it is offered once"
    hands.go("tasks")
    hands.window.book.run_id("help.tour")
    begin(hands)
    assert hands.window.place.page == "home"


def test_esc_leaves_it_wherever_the_focus_is(hands: Hands, studio: Studio) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.click("Take the tour")
    begin(hands)
    hands.window.search.setFocus()
    hands.key("Escape")
    hands.settle()
    assert tour_of(hands) is None
    assert hands.window.search.hasFocus()


def test_it_goes_away_when_the_control_it_is_about_does(hands: Hands, studio: Studio) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.click("Take the tour")
    begin(hands)
    hands.go("tasks")
    assert tour_of(hands) is None
    assert hands.page.isAncestorOf(hands.focus)
