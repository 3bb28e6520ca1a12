"""Menus are reached with Alt and a letter, in English and Chinese, and no two share one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QMenu

from tests.desktop.hands import Hands
from tests.sampling import in_turn
from tests.workflow.studio import Studio
from xpert_studio.desktop.menu_letters import letters_for, with_letter
from xpert_studio.desktop.places import Place

TEXTS = st.lists(st.text("abcdefg &…字", max_size=6), max_size=12)
MARKED = re.compile(r"(?<!&)(?:&&)*&([^&])")


@given(texts=TEXTS, taken=st.sets(st.sampled_from("ABCdefg")))
def test_no_two_texts_have_the_same_letter_and_each_has_it_in_it(texts, taken) -> None:
    found = letters_for(texts, taken)
    given_out = [letter for letter in found if letter]
    assert len(set(given_out)) == len(given_out)
    assert not set(given_out) & {letter.upper() for letter in taken}
    for text, letter in zip(texts, found, strict=True):
        assert letter in text.upper()
        free = {char for char in text.upper() if char.isascii() and char.isalnum()}
        assert letter or not free - set(given_out) - {one.upper() for one in taken}


@given(text=st.text("abc &…字", max_size=8), letter=st.sampled_from(["", "A", "X"]))
def test_one_letter_is_marked_and_the_words_stay(text: str, letter: str) -> None:
    made = with_letter(text, letter)
    assert [found.upper() for found in MARKED.findall(made)] == ([letter] if letter else [])
    bare = made.replace("&&", "\0").replace("&", "").replace("\0", "&")
    assert bare.replace(f"({letter})", "", 1) == text if bare != text else True


@pytest.mark.parametrize(
    ("text", "letter", "made"),
    [
        ("File", "F", "&File"), ("Save as …", "A", "Save &as …"), ("Review", "I", "Rev&iew"),
        ("文件", "F", "文件(&F)"), ("新建项目 …", "N", "新建项目(&N) …"),
        ("导出 Excel", "E", "导出 Excel(&E)"), ("Research & more", "M", "Research && &more"),
    ],
)  # fmt: skip
def test_letters_are_marked_as_each_language_does(text: str, letter: str, made: str) -> None:
    assert with_letter(text, letter) == made


PLACES = (
    Place("home"), Place("tasks"), Place("judging"), Place("people"), Place("project"),
    Place("history"), Place("settings"), Place("search"), Place("results"), Place("alignment"),
    Place("runs"), Place("publish"), Place("tasks", tab="samples"),
    *(Place("task", task_id="t1", tab=tab) for tab in ("brief", "rubric", "review", "responses")),
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_letter_means_two_things(hands: Hands, studio: Studio, language: str) -> None:
    studio.rubric()
    hands.dress(language=language)
    hands.open(studio.project.path, "wei")
    for place in in_turn(PLACES, language == "zh", 6):
        hands.window.go(place)
        hands.settle()
        titles = [action.text() for action in hands.window.menuBar().actions()]
        letters = [MARKED.findall(title)[0].upper() for title in titles]
        assert len(set(letters)) == len(letters), titles
        with_alt = {
            keys.toString().removeprefix("Alt+")
            for _, made in hands.window.book.usable()
            for keys in made.shortcuts()
            if keys.count() == 1
            and keys[0].keyboardModifiers() == QKeySequence("Alt+A")[0].keyboardModifiers()
        }
        assert not with_alt & set(letters), place
        for menu in hands.window.menuBar().findChildren(QMenu):
            menu.aboutToShow.emit()
            texts = [action.text() for action in menu.actions() if action.isEnabled()]
            inside = [letter.upper() for text in texts for letter in MARKED.findall(text)]
            assert len(set(inside)) == len(inside), texts


def test_a_menu_opens_and_acts_by_letters_alone(hands: Hands, studio: Studio) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("home")
    hands.key("Alt+G", hands.window)
    hands.until(lambda: QApplication.activePopupWidget() is not None)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.title() == "&Go"
    entry = next(action for action in menu.actions() if "Tasks" in action.text().replace("&", ""))
    hands.key(MARKED.findall(entry.text())[0].upper(), menu)
    hands.settle()
    assert hands.window.place.page == "tasks"
