"""The search page of the window: what is alike in meaning stands beside what has the words."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPoint

from tests.desktop.views_help import at_work, sample
from xpert_studio.core.store.search import Hit, HitKind
from xpert_studio.core.workflow.views.finders import Alike, OtherFinder
from xpert_studio.desktop.pages.search import page as page_module
from xpert_studio.desktop.places import Place
from xpert_studio.packs.meaning import finding
from xpert_studio.packs.meaning.encoder import Encoder
from xpert_studio.packs.meaning.encoders import ENCODERS
from xpert_studio.packs.meaning.finding import MEANING
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
    assert not page.others["meaning"].isVisible()
    qtbot.keyClicks(page.field, WORDS)
    qtbot.waitUntil(lambda: bool(page.others["meaning"].list.found))
    assert page.by_words.text() == "By keywords"
    assert page.others["meaning"].title.text() == "By meaning: shared characters, offline"
    assert page.empty.title.text() == "Nothing found", "no text has all words"
    first = next(iter(page.others["meaning"].list.entries))
    assert first.title.startswith("Did the break notice end the lease?")
    assert re.fullmatch(r"\d+ % alike", first.chip.replace("\u202f", " ").replace("\xa0", " "))
    assert better == [], "nothing is prepared without a click"
    assert "passages are prepared" in page.others["meaning"].notes.text()
    page.others["meaning"].list.opened.emit(first.key)
    qtbot.waitUntil(lambda: page.shell.window.place.page == "task")
    assert page.shell.window.place.task_id == "law-lease-break"


def test_the_better_way_is_prepared_by_a_click_and_then_answers(qtbot, page, better):
    qtbot.keyClicks(page.field, WORDS)
    qtbot.waitUntil(lambda: page.others["meaning"].prepare.isVisible())
    page.others["meaning"].prepare.click()
    qtbot.waitUntil(lambda: page.others["meaning"].title.text() == "By meaning: better one")
    assert better
    assert not page.others["meaning"].prepare.isVisible()
    count = len(better)
    qtbot.keyClicks(page.field, " again")
    qtbot.waitUntil(lambda: len(better) == count + 1)
    assert page.others["meaning"].title.text().startswith("By meaning")


def test_the_ticks_hold_for_both_lists(qtbot, page):
    for kind, tick in page.ticks.items():
        tick.setChecked(kind is HitKind.CHECKPOINT)
    qtbot.keyClicks(page.field, WORDS)
    qtbot.waitUntil(lambda: bool(page.others["meaning"].list.found))
    assert {one.hit.kind for one in page.others["meaning"].list.found.values()} == {
        HitKind.CHECKPOINT
    }
    page.field.clear()
    qtbot.waitUntil(lambda: not page.others["meaning"].isVisible())
    assert not page.others["meaning"].list.found


def test_an_error_is_told_and_the_list_is_empty(qtbot, page, monkeypatch):
    told: list[BaseException] = []
    monkeypatch.setattr(page.shell, "tell", told.append)

    def fails(*_):
        raise OSError("no space")

    monkeypatch.setattr(finding, "_read", fails)
    qtbot.keyClicks(page.field, WORDS)
    qtbot.waitUntil(lambda: bool(told))
    assert not page.others["meaning"].list.found
    assert page.others["meaning"].title.text() == "By meaning"


def test_what_was_found_for_other_words_is_not_shown(qtbot, page):
    alike = page.others["meaning"]
    alike.want(WORDS, ())
    qtbot.waitUntil(lambda: bool(alike.list.found))
    first = list(alike.list.found)
    alike.want("a dose of a medicine", ())
    alike._search()
    alike.want(WORDS, ())
    qtbot.waitUntil(lambda: page.shell.session.bridge.is_idle and alike.prepare.isEnabled())
    assert list(alike.list.found) == first
    assert alike.title.text() == "By meaning: shared characters, offline"


def length(_tx, _person, wanted):
    key = ("law-lease-break",)
    hits = (Hit(HitKind.TASK, key, key[0], "prompt", wanted.text, (), 0.5),)
    return Alike(hits, "length", "by length")


@pytest.mark.parametrize("more", [{"meaning": MEANING}, {}])
def test_all_finders_have_a_list_and_none_has_none(qtbot, tmp_path, better, monkeypatch, more):
    others = {**more, "length": OtherFinder("length", "By length", length)} if more else {}
    monkeypatch.setattr(page_module, "FINDERS", others)
    project = sample(tmp_path / "sample.xpert")
    with at_work(qtbot, project, "lead-moreau", Place("search")) as window:
        page = window.page("search")
        qtbot.keyClicks(page.field, "lease")
        qtbot.waitUntil(lambda: bool(page.list.found))
        qtbot.waitUntil(lambda: all(one.list.found for one in page.others.values()))
        said = [one.title.text() for one in page.others.values()]
    project.close()
    assert said == (
        ["By meaning: shared characters, offline", "By length: by length"] if more else []
    )


def test_below_each_other_both_lists_begin_at_one_edge(qtbot, page):
    def left(widget) -> int:
        return widget.mapTo(page, QPoint(0, 0)).x()

    qtbot.keyClicks(page.field, WORDS)
    alike = page.others["meaning"]
    qtbot.waitUntil(lambda: bool(alike.list.found))
    assert left(alike.title) > left(page.by_words) + page.by_words.width()
    page.window().resize(700, 840)
    qtbot.waitUntil(lambda: alike.mapTo(page, QPoint(0, 0)).y() > page.stack.y() + 100)
    assert [left(one) for one in (alike.title, alike.list, alike)] == [
        left(one) for one in (page.by_words, page.stack, page._beside)
    ]
