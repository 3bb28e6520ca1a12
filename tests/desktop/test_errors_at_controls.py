"""What is refused is said beside the control that asked for it, and nothing written is lost."""

from __future__ import annotations

import pytest

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.errors import DiskError
from xpert_studio.core.records import Stage
from xpert_studio.core.store import entities, tasks
from xpert_studio.core.workflow import add_comment, answer_comment, send_back


@pytest.fixture
def returned(studio: Studio) -> str:
    """A rubric that was sent back with one change request; the request's id."""
    first, *_ = studio.review()
    made = add_comment(studio.maria, "t1", "Of which month?", checkpoint_id=first)
    send_back(studio.maria, "t1")
    return made.one("comment").id


def reply(hands: Hands, text: str) -> None:
    from xpert_studio.desktop.pages.task.review.threads import Thread

    (thread,) = hands.seen(Thread)
    hands.type(text, thread.reply)
    hands.click(thread.answer)
    hands.settle()


def test_a_reply_that_is_refused_stays_where_it_was_written(
    hands: Hands, studio: Studio, returned: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    monkeypatch.setattr(hands.window.session, "changed_outside", _Deaf())
    with studio.project.writing() as tx:
        task = tasks.get_task(tx, "t1")
        entities.put(tx, task.model_copy(update={"stage": Stage.DISCARDED}))
    reply(hands, "Of April.")
    assert "discarded" in hands.problems.casefold()
    assert not hands.notice
    assert hands.reads("Of April."), "what was written is still there"


class _Deaf:
    """A signal without listeners: the page does not learn what another program has changed."""

    def emit(self) -> None:
        """Does nothing."""


def test_a_full_disk_is_told_in_the_notice_and_the_reply_is_sent_later(
    hands: Hands, studio: Studio, returned: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from xpert_studio.desktop.pages.task.review import threads

    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    real, full = threads.answer_comment, [True]

    def answer(*told: object) -> object:
        if full:
            raise DiskError("The disk is full.")
        return real(*told)

    monkeypatch.setattr(threads, "answer_comment", answer)
    reply(hands, "Of April.")
    assert "disk is full" in hands.notice
    full.clear()
    hands.window.notice._act.click()
    hands.settle()
    assert not hands.notice
    assert hands.reads("Wei: Of April.")


def test_what_cannot_be_submitted_is_said_before(
    hands: Hands, studio: Studio, returned: str
) -> None:
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    hands.click("Submit rubric…")
    asked = hands.await_dialog()
    assert hands.reads("The comment on checkpoint 1 has no answer")
    assert not asked.act.isEnabled()
    asked.reject()
    answer_comment(studio.wei, returned, "Of April.")
    hands.window.session.changed_outside.emit()
    hands.settle()
    hands.click("Submit rubric…")
    asked = hands.await_dialog()
    assert asked.act.isEnabled()
    hands.click(asked.act)
    hands.settle()
    with studio.project.reading() as tx:
        assert tasks.get_task(tx, "t1").stage is Stage.REVIEW


def test_what_is_held_up_stays_on_the_page_and_closing_asks(
    hands: Hands, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    from xpert_studio.desktop.pages.task.brief import panel

    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    real, full = panel.change_brief, [True]

    def change(*told: object, **fields: object) -> object:
        if full:
            raise DiskError("The disk is full.")
        return real(*told, **fields)

    monkeypatch.setattr(panel, "change_brief", change)
    field = hands.panel.fields["deliverables"]
    field.setFocus()
    field.setPlainText("A memo of two pages.")
    hands.go("home")
    assert hands.reads("Not everything is saved yet")
    hands.go("task", task_id="t1", tab="brief")
    assert hands.panel.fields["deliverables"].toPlainText() == "A memo of two pages."
    hands.window.close()
    hands.await_dialog()
    assert hands.reads("Closed now, they are lost.")
    full.clear()
    hands.click("Try again")
    hands.settle()
    assert hands.reads("All changes saved")
    with studio.project.reading() as tx:
        assert tasks.get_task(tx, "t1").deliverables == "A memo of two pages."


def test_what_was_held_up_comes_before_what_is_done_after_it(
    hands: Hands, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    from xpert_studio.desktop.pages.task.rubric import edits

    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel, real, full = hands.panel, edits.add_checkpoint, [True]

    def add(*told: object, **fields: object) -> object:
        if full:
            raise DiskError("The disk is full.")
        return real(*told, **fields)

    monkeypatch.setattr(edits, "add_checkpoint", add)
    panel.actions_.start_line(1)
    hands.type("Names clause 9.")
    key = panel.table.finish()
    hands.settle()
    assert "disk is full" in hands.notice
    full.clear()
    panel.edits.change([key], notes="Of the lease.")
    panel.edits.write(key, "Names clause 9 of the lease.")
    hands.settle()
    with studio.project.reading() as tx:
        added = tasks.rubric_of(tx, "t1")[1]
    assert (added.id, added.text) == (key, "Names clause 9 of the lease.")
    assert added.notes == "Of the lease."
    assert [line.id for line in panel.model.lines][1:] == [key]


def test_a_comment_that_is_refused_stands_in_its_field_again(hands: Hands, studio: Studio) -> None:
    studio.review()
    hands.open(studio.project.path, "maria")
    hands.go("task", task_id="t1", tab="review")
    with studio.project.writing() as tx:
        task = tasks.get_task(tx, "t1")
        entities.put(tx, task.model_copy(update={"stage": Stage.DISCARDED}))
    hands.key("R", hands.panel.table)
    hands.type("Of which month?")
    composer = hands.panel.composer
    hands.key("Ctrl+Return")
    hands.until(lambda: bool(hands.problems) or bool(hands.notice))
    assert composer.text.toPlainText() == "Of which month?"
