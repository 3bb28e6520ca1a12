"""The states that every page is looked at in, and what is wrong with how a page stands in them.

``faults(page)`` looks at geometry and focus only, so it holds for every page there is and will be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSplitterHandle,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

from tests.benchmarks.synthetic import Size, write_bundle
from tests.built import built
from tests.desktop.hands import Hands, pause
from tests.desktop.sample_places import scored_sample
from tests.sampling import in_turn
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.records import Person, Role
from xpert_studio.core.store import ProjectFile, entities, people, responses, tasks, verdicts
from xpert_studio.core.workflow import CommandContext, create_brief, found_project, new_project
from xpert_studio.desktop.pages import pages
from xpert_studio.desktop.pages.task.head import TABS
from xpert_studio.desktop.places import Place, verdict_place
from xpert_studio.desktop.session import now
from xpert_studio.desktop.widgets.notice import Notice

LEAD: Final = "lead-moreau"
TASK: Final = "law-lease-break"
LONG: Final = "租赁合同提前解除通知是否在约定期限内有效送达的法律意见书及其风险提示" * 6

_INPUTS: Final = (QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QAbstractSpinBox)
_COMPOSITES: Final = (QComboBox, QAbstractSpinBox, QLineEdit, QTabBar)
"""Widgets whose children are Qt's own."""
_CLICKED: Final = (*_INPUTS, QAbstractButton, QAbstractItemView, QTabBar)
_WORDED: Final = (QPushButton, QToolButton, QCheckBox, QRadioButton)
_LAYOUTS: Final = 10
_LAYOUT_MS: Final = 100
_TABS: Final = 60
"""So often Tab is pressed to come from the sidebar to the page."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the window looks."""

    text_size: int
    theme: str
    language: str

    @property
    def window_size(self) -> tuple[int, int]:
        """The window for the text size."""
        return (1360, 880) if self.text_size > 100 else (1280, 720)

    def __str__(self) -> str:
        return f"{self.text_size}-{self.theme}-{self.language}"


LOOKS: Final = (
    Look(100, "light", "en"), Look(100, "dark", "zh"),
    Look(150, "light", "zh"), Look(150, "dark", "en"),
)  # fmt: skip
"""Any two values of size, theme and language stand together in one of them."""
STATES: Final = ("empty", "read_only", "error", "long", "sample")


def places_of(task_id: str, response_id: str) -> tuple[Place, ...]:
    """A place on every page: on those about a task that one, and that response to it."""
    return (
        *(Place(entry.id) for entry in pages() if entry.id not in {"task", "verdict"}),
        verdict_place(task_id, response_id),
        *(Place("task", task_id=task_id, tab=tab) for tab, _ in TABS),
    )


PLACES: Final = places_of(TASK, f"{TASK}:aurora-2")


def place_name(place: Place) -> str:
    """A place in tests' names: the page, and the panel of the task page."""
    return f"{place.page}-{place.tab}" if place.page == "task" else place.page


def visits(state: str, look: Look) -> list[Place]:
    """The places that are looked at in a state and a look.

    In a nightly run each place is looked at once in each state, and over the states in every look:
    all pairs of place, state, text size, theme and language occur. An ordinary run looks at every
    fifth place of those.
    """
    shift = STATES.index(state)
    found = [place for n, place in enumerate(PLACES) if LOOKS[(n + shift) % len(LOOKS)] == look]
    return in_turn(found, shift + LOOKS.index(look), 5)


def make_projects(folder: Path) -> dict[str, Path]:
    """The project of each state."""
    names = built("page states", _make_projects).into(folder)
    return {state: folder / name for state, name in names.items()}


def _make_projects(folder: Path) -> dict[str, str]:
    sample = scored_sample(folder)
    _empty(folder / "empty.xpert")
    long = scored_sample(folder / "long")
    _lengthen(long)
    return {
        "empty": "empty.xpert",
        "long": f"long/{long.name}",
        "sample": sample.name,
        "error": sample.name,
        "read_only": sample.name,
    }


def _empty(path: Path) -> None:
    """Nothing but a lead, and for the panels of a task a brief without a rubric."""
    with new_project(path, now=now()) as project:
        found_project(project, LEAD, now=now(), name="Sylvain", roles=tuple(Role), domains=("Law",))
        brief = {"title": "Lease", "domain": "Law", "language": "en", "deliverables": "A memo."}
        create_brief(CommandContext(project, LEAD, now), task_id=TASK, **brief)


def _lengthen(path: Path) -> None:
    """Puts long Chinese texts wherever people write."""
    with ProjectFile.open(path) as project, project.writing() as tx:
        for person in people.all_people(tx):
            name = f"{person.called}{LONG[:60]}"
            entities.put(tx, person.model_copy(update={"name": name, "credentials": LONG}))
        for task in tasks.all_tasks(tx):
            texts = {"title": LONG, "category": LONG[:60], "context": LONG * 4}
            entities.put(tx, task.model_copy(update=texts))
            for line in tasks.rubric_of(tx, task.id):
                entities.put(tx, line.model_copy(update={"text": LONG}))


def make_large(path: Path) -> tuple[Place, ...]:
    """A project with as many tasks as XpertBench has, with few verdicts; the places in it."""
    folder = path.with_suffix(".bundle")
    write_bundle(folder, Size(checkpoints=8_000, systems=3, verdicts=4_000, gold_tasks=20))
    with new_project(path, now=now()) as project:
        import_bundle(project, folder, now=now())
        domains = project.info().taxonomy.domains
        found_project(project, LEAD, now=now(), name="Sylvain", roles=tuple(Role), domains=domains)
    with ProjectFile.open(path) as project, project.writing() as tx:
        assert len(tasks.all_tasks(tx)) == Size.tasks
        assert entities.find(tx, Person, LEAD)
        first = next(iter(verdicts.all_verdicts(tx)))
        scored = responses.get_response(tx, first.response_id)
    return places_of(scored.task_id, scored.id)


def faults_at_rest(hands: Hands) -> list[str]:
    """What is wrong with how the current page stands once its layout is at rest.

    On a busy machine a pass of the layout may come after the window's own work has ended.
    """
    for _ in range(_LAYOUTS):
        found = faults(hands.page)
        if not found:
            break
        pause(_LAYOUT_MS)
        hands.settle()
    return found


def faults(page: QWidget) -> list[str]:
    """What is wrong with how a page stands."""
    widgets = [page, *_inside(page)]
    found = [*_cut(widgets), *_covered(page.window(), widgets), *_unreached(page)]
    for widget in widgets:
        children = _children(widget)
        found += [f"{name(child)} is outside of {name(widget)}" for child in _outside(widget)]
        found += [
            f"{name(one)} overlaps {name(other)}"
            for one, other in combinations(children, 2)
            if _overlap(one, other)
        ]
    return sorted(set(found))


def name(widget: QWidget) -> str:
    """A widget as messages name it: its kind and the beginning of its text."""
    text = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
    said = text.strip() or widget.accessibleName() or widget.objectName()
    return f"{type(widget).__name__} “{said[:40]}”"


def _children(widget: QWidget) -> list[QWidget]:
    """The visible children that a page itself placed."""
    if isinstance(widget, (*_COMPOSITES, QAbstractItemView)):
        return []
    return [
        child
        for child in widget.children()
        if isinstance(child, QWidget)
        and child.isVisible()
        and not child.isWindow()
        and not isinstance(child, QSplitterHandle)
        and not (child.objectName().startswith("qt_") and "viewport" not in child.objectName())
    ]


def _inside(widget: QWidget) -> Iterator[QWidget]:
    for child in _children(widget):
        yield child
        yield from _inside(child)


def _outside(widget: QWidget) -> Iterator[QWidget]:
    """Children that stand out of their parent; what scrolls may, in the direction it scrolls in."""
    room = widget.rect().adjusted(-1, -1, 1, 1)
    area = widget.parentWidget()
    if isinstance(area, QAbstractScrollArea) and area.viewport() is widget:
        if not isinstance(area, QScrollArea):
            return
        room = _scrolled_room(area, room)
    for child in _children(widget):
        place = child.geometry()
        if not room.contains(place) and not place.isEmpty():
            yield child


def _scrolled_room(area: QScrollArea, room: QRect) -> QRect:
    far = 1_000_000
    across = area.horizontalScrollBar().isVisible()
    down = area.verticalScrollBar().isVisible()
    return room.adjusted(*(far * sign for sign in (-across, -down, across, down)))


def _overlap(one: QWidget, other: QWidget) -> bool:
    """Whether two siblings stand in each other's way, one of which takes clicks."""
    if not one.geometry().adjusted(1, 1, -1, -1).intersects(other.geometry()):
        return False
    through = Qt.WidgetAttribute.WA_TransparentForMouseEvents
    return not any(
        widget.testAttribute(through) or isinstance(widget, Notice) for widget in (one, other)
    ) and any(isinstance(widget, _CLICKED) or _takes_clicks(widget) for widget in (one, other))


def _takes_clicks(widget: QWidget) -> bool:
    return any(isinstance(child, _CLICKED) for child in _inside(widget))


def _cut(widgets: list[QWidget]) -> Iterator[str]:
    """Texts that have less room than they need, and no tooltip that says all of them."""
    for widget in widgets:
        lacks = _lacking(widget)
        if lacks > 2 and not widget.toolTip():
            yield f"{name(widget)} is cut by {lacks} pixels"


def _lacking(widget: QWidget) -> int:
    if isinstance(widget, QLabel) and widget.text():
        if widget.wordWrap():
            return widget.heightForWidth(widget.width()) - widget.height()
        return _beyond(widget)
    if isinstance(widget, _WORDED) and widget.text():
        return _beyond(widget)
    if isinstance(widget, QTabBar) and not widget.usesScrollButtons():
        return widget.sizeHint().width() - widget.width()
    return 0


def _beyond(widget: QWidget) -> int:
    hint = widget.sizeHint()
    return max(hint.width() - widget.width(), hint.height() - widget.height())


def _covered(window: QWidget, widgets: list[QWidget]) -> Iterator[str]:
    """Input fields over which something else floats."""
    for widget in widgets:
        if not isinstance(widget, _INPUTS) or not widget.isEnabled():
            continue
        for point in _points(widget.visibleRegion().boundingRect()):
            at = window.childAt(widget.mapTo(window, point))
            if at is not None and not _are_in_line(at, widget):
                yield f"{name(at)} floats over {name(widget)}"
                break


def _are_in_line(one: QWidget, other: QWidget) -> bool:
    return one is other or one.isAncestorOf(other) or other.isAncestorOf(one)


def _points(rect: QRect) -> list[QPoint]:
    if rect.width() < 12 or rect.height() < 12:
        return []
    middle, inner = rect.center(), rect.adjusted(5, 5, -5, -5)
    return [middle, inner.topLeft(), inner.topRight(), inner.bottomLeft(), inner.bottomRight()]


def _unreached(page: QWidget) -> Iterator[str]:
    """Says so where no key leads to the page."""
    takers = [w for w in _inside(page) if _takes_focus(w)]
    if not takers:
        yield "nothing on the page takes the focus"
        return
    page.window().search.setFocus()
    for _ in range(_TABS):
        focus = QApplication.focusWidget()
        if focus is not None and page.isAncestorOf(focus):
            return
        QTest.keyClick(focus or page.window(), Qt.Key.Key_Tab)
    yield "Tab does not reach the page"


def _takes_focus(widget: QWidget) -> bool:
    return widget.isEnabled() and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
