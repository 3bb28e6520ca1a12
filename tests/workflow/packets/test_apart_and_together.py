"""Two copies of a project, in which everybody does anything, and packets between them in any order.

Whatever happened, the copies come to hold the same, taking a packet twice changes nothing, taking
is undone as a whole, and what a rule refused is still there where it was made.

``XPERT_TEST_LARGE=1`` tries many more stories, which takes minutes.
"""

import os
import shutil
import tempfile
from functools import cache
from itertools import count
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.workflow.packets.copies import Copy, attempt, bring, decided, forked
from tests.workflow.studio import BRIEF, PEOPLE
from xpert_studio.records import (
    Checkpoint,
    Judgment,
    Remark,
    Response,
    Role,
    RubricRevision,
    SpotCheckOutcome,
    Stage,
    Task,
)
from xpert_studio.store import entities, tasks
from xpert_studio.workflow import (
    NewResponse,
    accept,
    add_checkpoint,
    add_domains,
    add_responses,
    answer_remark,
    approve,
    bulk_change,
    change_brief,
    change_person,
    confirm,
    create_brief,
    discard,
    draw_spot_checks,
    draw_subset,
    duplicate_checkpoint,
    edit_checkpoint,
    finish_spot_check,
    hand_over,
    judge_line,
    merge_checkpoints,
    move_checkpoints,
    open_sheet,
    override,
    redo,
    remark,
    remove_checkpoints,
    remove_response,
    reopen,
    resolve_remark,
    return_brief,
    send_back,
    set_baseline,
    set_grading_policy,
    set_policies,
    sheet_view,
    split_checkpoint,
    submit_brief,
    submit_rubric,
    submit_sheet,
    undo,
    withdraw_remark,
)
from xpert_studio.workflow.merging.weighing import Fate
from xpert_studio.workflow.packets import plan_packet, take_packet

LARGE = bool(os.environ.get("XPERT_TEST_LARGE"))
COPIES = st.sampled_from("ab")
WHO = st.sampled_from(sorted(PEOPLE))
TASKS = st.sampled_from(["t1", "t2", "t3", "t4"])
PLACE = st.integers(0, 5)
TEXT = st.sampled_from(["States A.", "Names B and C.", "说明三十个月。", "Cites clause 9."])


def begin(studio):
    set_policies(studio.lena, max_tasks_per_expert=4)
    first, _ = studio.answered("t2", ("aurora", "borealis"))
    studio.judged(first)
    studio.review("t3", lines=3)
    studio.rubric("t1", lines=4)


@cache
def beginning():
    """What every story begins with, made once; and its folder, which lasts as long as the tests."""
    folder = tempfile.TemporaryDirectory()
    one, other = forked(Path(folder.name), begin)
    one.project.close()
    other.project.close()
    return folder


class ApartAndTogether(RuleBasedStateMachine):
    @initialize()
    def fork(self):
        self.folder = tempfile.TemporaryDirectory()
        shutil.copytree(beginning().name, self.folder.name, dirs_exist_ok=True)
        ticks = count()
        self.copies = {
            name: Copy(name, Path(self.folder.name, f"{name}.xpert"), ticks) for name in "ab"
        }

    def teardown(self):
        if not hasattr(self, "copies"):
            return
        try:
            self.come_together()
        finally:
            for copy in self.copies.values():
                copy.project.close()
            self.folder.cleanup()

    def desk(self, copy, person="lena"):
        return self.copies[copy].desk(person)

    def all(self, copy, kind, **values):
        with self.copies[copy].project.reading() as tx:
            return entities.find_all(tx, kind, **values)

    def pick(self, copy, kind, place, **values):
        found = self.all(copy, kind, **values)
        return found[place % len(found)] if found else None

    def line(self, copy, task_id, place):
        there = self.all(copy, Task, id=task_id)
        found = self.pick(copy, Checkpoint, place, task_id=task_id) if there else None
        return found.id if found else "none"

    # What people do in one of the copies: mostly what the stage of a task lets them do.

    @rule(copy=COPIES, task=TASKS, which=st.integers(0, 20), one=PLACE, two=PLACE, text=TEXT)
    def work(self, copy, task, which, one, two, text):
        there = next(iter(self.all(copy, Task, id=task)), None)
        if there is None:
            attempt(create_brief, self.desk(copy, "wei"), task_id=task, **BRIEF)
            return
        steps = {
            Stage.BRIEF: self.brief,
            Stage.RETURNED: self.brief,
            Stage.SUBMITTED: self.triage,
            Stage.RUBRIC: self.rubric,
            Stage.REVIEW: self.review,
            Stage.APPROVED: self.approved,
            Stage.SPOT_CHECK: self.approved,
            Stage.READY: self.ready,
        }
        if there.standing in steps:
            steps[there.standing](copy, there, which, one, two, text)

    def brief(self, copy, task, which, one, two, text):
        desk = self.desk(copy, task.author_id)
        field = ("title", "materials", "reference_answer", "context")[one % 4]
        if which % 4:
            attempt(change_brief, desk, task.id, **{field: text})
        else:
            attempt(submit_brief, desk, task.id)

    def triage(self, copy, task, which, one, two, text):
        if which % 3:
            attempt(accept, self.desk(copy), task.id)
        else:
            attempt(return_brief, self.desk(copy), task.id, reason=text)

    def rubric(self, copy, task, which, one, two, text):
        desk, first = self.desk(copy, task.author_id), self.line(copy, task.id, one)
        second, made = self.line(copy, task.id, two), self.pick(copy, Remark, one, task_id=task.id)
        line = {"text": text, "dimension": "Accuracy"}
        steps = [
            (add_checkpoint, task.id, {**line, "at": two}),
            (add_checkpoint, task.id, line),
            (edit_checkpoint, task.id, first, {"text": text}),
            (edit_checkpoint, task.id, second, {"text": text}),
            (edit_checkpoint, task.id, first, {"weight": one + 1}),
            (remove_checkpoints, task.id, [first], {}),
            (move_checkpoints, task.id, [first], {"to": two}),
            (split_checkpoint, task.id, first, [text, "And more."], {}),
            (merge_checkpoints, task.id, [first, second], {}),
            (duplicate_checkpoint, task.id, first, {}),
            (bulk_change, task.id, [first, second], {"notes": text}),
            (answer_remark, made.id if made else "none", text, {}),
            (submit_rubric, task.id, {}),
        ]
        verb, *what, fields = steps[which % len(steps)]
        attempt(verb, desk, *what, **fields)

    def review(self, copy, task, which, one, two, text):
        desk, made = self.desk(copy, ("maria", "omar")[one % 2]), self.pick(copy, Remark, two)
        match which % 7:
            case 0 | 1:
                attempt(remark, desk, task.id, text, checkpoint_id=self.line(copy, task.id, two))
            case 2:
                attempt(send_back, desk, task.id, summary=text)
            case 3 if made:
                attempt(answer_remark, desk, made.id, text)
            case 4 if made:
                attempt(resolve_remark, desk, made.id)
            case 5 if made:
                attempt(withdraw_remark, desk, made.id)
            case _:
                attempt(approve, desk, task.id)

    def approved(self, copy, task, which, one, two, text):
        if task.standing is Stage.SPOT_CHECK:
            attempt(
                finish_spot_check, self.desk(copy, "ada"), task.id,
                list(SpotCheckOutcome)[which % 3], consistent=True, aligned_with_task=True,
                evaluable=True, note="seen",
            )  # fmt: skip
        else:
            attempt(draw_spot_checks, self.desk(copy), seed=one, share=which % 2)

    def ready(self, copy, task, which, one, two, text):
        given = self.pick(copy, Response, one, task_id=task.id)
        match which:
            case 0:
                attempt(reopen, self.desk(copy), task.id, reason="again")
            case 1:
                attempt(hand_over, self.desk(copy), task.id, ("wei", "maria")[one % 2])
            case 2:
                attempt(draw_subset, self.desk(copy), size=1, seed=two)
            case 3 | 4 | 5:
                answer = NewResponse(task.id, f"system-{copy}{two}", "Leave at month 30.")
                attempt(add_responses, self.desk(copy), [answer])
            case 6 if given:
                attempt(remove_response, self.desk(copy), given.id)
            case 7 if given:
                attempt(set_baseline, self.desk(copy), given.model)
            case 8:
                attempt(discard, self.desk(copy), task.id, reason="no")
            case 9 | 10 | 11 if given:
                self.settle(copy, given, which % 2, one)
            case _ if given:
                self.judge(copy, given, ("maria", "ada")[two % 2], which % 4, one)

    def judge(self, copy, given, who, which, place):
        desk = self.desk(copy, who)
        attempt(open_sheet, desk, given.id)
        view = attempt(sheet_view, desk, given.id)
        for line in view.lines if view else ():
            said = {"value": int(place % 2 == 0), "rationale": f"So says {copy}."}
            attempt(judge_line, desk, given.id, line.checkpoint.id, **said)
            if which == 0:
                return
        attempt(submit_sheet, desk, given.id)

    def settle(self, copy, given, which, place):
        judged = self.pick(copy, Judgment, place, response_id=given.id)
        if judged is None:
            return
        at = self.desk(copy, "omar"), judged.response_id, judged.expert_id
        if which:
            attempt(confirm, *at)
        else:
            attempt(override, *at, judged.checkpoint_id, note="It does not.")

    @rule(copy=COPIES, which=st.integers(0, 4), place=PLACE, text=TEXT)
    def house(self, copy, which, place, text):
        desk = self.desk(copy)
        match which:
            case 0:
                attempt(set_policies, desk, max_checkpoints=6 + place)
            case 1:
                attempt(set_grading_policy, desk, text, reason="better")
            case 2:
                attempt(add_domains, desk, f"Domain {copy}{place}")
            case 3:
                attempt(change_person, desk, "ada", name=text)
            case 4:
                attempt(change_person, desk, "ada", roles=(list(Role)[place % 4], Role.SENIOR))

    @rule(copy=COPIES, who=WHO, back=st.booleans())
    def turn(self, copy, who, back):
        attempt(undo if back else redo, self.desk(copy, who))

    # Packets.

    @rule(copy=COPIES)
    def send(self, copy):
        """A packet goes, is taken, is taken again, and the taking is undone and done again."""
        giver = self.copies[copy]
        taker = self.copies["b" if copy == "a" else "a"]
        content, desk = giver.packet(), taker.desk("lena")
        before = taker.contents()
        choices = decided(desk, content)
        taken = take_packet(desk, content, choices)
        after = taker.contents()
        assert not take_packet(desk, content, choices).change
        assert taker.contents() == after
        if taken.change:
            undo(desk, change_id=taken.change.id)
            assert taker.contents() == before
            redo(desk, change_id=taken.change.id)
            assert taker.contents() == after
        else:
            assert before == after

    def come_together(self):
        one, other = self.copies["a"], self.copies["b"]
        for _ in range(8):
            if not (bring(one, other).change or bring(other, one).change):
                break
        else:
            raise AssertionError("the copies never come to rest")
        here, there = one.contents(), other.contents()
        apart = {at for at in here.keys() | there.keys() if here.get(at) != there.get(at)}
        told = set()
        for giver, taker in ((one, other), (other, one)):
            plan = plan_packet(taker.desk("lena"), giver.packet())
            told |= {(i.kind, i.key) for i in plan.of(Fate.REFUSED, Fate.CONFLICT, Fate.HELD)}
        # Where each froze, and reviewed, another rubric, each keeps its own, and is told so.
        rubrics = {key[0] for kind, key in told if kind in {"revision", "review"}}
        left = {(kind, key if isinstance(key, tuple) else (key,)) for kind, key in apart} - told
        assert not {at for at in left if at[1][0] not in rubrics}
        self.rubrics_are_what_was_frozen()

    def rubrics_are_what_was_frozen(self):
        frozen = {Stage.REVIEW, Stage.APPROVED, Stage.SPOT_CHECK, Stage.READY}
        for copy in "ab":
            for task in self.all(copy, Task):
                revisions = self.all(copy, RubricRevision, task_id=task.id)
                if task.standing not in frozen or not revisions:
                    continue
                newest = max(revisions, key=lambda item: item.number)
                with self.copies[copy].project.reading() as tx:
                    now = tasks.rubric_of(tx, task.id)
                assert [p.meaning() for p in now] == [p.meaning() for p in newest.checkpoints]


TestApartAndTogether = ApartAndTogether.TestCase
TestApartAndTogether.settings = settings(
    max_examples=200 if LARGE else 12,
    stateful_step_count=40 if LARGE else 25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    phases=list(Phase) if LARGE else [Phase.explicit, Phase.reuse, Phase.generate],
)
