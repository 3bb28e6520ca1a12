"""Every page for those who hear it, or work it by keys: names, roles, Tab, focus, shortcuts."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QRadioButton, QWidget

from tests.desktop.accessible_tree import Control, controls, ring_share, stops
from tests.desktop.hands import Hands
from tests.desktop.rest import come_to_rest
from tests.desktop.sample_places import PLACES
from tests.sampling import in_turn, many
from xpert_studio.core.store import ProjectFile, people, responses, tasks, verdicts
from xpert_studio.desktop.pages import pages
from xpert_studio.desktop.places import Place

PEOPLE = ("lead-moreau", "author-kowalska", "expert-amara")
SAYS_NOTHING = {QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Pane}
WRITES_TREE = os.environ.get("XPERT_ACCESSIBLE_TREE", "")
"""A file that the tree of every page is written to, to be read."""


@pytest.fixture(params=PEOPLE)
def person(request: pytest.FixtureRequest) -> str:
    return request.param


_TYPED_MS = 400
"""Pages look again so long after what was typed last; they move what is below when they do."""


def _visits(hands: Hands, sample: Path, person: str, part: int = 0, of: int = 6) -> Iterator[Place]:
    """Opens every page in turn; in an ordinary run one part of so many."""
    hands.open(sample, person)
    hands.window.resize(1360, 880)
    for place in in_turn(PLACES, PEOPLE.index(person) + part, of):
        hands.window.go(place)
        come_to_rest(hands.app.bridge, soon_ms=_TYPED_MS)
        yield place


def _ids(path: Path) -> set[str]:
    """All that names a record and says nothing to a person."""
    with ProjectFile.open(path) as project, project.reading() as tx:
        found = {person.id for person in people.all_people(tx)}
        for task in tasks.all_tasks(tx):
            found |= {task.id, *(line.id for line in tasks.rubric_of(tx, task.id))}
        found |= {response.id for response in responses.all_responses(tx)}
        found |= {verdict.judge_id for verdict in verdicts.all_verdicts(tx)}
    return {one for one in found if not one.isalpha()}


def test_every_page_is_told_and_worked_by_keys(hands: Hands, sample: Path, person: str) -> None:
    ids, faults, tree = _ids(sample), [], []
    for place in _visits(hands, sample, person):
        found = controls(hands.window)
        tree += [f"\n{place.page} {place.tab} {place.item}".rstrip(), *map(str, found)]
        wrong = [*_faults(found, ids), *_missed(hands, found), *_unwritten(hands)]
        faults += [f"{place}: {fault}" for fault in wrong]
    if WRITES_TREE:
        Path(WRITES_TREE).with_suffix(f".{person}.txt").write_text("\n".join(tree), "utf-8")
    assert not faults, "\n".join(faults)


def _faults(found: list[Control], ids: set[str]) -> Iterator[str]:
    for control in found:
        if control.role in SAYS_NOTHING:
            yield f"{control} has no role that says what it is"
        if not re.search(r"\w", control.name):
            yield f"{control} has no name ({control.widget})"
        if control.name in ids:
            yield f"{control} is named by an id"
    counts = Counter((control.group, control.role, control.name) for control in found)
    yield from (f"{n} controls are named “{name}”" for (_, _, name), n in counts.items() if n > 1)


def _missed(hands: Hands, found: list[Control]) -> Iterator[str]:
    reached = stops(hands.window)
    for control in found:
        if (
            control.widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and control.widget not in reached
            and not _is_reached_by_arrows(control.widget, reached)
        ):
            yield f"Tab does not reach {control}"


def _is_reached_by_arrows(widget: QWidget, reached: list[QWidget]) -> bool:
    """Of choices that exclude each other, Tab leads to one and the arrow keys to the others."""
    if not isinstance(widget, QAbstractButton):
        return False
    group = widget.group()
    if group is None:
        return isinstance(widget, QRadioButton) and any(
            isinstance(other, QRadioButton) and other.parent() is widget.parent()
            for other in reached
        )
    return group.exclusive() and any(other in reached for other in group.buttons())


def _unwritten(hands: Hands) -> Iterator[str]:
    """Shortcuts that stand neither in a menu nor at a control."""
    menus = hands.window.menuBar().findChildren(QMenu)
    for menu in menus:
        menu.aboutToShow.emit()
    listed = {made for menu in menus for made in menu.actions()}
    shown = hands.seen(QWidget)
    written = "\n".join(one.toolTip() for one in shown)
    written += "\n".join(one.text() for one in shown if isinstance(one, QAbstractButton))
    for action, made in hands.window.book.usable():
        keys = made.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        is_one_of_ten = action.id.startswith("rubric.weight_")  # in the list of shortcuts (F1)
        if keys and made not in listed and f"({keys})" not in written and not is_one_of_ten:
            yield f"the shortcut {keys} of {action.id} is written nowhere"


def test_tab_leads_from_the_top_of_the_rail_to_its_end(hands: Hands, sample: Path) -> None:
    hands.open(sample, PEOPLE[0])
    hands.window.sidebar.person.setFocus()
    inside = [one for one in stops(hands.window) if hands.window.sidebar.isAncestorOf(one)]
    *others, last = inside
    assert last is hands.window.sidebar.person
    heights = [one.mapTo(hands.window, one.rect().topLeft()).y() for one in others]
    assert heights == sorted(heights)
    places = {hands.window.sidebar.button(entry.id) for entry in pages() if entry.part}
    assert {place for place in places if place.isVisible()} <= set(inside)


def test_the_rail_is_walked_without_opening_what_is_passed(hands: Hands, sample: Path) -> None:
    hands.open(sample, PEOPLE[0])
    hands.go("home")
    rail = hands.window.sidebar
    rail.button("home").setFocus()
    for keys in ("Down", "Tab", "Up"):
        hands.key(keys)
    assert hands.focus is rail.button("tasks")
    assert hands.window.place.page == "home"
    hands.key("Enter")
    assert hands.window.place.page == "tasks"
    assert rail.button("tasks").isChecked()
    assert not rail.button("home").isChecked()
    rail.button("tasks").setFocus()
    hands.key("Space")
    assert rail.button("tasks").isChecked()


def test_shift_tab_leads_back_the_same_way(hands: Hands, sample: Path) -> None:
    hands.open(sample, PEOPLE[0])
    hands.go("alignment")
    there = stops(hands.window)
    for before in reversed(there):
        hands.key("Shift+Backtab")
        assert hands.focus is before


def test_tab_scrolls_to_where_it_leads(hands: Hands, sample: Path) -> None:
    hands.open(sample, PEOPLE[0])
    hands.window.resize(1280, 720)
    hands.go("project")
    for widget in stops(hands.window):
        widget.setFocus()
        hands.key("Tab")
        assert not hands.focus.visibleRegion().isEmpty(), hands.focus


def _kind(widget: QWidget) -> tuple[object, ...]:
    """Widgets that are painted alike."""
    ground = widget.parentWidget()
    return type(widget), widget.property("kind"), widget.objectName(), ground.objectName()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_focus_is_seen(hands: Hands, sample: Path, theme: str) -> None:
    hands.dress(theme=theme)
    seen, weak = set(), []
    for place in _visits(hands, sample, PEOPLE[0], part=theme == "dark", of=3):
        elsewhere = hands.window.sidebar.person
        for control in controls(hands.page):
            kind = _kind(control.widget)
            if kind in seen or control.widget.visibleRegion().isEmpty():
                continue
            seen.add(kind)
            share = ring_share(hands.window, control.widget, elsewhere)
            if share < 0.9:
                weak.append(f"{place}: {control} {control.widget} changes {share:.2f}")
    assert len(seen) > many(12, by_night=20)
    assert not weak, "\n".join(weak)


def test_a_dialog_begins_in_its_first_field_and_tab_stays_in_it(hands: Hands, sample: Path) -> None:
    hands.open(sample, PEOPLE[0])
    hands.go("people")
    hands.click("Add person")
    dialog = hands.await_dialog()
    reached = stops(dialog)
    assert all(dialog.isAncestorOf(widget) for widget in reached)
    found = controls(dialog)
    assert {one.widget for one in found} <= set(reached)
    assert not list(_faults(found, set()))
    hands.key("Escape")
    assert QApplication.activeModalWidget() is None
