"""Laws of submissions, over generated orders: doubled, late, partial and reordered ones."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from tests.sampling import examples
from tests.workflow.assignments.files import (
    Guest,
    later,
    new_id,
    of_responses,
    of_tasks,
    sent,
)
from tests.workflow.studio import Studio
from xpert_studio.core.records import Comment, Judgment, ReadMark
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.workflow import (
    CommandContext,
    NewResponse,
    add_checkpoint,
    add_comment,
    add_responses,
    answer_comment,
    approve,
    change_brief,
    confirm,
    edit_checkpoint,
    form_view,
    judge_line,
    open_form,
    override,
    read_form,
    read_rubric,
    resolve_comment,
    send_back,
    set_policies,
    submit_form,
    undo,
)
from xpert_studio.core.workflow.assignments.content import SubmissionContent
from xpert_studio.core.workflow.assignments.importing import import_submission
from xpert_studio.core.workflow.assignments.submitting import signed
from xpert_studio.core.workflow.assignments.taking import Outcome


def judge(ctx, response_id, value, rationale):
    open_form(ctx, response_id)
    for line in form_view(ctx, response_id).lines:
        judge_line(ctx, response_id, line.checkpoint.id, value=value, rationale=rationale)
    submit_form(ctx, response_id)


class World:
    """A project with work out to seven people, and all that they submitted."""

    def __init__(self, folder: Path) -> None:
        studio = self.studio = Studio(folder / "studio.xpert")
        set_policies(studio.lena, max_tasks_per_expert=9, reviewers_needed=1)
        self.folder, self.submissions = folder, []
        (self.first,) = studio.answered("t1")
        studio.judged(self.first, "maria")
        (second,) = add_responses(
            studio.lena, [NewResponse("t1", "borealis", "Borealis says: leave at month 30.")]
        ).after("response")
        self.second = second.id
        self.lines = studio.review("t2", lines=3)
        add_comment(studio.maria, "t2", "Two demands.", checkpoint_id=self.lines[0])
        self.written = studio.rubric("t3", lines=3)
        with studio.project.reading() as tx:
            (self.comment,) = entities.find_all(tx, Comment)
        self.review()
        self.judgments()
        self.adjudications()
        self.writing()
        studio.project.close()

    def guest(self, purpose, person, scope) -> Guest:
        return Guest(sent(self.studio, purpose, person, scope), self.folder)

    def submit(self, guest) -> None:
        self.submissions.append(guest.submit())

    def review(self) -> None:
        maria = self.guest(Purpose.REVIEW, "maria", of_tasks("t2"))
        omar = self.guest(Purpose.REVIEW, "omar", of_tasks("t2"))
        read_rubric(omar.ctx, "t2", self.lines)
        resolve_comment(omar.ctx, self.comment.id)
        self.submit(omar)
        approve(omar.ctx, "t2")
        self.submit(omar)
        answer_comment(maria.ctx, self.comment.id, "Split it.")
        self.submit(maria)
        send_back(maria.ctx, "t2", summary="Not yet.")
        self.submit(maria)

    def judgments(self) -> None:
        for person, value in (("ada", True), ("maria", False)):
            guest = self.guest(Purpose.JUDGE, person, of_responses(self.studio, self.second))
            (shown,) = guest.response_ids()
            judge(guest.ctx, shown, value, "As it says.")
            self.submit(guest)
            undo(guest.ctx)
            for line in form_view(guest.ctx, shown).lines[:1]:
                judge_line(guest.ctx, shown, line.checkpoint.id, rationale="On second thoughts.")
            submit_form(guest.ctx, shown)
            self.submit(guest)

    def adjudications(self) -> None:
        for person in ("omar", "ada"):
            scope = of_responses(self.studio, self.first, expert="maria")
            guest = self.guest(Purpose.ADJUDICATE, person, scope)
            (shown,) = guest.response_ids()
            with guest.project.reading() as tx:
                ids = sorted(item.checkpoint_id for item in entities.find_all(tx, Judgment))
            override(guest.ctx, shown, "maria", ids[0], note=f"{person} says no.")
            self.submit(guest)
            read_form(guest.ctx, shown, "maria", ids[1:])
            confirm(guest.ctx, shown, "maria", ids[1:])
            self.submit(guest)

    def writing(self) -> None:
        guest = self.guest(Purpose.WRITE, "wei", of_tasks("t3"))
        change_brief(guest.ctx, "t3", context="You advise a bank.")
        edit_checkpoint(guest.ctx, "t3", self.written[0], text="Cites clause 9.")
        self.submit(guest)
        change_brief(guest.ctx, "t3", context="You advise two banks.")
        add_checkpoint(guest.ctx, "t3", text="Names the landlord.", dimension="Clarity")
        self.submit(guest)


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> World:
    return World(tmp_path_factory.mktemp("world"))


class Authority:
    """A copy of the project, to which submissions come in some order."""

    def __init__(self, world: World) -> None:
        self.path = world.folder / f"authority-{new_id()}.xpert"
        shutil.copy(world.studio.project.path, self.path)
        self.project = ProjectFile.open(self.path)
        self.ctx = CommandContext(self.project, "lena", later, new_id)

    def take(self, content: SubmissionContent):
        return import_submission(self.ctx, content)

    def state(self) -> dict[str, list[str]]:
        with self.project.reading() as tx:
            found = {
                kind: sorted(record.model_dump_json() for record in entities.find_all(tx, e.record))
                for kind, e in entities.ENTITIES.items()
                if kind != "project"
            }
            marks = entities.find_all(tx, ReadMark)
            found["read_mark"] = sorted(mark.model_dump_json() for mark in marks)
            assert verify_log(tx) == []
        return found

    def close(self) -> None:
        self.project.close()
        self.path.unlink()


@pytest.fixture(scope="module")
def expected(world):
    authority = Authority(world)
    for content in world.submissions:
        authority.take(content)
    state = authority.state()
    authority.close()
    return state


PLACES = range(14)
SLOW = examples(3, by_night=150, phases=[Phase.explicit, Phase.generate])


@SLOW
@given(data=st.data())
def test_doubled_late_and_reordered_submissions_come_to_the_same(world, expected, data):
    order = [world.submissions[at] for at in data.draw(st.permutations(PLACES))]
    doubled = [
        world.submissions[at] for at in data.draw(st.lists(st.sampled_from(PLACES), max_size=6))
    ]
    authority = Authority(world)
    try:
        for content in [*order, *doubled]:
            authority.take(content)
        assert authority.state() == expected
    finally:
        authority.close()


@SLOW
@given(data=st.data())
def test_partial_submissions_come_to_the_same_once_the_rest_is_there(world, expected, data):
    authority = Authority(world)
    try:
        for content in [world.submissions[at] for at in data.draw(st.permutations(PLACES))]:
            kept = data.draw(st.sets(st.integers(0, len(content.parts) - 1)))
            parts = tuple(part for place, part in enumerate(content.parts) if place in kept)
            authority.take(resigned(authority, replace(content, parts=parts)))
        for content in world.submissions:
            authority.take(content)
        assert authority.state() == expected
    finally:
        authority.close()


def resigned(authority: Authority, content: SubmissionContent) -> SubmissionContent:
    from xpert_studio.core.store import log

    with authority.project.reading() as tx:
        row = log.find_entry(tx, content.submission.assignment_id)
    return signed(content, row.parameters["assignment"]["key"])


@SLOW
@given(data=st.data())
def test_contributions_of_different_people_never_conflict_and_none_disappears(world, data):
    authority = Authority(world)
    try:
        found = [
            item
            for content in [world.submissions[at] for at in data.draw(st.permutations(PLACES))]
            for item in authority.take(content).parts
        ]
        refused = [
            (item.part.kind, item.part.key, item.outcome, item.reason)
            for item in found
            if item.outcome in {Outcome.CONFLICT, Outcome.REFUSED}
        ]
        assert refused == []
    finally:
        authority.close()


@SLOW
@given(data=st.data())
def test_every_import_is_undone_as_one_step(world, data):
    authority = Authority(world)
    try:
        for content in [world.submissions[at] for at in data.draw(st.permutations(PLACES))][:4]:
            before = authority.state()
            change = authority.take(content).change
            if not change:
                continue
            undo(authority.ctx, change_id=change.id)
            after = authority.state()
            assert {k: v for k, v in after.items() if k != "read_mark"} == {
                k: v for k, v in before.items() if k != "read_mark"
            }
            authority.take(content)
    finally:
        authority.close()
