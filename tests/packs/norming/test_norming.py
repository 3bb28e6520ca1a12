"""Norming: judged blind, revealed, discussed, judged again; agreement before and after."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.cli.conftest import xpert
from tests.desktop.conftest import config, hands, qtbot
from tests.workflow.studio import Studio
from xpert_studio.core.errors import (
    IncompleteError,
    NotAllowedError,
    NotFoundError,
    StageError,
    UsageError,
)
from xpert_studio.core.metrics.krippendorff import krippendorff_alpha
from xpert_studio.core.records import Judgment, Role
from xpert_studio.core.store import entities, tasks
from xpert_studio.core.store.responses import get_response
from xpert_studio.core.workflow import (
    add_person,
    form_view,
    judge_line,
    open_form,
    qualify,
    submit_form,
    undo,
    waiting_for,
)
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.core.workflow.pack_records import seen_records
from xpert_studio.packs.norming.figures import seen_sessions
from xpert_studio.packs.norming.section import alpha_of, discussed, items_of
from xpert_studio.packs.norming.sessions import again, close, comment, reveal, start

__all__ = ["config", "hands", "qtbot", "xpert"]
EXPERTS = ("maria", "kim")
FIRST = {"maria": (1, 1, 0, 1, 0, 1), "kim": (1, 0, 0, 1, 1, 1)}
SECOND = {"maria": (1, 1, 0, 1, 0, 1), "kim": (1, 1, 0, 1, 0, 1)}


def prepared(path) -> tuple[Studio, list[str]]:
    studio = Studio(path)
    responses = [studio.answered(task, ("aurora",))[0] for task in ("t1", "t2")]
    add_person(studio.lena, "kim", name="Kim", roles=(Role.EXPERT,), domains=("Law",))
    qualify(studio.lena, "kim", "passed", exemption="Known.")
    start(studio.omar, responses, expert=EXPERTS, title="Leases", session_id="n1")
    return studio, responses


@pytest.fixture
def norming(tmp_path):
    studio, responses = prepared(tmp_path / "norm.xpert")
    yield studio, responses
    studio.project.close()


def judged(studio, responses, values, who) -> None:
    left = list(values[who])
    for response in responses:
        ctx = studio.ctx(who)
        open_form(ctx, response)
        for line in form_view(ctx, response).lines:
            assert line.decision is None, "each round begins with an empty form"
            judge_line(ctx, response, line.checkpoint.id, value=left.pop(0), rationale=f"By {who}.")
        submit_form(ctx, response)


def view(studio, who="omar"):
    with studio.project.reading() as tx:
        return next(iter(seen_sessions(tx, person_of(tx, who))), None)


def point_of(studio, task="t1") -> str:
    with studio.project.reading() as tx:
        return tasks.rubric_of(tx, task)[0].id


def whole(studio, responses) -> None:
    for who in EXPERTS:
        judged(studio, responses, FIRST, who)
    reveal(studio.omar, "n1")
    again(studio.omar, "n1")
    for who in EXPERTS:
        judged(studio, responses, SECOND, who)
    close(studio.omar, "n1")


def test_agreement_before_and_after_is_krippendorffs_alpha(norming):
    studio, responses = norming
    whole(studio, responses)
    found = view(studio)
    for number, values in ((1, FIRST), (2, SECOND)):
        units = [unit for who in EXPERTS for unit in range(len(values[who]))]
        expected = krippendorff_alpha(units, [one for who in EXPERTS for one in values[who]])
        assert alpha_of(found, number).value == pytest.approx(expected)
        assert (items_of(found, number), alpha_of(found, number).tasks) == (6, 2)
    assert alpha_of(found, 1).interval is not None
    assert [line.differs(1) for line in found.lines] == [False, True, False, False, True, False]


def test_nothing_is_revealed_before_all_have_judged(norming):
    studio, responses = norming
    judged(studio, responses, FIRST, "maria")
    assert view(studio).lines == view(studio, "kim").lines == ()
    with pytest.raises(IncompleteError) as refused:
        reveal(studio.omar, "n1")
    assert [str(one) for one in refused.value.missing] == ["Kim: 2 to judge."]
    with studio.project.reading() as tx:
        for who in ("kim", "omar", "lena", None):
            assert not seen_records(tx, who, "norming", "form")
        for who, sees in (("kim", True), ("omar", True), ("lena", True), ("wei", False)):
            assert bool(seen_records(tx, who, "norming", "session")) is sees
    judged(studio, responses, FIRST, "kim")
    reveal(studio.omar, "n1")
    assert view(studio, "kim").lines[1].rounds[1]["maria"].rationale == "By maria."
    assert view(studio, "wei") is None, "who does not take part sees nothing of it"


def test_the_second_round_is_blind_too(norming):
    studio, responses = norming
    for who in EXPERTS:
        judged(studio, responses, FIRST, who)
    reveal(studio.omar, "n1")
    again(studio.omar, "n1")
    judged(studio, responses, SECOND, "maria")
    assert not view(studio, "kim").lines[0].rounds[2]
    assert 2 not in view(studio).agreement


def test_a_session_counts_nowhere_and_its_responses_are_not_judged_for_results(norming):
    studio, responses = norming
    whole(studio, responses)
    with studio.project.reading() as tx:
        assert not entities.find_all(tx, Judgment)
    assert not waiting_for(studio.ctx("kim")).to_judge
    with pytest.raises(NotAllowedError, match="for practice"):
        open_form(studio.ctx("kim"), responses[0])


def test_a_form_is_final(norming):
    studio, responses = norming
    judged(studio, responses, FIRST, "maria")
    with pytest.raises(NotAllowedError, match="final"):
        undo(studio.maria)


def test_it_is_discussed_by_those_who_take_part_while_it_is_open(norming):
    studio, responses = norming
    point = point_of(studio)
    with pytest.raises(StageError):
        comment(studio.maria, "n1", responses[0], point, "Clause 9.")
    for who in EXPERTS:
        judged(studio, responses, FIRST, who)
    reveal(studio.omar, "n1")
    with pytest.raises(NotAllowedError):
        comment(studio.wei, "n1", responses[0], point, "Clause 9.")
    for refused in (
        ("n2", responses[0], point, "Clause 9."),
        ("n1", "other", point, "Clause 9."),
        ("n1", responses[0], "none", "Clause 9."),
        ("n1", responses[0], point, " "),
    ):
        with pytest.raises((NotFoundError, UsageError)):
            comment(studio.maria, *refused)
    with pytest.raises(StageError, match="past that"):
        reveal(studio.omar, "n1")
    comment(studio.maria, "n1", responses[0], point, "Clause 9.")
    (said,) = view(studio, "kim").lines[0].comments
    assert (said.person, said.text) == ("maria", "Clause 9.")


def test_who_may_start_and_who_may_take_part(norming):
    studio, responses = norming
    with pytest.raises(NotAllowedError, match="not a lead or a senior"):
        start(studio.maria, responses, expert=EXPERTS)
    with pytest.raises(NotAllowedError, match="has judged or seen"):
        start(studio.omar, responses, expert=EXPERTS)
    with pytest.raises(UsageError):
        start(studio.omar, responses, expert=("maria",))
    with pytest.raises(UsageError, match="a session n1 already"):
        start(studio.omar, responses, expert=EXPERTS, session_id="n1")
    add_person(studio.lena, "rae", roles=(Role.EXPERT,), domains=("Law",))
    with pytest.raises(NotAllowedError, match="not been qualified"):
        start(studio.omar, responses, expert=("rae", "wei"))
    for verb in (reveal, again, close):
        with pytest.raises(NotAllowedError):
            verb(studio.maria, "n1")


def test_by_the_command_line(norming, xpert):
    studio, responses = norming
    for who in EXPERTS:
        judged(studio, responses, FIRST, who)
    studio.project.close()
    assert xpert("norm", "reveal", "norm.xpert", "n1", "--as", "omar").code == 0
    (listed,) = xpert("norm", "list", "norm.xpert", "--as", "kim", "--json").json
    assert (listed["step"], listed["left"]) == ("discussed", 0)
    shown = xpert("norm", "show", "norm.xpert", "n1", "--as", "kim")
    assert "They differ on 2 of 6" in shown.out
    section = xpert("sections", "norm.xpert", "norming", "--as", "lena", "--json").json
    assert section[0]["agreement"]["1"]["items"] == 6
    said = " ".join(
        xpert("sections", "norm.xpert", "norming", "--full", "--as", "lena").out.split()
    )
    assert "before the discussion; not judged again yet" in said and "In discussion" in said
    assert xpert("norm", "show", "norm.xpert", "n1", "--as", "wei").code != 0


def test_in_the_window_it_is_judged_revealed_and_discussed(hands, norming):
    studio, responses = norming
    judged(studio, responses, FIRST, "maria")
    hands.open(studio.project.path, "kim")
    hands.go("norming")
    page = hands.page
    assert page.to_judge.isVisible() and not page.reveal.isVisible()
    assert not page.shown.tables
    judged(studio, responses, FIRST, "kim")
    hands.open(studio.project.path, "omar")
    hands.go("norming")
    page = hands.page
    QTest.mouseClick(page.reveal, Qt.MouseButton.LeftButton)
    hands.settle()
    assert len(page.shown.tables) == 1
    assert "before the discussion" in page.said.text()
    page.discussion.text.setPlainText("Clause 9 is the ground.")
    QTest.mouseClick(page.discussion.say, Qt.MouseButton.LeftButton)
    hands.settle()
    assert sum(len(line.comments) for line in view(studio).lines) == 1
    assert page.discussion.text.toPlainText() == ""
    QTest.mouseClick(page.again, Qt.MouseButton.LeftButton)
    hands.settle()
    assert view(studio).session.step == "second"


def test_rationales_comments_and_the_response_are_read_beside_what_is_discussed(hands, norming):
    studio, responses = norming
    for who in EXPERTS:
        judged(studio, responses, FIRST, who)
    reveal(studio.omar, "n1")
    hands.open(studio.project.path, "kim")
    hands.go("norming")
    page = hands.page
    (table,) = page.shown.tables
    assert not any("By maria." in str(cell) for row in table.plain() for cell in row)
    target = table.targets[-1]
    page.shown.opened.emit(target)
    hands.settle()
    assert page.discussion.line.currentData() == " ".join(target[1:])
    for said in ("maria", "By maria.", "By kim."):
        assert hands.reads(said), said
    assert "t2:" not in page.discussion.line.currentText()
    with studio.project.reading() as tx:
        text = get_response(tx, target[1]).text
    assert page.discussion.answer.text() == text
    comment(studio.omar, "n1", target[1], target[2], "Clause 9 is enough.")
    page.refresh()
    hands.settle()
    assert hands.reads("Clause 9 is enough.")


def test_what_was_agreed_in_the_discussion_is_in_the_report(norming):
    studio, responses = norming
    for who in EXPERTS:
        judged(studio, responses, FIRST, who)
    reveal(studio.omar, "n1")
    comment(studio.omar, "n1", responses[0], view(studio).lines[1].point.id, "Clause 9 is enough.")
    again(studio.omar, "n1")
    for who in EXPERTS:
        judged(studio, responses, SECOND, who)
    close(studio.omar, "n1")
    (row,) = discussed([view(studio)]).rows
    assert row.cells[2:] == ("met ×1, not met ×1", "met ×2", "Clause 9 is enough.")
