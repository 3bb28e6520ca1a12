"""What the first page may tell: nobody's line-by-line decisions but one's own."""

from __future__ import annotations

from tests.workflow.deciding import approve, confirm
from tests.workflow.studio import PEOPLE, YES, Studio
from xpert_studio.core.records import SpotCheckOutcome
from xpert_studio.core.workflow import (
    NewResponse,
    accept,
    add_checkpoint,
    add_responses,
    change_brief,
    change_person,
    draw_spot_checks,
    edit_checkpoint,
    finish_spot_check,
    judge_line,
    open_form,
    reopen,
    set_policies,
    submit_brief,
    submit_rubric,
    undo,
    waiting_for,
)
from xpert_studio.core.workflow.views import overview
from xpert_studio.core.workflow.waiting import latest_waiting


def test_the_first_page_tells_nobody_what_others_decide_line_by_line(studio: Studio) -> None:
    (response_id,) = studio.answered()
    open_form(studio.maria, response_id)
    with studio.project.reading() as tx:
        from xpert_studio.core.store import tasks

        first = tasks.rubric_of(tx, "t1")[0].id
    judge_line(studio.maria, response_id, first, value=1)
    undo(studio.maria)

    def deeds(person: str) -> set[str]:
        events = overview(studio.ctx(person)).lately
        return {str(event.details.get("of", event.command)) for event in events}

    assert "judgment.draft" in deeds("maria")
    assert not {"judgment.draft", "form.open"} & deeds("ada")
    assert not {"judgment.draft", "form.open"} & deeds("wei")


def test_what_waits_is_looked_up_again_only_when_something_has_happened(studio: Studio) -> None:
    first, second = studio.answered(models=("aurora", "borealis"))
    latest = latest_waiting(studio.maria)
    before = latest.get()
    assert before == waiting_for(studio.maria)
    assert latest.get() is before

    studio.brief("t2")  # nothing that Maria waits for: the very same tuple, nothing to compare
    after = latest.get()
    assert after is not before
    assert after.to_judge is before.to_judge

    studio.judged(first)
    judged = latest.get()
    assert [form.response_id for form in judged.to_judge] == [second]
    assert judged == waiting_for(studio.maria)
    undo(studio.maria)
    assert latest.get() == waiting_for(studio.maria)
    assert {form.response_id for form in latest.get().to_judge} == {first, second}


def test_what_waits_is_right_for_everybody_on_a_tasks_whole_way(studio: Studio) -> None:
    latest = {person: latest_waiting(studio.ctx(person)) for person in PEOPLE}

    def look() -> None:
        for person, kept in latest.items():
            assert kept.get() == waiting_for(studio.ctx(person)), person

    set_policies(studio.lena, reviewers_needed=2)
    look()
    studio.brief()
    look()
    change_brief(studio.wei, "t1", context="Another situation.")
    look()
    change_brief(studio.wei, "t1", title="Another title")
    look()
    submit_brief(studio.wei, "t1")
    look()
    accept(studio.lena, "t1", YES)
    look()
    for text in ("States that the break date is month 30.", "Names clause 9 as the ground."):
        line = add_checkpoint(studio.wei, "t1", text=text, dimension="Accuracy").one("checkpoint")
        look()
    edit_checkpoint(studio.wei, "t1", line.id, text="Names clause 9.")
    look()
    submit_rubric(studio.wei, "t1")
    look()
    approve(studio.maria, "t1")
    look()
    approve(studio.omar, "t1")
    look()
    draw_spot_checks(studio.lena, seed=1, share=1.0)
    look()
    finish_spot_check(
        studio.ada, "t1", SpotCheckOutcome.PASSED, consistent=True, aligned_with_task=True,
        evaluable=True,
    )  # fmt: skip
    look()
    new = [NewResponse("t1", model, "Leave at month 30.") for model in ("aurora", "borealis")]
    ids = [item.id for item in add_responses(studio.lena, new).after("response")]
    look()
    open_form(studio.maria, ids[0])
    look()
    studio.judged(ids[1])
    look()
    confirm(studio.omar, ids[1], "maria")
    look()
    undo(studio.omar)
    look()
    reopen(studio.lena, "t1", reason="A line is missing.")
    look()
    undo(studio.lena)
    look()
    change_person(studio.lena, "maria", domains=("Finance",))
    look()
