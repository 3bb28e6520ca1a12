"""A recruit without the project: examination and trial tasks go out in a file, and come back."""

from __future__ import annotations

import zipfile

import pytest

from tests.cli.conftest import xpert
from tests.packs.qualification.conftest import (
    SECRETS,
    answered,
    examined_studio,
    standing,
    trial_responses,
    tried,
)
from tests.workflow.assignments.files import Guest, later, new_id, outcomes, take
from xpert_studio.core.errors import NotAllowedError, UsageError
from xpert_studio.core.records import Judgment, Role, content_hash
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import CommandContext, add_person, change_person, qualify, undo
from xpert_studio.core.workflow.assignments.choosing import choose
from xpert_studio.core.workflow.assignments.sending import send_assignment
from xpert_studio.core.workflow.assignments.submitting import signed
from xpert_studio.packs.qualification.examining import (
    add_question,
    answer_question,
    change_question,
    retire_question,
)
from xpert_studio.packs.qualification.page_read import read_seen
from xpert_studio.packs.qualification.records import Question

__all__ = ["xpert"]
CANARIES = (*SECRETS, "It says so plainly.", "Sue said so.", "aurora")
"""What is right, what others decided and answered, and the name of a system."""


@pytest.fixture
def exam(tmp_path):
    studio = examined_studio(tmp_path / "exam.xpert")
    yield studio
    studio.project.close()


def guest(studio, tmp_path, person="rae"):
    ctx = CommandContext(studio.project, "lena", later, new_id)
    scope = choose(ctx, person, Purpose.JUDGE)
    with send_assignment(ctx, Purpose.JUDGE, person, scope) as content:
        return Guest(content, tmp_path)


def judged(found, *, met=True):
    from xpert_studio.core.workflow import form_view, judge_line, open_form, submit_form

    for response in found.response_ids():
        open_form(found.ctx, response)
        for line in form_view(found.ctx, response).lines:
            judge_line(found.ctx, response, line.checkpoint.id, value=int(met), rationale="Read.")
        submit_form(found.ctx, response)


def everything(found):
    judged(found)
    answer_question(found.ctx, "q-choice", "b")
    answer_question(found.ctx, "q-short", "Six months' notice.")


def test_the_whole_of_it_is_done_in_a_file_and_comes_back(exam, tmp_path):
    found = guest(exam, tmp_path)
    (paper,) = read_seen(found.ctx).papers
    assert [*paper.to_answer] == ["q-choice", "q-short"] and len(paper.to_try) == 2
    everything(found)
    (paper,) = read_seen(found.ctx).papers
    assert not paper.to_answer and not paper.to_try
    assert outcomes(take(exam, found.submit())) == {"applied": 4}
    here = standing(exam)
    assert not here.to_answer and not here.to_try
    assert [one.points for one in here.rated] == [1, None]
    assert (here.compared.agreement.value, here.compared.n) == (1.0, 6)
    with exam.project.reading() as tx:
        assert not entities.find_all(tx, Judgment, expert_id="rae"), "it is in no figure"


def test_it_comes_to_the_same_as_in_the_project(tmp_path):
    offline = examined_studio(tmp_path / "one.xpert")
    found = guest(offline, tmp_path)
    judged(found, met=False)
    take(offline, found.submit())
    online = examined_studio(tmp_path / "two.xpert")
    tried(online, met=False)
    one, two = standing(offline), standing(online)
    assert one.compared.plain() == two.compared.plain()
    assert {(r, d) for r, f in one.forms for d in f.decisions} == {
        (r, d) for r, f in two.forms for d in f.decisions
    }


def test_twice_late_or_in_another_order_it_is_the_same(exam, tmp_path):
    found = guest(exam, tmp_path)
    answer_question(found.ctx, "q-choice", "A")
    first = found.submit()
    judged(found)
    answer_question(found.ctx, "q-short", "Six months.")
    second = found.submit()
    assert outcomes(take(exam, second)) == {"applied": 4}
    assert outcomes(take(exam, first)) == {"known": 1}
    assert outcomes(take(exam, second)) == {"known": 4}
    with pytest.raises(NotAllowedError, match="final"):
        undo(CommandContext(exam.project, "lena", later, new_id))


def test_nothing_of_what_is_right_is_in_the_file(exam, tmp_path, xpert):
    add_person(exam.lena, "sue", roles=(Role.EXPERT,), domains=("Law",))
    answer_question(exam.ctx("sue"), "q-short", "Sue said so.")
    for response in trial_responses(exam):
        exam.judged(response, "wei" if response == trial_responses(exam)[0] else "sue")
    exam.project.close()
    assert xpert("assignment", "send", "exam.xpert", "trial", "--for", "rae", "--purpose", "judge",
                 "--as", "lena").code == 0  # fmt: skip
    with zipfile.ZipFile(tmp_path / "trial.xassignment") as packed:
        told = "\n".join(packed.read(name).decode("utf-8") for name in packed.namelist())
    assert "When does clause 9 end the lease?" in told
    _free_of_secrets(told)
    assert xpert("assignment", "open", "trial.xassignment", "rae.xpert").code == 0
    for words in (("exam", "show"), ("info", "--list-records"), ("history",), ("judge", "list")):
        place = 1 if words[0] in {"info", "history"} else 2
        given = (*words[:place], "rae.xpert", *words[place:], "--as", "rae")
        said = xpert(*given, "--json")
        assert said.code == 0, said.err
        _free_of_secrets(said.out + xpert(*given).out)
    for path in tmp_path.glob("rae.xpert*"):
        if path.is_file():
            _free_of_secrets(path.read_bytes().decode("latin-1"))


def _free_of_secrets(told: str) -> None:
    for secret in CANARIES:
        assert secret not in told.replace("aurora says", ""), secret
    assert '"key": "B"' not in told and '"key":"B"' not in told


def test_a_key_cannot_be_guessed_from_an_answer(exam, xpert):
    """People see their answers as they are kept: no hash may tell one letter from another."""
    answer_question(exam.ctx("rae"), "q-choice", "A")
    asked = standing(exam).rated[0].question
    exam.project.close()
    told = xpert("info", "exam.xpert", "--list-records", "--as", "rae", "--json").out
    assert asked.asked_hash in told and asked.salt not in told
    for key in "AB":
        assert asked.model_copy(update={"key": key, "salt": ""}).asked_hash not in told


def test_a_question_of_an_earlier_version_has_the_same_hash():
    fields = {"domain": "Law", "text": "When?", "form": "choice", "options": ["a", "b"],
              "key": "A", "guide": "", "points": 1}  # fmt: skip
    assert Question.model_validate({**fields, "made_by": "omar"}).asked_hash == content_hash(
        [fields]
    )


@pytest.mark.parametrize(
    ("changed", "part", "why"),
    [
        ("passed", "answer", "is not examined in Law"),
        ("passed", "form", "is not examined in Law"),
        ("returned", "answer", "decided since"),
        ("retired", "answer", "not asked of them"),
        ("reworded", "answer", "changed since"),
        ("answered", "answer", "final"),
        ("tried", "form", "judged it"),
        ("more checkpoints", "form", "not complete"),
    ],
)
def test_what_was_decided_here_since_stands(exam, tmp_path, changed, part, why):
    found = guest(exam, tmp_path)
    everything(found)
    if changed == "passed":
        qualify(exam.lena, "rae", "passed", exemption="Known.")
    elif changed == "returned":
        answered(exam)
        qualify(exam.omar, "rae", "returned", comments="Again.")
    elif changed == "retired":
        retire_question(exam.omar, "q-choice")
    elif changed == "reworded":
        change_question(exam.omar, "q-choice", text="When does clause 8 end it?")
    elif changed == "answered":
        answered(exam)
    elif changed == "tried":
        tried(exam)
    else:
        _one_more_checkpoint(exam)
    taken = take(exam, found.submit())
    refused = [str(one.reason) for one in taken.parts if one.outcome == "refused"]
    assert any(why in said for said in refused), refused
    assert any(one.part.key[1] == part and one.outcome == "refused" for one in taken.parts)


def _one_more_checkpoint(exam):
    from xpert_studio.core.records import Checkpoint, Task
    from xpert_studio.core.store import tasks

    with exam.project.writing() as tx:
        point = tasks.rubric_of(tx, "t1")[0]
        more = point.model_copy(update={"id": "more", "text": "Names clause 12.", "position": 99})
        entities.put(tx, more)
        assert isinstance(more, Checkpoint) and entities.find(tx, Task, "t1")


def rewritten(content, found, change):
    """A submission as a person would make it who writes the file by hand, key and all."""
    from dataclasses import replace

    parts = tuple(change(part) for part in content.parts)
    with found.project.reading() as tx:
        from xpert_studio.core.store import settings

        key = settings.guest(tx).assignment["key"]
    return signed(replace(content, parts=parts), key)


def _unhashed(part):
    return {name: one for name, one in part.after.items() if name != "hash"}


def put(part, kind, **fields):
    if part.key[1] != kind:
        return part
    from xpert_studio.core.records import PackRecord

    content = {**part.after["content"], **fields}
    made = PackRecord.model_validate(
        {**_unhashed(part), "content": content}, strict=False
    ).model_dump(mode="json")
    return part.model_copy(update={"after": made})


@pytest.mark.parametrize(
    ("kind", "fields", "why"),
    [
        ("answer", {"person": "wei"}, "word of wei"),
        ("answer", {"attempt": 2}, "decided since"),
        ("answer", {"domain": "Finance"}, "not examined in Finance"),
        ("answer", {"said": "Z"}, "no option"),
        ("answer", {"question": "q-other"}, "not asked of them"),
        ("answer", {"asked": "f" * 64}, "changed since"),
        ("form", {"person": "wei"}, "word of wei"),
        ("form", {"decisions": {}}, "not complete"),
    ],
)
def test_a_file_that_was_rewritten_brings_nothing_it_must_not(exam, tmp_path, kind, fields, why):
    add_question(exam.omar, "Law", "And?", option=("x", "y"), key="A", question_id="q-mine")
    found = guest(exam, tmp_path)
    everything(found)
    content = rewritten(found.submit(), found, lambda part: put(part, kind, **fields))
    taken = take(exam, content)
    told = [str(one.reason) for one in taken.parts if one.outcome == "refused"]
    assert any(why in said for said in told), told
    if kind == "form":
        assert not standing(exam).forms


def test_a_form_of_the_easy_checkpoints_alone_is_refused(exam, tmp_path):
    found = guest(exam, tmp_path)
    judged(found)

    def drop(part):
        decisions = dict(part.after["content"]["decisions"])
        decisions.popitem()
        return put(part, "form", decisions=decisions)

    taken = take(exam, rewritten(found.submit(), found, drop))
    assert {one.outcome.value for one in taken.parts} == {"refused"}
    assert not standing(exam).forms


def test_points_questions_and_rules_are_brought_by_no_assignment(exam, tmp_path):
    found = guest(exam, tmp_path)
    answer_question(found.ctx, "q-short", "Six months.")
    content = found.submit()
    for kind in ("mark", "question", "trial", "rules", "paper"):

        def other(part, kind=kind):
            after = {**_unhashed(part), "kind": kind}
            return part.model_copy(update={"key": ("qualification", kind, "x"), "after": after})

        taken = take(exam, rewritten(content, found, other))
        assert {one.outcome.value for one in taken.parts} == {"refused"}, kind


def test_who_is_no_expert_or_has_nothing_left_is_sent_nothing(exam, tmp_path):
    answered(exam)
    tried(exam)
    with pytest.raises(UsageError, match="no pending work"):
        guest(exam, tmp_path)
    change_person(exam.lena, "rae", roles=(Role.REVIEWER,))
    with pytest.raises(UsageError, match="no pending work"):
        guest(exam, tmp_path)


def test_questions_alone_are_sent_too(exam, tmp_path):
    tried(exam)
    found = guest(exam, tmp_path)
    assert not found.response_ids()
    answer_question(found.ctx, "q-choice", "b")
    assert outcomes(take(exam, found.submit())) == {"applied": 1}
