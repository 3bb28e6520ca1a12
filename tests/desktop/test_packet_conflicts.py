"""Two leads with copies of one project: what both changed is decided, and nothing by accident."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.desktop.hands import Hands
from tests.desktop.packets_help import (
    all_of,
    differing_copy,
    drop,
    lines_of,
    open_copy,
    rubric_in,
    texts_of,
)
from tests.workflow.studio import Studio
from xpert_studio.desktop.pages.packets.differing import differing, where_they_differ
from xpert_studio.desktop.pages.packets.sides import MarkedText
from xpert_studio.exchange.packets import (
    copy_to_file,
)
from xpert_studio.records import (
    Role,
    Stage,
    Task,
)
from xpert_studio.store import ProjectFile
from xpert_studio.workflow import (
    Desk,
    add_person,
    edit_checkpoint,
    submit_rubric,
)
from xpert_studio.workflow.merging.weighing import Fate
from xpert_studio.workflow.revision_diff import WordOp


@pytest.fixture
def other_copy(studio: Studio, tmp_path: Path) -> Path:
    return differing_copy(studio, tmp_path)


def test_conflicts_are_decided_one_by_one_and_undone_as_one_step(
    hands: Hands, studio: Studio, other_copy: Path
) -> None:
    panel = open_copy(hands, studio, other_copy)
    before = lines_of(hands)
    assert hands.reads("Copy of the project from Lena")
    assert hands.reads("“After Lyon.”")
    assert hands.reads("0 of 2 decided")
    assert panel.question.title.text() == before[0]
    was, mine, theirs = (text.toPlainText() for text in texts_of(panel))
    assert was == "States that the break date is month 30."
    assert "month 30 as the" in mine
    assert theirs.count("month 30") == 2  # it went at the end and came in the middle
    hands.key("1")
    hands.settle()
    assert hands.reads("1 of 2 decided")
    assert panel.question.title.text() == before[1]
    hands.key("E")
    field = panel.question.editor.field
    assert field.toPlainText() == before[1]
    field.selectAll()
    hands.type("Names the notice period of six months.")
    hands.key("Ctrl+Enter")
    hands.settle()
    assert hands.reads("2 of 2 decided")
    assert lines_of(hands) == before, "nothing is written before it is taken in"
    hands.key("Ctrl+Shift+Return")
    hands.settle()
    after = rubric_in(hands.app.session.project)
    assert [line.text for line in after[:2]] == [
        before[0], "Names the notice period of six months.",
    ]  # fmt: skip
    assert after[2].weight == 9
    assert hands.notice == "Taken in: 2 records changed."
    hands.click(panel.head.back)
    hands.settle()
    assert lines_of(hands) == before
    assert rubric_in(hands.app.session.project)[2].weight != 9
    assert hands.reads("What was taken in has been undone.")
    assert hands.reads("2 of 2 decided"), "it can be taken in again, decided as it was"


def test_what_is_not_decided_stays_and_is_asked_again(
    hands: Hands, studio: Studio, other_copy: Path
) -> None:
    panel = open_copy(hands, studio, other_copy)
    before = lines_of(hands)
    hands.key("2")
    hands.settle()
    hands.key("K")
    hands.settle()
    assert hands.reads("Theirs, from Lena – this stands")
    hands.key("2")  # once more takes it back
    hands.settle()
    assert hands.reads("0 of 2 decided")
    hands.click("Keep mine for all 2 of this task")
    hands.settle()
    assert hands.reads("2 of 2 decided")
    hands.key("1")
    hands.settle()
    hands.key("J")
    hands.key("1")
    hands.settle()
    hands.key("K")
    hands.settle()
    assert hands.reads("0 of 2 decided")
    hands.key("2")
    hands.settle()
    hands.click("Take it in")
    hands.settle()
    assert lines_of(hands)[:2] == ["States that month 30 is the break date.", before[1]]
    assert hands.reads("0 of 1 decided")
    hands.go("home")
    drop(hands.window, other_copy)
    hands.settle()
    assert hands.reads("0 of 1 decided")
    hands.click("Take theirs everywhere")
    hands.settle()
    hands.click("Take it in")
    hands.settle()
    assert lines_of(hands)[1] == "States the notice period."
    assert hands.reads("All of it stands here; nothing is left to take in.")
    assert not panel.head.act.isEnabled()


def test_every_list_of_records_can_be_opened(
    hands: Hands, studio: Studio, other_copy: Path
) -> None:
    panel = open_copy(hands, studio, other_copy)
    hands.click("Keep mine everywhere")
    hands.settle()
    hands.click(panel.head.fates[Fate.TAKEN])
    hands.settle()
    assert panel.record.title.text() == "Names clause 9 as the ground."
    assert hands.reads("Checkpoint · Ending a lease early")
    here, coming = (text.toPlainText() for text in panel.record.sides.findChildren(MarkedText))
    assert (here, coming[-1]) == ("7", "9")
    hands.click(panel.head.fates[Fate.SAME])
    hands.settle()
    assert panel.list.model().rowCount() > 5


def test_a_decision_that_raises_another_question_shows_it(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    (first, *_) = studio.rubric(lines=4)
    path, other = studio.project.path, tmp_path / "other.xpert"
    studio.project.close()
    shutil.copy(path, other)
    with ProjectFile.open(path) as mine:
        edit_checkpoint(Desk(mine, "wei", studio.now), "t1", first, text="States it.")
    with ProjectFile.open(other) as theirs:
        desk = Desk(theirs, "wei", studio.now)
        edit_checkpoint(desk, "t1", first, text="States the break date.")
        submit_rubric(desk, "t1")
        copy_to_file(Desk(theirs, "lena", studio.now), tmp_path / "copy.xpacket")
    panel = open_copy(hands, studio, tmp_path / "copy.xpacket")
    seen = set()
    for _ in range(4):
        asked = panel.asked
        if asked is None or not panel.prospect.open:
            break
        seen.add(asked.group)
        hands.key("2")
        hands.settle()
    assert {"text", "rubric"} & seen
    assert not panel.prospect.open
    hands.click("Take it in")
    hands.settle()
    assert lines_of(hands)[0] == "States the break date."
    (task,) = all_of(hands.app.session.project, Task)
    assert task.standing is Stage.REVIEW


def test_a_person_with_roles_is_added_by_a_copy_only_if_somebody_says_so(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    path, other = studio.project.path, tmp_path / "other.xpert"
    studio.rubric()
    studio.project.close()
    shutil.copy(path, other)
    with ProjectFile.open(other) as theirs:
        desk = Desk(theirs, "lena", studio.now)
        add_person(desk, "zoe", name="Zoe", roles=(Role.LEAD, Role.SENIOR), domains=("Law",))
        copy_to_file(desk, tmp_path / "copy.xpacket")
    panel = open_copy(hands, studio, tmp_path / "copy.xpacket")
    assert hands.reads("They added this person. Nobody gets a role by a packet")
    theirs = texts_of(panel)[-1].toPlainText()
    assert "Roles: Lead, Senior expert" in theirs
    hands.click("Keep mine everywhere")
    hands.settle()
    hands.click("Take it in")
    hands.settle()
    assert "zoe" not in {person.id for person in hands.app.session.house.people}


def test_the_end_of_a_long_text_that_differs_is_shown() -> None:
    start = "The lease has run for two of five years. " * 1000
    before, mine, theirs = where_they_differ(start + "Month 30.", start + "A.", start + "B.")
    assert before.endswith("Month 30.")
    assert len(before) < 1000
    assert [part.text for part in differing(mine, theirs) if part.op is WordOp.ADDED] == ["B"]
    assert where_they_differ("one", "other") == ("one", "other")


@given(before=st.text("ab c.\n", max_size=40), after=st.text("ab c.\n", max_size=40))
def test_what_is_marked_gives_the_text_and_what_went(before: str, after: str) -> None:
    words = differing(before, after)
    assert "".join(part.text for part in words if part.op is not WordOp.REMOVED) == after
    gone = "".join(part.text for part in words if part.op is not WordOp.ADDED)
    assert gone in (before, "")
