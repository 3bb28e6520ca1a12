"""Who may bring a file in, what of it is taken, and how an import is taken back."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import ANSWER, JUDGMENT, NOW, everything_in, records_of, sound_bundle
from tests.sampling import examples
from xpert_studio.core.errors import ConflictError, NotAllowedError, NotFoundError
from xpert_studio.core.exchange import export_bundle, export_table, import_any
from xpert_studio.core.exchange.bundle_format import ROW_FILES
from xpert_studio.core.exchange.door import _NAMED_IN, Door
from xpert_studio.core.records import (
    Judgment,
    JudgmentStatus,
    Person,
    RatingState,
    Role,
    Visibility,
)
from xpert_studio.core.store import ProjectFile, files, judgments, log, people, settings
from xpert_studio.core.store.bulk_import import ImportOutcome
from xpert_studio.core.workflow import (
    CommandContext,
    add_person,
    change_brief,
    change_person,
    found_project,
    new_project,
    undo,
)

LEAD = [{"id": "mallory", "name": "Mallory", "roles": ["lead", "senior"]}]


@pytest.fixture
def team(tmp_path):
    """A project of a lead and a senior, with the sound bundle but no judgment."""

    def people_first(made: ProjectFile) -> None:
        found_project(made, "lead", now=NOW)
        add_person(desk(made, "lead"), "wei", roles=(Role.SENIOR, Role.EXPERT))
        bundle = sound_bundle(tmp_path / "sound", judgments=None, judges=None, verdicts=None)
        import_any(made, bundle, now=NOW, actor_id="lead")

    with new_project(tmp_path / "team.xpert", now=NOW, fill=people_first) as project:
        yield project


def desk(project: ProjectFile, person_id: str) -> CommandContext:
    return CommandContext(project, person_id, lambda: NOW)


def in_name_of(person_id: str, **fields) -> dict:
    return {**JUDGMENT, "expert_id": person_id, "status": "confirmed", **fields}


def judgments_in(project: ProjectFile) -> list[Judgment]:
    return records_of(project)["judgments"]


@pytest.mark.parametrize(
    ("person", "error"),
    [("", NotAllowedError), ("wei", NotAllowedError), ("nobody", NotFoundError)],
)
@pytest.mark.parametrize("kind", ["bundle", "table", "lines"])
def test_only_a_lead_imports_into_a_project_with_people(team, tmp_path, person, error, kind):
    before = everything_in(team)
    bundle = sound_bundle(tmp_path / "b", people=LEAD, judgments=[in_name_of("wei")])
    sources = {"bundle": bundle, "table": tmp_path / "t.csv", "lines": bundle / "responses.jsonl"}
    sources["table"].write_text(
        "task_id,model,checkpoint_id,judge,kind,met\nt1,m,c1,wei,expert,true\n"
    )
    with pytest.raises(error):
        import_any(team, sources[kind], now=NOW, actor_id=person)
    assert everything_in(team) == before


def test_a_bundle_makes_nobody_a_lead(team, tmp_path):
    told = import_any(team, sound_bundle(tmp_path / "b", people=LEAD), now=NOW, actor_id="lead")
    assert {person.id for person in records_of(team)["people"]} == {"lead", "wei"}
    assert any("People were left out: 1." in warning for warning in told.warnings)


def test_people_keep_the_roles_they_have(team, tmp_path):
    wei = [{"id": "wei", "name": "Another", "roles": ["lead"]}]
    import_any(team, sound_bundle(tmp_path / "b", people=wei), now=NOW, actor_id="lead")
    with team.reading() as tx:
        (found,) = [person for person in people.all_people(tx) if person.id == "wei"]
    assert found.roles == (Role.SENIOR, Role.EXPERT)


def test_who_founds_a_project_by_a_file_leads_it(tmp_path):
    bundle = sound_bundle(tmp_path / "b", people=LEAD)
    with new_project(
        tmp_path / "p.xpert", now=NOW,
        fill=lambda made: import_any(made, bundle, now=NOW, actor_id="chen"),
    ) as project:  # fmt: skip
        found = {person.id: set(person.roles) for person in records_of(project)["people"]}
    assert found == {"mallory": {Role.LEAD, Role.SENIOR}, "chen": {Role.LEAD}}


def test_a_founder_who_is_in_the_file_keeps_their_roles(tmp_path):
    bundle = sound_bundle(tmp_path / "b", people=[{"id": "chen", "roles": ["expert"]}])
    with new_project(
        tmp_path / "p.xpert", now=NOW,
        fill=lambda made: import_any(made, bundle, now=NOW, actor_id="chen"),
    ) as project:  # fmt: skip
        (chen,) = records_of(project)["people"]
    assert set(chen.roles) == {Role.LEAD, Role.EXPERT}


def test_a_file_without_people_gives_its_founder_every_role(tmp_path):
    with new_project(
        tmp_path / "p.xpert", now=NOW,
        fill=lambda made: import_any(made, sound_bundle(tmp_path / "b"), now=NOW, actor_id="chen"),
    ) as project:  # fmt: skip
        (chen,) = records_of(project)["people"]
    assert set(chen.roles) == set(Role)


def test_nobody_founds_a_project_with_the_people_of_a_file(tmp_path):
    path = tmp_path / "p.xpert"
    bundle = sound_bundle(tmp_path / "b", people=LEAD)
    with pytest.raises(NotAllowedError, match="mallory"):
        new_project(path, now=NOW, fill=lambda made: import_any(made, bundle, now=NOW))
    assert not path.exists()


@given(
    status=st.sampled_from([status for status in JudgmentStatus if status.value != "draft"]),
    expert=st.sampled_from(["wei", "outsider"]),
    by=st.sampled_from([None, "wei", "lead", "outsider"]),
    value=st.sampled_from([0, 1, None]),
    adjudicated=st.sampled_from([None, 0, 1, RatingState.CANNOT_ASSESS]),
)
@examples(60)
def test_nothing_is_decided_in_the_name_of_a_person(team, status, expert, by, value, adjudicated):
    is_state = isinstance(adjudicated, RatingState)
    record = Judgment(
        response_id="r1", checkpoint_id="c1", expert_id=expert, value=value,
        state=RatingState.OK if value is not None else RatingState.NOT_APPLICABLE, status=status,
        adjudicated_value=None if is_state else adjudicated,
        adjudicated_state=adjudicated if is_state else None, confirmed_by=by, note="N",
    )  # fmt: skip
    with suppress(_EnoughError), team.writing() as tx:
        door = Door(tx)
        assert door.add(record) is ImportOutcome.NEW
        door.intake.flush()
        (found,) = [item for item in judgments.all_judgments(tx) if item.expert_id == expert]
        assert found.confirmed_by not in {"wei", "lead"}
        assert found.decision == record.decision
        if expert == "wei":
            assert found.status is JudgmentStatus.SUBMITTED
            assert found.adjudicated_decision is None
            assert not found.note
        else:
            assert found.status is status
        raise _EnoughError  # the next case finds the project as this one did


class _EnoughError(Exception):
    """Ends a transaction."""


@pytest.mark.parametrize("suffix", ["csv", "xlsx"])
def test_a_table_confirms_no_judgment_of_a_person(team, tmp_path, suffix):
    with new_project(tmp_path / "p.xpert", now=NOW) as other:
        bundle = sound_bundle(tmp_path / "b", judgments=[in_name_of("wei"), in_name_of("outsider")])
        import_any(other, bundle, now=NOW)
        export_table(other, tmp_path / f"t.{suffix}")
    report = import_any(team, tmp_path / f"t.{suffix}", now=NOW, actor_id="lead")
    assert {item.expert_id: item.status for item in judgments_in(team)} == {
        "wei": JudgmentStatus.SUBMITTED, "outsider": JudgmentStatus.CONFIRMED,
    }  # fmt: skip
    assert any("as submitted, not as confirmed: 1." in warning for warning in report.warnings)


def test_what_is_in_the_name_of_a_person_stays_out(team, tmp_path):
    def house(who: str, number: int) -> dict:
        return {
            "revisions": {"task_id": "t1", "number": number, "checkpoints": [], "frozen_by": who},
            "reviews": {"task_id": "t1", "revision": number, "reviewer_id": who,
                        "outcome": "approved", "started_at": NOW.isoformat()},
            "comments": {"id": f"x{number}", "task_id": "t1", "revision": number,
                         "author_id": who, "text": "No.", "aspect": "other",
                         "severity": "change", "made_at": NOW.isoformat()},
            "comparisons": {"task_id": "t1", "first_id": "r1", "second_id": "r2", "value": 1,
                            "rater": "expert", "rater_id": who, "shown_first": "r1"},
        }  # fmt: skip

    both = [house("wei", 1), house("outsider", 2)]
    rows = {name: [item[name] for item in both] for name in both[0]}
    responses = [ANSWER, {**ANSWER, "id": "r2", "model": "n"}]
    bundle = sound_bundle(
        tmp_path / "b", judgments=None, judges=None, verdicts=None, responses=responses, **rows
    )
    report = import_any(team, bundle, now=NOW, actor_id="lead")
    assert any("were left out: 4." in warning for warning in report.warnings)
    assert {name: report.added[name] for name in rows} == dict.fromkeys(rows, 1)


def test_every_kind_that_names_a_person_has_a_rule():
    """A new kind of row, or a new field that names a person, needs a decision in the door."""
    ruled = {Person, Judgment, *_NAMED_IN}
    naming = ("author", "reviewer", "expert", "adjudicator", "frozen_by", "confirmed_by", "rater")
    for file in ROW_FILES:
        fields = [name for name in file.kind.model_fields if name.startswith(naming)]
        if fields and file.kind not in ruled:
            assert (file.label, fields) == ("tasks", ["author_id"])


def test_what_is_there_already_is_no_matter(team, tmp_path):
    import_any(
        team, sound_bundle(tmp_path / "b", judgments=[in_name_of("wei")]), now=NOW, actor_id="lead"
    )
    export_bundle(team, tmp_path / "own.zip", visibility=Visibility.PRIVATE, now=NOW)
    before = records_of(team)
    report = import_any(team, tmp_path / "own.zip", now=NOW, actor_id="lead")
    assert records_of(team) == before
    assert not any(report.added.values())
    assert report.warnings == []


def bare(project: ProjectFile) -> object:
    """What an import and its undo leave as it was: all but the log."""
    records, (_, blobs, extra), info = everything_in(project)
    return records, blobs, extra, info


def test_an_import_is_one_step_that_can_be_undone(team, tmp_path):
    before = bare(team)
    bundle = sound_bundle(
        tmp_path / "b", judgments=[in_name_of("wei"), in_name_of("outsider")], people=LEAD,
        tasks=[{"id": "t2", "prompt": "More.", "domain": "Alchemy"}],
        checkpoints=[{"task_id": "t2", "id": "c1", "text": "It is.", "weight": 1},
                     {"task_id": "t1", "id": "c1", "text": "It is done.", "weight": 5}],
        responses=[ANSWER, {**ANSWER, "id": "r2", "task_id": "t2"}],
    )  # fmt: skip
    (bundle / "notes.txt").write_text("kept")
    (bundle / "attachments").mkdir()
    (bundle / "attachments" / "a.txt").write_text("a file")
    report = import_any(team, bundle, now=NOW, actor_id="lead")
    assert bare(team) != before
    change = undo(desk(team, "lead"))
    assert change.id == report.id
    assert bare(team) == before
    with team.reading() as tx:
        (told,) = log.all_of(tx, [log.IMPORT_UNDO])
        assert log.states(tx)[report.id or ""].value == "dropped"
    assert told.details["import"] == report.id
    import_any(team, bundle, now=NOW, actor_id="lead")
    assert bare(team) != before


def test_an_import_is_undone_by_its_name_and_only_by_a_lead(team, tmp_path):
    report = import_any(
        team, sound_bundle(tmp_path / "b", judgments=[in_name_of("wei")]), now=NOW, actor_id="lead"
    )
    change_person(desk(team, "lead"), "wei", name="Wei")
    with pytest.raises(NotAllowedError):
        undo(desk(team, "wei"), change_id=report.id)
    assert undo(desk(team, "lead")).command == "person.edit"
    assert undo(desk(team, "lead"), change_id=report.id).command == log.IMPORT
    assert judgments_in(team) == []
    with pytest.raises(ConflictError):
        undo(desk(team, "lead"), change_id=report.id)


def test_an_import_on_which_later_work_rests_stays(team, tmp_path):
    first = import_any(
        team, sound_bundle(tmp_path / "a", tasks=[{"id": "t2", "prompt": "More."}],
                           checkpoints=None, responses=None, judgments=None, judges=None,
                           verdicts=None),
        now=NOW, actor_id="lead",
    )  # fmt: skip
    second = import_any(
        team, sound_bundle(tmp_path / "b", tasks=None, checkpoints=None, judgments=None,
                           judges=None, verdicts=None,
                           responses=[{**ANSWER, "id": "r2", "task_id": "t2"}]) / "responses.jsonl",
        now=NOW, actor_id="lead",
    )  # fmt: skip
    before = everything_in(team)
    with pytest.raises(ConflictError, match="response r2 rests on it"):
        undo(desk(team, "lead"), change_id=first.id)
    assert everything_in(team) == before
    undo(desk(team, "lead"), change_id=second.id)
    undo(desk(team, "lead"), change_id=first.id)
    assert {task.id for task in records_of(team)["tasks"]} == {"t1"}


def test_an_import_of_which_a_record_was_changed_since_stays(team, tmp_path):
    report = import_any(
        team, sound_bundle(tmp_path / "a", tasks=[{"id": "t2", "prompt": "More.",
                                                   "author_id": "lead", "stage": "brief"}],
                           checkpoints=None, responses=None, judgments=None, judges=None,
                           verdicts=None),
        now=NOW, actor_id="lead",
    )  # fmt: skip
    change_person(desk(team, "lead"), "lead", roles=tuple(Role))
    change_brief(desk(team, "lead"), "t2", title="A better one")
    with pytest.raises(ConflictError, match="lead"):
        undo(desk(team, "lead"), change_id=report.id)
    undo(desk(team, "lead"))
    undo(desk(team, "lead"), change_id=report.id)
    assert {task.id for task in records_of(team)["tasks"]} == {"t1"}


def test_a_file_that_is_needed_elsewhere_stays(team, tmp_path):
    def with_file(name: str, task_id: str):
        data = b"a file"
        attached = [
            {
                "path": "attachments/a.txt",
                "sha256": sha256(data).hexdigest(),
                "media_type": "text/plain",
            }
        ]
        bundle = sound_bundle(
            tmp_path / name, checkpoints=None, responses=None, judgments=None, judges=None,
            verdicts=None, tasks=[{"id": task_id, "prompt": "P", "attachments": attached}],
        )  # fmt: skip
        (bundle / "attachments").mkdir()
        (bundle / "attachments" / "a.txt").write_bytes(data)
        return import_any(team, bundle, now=NOW, actor_id="lead")

    first, second = with_file("a", "t2"), with_file("b", "t3")
    undo(desk(team, "lead"), change_id=first.id)
    with team.reading() as tx:
        assert len(files.blob_sizes(tx)) == 1
    undo(desk(team, "lead"), change_id=second.id)
    with team.reading() as tx:
        assert files.blob_sizes(tx) == {}


def test_what_the_project_says_of_itself_is_put_back_unless_it_was_changed(team, tmp_path):
    def more(name: str, domain: str):
        tasks = [{"id": name, "prompt": "P", "domain": domain}]
        bundle = sound_bundle(
            tmp_path / name, tasks=tasks, checkpoints=None, responses=None, judgments=None,
            judges=None, verdicts=None,
        )  # fmt: skip
        return import_any(team, bundle, now=NOW, actor_id="lead")

    before = team.info()
    first = more("t2", "Alchemy")
    with team.writing() as tx:
        info = settings.project_info(tx)
        settings.put_project_info(tx, info.model_copy(update={"name": "Renamed"}))
    undo(desk(team, "lead"), change_id=first.id)
    assert team.info().name == "Renamed"
    assert before.name != "Renamed"
