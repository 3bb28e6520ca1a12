"""A solo project says nothing of teams, spot checks, assignments or colleagues."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QTabBar, QWidget

from tests.desktop.hands import Hands
from xpert_studio.core.records import Mode
from xpert_studio.core.workflow import create_brief
from xpert_studio.desktop import opening
from xpert_studio.desktop.pages import pages

OF_TEAMS = re.compile(r"\bteam|spot.?check|assignment|other people|colleague", re.IGNORECASE)
CHOICE = "In a team"
"""What a person chooses who is joined by others."""


def said(widget: QWidget) -> list[str]:
    """All that a widget says."""
    texts = [widget.toolTip(), widget.accessibleName()]
    if isinstance(widget, QLabel | QAbstractButton):
        texts.append(widget.text())
    if isinstance(widget, QComboBox):
        texts += [widget.itemText(n) for n in range(widget.count())]
    if isinstance(widget, QTabBar):
        texts += [widget.tabText(n) for n in range(widget.count())]
    return texts


def words_of_teams(hands: Hands) -> list[str]:
    """What is said of teams where one is: on the page, in the rail, the menus and the palette."""
    widgets = [one for one in hands.window.findChildren(QWidget) if one.isVisible()]
    texts = [text for one in widgets for text in said(one)]
    texts += [f"{action.label} {action.hint}" for action, _ in hands.window.book.usable()]
    return [text for text in texts if OF_TEAMS.search(text) and text != CHOICE]


def test_no_page_speaks_of_what_one_person_has_not(hands: Hands, tmp_path: Path) -> None:
    path = tmp_path / "p.xpert"
    opening.start_project(path, hands.prefs, name="Mine", language="en", mode=Mode.SOLO).close()
    hands.open(path, "tester")
    made = create_brief(hands.window.session.ctx, title="A lease", domain="Law").task_id
    listed = [one for one in pages() if one.part or one.tab]
    places = [{"page": one.id} for one in listed if one.serves((), is_solo=True)]
    places += [
        {"page": "task", "task_id": made, "tab": tab}
        for tab in ("brief", "rubric", "review", "responses", "history")
    ]
    for place in places:
        hands.go(**place)
        assert words_of_teams(hands) == [], place
