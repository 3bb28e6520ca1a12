"""The search page of the window: what is alike in meaning stands beside what has the words."""

from __future__ import annotations

import pytest

from tests.desktop.views_help import at_work, sample
from xpert_studio.core.store.search_sources import HitKind
from xpert_studio.desktop.places import Place
from xpert_studio.packs.meaning import finding
from xpert_studio.packs.meaning.encoder import Encoder
from xpert_studio.packs.meaning.encoders import ENCODERS
from xpert_studio.packs.meaning.grams import GRAMS

WORDS = "terminating leases by notices"


@pytest.fixture
def better(monkeypatch):
    """A better encoder, whose vectors have to be made first."""
    made: list[str] = []

    def make(among):
        def encode(texts):
            made.extend(texts)
            return GRAMS.make(("lease",))(texts)

        return encode

    one = Encoder("better", "better one", "It finds all.", make, keeps="better 1")
    monkeypatch.setattr(finding, "ENCODERS", {**ENCODERS, "better": one})
    monkeypatch.setattr(finding, "best_encoder", lambda: one)
    return made


@pytest.fixture
def page(qtbot, tmp_path, better):
    project = sample(tmp_path / "sample.xpert")
    with at_work(qtbot, project, "lead-moreau", Place("search")) as window:
        yield window.page("search")
    project.close()


def test_both_lists_are_named_and_a_click_opens_the_place(qtbot, page, better):
    assert not page.alike.isVisible()
    qtbot.keyClicks(page.field, WORDS)
    qtbot.waitUntil(lambda: bool(page.alike.found))
    assert page.by_words.text() == "By keywords"
    assert page.alike.title.text() == "By meaning: shared characters, offline"
    assert page.empty.title.text() == "Nothing found", "no text has all words"
    first = next(iter(page.alike.list.entries))
    assert first.title.startswith("Did the break notice end the lease?")
    assert first.chip.endswith("%")
    assert better == [], "nothing is prepared without a click"
    assert "passages are prepared" in page.alike.notes.text()
    page.alike.list.opened.emit(first.key)
    qtbot.waitUntil(lambda: page.shell.window.place.page == "task")
    assert page.shell.window.place.task_id == "law-lease-break"


def test_the_better_way_is_prepared_by_a_click_and_then_answers(qtbot, page, better):
    qtbot.keyClicks(page.field, WORDS)
    qtbot.waitUntil(lambda: page.alike.prepare.isVisible())
    page.alike.prepare.click()
    qtbot.waitUntil(lambda: page.alike.title.text() == "By meaning: better one")
    assert better
    assert not page.alike.prepare.isVisible()
    count = len(better)
    qtbot.keyClicks(page.field, " again")
    qtbot.waitUntil(lambda: len(better) == count + 1)
    assert page.alike.title.text().startswith("By meaning")


def test_the_ticks_hold_for_both_lists(qtbot, page):
    for kind, tick in page.ticks.items():
        tick.setChecked(kind is HitKind.CHECKPOINT)
    qtbot.keyClicks(page.field, WORDS)
    qtbot.waitUntil(lambda: bool(page.alike.found))
    assert {one.hit.kind for one in page.alike.found.values()} == {HitKind.CHECKPOINT}
    page.field.clear()
    qtbot.waitUntil(lambda: not page.alike.isVisible())
    assert not page.alike.found


def test_an_error_is_told_and_the_list_is_empty(qtbot, page, monkeypatch):
    told: list[BaseException] = []
    monkeypatch.setattr(page.shell, "tell", told.append)

    def fails(*_):
        raise OSError("no space")

    monkeypatch.setattr(finding, "_read", fails)
    qtbot.keyClicks(page.field, WORDS)
    qtbot.waitUntil(lambda: bool(told))
    assert not page.alike.found
    assert page.alike.title.text() == "By meaning"
