"""What is done later in one file is the later, whatever its clock said; of two files the clocks."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.workflow.assignments.files import Guest, later, new_id, outcomes, sent, take
from tests.workflow.studio import Studio
from xpert_studio.core.records import Comparison, Judgment
from xpert_studio.core.records.assignments import Purpose, Scope
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import (
    CommandContext,
    form_view,
    judge_line,
    open_form,
    record_comparison,
    submit_form,
    undo,
)
from xpert_studio.core.workflow.comparing import Preference

FAST = timedelta(minutes=10)


@pytest.fixture
def studio(tmp_path):
    return Studio(tmp_path / "studio.xpert")


def judging(studio, folder) -> tuple[Guest, str]:
    (response, *_) = studio.answered()
    scope = Scope(task_ids=("t1",), response_ids=(response,))
    return Guest(sent(studio, Purpose.JUDGE, "wei", scope), folder), response


def fast(guest: Guest) -> CommandContext:
    return CommandContext(guest.project, guest.ctx.person_id, lambda: later() + FAST, new_id)


def judge(ctx: CommandContext, response_id: str, value: int) -> None:
    open_form(ctx, response_id)
    for line in form_view(ctx, response_id).lines:
        judge_line(ctx, response_id, line.checkpoint.id, value=value, rationale=f"Is {value}.")
    submit_form(ctx, response_id)


def correct(ctx: CommandContext, response_id: str, value: int) -> None:
    undo(ctx)  # the submission of the form
    for line in form_view(ctx, response_id).lines:
        judge_line(ctx, response_id, line.checkpoint.id, value=value, rationale=f"Is {value}.")
    submit_form(ctx, response_id)


def values(studio) -> set[float | None]:
    with studio.project.reading() as tx:
        return {item.value for item in entities.find_all(tx, Judgment)}


@pytest.mark.parametrize("between", ["one submission", "two submissions", "the first was lost"])
def test_a_correction_after_the_clock_was_set_right_counts(studio, tmp_path, between):
    guest, _ = judging(studio, tmp_path)
    (response,) = guest.response_ids()
    judge(fast(guest), response, 0)
    if between != "one submission":
        first = guest.submit()
        if between == "two submissions":
            take(studio, first)
            assert values(studio) == {0}
    correct(guest.ctx, response, 1)
    found = outcomes(take(studio, guest.submit()))
    assert values(studio) == {1}
    assert "outdated" not in found
    assert outcomes(take(studio, guest.submit())).keys() == {"known"}
    assert values(studio) == {1}


def test_a_correction_in_the_project_is_not_undone_by_what_came_before_it(studio, tmp_path):
    guest, response = judging(studio, tmp_path)
    (seen,) = guest.response_ids()
    judge(guest.ctx, seen, 0)
    old = guest.submit()
    judge(CommandContext(studio.project, "wei", later, new_id), response, 1)
    assert set(outcomes(take(studio, old))) <= {"outdated", "known", "applied"}
    assert values(studio) == {1}


def test_comparisons_go_by_the_order_of_their_file(studio, tmp_path):
    answers = studio.answered(models=("aurora", "borealis"))
    scope = Scope(task_ids=("t1",), response_ids=tuple(answers))
    guest = Guest(sent(studio, Purpose.JUDGE, "wei", scope), tmp_path)
    seen = guest.response_ids()
    record_comparison(fast(guest), *seen[:2], Preference.FIRST)
    take(studio, guest.submit())
    (before,) = compared(studio)
    record_comparison(guest.ctx, *seen[:2], Preference.SECOND)
    assert "outdated" not in outcomes(take(studio, guest.submit()))
    (after,) = compared(studio)
    assert after.value == -before.value != 0


def compared(studio) -> list[Comparison]:
    with studio.project.reading() as tx:
        return entities.find_all(tx, Comparison)
