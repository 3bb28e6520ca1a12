"""Workspaces in the window: the folder of a task as a tree, the changes of a response in colour."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextFormat

from tests.desktop.conftest import (  # noqa: F401 - fixtures
    config,
    hands,
    qtbot,
    studio,
)
from tests.packs.workspaces.folders import of
from xpert_studio.core.records import Task
from xpert_studio.core.store import tasks
from xpert_studio.core.store.entities import put
from xpert_studio.core.workflow import add_responses
from xpert_studio.core.workflow.attaching import make_attachment
from xpert_studio.desktop.look import colour
from xpert_studio.desktop.widgets.reading_views import ResponseView
from xpert_studio.packs.workspaces.archive import pack_changes, pack_folder
from xpert_studio.packs.workspaces.changes import changes_between
from xpert_studio.packs.workspaces.kept import response_with, set_folder
from xpert_studio.packs.workspaces.page_folder import FolderView, view

START = of({"src/app.py": "x = 1\n", "src/deep/b.txt": "b\n", "logo.bin": b"\x00", "a.md": "# A\n"})
END = of({"src/app.py": "x = 2\n", "a.md": "# A\n", "new.md": "n\n"})


def test_the_page_of_a_task_shows_its_folder_as_a_tree_and_a_file_of_it(hands, studio):  # noqa: F811
    studio.brief()
    set_folder(studio.wei, "t1", START)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    hands.settle()
    (shown,) = hands.panel.attachments.findChildren(FolderView)
    tree = shown.tree
    tops = [tree.topLevelItem(n).text(0) for n in range(tree.topLevelItemCount())]
    assert tops == ["a.md", "logo.bin", "src"]
    tree.look_at("src/app.py")
    assert (tree.currentItem().text(1), shown.text.toPlainText()) == ("6", "x = 1\n")
    tree.look_at("logo.bin")
    assert shown.text.toPlainText() == "This file is no text: 1 bytes."
    tree.look_at("src")
    assert shown.text.toPlainText() == ""
    assert shown.said.text() == "4 files"


@pytest.mark.usefixtures("qapp")
def test_a_damaged_folder_is_said_and_an_empty_one_is_shown(qtbot):  # noqa: F811
    broken = view(b"PK\x03\x04")
    qtbot.addWidget(broken)
    assert "cannot be read" in broken.text()
    for data in (pack_folder(of({})), pack_changes(changes_between(START, END))):
        shown = view(data)
        qtbot.addWidget(shown)
        assert shown.tree.topLevelItemCount() == len({p.split("/")[0] for p in shown.folder.files})


def lines_of(shown):
    """Each line of a text with the colour behind it; None for none."""
    block, found = shown.document().begin(), {}
    while block.isValid():
        has = block.blockFormat().hasProperty(QTextFormat.Property.BackgroundBrush)
        ground = block.blockFormat().background().color().name() if has else None
        found.setdefault(block.text(), ground)
        block = block.next()
    return found


def test_added_and_removed_lines_differ_by_sign_and_by_colour(qtbot):  # noqa: F811
    shown = ResponseView("Response")
    qtbot.addWidget(shown)
    new = response_with(Task(id="t1", prompt="Fix it."), START, END, "agent")
    shown.show_text(new.text)
    found = lines_of(shown)
    assert found["-x = 1"] == colour("bad_soft").name()
    assert found["+x = 2"] == colour("good_soft").name()
    assert (found["--- src/app.py"], found["+++ src/app.py"]) == (None, None)
    shown.show_text("+ no difference\n\n```python\n-x\n```\n")
    assert set(lines_of(shown).values()) == {None}


def test_who_judges_sees_the_changes_and_the_folder(hands, studio):  # noqa: F811
    studio.ready()
    with studio.project.writing() as tx:
        file = make_attachment(tx, "workspace.zip", pack_folder(START), caption="Starting folder")
        task = tasks.get_task(tx, "t1").model_copy(update={"attachments": (file,)})
        put(tx, task)
    add_responses(studio.lena, [response_with(task, START, END, "aurora")])
    hands.open(studio.project.path, "maria")
    hands.go("judging")
    hands.key("Enter")
    hands.settle()
    reading = hands.page.form.reading
    reading.tabs.setCurrentIndex(3)
    shown = reading.attachments.toPlainText()
    assert "src/app.py (6 bytes)" in shown and "aurora" not in shown
    every = [one.toPlainText() for one in hands.page.form.findChildren(ResponseView)]
    assert any("+x = 2" in text for text in every)
