"""Copies of a project: outbox, catching up, and the authority handed over."""

from __future__ import annotations

import pytest

from tests.workflow.assignments.files import later, new_id, outcomes
from tests.workflow.studio import Studio
from xpert_studio.core.errors import (
    ExchangeRefusedError,
    NotAllowedError,
    StageError,
    UsageError,
    XpertError,
)
from xpert_studio.core.records import Judgment, Person, ReadMark, RubricRevision, System, Task
from xpert_studio.core.store import ProjectFile, entities, log, runs, settings, tasks
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.workflow import (
    CommandContext,
    NewResponse,
    add_person,
    add_responses,
    change_brief,
    duplicate_checkpoint,
    form_view,
    judge_line,
    open_form,
    set_policies,
    submit_form,
    submit_rubric,
    undo,
)
from xpert_studio.core.workflow.assignments.importing import import_submission
from xpert_studio.core.workflow.assignments.taking import Choice, FieldDecision, Outcome
from xpert_studio.core.workflow.copies import catch_up, create_copy, hand_over, send_outbox


class Copy:
    """A file of the project, with anybody at work in it."""

    def __init__(self, path) -> None:
        self.path = path
        self.project = ProjectFile.open(path)

    def ctx(self, person: str) -> CommandContext:
        return CommandContext(self.project, person, later, new_id)

    def outbox(self):
        with send_outbox(self.ctx("lena")) as content:
            return content

    def take(self, content, choices=None):
        return import_submission(self.ctx("lena"), content, choices)

    def catch_up(self, other: Copy):
        self.project.close()
        other.project.close()
        found = catch_up(self.path, other.path, clock=later, new_id=new_id)
        self.project, other.project = ProjectFile.open(self.path), ProjectFile.open(other.path)
        return found

    def one(self, kind, *key):
        with self.project.reading() as tx:
            return entities.find(tx, kind, *key)

    def state(self):
        with self.project.reading() as tx:
            assert verify_log(tx) == []
            found = {
                kind: sorted(r.model_dump_json() for r in entities.find_all(tx, entity.record))
                for kind, entity in entities.ENTITIES.items()
                if kind not in {"project", "decision"}
            }
            found["project"] = [settings.project_info(tx).model_dump_json()]
            found["read"] = sorted(m.model_dump_json() for m in entities.find_all(tx, ReadMark))
        return found


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "studio.xpert")
    made.answered("t1")
    made.rubric("t2")
    return made


@pytest.fixture
def authority(studio):
    studio.project.close()
    return Copy(studio.project.path)


@pytest.fixture
def copy(authority, tmp_path):
    create_copy(authority.ctx("lena"), tmp_path / "copy.xpert")
    return Copy(tmp_path / "copy.xpert")


def judge(copy, person):
    with copy.project.reading() as tx:
        from xpert_studio.core.records import Response

        (response,) = entities.find_all(tx, Response)
    ctx = copy.ctx(person)
    open_form(ctx, response.id)
    for line in form_view(ctx, response.id).lines:
        judge_line(ctx, response.id, line.checkpoint.id, value=True, rationale="It says so.")
    submit_form(ctx, response.id)


def test_a_copy_that_catches_up_equals_the_authority_but_for_its_outbox(authority, copy):
    change_brief(copy.ctx("wei"), "t2", context="You advise a bank.")
    judge(copy, "maria")
    add_person(copy.ctx("lena"), "ines", name="Ines", domains=("Law",))
    judge(authority, "ada")
    set_policies(authority.ctx("lena"), min_checkpoints=1)
    found = copy.catch_up(authority)
    assert {item.outcome for item in found.parts} == {Outcome.APPLIED}
    assert found.former.exists()
    assert copy.one(Person, "ines").name == "Ines"
    before = copy.state()
    again = copy.outbox()
    taken = authority.take(again)
    assert set(outcomes(taken)) == {"applied"}, [
        (i.part.kind, i.outcome, i.reason) for i in taken.parts if i.outcome != "applied"
    ]
    assert authority.state() == before
    assert not [i for i in copy.catch_up(authority).parts if i.outcome is not Outcome.KNOWN]
    assert copy.state() == authority.state()
    with pytest.raises(StageError, match="Nothing was done"):
        copy.outbox()
    assert outcomes(authority.take(again)).keys() == {"known"}


def test_a_rubric_submitted_in_a_copy_is_frozen_as_it_was_there(authority, copy):
    set_policies(authority.ctx("lena"), min_checkpoints=1)
    copy.catch_up(authority)
    with copy.project.reading() as tx:
        first, *_ = tasks.rubric_of(tx, "t2")
    duplicate_checkpoint(copy.ctx("wei"), "t2", first.id)
    submit_rubric(copy.ctx("wei"), "t2")
    frozen = copy.one(RubricRevision, "t2", "1")
    authority.take(copy.outbox())
    copy.catch_up(authority)
    assert authority.one(RubricRevision, "t2", "1") == copy.one(RubricRevision, "t2", "1") == frozen


def test_what_both_changed_is_decided_by_a_person_and_nothing_is_lost(authority, copy):
    change_brief(copy.ctx("wei"), "t2", context="You advise a bank.", title="A bank's lease")
    change_brief(authority.ctx("wei"), "t2", context="You advise a broker.")
    content = copy.outbox()
    taken = authority.take(content)
    assert outcomes(taken) == {"conflict": 1}
    assert authority.one(Task, "t2").title == "A bank's lease"
    place = ("task", ("t2",), "context")
    decided = authority.take(content, {place: Choice(FieldDecision.THEIRS)})
    assert outcomes(decided) == {"applied": 1}
    assert authority.one(Task, "t2").context == "You advise a bank."
    found = copy.catch_up(authority)
    assert {item.outcome for item in found.parts} == {Outcome.KNOWN}
    former = Copy(found.former)
    assert former.one(Task, "t2").context == "You advise a bank."
    former.project.close()


def test_only_the_authority_makes_copies_and_takes_part_in_itself(authority, copy, tmp_path):
    with pytest.raises(NotAllowedError, match="a copy"):
        create_copy(copy.ctx("lena"), tmp_path / "other.xpert")
    with pytest.raises(NotAllowedError, match="no copy"):
        authority.outbox()


def test_the_authority_is_handed_over(authority, tmp_path):
    hand_over(authority.ctx("lena"), tmp_path / "next.xpert")
    following = Copy(tmp_path / "next.xpert")
    change_brief(authority.ctx("wei"), "t2", context="You advise a bank.")
    taken = following.take(authority.outbox())
    assert outcomes(taken) == {"applied": 1}
    authority.catch_up(following)
    assert authority.state() == following.state()
    with authority.project.reading() as tx:
        assert settings.copy_of(tx) is not None
    with following.project.reading() as tx:
        assert settings.copy_of(tx) is None


def test_of_two_files_that_claim_the_authority_one_becomes_the_copy(authority, tmp_path):
    import shutil

    authority.project.close()
    shutil.copy(authority.path, tmp_path / "twin.xpert")
    authority.project = ProjectFile.open(authority.path)
    twin = Copy(tmp_path / "twin.xpert")
    change_brief(twin.ctx("wei"), "t2", context="You advise a bank.")
    judge(twin, "maria")
    judge(authority, "ada")
    found = twin.catch_up(authority)
    assert {item.outcome for item in found.parts} == {Outcome.APPLIED}
    taken = authority.take(twin.outbox())
    assert set(outcomes(taken)) == {"applied"}
    twin.catch_up(authority)
    assert twin.state() == authority.state()
    with twin.project.reading() as tx:
        assert len(entities.find_all(tx, Judgment)) == 6


def test_a_file_of_another_history_is_refused(authority, copy, tmp_path):
    other = Copy(Studio(tmp_path / "other.xpert").project.path)
    with pytest.raises(ExchangeRefusedError):
        copy.catch_up(other)
    change_brief(authority.ctx("wei"), "t2", context="You advise a bank.")
    undo(authority.ctx("wei"))
    copy.catch_up(authority)
    assert copy.state() == authority.state()


def test_a_copy_is_updated_only_from_the_file_that_decides(authority, copy, tmp_path):
    with pytest.raises(ExchangeRefusedError, match="same file"):
        copy.catch_up(copy)
    with pytest.raises(ExchangeRefusedError, match="is a copy itself"):
        authority.catch_up(copy)
    assert settings_of_copy(copy.path) is not None
    assert settings_of_copy(authority.path) is None
    assert not list(tmp_path.glob("*.before-update-*"))


def settings_of_copy(path):
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        return settings.copy_of(tx)


def test_a_copy_sends_no_assignments(authority, copy):
    from tests.workflow.assignments.files import of_tasks
    from xpert_studio.core.records.assignments import Purpose
    from xpert_studio.core.workflow.assignments.closing import close_assignment
    from xpert_studio.core.workflow.assignments.sending import send_assignment

    with (
        pytest.raises(NotAllowedError, match="another one decides"),
        send_assignment(copy.ctx("lena"), Purpose.WRITE, "wei", of_tasks("t2")),
    ):
        raise AssertionError
    with pytest.raises(NotAllowedError, match="another one decides"):
        close_assignment(copy.ctx("lena"), "as-none")


def test_what_no_outbox_holds_is_named_when_a_copy_is_updated(authority, copy):
    from datetime import UTC, datetime

    from xpert_studio.core.judge.request import ScoreRequest
    from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score

    judge(copy, "maria")
    judge(copy, "ada")
    request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL)
    plan = prepare(copy.project, request)
    score(copy.project, plan, clock=lambda: datetime.now(UTC), on_progress=lambda _: None)
    found = copy.catch_up(authority)
    assert dict(found.left) == {"run": 1}
    former = Copy(found.former)
    with former.project.reading() as tx:
        assert len(runs.all_runs(tx)) == 1
    former.project.close()


def test_an_edit_taken_back_in_a_copy_after_it_came_in_is_taken_back(authority, copy):
    before = authority.one(Task, "t2").context
    change_brief(copy.ctx("wei"), "t2", context="You advise a bank.")
    assert outcomes(authority.take(copy.outbox())) == {"applied": 1}
    change_brief(copy.ctx("wei"), "t2", context=before)
    found = copy.catch_up(authority)
    assert [item.outcome for item in found.parts] == [Outcome.KNOWN, Outcome.APPLIED]
    assert copy.one(Task, "t2").context == before
    assert outcomes(authority.take(copy.outbox())) == {"applied": 1}
    assert authority.one(Task, "t2").context == before


def test_a_copy_at_a_path_that_is_taken_leaves_no_row(authority, tmp_path):
    with authority.project.reading() as tx:
        rows = log.newest(tx)
    (tmp_path / "there.xpert").write_text("something else")
    for make in (create_copy, hand_over):
        with pytest.raises(UsageError, match="there already"):
            make(authority.ctx("lena"), tmp_path / "there.xpert")
    with authority.project.reading() as tx:
        assert log.newest(tx) == rows


@pytest.mark.parametrize("make", [create_copy, hand_over])
def test_what_fails_half_way_leaves_one_file_that_decides(authority, tmp_path, monkeypatch, make):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("xpert_studio.core.workflow.copies.place_new", refuse)
    before = authority.state()
    with pytest.raises(XpertError, match="could not be written: No space"):
        make(authority.ctx("lena"), tmp_path / "next.xpert")
    assert [path.name for path in tmp_path.glob("*next*")] == []
    assert authority.state() == before
    with authority.project.reading() as tx:
        assert settings.copy_of(tx) is None


def test_a_file_is_a_copy_with_the_row_that_hands_over(authority, tmp_path):
    hand_over(authority.ctx("lena"), tmp_path / "next.xpert")
    with authority.project.reading() as tx:
        (row,) = log.rows_of(tx, ["authority.hand_over"])
        assert settings.copy_of(tx).sequence == row.sequence == log.newest(tx)


@pytest.mark.parametrize("name", ["gpt-5 with search", "openai/gpt-5", "模型 (2)"])
def test_a_system_of_any_name_comes_back_with_its_settings(authority, copy, name):
    made = System(name=name, model="m", search=True)
    new = NewResponse("t1", name, "It breaks at month 30.")
    add_responses(copy.ctx("lena"), [new], system=made)
    found = authority.take(copy.outbox())
    assert {item.outcome for item in found.parts} == {Outcome.APPLIED}
    assert authority.one(System, name) == made


def test_the_last_step_that_a_copy_caught_up_with_is_undone_in_the_project_only(authority, copy):
    change_brief(authority.ctx("wei"), "t2", context="You advise a bank.")
    copy.catch_up(authority)
    with pytest.raises(NotAllowedError, match="before this copy was made or updated last"):
        undo(copy.ctx("wei"))
    assert copy.one(Task, "t2").context == "You advise a bank."
