"""Rows of two and more lines show each line, whatever script it is in and whatever came before."""

from __future__ import annotations

from itertools import groupby

import pytest
from PySide6.QtWidgets import QApplication, QListView, QWidget

from xpert_studio.core.records import Person, Role, Task
from xpert_studio.core.wording import speak
from xpert_studio.core.workflow.waiting import WaitingForm
from xpert_studio.desktop.look import colour, px, set_scale, set_theme
from xpert_studio.desktop.look.style_sheet import dress, dress_window
from xpert_studio.desktop.pages.judging.queue import QueueList
from xpert_studio.desktop.pages.people.words import person_entry
from xpert_studio.desktop.welcome.who import Who
from xpert_studio.desktop.widgets.entries import EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState

NAMES = ("Lease", "租赁合同审查备忘录", "Brøgger", "周若衡")


@pytest.fixture(params=[("en", 100), ("zh", 100), ("zh", 150)], ids=lambda p: f"{p[0]}-{p[1]}")
def dressed(request, qapp):
    language, size = request.param
    QApplication.setStyle("Fusion")
    speak(language)
    set_scale(size)
    dress(qapp, set_theme("light"))
    yield
    speak("en")
    set_scale(100)
    dress(qapp, set_theme("light"))


def lines_seen(view: QListView, place: int, left: int = 12) -> int:
    """How many lines of text a row shows, counted by the empty pixel rows between them."""
    area = view.visualRect(view.model().index(place, 0))
    picture = view.viewport().grab(area).toImage()
    columns = range(px(left), picture.width() // 2)
    dark = colour("muted").lightness() + 60

    def has_ink(y: int) -> bool:
        return any(picture.pixelColor(x, y).lightness() < dark for x in columns)

    rows = [has_ink(y) for y in range(2, picture.height() - 2)]
    assert not rows[0], "the first line is cut"
    assert not rows[-1], "the last line is cut"
    heights = [len(list(found)) for is_ink, found in groupby(rows) if is_ink]
    return sum(height >= px(5) for height in heights)


def shown(qtbot, widget: QWidget, view: QListView) -> None:
    dress_window(widget)
    widget.resize(px(700), px(600))
    widget.show()
    qtbot.waitExposed(widget)
    view.setCurrentIndex(view.model().index(-1, 0))


def people() -> list[Person]:
    return [
        Person(id=f"p{n}", name=name, roles=(Role.EXPERT,), domains=("法律与合规",))
        for n, name in enumerate(NAMES)
    ]


def waiting(task_id: str, name: str) -> WaitingForm:
    task = Task(id=task_id, title=name, domain="法律与合规", prompt="Write it.")
    return WaitingForm(task, task_id, "A", None, False)


@pytest.mark.parametrize("names", [NAMES, NAMES[::-1]], ids=["latin first", "chinese first"])
def test_the_queue_shows_both_lines(qtbot, dressed, names) -> None:
    queue = QueueList(lambda who: who or "", EmptyState("scale", "", ""))
    qtbot.addWidget(queue)
    forms = [waiting(f"t{n}", name) for n, name in enumerate(names)]
    queue.show_work(forms)
    shown(qtbot, queue, queue.list)
    assert [lines_seen(queue.list, n, left=42) for n in range(4)] == [2] * 4


@pytest.mark.parametrize("step", [1, -1])
def test_who_one_is_shows_both_lines(qtbot, dressed, step) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    asked = Who(parent, people()[::step], "", lambda _: None)
    shown(qtbot, asked, asked.list)
    assert [lines_seen(asked.list, n) for n in range(4)] == [2] * 4


@pytest.mark.parametrize("step", [1, -1])
def test_the_people_show_three_lines(qtbot, dressed, step) -> None:
    view = EntryView("People", lines=2, even=False)
    qtbot.addWidget(view)
    view.show_entries([person_entry(person) for person in people()[::step]])
    shown(qtbot, view, view)
    assert [lines_seen(view, n) for n in range(4)] == [3] * 4
