"""Whatever a page offers is carried out or asks for something: none of it ends in a refusal.

What it opens is closed by Esc.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QInputDialog,
    QLabel,
    QMenu,
    QPushButton,
)

from tests.desktop.hands import Hands
from tests.desktop.sample_places import PLACES
from tests.sampling import in_turn
from xpert_studio.core.store import ProjectFile, tasks
from xpert_studio.core.workflow.commands import COMMANDS
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.pages.task.head import TABS
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.widgets.entries import EntryView
from xpert_studio.desktop.widgets.error_line import ErrorLine
from xpert_studio.desktop.widgets.notice import Notice

PEOPLE = ("author-halloran", "expert-amara", "senior-okafor", "lead-moreau", "author-kowalska")
PARTS = 9
LOOKED_AT = 2
"""So many entries of a list are looked at, and what is offered for each is done."""
_ELSEWHERE = frozenset({"runs.start"})
"""Starts another process, which the stories of runs do."""
_TO_A_GAP = {
    "task.submit_brief": "Submit brief", "review.approve": "Approve",
    "review.send_back": "Request changes",
}  # fmt: skip
"""Where something is missing, they go to it and say what: they ask for it, by id and on a button."""
_OF_THE_CLIPBOARD = "clipboard"
_COMMAND_NAME = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in COMMANDS))


class Heard:
    """What the window refused, and what it changed, while something was done."""

    def __init__(self) -> None:
        self.refusals: list[str] = []
        self.stuck: list[str] = []
        self.changes = 0

    def forget(self) -> None:
        self.refusals.clear()
        self.changes = 0


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Listens at the notice and at the lines of errors; dialogs of the system are cancelled."""
    found = Heard()
    say, tell = Notice.say, ErrorLine._tell

    def said(self, text, tone="", **more):
        if tone in {"bad", "warn"} and _OF_THE_CLIPBOARD not in text:
            found.refusals.append(text)
        say(self, text, tone, **more)

    def told(self, texts):
        found.refusals.extend(texts)
        tell(self, texts)

    monkeypatch.setattr(Notice, "say", said)
    monkeypatch.setattr(ErrorLine, "_tell", told)
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, **__: ("", ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_, **__: ([], ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, **__: "")
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("", False))
    monkeypatch.setattr(QMenu, "exec", lambda *_, **__: None)
    return found


def _places(path: Path) -> list[Place]:
    """A place on every page, and every part of a task at each stage."""
    with ProjectFile.open(path) as project, project.reading() as tx:
        by_stage = {task.standing: task.id for task in tasks.all_tasks(tx)}
    parts = [Place("task", task_id=id_, tab=tab) for id_ in by_stage.values() for tab, _ in TABS]
    return [*PLACES, *parts]


def _offered(hands: Hands) -> list[Action]:
    """The actions of the page that could be done now."""
    return [
        action
        for action, made in hands.window.book.usable()
        if made.parent() is not hands.window and not action.refused()
        if action.id not in _ELSEWHERE
    ]


def _buttons(hands: Hands) -> list[QPushButton]:
    return [
        one
        for one in hands.page.findChildren(QPushButton)
        if one.isVisible() and one.isEnabled() and not one.isCheckable() and not one.menu()
    ]


def _go_back(hands: Hands, heard: Heard, place: Place) -> None:
    """Closes what was opened, takes back what was changed, and returns."""
    for _ in range(4):
        shown = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if shown is None:
            break
        QTest.keyClick(shown, Qt.Key.Key_Escape)
        hands.settle()
        if shown in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            heard.stuck.append(f"Esc does not close {shown.windowTitle() or shown}")
            shown.close()
            hands.settle()
    for _ in range(heard.changes):
        hands.app.session.undo()
        hands.settle()
    hands.window.notice.hide()
    hands.window.go(place)
    hands.settle()
    heard.forget()


def _refused_on(hands: Hands, heard: Heard, place: Place) -> Iterator[tuple[str, list[str]]]:
    """Does all that is offered at a place, one after the other: what was refused, and how."""
    for action in _offered(hands):
        if action.id in {one.id for one in _offered(hands)}:
            hands.window.book.run(action)
            hands.settle()
            if heard.refusals and action.id not in _TO_A_GAP:
                yield action.id, list(heard.refusals)
            _go_back(hands, heard, place)
    for n in range(len(_buttons(hands))):
        if n < len(there := _buttons(hands)):
            words = there[n].text().strip() or there[n].accessibleName()
            if words != "Start the run":
                there[n].click()
                hands.settle()
                if heard.refusals and words not in _TO_A_GAP.values():
                    yield words, list(heard.refusals)
                _go_back(hands, heard, place)


def _ids(hands: Hands) -> list[str]:
    """Ids of people and commands that stand in texts which are no field of an id."""
    state = hands.app.session.project_state
    known = {one.id for one in state.people if one.id != one.called}
    texts = [one.text() for one in hands.seen(QLabel)]
    return [
        text
        for text in texts
        if not text.startswith("Id: ")
        and (_COMMAND_NAME.search(text) or any(re.search(rf"\b{id_}\b", text) for id_ in known))
    ]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("person", PEOPLE)
def test_what_is_offered_is_not_refused(
    hands: Hands, sample: Path, heard: Heard, person: str
) -> None:
    places = in_turn(_places(sample), PEOPLE.index(person) * 2, PARTS)
    hands.open(sample, person)
    hands.app.session.changed.connect(lambda _: setattr(heard, "changes", heard.changes + 1))
    found: list[tuple[object, ...]] = []
    for place in places:
        hands.window.go(place)
        hands.settle()
        heard.forget()
        found += [(place, *one) for one in _refused_on(hands, heard, place)]
        found += [(place, one) for one in _ids(hands)]
        for view in hands.page.findChildren(EntryView):
            for key in view.keys[1 : 1 + LOOKED_AT] if view.isVisible() else ():
                view.look_at(key)
                hands.settle()
                found += [(place, key, one) for one in _ids(hands)]
                found += [(place, key, *one) for one in _turned(hands, heard, place)]
    assert not found, "\n".join(map(str, found))
    assert not heard.stuck


def _turned(hands: Hands, heard: Heard, place: Place) -> Iterator[tuple[str, list[str]]]:
    """Undoes, or does again, the step of the history that is looked at, where that is offered."""
    for button in _buttons(hands):
        if button.text().strip() in {"Undo this", "Do again"}:
            button.click()
            hands.settle()
            if heard.refusals:
                yield button.text(), list(heard.refusals)
            _go_back(hands, heard, place)
            return
