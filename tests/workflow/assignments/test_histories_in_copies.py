"""Whatever a team does in a copy arrives in the project, by import and by update."""

from __future__ import annotations

import random
import shutil
from contextlib import suppress
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from tests.workflow.assignments.files import outcomes
from tests.workflow.assignments.test_copies import Copy
from tests.workflow.deciding import approve
from tests.workflow.studio import BRIEF, YES, Studio
from xpert_studio.core import workflow
from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import (
    Checkpoint,
    Comment,
    Judgment,
    Response,
    Role,
    SpotCheckOutcome,
    Task,
)
from xpert_studio.core.store import entities
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.workflow import NewResponse, set_policies, undo
from xpert_studio.core.workflow.assignments.importing import import_submission
from xpert_studio.core.workflow.copies import create_copy

PEOPLE = ("lena", "wei", "maria", "omar", "ada")
_numbers = count()


class Team:
    """People who do random things in a copy; what they may not do leaves nothing."""

    def __init__(self, copy: Copy, seed: int, *, undoes: bool) -> None:
        self.copy, self.chance, self.undoes = copy, random.Random(seed), undoes

    def all(self, kind, **values):
        with self.copy.project.reading() as tx:
            return entities.find_all(tx, kind, **values)

    def step(self) -> None:
        names = [name for name in vars(Team) if name.startswith("do_")]
        name = self.chance.choice([n for n in names if self.undoes or n != "do_undo"])
        self.person = self.copy.ctx(self.chance.choice(PEOPLE))
        self.lead = self.copy.ctx("lena")
        self.task = self.chance.choice(self.all(Task))
        self.author = self.copy.ctx(self.task.author_id)
        self.word = f"{self.chance.randrange(10**6)}"
        with suppress(XpertError, IndexError):
            getattr(self, name)(self.task.id)

    def one(self, kind, **values):
        return self.chance.choice(self.all(kind, **values))

    def do_title(self, task_id):
        workflow.change_brief(self.author, task_id, title=f"Title {self.word}")

    def do_title_as_before(self, task_id):
        workflow.change_brief(self.author, task_id, title=BRIEF["title"])

    def do_begin(self, _task_id):
        workflow.create_brief(self.person, task_id=f"n{self.word}", **BRIEF)

    def do_submit_brief(self, task_id):
        workflow.submit_brief(self.author, task_id)

    def do_accept(self, task_id):
        workflow.accept(self.lead, task_id, YES)

    def do_return(self, task_id):
        workflow.return_brief(self.lead, task_id, reason="Not yet.")

    def do_discard(self, task_id):
        workflow.discard(self.person, task_id, reason="No.")

    def do_hand_over(self, task_id):
        workflow.hand_over(self.lead, task_id, self.chance.choice(("wei", "maria")))

    def do_add(self, task_id):
        workflow.add_checkpoint(
            self.author, task_id, text=f"States {self.word}.", dimension="Accuracy"
        )

    def do_edit(self, task_id):
        line = self.one(Checkpoint, task_id=task_id)
        workflow.edit_checkpoint(self.author, task_id, line.id, text=f"Names {self.word}.")

    def do_duplicate(self, task_id):
        line = self.one(Checkpoint, task_id=task_id)
        workflow.duplicate_checkpoint(self.author, task_id, line.id)

    def do_remove(self, task_id):
        line = self.one(Checkpoint, task_id=task_id)
        workflow.remove_checkpoints(self.author, task_id, [line.id])

    def do_submit_rubric(self, task_id):
        workflow.submit_rubric(self.author, task_id)

    def do_approve(self, task_id):
        approve(self.person, task_id)

    def do_send_back(self, task_id):
        workflow.send_back(self.person, task_id, summary="Once more.")

    def do_comment(self, task_id):
        workflow.add_comment(self.person, task_id, f"Why {self.word}?")

    def do_answer(self, _task_id):
        workflow.answer_comment(self.person, self.one(Comment).id, f"For {self.word}.")

    def do_resolve(self, _task_id):
        workflow.resolve_comment(self.person, self.one(Comment).id)

    def do_reopen_comment(self, _task_id):
        workflow.reopen_comment(self.person, self.one(Comment).id)

    def do_reword(self, _task_id):
        found = self.one(Comment)
        workflow.change_comment(self.copy.ctx(found.author_id), found.id, text=f"Why {self.word}?")

    def do_withdraw(self, _task_id):
        found = self.one(Comment)
        workflow.withdraw_comment(self.copy.ctx(found.author_id), found.id)

    def do_draw(self, _task_id):
        workflow.draw_spot_checks(self.lead, seed=1, share=self.chance.choice((0.0, 1.0)))

    def do_spot_check(self, task_id):
        outcome = self.chance.choice(list(SpotCheckOutcome))
        workflow.finish_spot_check(
            self.person, task_id, outcome, consistent=True, aligned_with_task=True,
            evaluable=True, note="Looked at.",
        )  # fmt: skip

    def do_reopen(self, task_id):
        workflow.reopen(self.lead, task_id, reason="A line is wrong.")

    def do_response(self, task_id):
        workflow.add_responses(self.lead, [NewResponse(task_id, f"s{self.word}", "Leave now.")])

    def do_judge(self, _task_id):
        response_id, value = self.one(Response).id, bool(self.chance.randrange(2))
        workflow.open_form(self.person, response_id)
        for line in workflow.form_view(self.person, response_id).lines:
            workflow.judge_line(
                self.person, response_id, line.checkpoint.id, value=value, rationale=self.word
            )
        workflow.submit_form(self.person, response_id)

    def do_override(self, _task_id):
        found = self.one(Judgment)
        workflow.override(
            self.person, found.response_id, found.expert_id, found.checkpoint_id, note=self.word
        )

    def do_person(self, _task_id):
        workflow.add_person(self.lead, f"p{self.word}", name="P", roles=(Role.EXPERT,))

    def do_role(self, _task_id):
        roles = self.chance.choice(((Role.AUTHOR, Role.REVIEWER), (Role.REVIEWER, Role.EXPERT)))
        workflow.change_person(self.lead, "maria", roles=roles)

    def do_undo(self, _task_id):
        undo(self.person)


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    studio = Studio(tmp_path_factory.mktemp("begun") / "studio.xpert")
    set_policies(studio.lena, max_tasks_per_expert=9, min_checkpoints=1)
    studio.answered("t1", ("aurora", "borealis"))
    studio.rubric("t2", lines=2)
    studio.review("t3", lines=2)
    studio.brief("t4")
    studio.project.close()
    return studio.project.path


def state(copy: Copy):
    """What a file holds; what is begun and not yet ended is in no submission."""
    with copy.project.reading() as tx:
        assert verify_log(tx) == []
        found = {
            (kind, entity.key_of(record)): record.model_dump(mode="json")
            for kind, entity in entities.ENTITIES.items()
            if kind not in {"project", "decision"}
            for record in entities.find_all(tx, entity.record)
        }
    return {
        (kind, key): fields
        for (kind, key), fields in found.items()
        if not (kind == "open_form" and fields["submitted_at"] is None)
        and not (kind == "review" and fields["outcome"] is None)
    }


@examples(4, by_night=250)
@given(seed=st.integers(0, 10**6), rounds=st.sampled_from((1, 2)), steps=st.integers(6, 40))
def test_what_a_team_does_in_a_copy_arrives(begun, tmp_path_factory, seed, rounds, steps):
    """A judgment and a review that were submitted are not taken back: undo with one outbox only."""
    folder = tmp_path_factory.mktemp(f"team{next(_numbers)}")
    shutil.copy(begun, folder / "project.xpert")
    project = Copy(folder / "project.xpert")
    create_copy(project.ctx("lena"), folder / "copy.xpert")
    copy = Copy(folder / "copy.xpert")
    team = Team(copy, seed, undoes=rounds == 1)
    for _ in range(rounds):
        for _ in range(steps):
            team.step()
        try:
            outbox = copy.outbox()
        except XpertError:  # nothing was done
            continue
        before = state(project)
        taken = project.take(outbox)
        assert set(outcomes(taken)) <= {"applied", "known"}, [
            (item.part, item.outcome, item.reason) for item in taken.parts
        ]
        assert state(project) == state(copy)
        assert set(outcomes(project.take(outbox))) == {"known"}
        if taken.change.id:  # or nothing is different
            undo(project.ctx("lena"), change_id=taken.change.id)
            assert state(project) == before
            project.take(outbox)
        assert state(project) == state(copy)
    found = copy.catch_up(project)
    assert {item.outcome for item in found.parts} <= {"known"}
    assert state(project) == state(copy)
    project.project.close()
    copy.project.close()


@examples(3, by_night=150)
@given(seed=st.integers(0, 10**6))
def test_a_copy_that_catches_up_keeps_what_a_team_did(begun, tmp_path_factory, seed):
    folder = tmp_path_factory.mktemp(f"update{next(_numbers)}")
    shutil.copy(begun, folder / "project.xpert")
    project = Copy(folder / "project.xpert")
    create_copy(project.ctx("lena"), folder / "copy.xpert")
    copy = Copy(folder / "copy.xpert")
    team = Team(copy, seed, undoes=True)
    for _ in range(2):
        for _ in range(20):
            team.step()
        expected = state(copy)
        found = copy.catch_up(project)
        assert {item.outcome for item in found.parts} <= {"applied", "known"}
        assert state(copy) == expected
        team.undoes = False
    if found.parts:
        project.take(copy.outbox())
    assert state(project) == expected
    project.project.close()
    copy.project.close()


def outcomes_of(taken):
    return [(item.part.kind, item.part.key, item.outcome) for item in taken.parts]


@examples(2, by_night=100)
@given(seed=st.integers(0, 10**6), rounds=st.integers(1, 4))
def test_a_project_that_goes_on_and_its_copies_come_to_the_same(
    begun, tmp_path_factory, seed, rounds
):
    folder = tmp_path_factory.mktemp(f"both{next(_numbers)}")
    shutil.copy(begun, folder / "project.xpert")
    project = Copy(folder / "project.xpert")
    copies = []
    for name in ("one", "two"):
        create_copy(project.ctx("lena"), folder / f"{name}.xpert")
        copies.append(Copy(folder / f"{name}.xpert"))
    files = (project, *copies)
    teams = [Team(file, seed + place, undoes=True) for place, file in enumerate(files)]
    for copy in copies * rounds:
        for team in teams * 6:
            team.step()
        try:
            outbox = copy.outbox()
        except XpertError:  # nothing was done
            continue
        before = state(project)
        expected = import_submission(project.ctx("lena"), outbox, dry_run=True)
        assert state(project) == before
        taken = project.take(outbox)
        assert outcomes_of(taken) == outcomes_of(expected)
        after = state(project)
        assert "applied" not in outcomes(project.take(outbox))
        assert state(project) == after
        if taken.change.id:
            undo(project.ctx("lena"), change_id=taken.change.id)
            assert state(project) == before
            project.take(outbox)
        assert state(project) == after
        copy.catch_up(project)
        assert state(copy).items() <= after.items()  # but for forms that are open there again
        assert {kind for kind, _ in after.keys() - state(copy).keys()} <= {"open_form"}
    for file in files:
        file.project.close()
