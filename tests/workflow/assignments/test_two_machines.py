"""One assignment that its person opened on two machines, at work in both files by turns."""

from __future__ import annotations

import random
import re
import shutil
from contextlib import suppress
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from tests.workflow.assignments.files import Guest, of_responses, of_tasks, sent
from tests.workflow.assignments.test_laws import Authority
from tests.workflow.deciding import approve
from tests.workflow.studio import Studio
from xpert_studio.core import workflow
from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import Checkpoint, Comment, Judgment
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import NewResponse, set_policies, undo

_numbers = count()


class Machine:
    """A file of the assignment; what its person may not do in it leaves nothing."""

    def __init__(self, content, folder, chance: random.Random) -> None:
        folder.mkdir()
        self.guest, self.chance = Guest(content, folder), chance
        self.ctx, self.purpose = self.guest.ctx, content.assignment.purpose

    def all(self, kind):
        with self.guest.project.reading() as tx:
            return entities.find_all(tx, kind)

    def one(self, kind):
        return self.chance.choice(self.all(kind))

    def step(self) -> None:
        names = [name for name in vars(Machine) if name.startswith(f"{self.purpose.value}_")]
        name = self.chance.choice([*names, "undone"])
        self.word = f"{self.chance.randrange(10**6)}"
        with suppress(XpertError, IndexError):
            getattr(self, name)()

    def undone(self) -> None:
        undo(self.ctx)

    def review_comment(self) -> None:
        workflow.add_comment(self.ctx, "t2", f"Why {self.word}?")

    def review_reword(self) -> None:
        workflow.change_comment(self.ctx, self.one(Comment).id, text=f"Why {self.word}?")

    def review_withdraw(self) -> None:
        workflow.withdraw_comment(self.ctx, self.one(Comment).id)

    def review_answer(self) -> None:
        workflow.answer_comment(self.ctx, self.one(Comment).id, f"For {self.word}.")

    def review_resolve(self) -> None:
        workflow.resolve_comment(self.ctx, self.one(Comment).id)

    def review_reopen(self) -> None:
        workflow.reopen_comment(self.ctx, self.one(Comment).id)

    def review_read(self) -> None:
        workflow.read_rubric(self.ctx, "t2", [self.one(Checkpoint).id])

    def review_approve(self) -> None:
        approve(self.ctx, "t2")

    def review_send_back(self) -> None:
        workflow.send_back(self.ctx, "t2", summary=f"Not yet: {self.word}.")

    def judge_form(self) -> None:
        response_id = self.chance.choice(self.guest.response_ids())
        workflow.open_form(self.ctx, response_id)
        for line in workflow.form_view(self.ctx, response_id).lines:
            workflow.judge_line(
                self.ctx,
                response_id,
                line.checkpoint.id,
                value=bool(self.chance.randrange(2)),
                rationale=self.word,
            )
        workflow.submit_form(self.ctx, response_id)

    def judge_again(self) -> None:
        undo(self.ctx)
        self.judge_form()

    def judge_compare(self) -> None:
        preference = self.chance.choice(list(workflow.Preference))
        pair = self.guest.response_ids()
        workflow.record_comparison(self.ctx, *pair, preference, rationale=self.word)

    def judge_withdraw(self) -> None:
        workflow.withdraw_comparison(self.ctx, *self.guest.response_ids())

    def adjudicate_override(self) -> None:
        found = self.one(Judgment)
        workflow.override(
            self.ctx, found.response_id, "maria", found.checkpoint_id, note=f"No: {self.word}."
        )

    def adjudicate_confirm(self) -> None:
        found = self.one(Judgment)
        workflow.confirm(self.ctx, found.response_id, "maria", [found.checkpoint_id])

    def adjudicate_read(self) -> None:
        found = self.one(Judgment)
        workflow.read_form(self.ctx, found.response_id, "maria", [found.checkpoint_id])

    def write_title(self) -> None:
        workflow.change_brief(self.ctx, "t3", title=f"Title {self.word}")

    def write_context(self) -> None:
        workflow.change_brief(self.ctx, "t3", context=self.chance.choice(("For A.", "For B.")))

    def write_line(self) -> None:
        workflow.edit_checkpoint(self.ctx, "t3", self.one(Checkpoint).id, text=f"As {self.word}.")

    def write_new_line(self) -> None:
        workflow.add_checkpoint(self.ctx, "t3", text=f"Names {self.word}.", dimension="Accuracy")

    def write_copy_of_line(self) -> None:
        workflow.duplicate_checkpoint(self.ctx, "t3", self.one(Checkpoint).id)

    def write_removal(self) -> None:
        workflow.remove_checkpoints(self.ctx, "t3", [self.one(Checkpoint).id])

    def write_submission(self) -> None:
        workflow.submit_rubric(self.ctx, "t3")

    def write_brief(self) -> None:
        workflow.create_brief(self.ctx, task_id=f"n{self.word}", title="Another", domain="Law")


class Ground:
    """A project that sent an assignment of each purpose to a person."""

    def __init__(self, folder) -> None:
        self.folder = folder
        studio = self.studio = Studio(folder / "studio.xpert")
        set_policies(studio.lena, max_tasks_per_expert=9, reviewers_needed=1, min_checkpoints=1)
        (first,) = studio.answered("t1")
        studio.judged(first, "maria")
        made = workflow.add_responses(studio.lena, [NewResponse("t1", "borealis", "Leave now.")])
        (second,) = made.after("response")
        (line, *_) = studio.review("t2", lines=3)
        for person in (studio.maria, studio.omar):
            workflow.add_comment(person, "t2", "Two demands.", checkpoint_id=line)
        studio.rubric("t3", lines=3)
        work = {
            Purpose.REVIEW: ("maria", of_tasks("t2")),
            Purpose.JUDGE: ("ada", of_responses(studio, first, second.id)),
            Purpose.ADJUDICATE: ("omar", of_responses(studio, first, expert="maria")),
            Purpose.WRITE: ("wei", of_tasks("t3")),
        }
        self.sent = {purpose: sent(studio, purpose, *work[purpose]) for purpose in work}
        studio.project.close()

    def submissions(self, purpose, seed):
        """What the two machines submitted, in the order in which it was made."""
        folder, chance = self.folder / f"{next(_numbers)}", random.Random(seed)
        folder.mkdir()
        machines = [Machine(self.sent[purpose], folder / name, chance) for name in "ab"]
        found = []
        for _ in range(chance.randrange(2, 7)):
            machine = chance.choice(machines)
            for _ in range(chance.randrange(1, 8)):
                machine.step()
            with suppress(XpertError):  # nothing was done
                found.append(machine.guest.submit())
        for machine in machines:
            machine.guest.project.close()
        shutil.rmtree(folder)
        return found

    def taken(self, submissions):
        """What a project holds that took submissions, and the outcomes of their parts."""
        authority = Authority(self)
        try:
            told = []
            for content in submissions:
                found = authority.take(content)
                told += [item.outcome.value for item in found.parts]
                state = authority.state()
                assert not authority.take(content).change
                assert authority.state() == state
            return authority.state(), told
        finally:
            authority.close()


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    return Ground(tmp_path_factory.mktemp("ground"))


SAID = (Purpose.REVIEW, Purpose.JUDGE, Purpose.ADJUDICATE)


@examples(4, by_night=300)
@given(purpose=st.sampled_from(SAID), seed=st.integers(0, 10**6))
def test_what_a_person_said_on_two_machines_comes_to_the_same_in_every_order(ground, purpose, seed):
    submissions = ground.submissions(purpose, seed)
    expected, told = ground.taken(submissions)
    assert "conflict" not in told
    mixed = random.Random(seed).sample(submissions * 2, 2 * len(submissions))
    assert without_order(ground.taken(mixed)[0]) == without_order(expected)


@examples(2, by_night=300)
@given(seed=st.integers(0, 10**6))
def test_what_a_person_wrote_on_two_machines_is_taken_once(ground, seed):
    ground.taken(ground.submissions(Purpose.WRITE, seed))


def without_order(state):
    """The order decides which of several texts was read, and of words edited in both files."""
    first = {"read_mark": '"read_hash":.*', "comment": '"text":"[^"]*"'}
    return state | {
        kind: sorted(re.sub(pattern, "", one, count=1) for one in state[kind])
        for kind, pattern in first.items()
    }
