"""The live page from the window: offered where there is one, opened beside it, refusals said."""

from __future__ import annotations

import pytest

from tests.desktop.conftest import config, hands, qtbot
from tests.desktop.hands import Hands
from tests.packs.web_pages.browsers import page
from tests.workflow.studio import Studio
from xpert_studio.core.errors import UsageError
from xpert_studio.core.workflow import NewFile, NewResponse, add_responses
from xpert_studio.packs.web_pages import opening

__all__ = ["config", "hands", "qtbot"]

PAGE = page("<h1>Shop</h1><!-- aurora -->", "<title>aurora</title>")


@pytest.fixture
def studio(tmp_path) -> Studio:
    return Studio(tmp_path / "studio.xpert")


def judging(hands: Hands, studio: Studio, *files: NewFile):
    studio.ready()
    add_responses(studio.lena, [NewResponse("t1", "aurora", "See the page.", files=files)])
    hands.open(studio.project.path, "maria")
    hands.go("judging")
    hands.key("Enter")
    hands.settle()
    return hands.page.form.reading.pictures


def why_not(hands: Hands) -> str | None:
    """Why the action is refused now."""
    action = next(one for one, _, _ in hands.window.book if one.id == "judging.live")
    return action.refused() if action.refused else None


def test_a_page_is_opened_from_the_form_where_it_is_judged(hands, studio, monkeypatch) -> None:
    opened = []
    monkeypatch.setattr(opening, "open_page", lambda site: opened.append(site.files))
    board = judging(hands, studio, NewFile("shop.html", PAGE))
    assert board.has_live
    assert why_not(hands) is None
    hands.window.book.run_id("judging.live")
    hands.settle()
    ((name, content),) = opened[0].items()
    assert name == "index.html" and b"<h1>Shop</h1>" in content
    assert b"aurora" not in content  # the title would stand above the window


def test_what_refuses_it_is_said(hands, studio, monkeypatch) -> None:
    def refuse(_site) -> None:
        raise UsageError("There is no display to open the page on.", remedy="Sit down.")

    monkeypatch.setattr(opening, "open_page", refuse)
    judging(hands, studio, NewFile("shop.html", PAGE))
    hands.window.book.run_id("judging.live")
    hands.settle()
    assert hands.reads("There is no display to open the page on.")


def test_without_a_page_it_is_refused_with_the_reason(hands, studio) -> None:
    board = judging(hands, studio, NewFile("note.txt", b"Nothing to see."))
    assert not board.has_live and not board.live.isVisibleTo(board)
    assert "no page" in why_not(hands)
