"""What waits for a person, in groups, each item with the place where it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xpert_studio.desktop.kit import STAGES, Place, judge_name, moment, number, t
from xpert_studio.desktop.pages.assignments.words import asked_for
from xpert_studio.desktop.session import Session
from xpert_studio.records import Role, Stage, Task
from xpert_studio.workflow import Waiting
from xpert_studio.workflow.views.assignments import AssignmentsView, SentAssignment
from xpert_studio.workflow.waiting import WaitingSheet


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to do, and where."""

    text: str
    note: str
    place: Place


_Called = Callable[[str | None], str]
_Counted = tuple[int, tuple[Item, ...]]


@dataclass(frozen=True, slots=True)
class Group:
    """Things of one kind; ``place`` shows all of them.

    Attributes:
        count: How many there are.
        items: The first few of them.
    """

    title: str
    text: str
    count: int
    items: tuple[Item, ...]
    place: Place


def groups_of(
    waiting: Waiting, assigned: AssignmentsView, session: Session, *, listed: int
) -> list[Group]:
    """The groups that are not empty, what came back from others first.

    Args:
        waiting: What waits; of thousands only those that are listed are looked at.
        assigned: What the person was assigned, and what they assigned to others.
        session: Who is at work.
        listed: How many of each group are listed.
    """
    own = waiting.own
    returned = [task for task in own if task.standing is Stage.RETURNED]
    writing = [task for task in own if task.standing is not Stage.RETURNED]
    mine = f"author={session.person_id}"

    def tasks(found: Sequence[Task], tab: str) -> _Counted:
        return len(found), tuple(_task(task, tab) for task in found[:listed])

    def sheets(found: Sequence[WaitingSheet], make: Callable[[WaitingSheet], Item]) -> _Counted:
        return len(found), tuple(make(sheet) for sheet in found[:listed])

    def assignments(items: Sequence[SentAssignment], *, is_own: bool) -> _Counted:
        found = [item for item in items if item.is_waiting]
        return (
            len(found),
            tuple(
                Item(
                    _assigned(item, session.house.called, is_own=is_own),
                    _done(item),
                    Place("assignments"),
                )
                for item in found[:listed]
            ),
        )

    def to_confirm(sheet: WaitingSheet) -> Item:
        return _to_confirm(sheet, session.house.called(sheet.expert_id))

    found = [
        Group(
            t("Assigned to you"), t("Submit when it is done."),
            *assignments([assigned.own] if assigned.own else [], is_own=True),
            Place("assignments"),
        ),
        Group(
            t("Returned to you"), t("Your brief was returned with a reason."),
            *tasks(returned, "brief"), Place("tasks", item=f"stage=returned&{mine}"),
        ),
        Group(
            t("Rubrics to review"), t("Frozen rubrics of colleagues in your domain."),
            *tasks(waiting.reviews, "review"), Place("tasks", item="stage=review"),
        ),
        Group(
            t("Spot checks"), t("Rubrics that were drawn for you to check."),
            *tasks(waiting.spot_checks, "review"), Place("tasks", item="stage=spot_check"),
        ),
        Group(
            t("Briefs to decide on"), t("Accept, return with a reason, or discard."),
            *tasks(waiting.triage, "brief"), Place("tasks", item="stage=submitted"),
        ),
        Group(
            t("Responses to judge"), t("Blind: no system, no other judgment is shown."),
            *sheets(waiting.to_judge, _to_judge), Place("judging"),
        ),
        Group(
            t("Sheets to confirm"), t("Confirm or override what another expert decided."),
            *sheets(waiting.to_confirm, to_confirm), Place("meta"),
        ),
        Group(
            t("You are writing"), t("Your own briefs and rubrics."),
            *tasks(writing, ""), Place("tasks", item=mine),
        ),
        Group(
            t("Approved, waiting for the draw"),
            t("A lead or senior expert draws the spot checks from them."),
            *tasks(waiting.to_draw, "review"), Place("tasks", item="stage=approved"),
        ),
        Group(
            t("Runs that broke off"), t("Take them up where they stopped; nothing is asked twice."),
            *_runs(session, listed), Place("runs"),
        ),
        Group(
            t("Assignments sent"), t("Drop a submission on the window to import it."),
            *assignments(assigned.sent if assigned.leads else (), is_own=False),
            Place("assignments"),
        ),
    ]  # fmt: skip
    return [group for group in found if group.count]


def _task(task: Task, tab: str) -> Item:
    place = Place("task", task_id=task.id, tab=tab or _tab_of(task))
    return Item(task.name, t(STAGES[task.standing]), place)


def _to_judge(sheet: WaitingSheet) -> Item:
    place = Place("judging", task_id=sheet.task.id, item=sheet.response_id)
    return Item(f"{sheet.task.name} · {sheet.label}", t("started") if sheet.is_open else "", place)


def _to_confirm(sheet: WaitingSheet, expert: str) -> Item:
    place = Place(
        "meta",
        task_id=sheet.task.id,
        item=sheet.response_id,
        expert_id=sheet.expert_id or "",
    )
    return Item(f"{sheet.task.name} · {sheet.label}", expert, place)


def _runs(session: Session, listed: int) -> _Counted:
    """Runs that wait to be resumed, for whoever may do so."""
    if not session.has_role(Role.LEAD):
        return 0, ()
    broken = session.runs.resumable
    return len(broken), tuple(
        Item(judge_name(item.judge), moment(item.run.started_at), Place("runs", item=item.run.id))
        for item in broken[:listed]
    )


def _assigned(item: SentAssignment, called: _Called, *, is_own: bool) -> str:
    """What is assigned, and by whom or to whom."""
    asked, assignment = asked_for(item.assignment), item.assignment
    if is_own:
        return t("Assigned by {name}: {asked}", name=called(assignment.made_by), asked=asked)
    return t("{name}: {asked}", name=called(assignment.person_id), asked=asked)


def _done(item: SentAssignment) -> str:
    if not item.of:
        return moment(item.assignment.made_at)
    return t("{n} of {total} done", n=number(item.done), total=number(item.of))


def _tab_of(task: Task) -> str:
    return "rubric" if task.standing is Stage.RUBRIC else "brief"
