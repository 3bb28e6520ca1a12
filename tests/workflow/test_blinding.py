"""What is kept from a person until they have judged, and who counts as having written a task."""

from __future__ import annotations

import pytest

from tests.workflow.blinded import IDS, PENDING, REASON, SYSTEMS, VERDICT, blinded_studio, judge
from tests.workflow.deciding import approve, confirm
from tests.workflow.studio import YES, Studio
from xpert_studio.core.errors import NotAllowedError, XpertError
from xpert_studio.core.records import Attachment, Person, Role, Task
from xpert_studio.core.store import entities, files, judgments, responses, settings, tasks
from xpert_studio.core.workflow import (
    accept,
    add_person,
    change_person,
    create_brief,
    hand_over,
    judge_line,
    open_form,
    override,
    qualify,
    reopen,
    rights,
    submit_brief,
    submit_form,
    submit_rubric,
    undo,
    waiting_for,
)
from xpert_studio.core.workflow.blinding import blinding_of, unnamed_files
from xpert_studio.core.workflow.form_view import form_view
from xpert_studio.core.workflow.unblinding import need_results, unblind
from xpert_studio.core.workflow.views.finding import Finder
from xpert_studio.core.workflow.views.forms import (
    judged_form,
    read_response,
    responses_of,
    side_by_side,
)
from xpert_studio.core.workflow.views.overview import overview
from xpert_studio.core.workflow.views.seen_history import read_history
from xpert_studio.core.workflow.views.verdicts import earlier_verdicts, verdict_view

HIDDEN = (*SYSTEMS, REASON, VERDICT)


@pytest.fixture
def blinded(tmp_path):
    studio = blinded_studio(tmp_path / "p.xpert")
    yield studio
    studio.project.close()


def found_by(ctx, query: str) -> object:
    finder = Finder(ctx.project, None)
    try:
        return finder.find(ctx, query)
    finally:
        finder.close()


VIEWS = {
    "responses": lambda ctx: responses_of(ctx, "t1").responses,
    "verdict": lambda ctx: verdict_view(ctx, IDS[0]),
    "earlier verdicts": lambda ctx: earlier_verdicts(ctx, IDS[0], "c1", "j1"),
    "sheet": lambda ctx: form_view(ctx, IDS[0]),
    "another's sheet": lambda ctx: judged_form(ctx, IDS[0], "wei"),
    "side by side": lambda ctx: side_by_side(ctx, IDS[0]),
    "history": lambda ctx: [
        (step.event.model_dump(exclude={"details"}), read_history(ctx).reader.shown(step.event))
        for step in read_history(ctx).steps
    ],
    "overview": overview,
    "search": lambda ctx: found_by(ctx, "stated verbatim"),
    "waiting": waiting_for,
}


@pytest.mark.parametrize("person", PENDING)
@pytest.mark.parametrize("view", VIEWS)
def test_no_view_tells_a_person_who_still_judges(blinded, person, view):
    try:
        told = repr(VIEWS[view](blinded.ctx(person)))
    except XpertError as error:
        told = str(error)
    for system in SYSTEMS:
        told = told.replace(f"t1-{system}", "ID")  # a view may hold the id; nothing shows it
    assert not [word for word in HIDDEN if word in told]


def test_a_senior_expert_reads_and_settles_no_form_they_still_have_to_judge(blinded):
    judge(blinded, IDS[1], "maria")
    first = form_view(blinded.ada, IDS[1]).lines[0].checkpoint.id
    with pytest.raises(NotAllowedError, match="You still have to judge"):
        judged_form(blinded.ada, IDS[1], "maria")
    with pytest.raises(NotAllowedError, match="You still have to judge"):
        confirm(blinded.ada, IDS[1], "maria")
    with pytest.raises(NotAllowedError, match="You still have to judge"):
        override(blinded.ada, IDS[1], "maria", first, note="No.")
    judge(blinded, IDS[1], "ada")
    assert judged_form(blinded.ada, IDS[1], "maria").refused is None
    assert confirm(blinded.ada, IDS[1], "maria")


def test_an_adjudicator_does_not_judge_the_response_afterwards(blinded):
    change_person(blinded.lena, "omar", roles=(Role.SENIOR, Role.EXPERT))
    with pytest.raises(NotAllowedError, match="has adjudicated"):
        open_form(blinded.omar, IDS[0])
    assert open_form(blinded.omar, IDS[1])


def test_a_senior_expert_of_another_domain_sees_no_form_and_decides_on_no_brief(blinded):
    vera = blinded.ctx("vera")
    with pytest.raises(NotAllowedError, match="works in: Finance"):
        judged_form(vera, IDS[0], "wei")
    assert blinding_of(vera).withheld == {"t1"}
    blinded.brief("t2")
    submit_brief(blinded.wei, "t2")
    assert not waiting_for(vera).triage
    with pytest.raises(NotAllowedError, match="works in: Finance"):
        accept(vera, "t2", YES)
    assert accept(blinded.omar, "t2", YES)


def test_results_open_when_all_is_judged_and_close_when_a_response_comes(blinded):
    with blinded.project.reading() as tx:
        need_results(tx, "lena")
        with pytest.raises(NotAllowedError, match="2 responses wait for your own"):
            need_results(tx, "leo")
        with pytest.raises(NotAllowedError, match="people in this project"):
            need_results(tx, "")
        with pytest.raises(NotAllowedError, match="leads only"):
            need_results(tx, "omar")
    for id_ in IDS:
        judge(blinded, id_, "leo")
    assert marks(blinded, "leo") == dict.fromkeys(IDS, False)
    with blinded.project.reading() as tx:
        need_results(tx, "leo")
    leo = blinding_of(blinded.ctx("leo"))
    assert not leo.tasks
    assert not leo.pending


def test_unblinding_opens_the_response_alone_and_is_kept(blinded):
    leo = blinded.ctx("leo")
    assert unblind(leo, IDS[:1]).details["unblinded"] == [*IDS[:1]]
    assert blinding_of(leo).to_judge == IDS[1:]
    assert blinding_of(leo).tasks == {"t1"}, "the other response to the task is still to judge"
    assert unblind(leo).details["unblinded"] == [*IDS[1:]]
    assert not blinding_of(leo).tasks
    events = [
        step.event for step in read_history(leo).steps if step.event.command == "response.unblind"
    ]
    assert [(event.actor_id, event.details["response"]) for event in events] == [
        ("leo", IDS[1]),
        ("leo", IDS[0]),
    ]


def test_an_open_form_hides_its_task_where_its_person_may_no_longer_judge(blinded):
    leo = blinded.ctx("leo")
    open_form(leo, IDS[0])
    change_person(blinded.lena, "leo", roles=(Role.LEAD,))
    assert not blinding_of(leo).to_judge
    assert blinding_of(leo).tasks == {"t1"}
    assert blinding_of(leo).response_name("t1", IDS[0]) != IDS[0]
    assert not blinding_of(blinded.lena).tasks, "who has no form open knows the systems"
    unblind(leo, IDS[:1])
    assert not blinding_of(leo).tasks


def test_a_response_that_is_read_has_files_without_what_may_tell_its_system(blinded):
    with blinded.project.writing() as tx:
        sha = files.put_blob(tx, b"a memo")
        item = Attachment(
            path=f"{SYSTEMS[0]}.txt", media_type="text/plain", sha256=sha, caption=SYSTEMS[0]
        )
        for one in responses.all_responses(tx, task_ids=["t1"]):
            entities.put(tx, one.model_copy(update={"attachments": (item,)}))
    (shown,) = read_response(blinded.ctx("leo"), IDS[0]).attachments
    assert (shown.path, shown.caption, shown.sha256) == ("attachment-1.txt", None, sha)
    assert read_response(blinded.lena, IDS[0]).attachments == (item,)


def test_files_of_a_response_are_shown_without_names_of_documents_and_captions(blinded):
    sha = "0" * 64
    made = [
        Attachment(path=f"{SYSTEMS[0]}.docx", media_type="application/x", sha256=sha),
        Attachment(path="plan.png", media_type="image/png", sha256=sha),
    ]
    made = [item.model_copy(update={"caption": f"by {SYSTEMS[0]}"}) for item in made]
    shown = unnamed_files(made)
    assert [item.path for item in shown] == ["attachment-1.docx", "plan.png"]
    assert [item.caption for item in shown] == [None, None]


@pytest.fixture
def project_state(tmp_path):
    studio = Studio(tmp_path / "p.xpert")
    add_person(
        studio.lena, "kim", name="Kim", domains=("Law",),
        roles=(Role.AUTHOR, Role.REVIEWER, Role.SENIOR, Role.LEAD),
    )  # fmt: skip
    qualify(studio.lena, "kim", "passed", exemption="bar exam")
    yield studio
    studio.project.close()


def test_who_hands_a_task_over_stays_its_writer(project_state):
    kim = project_state.ctx("kim")
    project_state.brief("t1", author="kim")
    hand_over(project_state.lena, "t1", "wei")
    submit_brief(project_state.wei, "t1")
    with pytest.raises(NotAllowedError, match="Kim wrote"):
        accept(kim, "t1", YES)
    assert not waiting_for(kim).triage
    accept(project_state.lena, "t1", YES)
    with project_state.project.reading() as tx:
        task = tasks.get_task(tx, "t1")
        policies = settings.project_info(tx).policies
        kim_ = entities.find(tx, Person, "kim")
    assert task.writers == {"kim", "wei"}
    for check in (
        lambda: rights.reviewer_of(kim_, task, policies),
        lambda: rights.checker_of(kim_, task, policies, ()),
    ):
        with pytest.raises(NotAllowedError, match="Kim wrote"):
            check()


def test_handing_over_frees_no_place_and_takes_none(project_state):
    project_state.brief("t1")
    project_state.brief("t2")
    with pytest.raises(NotAllowedError, match="wei has begun 2 tasks"):
        create_brief(project_state.wei, task_id="t3", title="A third")
    hand_over(project_state.lena, "t1", "maria")
    with pytest.raises(NotAllowedError, match="wei has begun 2 tasks"):
        create_brief(project_state.wei, task_id="t3", title="A third")
    for name in ("m1", "m2"):
        assert create_brief(project_state.maria, task_id=name, title="Her own")


def test_writers_of_a_task_are_all_its_authors():
    made = Task(id="t", prompt="P", author_id="c", earlier_authors=("a", "b"))
    assert made.writers == {"a", "b", "c"}
    assert made.first_author == "a"
    assert Task(id="t", prompt="P").writers == frozenset()


def test_nobody_approves_what_they_wrote_before(project_state):
    project_state.rubric("t1", author="maria")
    hand_over(project_state.lena, "t1", "wei")
    submit_rubric(project_state.wei, "t1")
    with pytest.raises(NotAllowedError, match="Maria wrote"):
        approve(project_state.maria, "t1")


def test_a_lead_with_nothing_to_judge_is_told(blinded):
    told = {name: repr(VIEWS[name](blinded.lena)) for name in ("responses", "verdict", "search")}
    assert SYSTEMS[0] in told["responses"]
    assert SYSTEMS[0] in told["verdict"]
    assert VERDICT in told["verdict"]
    assert "verbatim" in told["search"]


def marks(studio, person: str) -> dict[str, bool]:
    """Which responses a person has judged, and whether unblinded."""
    with studio.project.reading() as tx:
        found = [item for item in judgments.all_judgments(tx) if item.expert_id == person]
    return {item.response_id: item.unblinded for item in found}


def roles_there_and_back(studio):
    change_person(studio.ctx("leo"), "leo", roles=(Role.LEAD,))
    undo(studio.ctx("leo"))


def domains_there_and_back(studio):
    change_person(studio.ctx("leo"), "leo", domains=("Finance",))
    change_person(studio.ctx("leo"), "leo", domains=("Law",))


def task_there_and_back(studio):
    reopen(studio.ctx("leo"), "t1", reason="A slip.")
    undo(studio.ctx("leo"))


def failed_and_passed(studio):
    qualify(studio.omar, "leo", "failed", comments="Too lenient.")
    qualify(studio.lena, "leo", "passed", exemption="bar exam")


def judged_and_taken_back(studio):
    judge(studio, IDS[0], "leo", "Nonsense.")
    undo(studio.ctx("leo"))


@pytest.mark.parametrize(
    "detour",
    [
        roles_there_and_back,
        domains_there_and_back,
        task_there_and_back,
        failed_and_passed,
        judged_and_taken_back,
    ],
)
def test_who_could_look_on_a_detour_judges_unblinded(blinded, detour):
    detour(blinded)
    judge_again(blinded, "leo")
    assert marks(blinded, "leo") == {IDS[0]: True}


def judge_again(studio, person: str) -> None:
    """Judges the first response, whether its form is open already or not."""
    ctx = studio.ctx(person)
    open_form(ctx, IDS[0])
    for line in form_view(ctx, IDS[0]).lines:
        judge_line(ctx, IDS[0], line.checkpoint.id, value=0, rationale="Again.")
    submit_form(ctx, IDS[0])


def test_who_looked_as_a_lead_or_adjudicator_before_judges_unblinded(blinded):
    change_person(blinded.lena, "lena", roles=(Role.LEAD, Role.EXPERT))
    qualify(blinded.ctx("leo"), "lena", "passed", exemption="bar exam")
    judge(blinded, IDS[1], "lena")
    assert marks(blinded, "lena") == {IDS[1]: True}


def test_who_takes_an_adjudication_back_does_not_judge(blinded):
    undo(blinded.omar)
    change_person(blinded.lena, "omar", roles=(Role.SENIOR, Role.EXPERT))
    with pytest.raises(NotAllowedError, match="has adjudicated"):
        open_form(blinded.omar, IDS[0])


def test_an_expert_who_never_saw_others_judges_blind_again(blinded):
    judge(blinded, IDS[0], "maria")
    undo(blinded.maria)
    change_person(blinded.lena, "maria", domains=("Law", "Finance"))
    judge_again(blinded, "maria")
    judge(blinded, IDS[1], "ada")
    assert marks(blinded, "maria") == {IDS[0]: False}
    assert marks(blinded, "ada") == {IDS[1]: False}
