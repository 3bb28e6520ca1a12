"""The pending work of a person, in groups, each item with the place where it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from xpert_studio.core.records import STAGES, Role, Stage, Task
from xpert_studio.core.wording import listed, moment, number, short, t
from xpert_studio.core.workflow import ToCompare, Waiting
from xpert_studio.core.workflow.pack_work import Piece, WorkQueue
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.core.workflow.views.assignments import AssignmentsView, SentAssignment
from xpert_studio.core.workflow.views.runs import WatchedRun
from xpert_studio.core.workflow.waiting import WaitingForm
from xpert_studio.desktop.names import judge_name
from xpert_studio.desktop.next_steps import form_place, piece_place
from xpert_studio.desktop.pages.assignments.words import asked_for
from xpert_studio.desktop.places import PAIRS, Place
from xpert_studio.desktop.session import Session

_NAME: Final = 34
WITH_OTHERS = (Stage.SUBMITTED, Stage.REVIEW, Stage.APPROVED, Stage.SPOT_CHECK)
"""Stages at which an author waits for others."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to do, and where."""

    text: str
    note: str
    place: Place


@dataclass(frozen=True, slots=True)
class TodoGroup:
    """Things of one kind.

    Attributes:
        text: What they are.
        act: What a button says that begins the first of them; empty where others have to act.
        place: Where all of them are shown.
        count: How many there are.
        items: The first few of them.
    """

    title: str
    text: str
    act: str
    place: Place
    count: int
    items: tuple[Item, ...]


def groups_of(
    waiting: Waiting,
    assigned: AssignmentsView,
    session: Session,
    others: Sequence[TaskView],
    pairs: Sequence[ToCompare],
    pieces: Mapping[WorkQueue, Sequence[Piece]],
    *,
    most: int,
) -> list[TodoGroup]:
    """The groups that are not empty, what came back from others first.

    Args:
        waiting: What waits; of thousands only those that are listed are looked at.
        assigned: What the person was assigned, and what they assigned to others.
        session: Who is at work.
        others: Tasks of the person that wait for others.
        pairs: Tasks with pairs that the person has not compared.
        pieces: What waits in queues of packs.
        most: How many of each group are listed.
    """
    called, mine = session.project_state.called, f"author={session.person_id}"
    returned = [task for task in waiting.own if task.standing is Stage.RETURNED]
    writing = [task for task in waiting.own if task.standing is not Stage.RETURNED]
    own = [assigned.own] if assigned.own and assigned.own.is_waiting else []
    sent = [item for item in assigned.sent if item.is_waiting] if assigned.leads else []
    broken = session.runs.resumable if session.has_role(Role.LEAD) else []
    offered: tuple[tuple[str, str, str, Place, Sequence[Any], Callable[[Any], Item]], ...] = (
        (t("Assigned to you"), t("Submit when it is done."), t("Open assignment"),
         Place("assignments"), own, lambda one: _assignment(one, called, is_own=True)),
        (t("Returned to you"), t("Your brief was returned with a reason."), t("Revise brief"),
         _at_stage("returned", mine), returned, partial(_task, tab="brief")),
        (t("Rubrics to review"), t("Frozen rubrics of colleagues in your domain."),
         t("Start reviewing"), _at_stage("review"), waiting.reviews, partial(_task, tab="review")),
        (t("Spot checks"), t("Rubrics sampled for your spot check."), t("Start spot check"),
         _at_stage("spot_check"), waiting.spot_checks, partial(_task, tab="review")),
        (t("Briefs to decide on"), t("Accept, return with a reason, or discard."),
         t("Decide on the first"), _at_stage("submitted"), waiting.triage, partial(_task, tab="brief")),
        (t("Judging queue"), t("Blind: no system, no other judgment is shown."),
         t("Start judging"), Place("judging"), waiting.to_judge,
         lambda one: _form(one, one.state)),
        (t("Confirmation queue"), t("Confirm or override what another expert decided."),
         t("Start confirming"), Place("judging"), waiting.to_confirm,
         lambda one: _form(one, called(one.expert_id))),
        *((t(queue.title), t(queue.text), t(queue.act), Place("judging"), found, _piece)
          for queue, found in pieces.items()),
        (t("Pairs to compare"), t("Blind: which of two responses is better."),
         t("Start comparing"), Place("judging", tab=PAIRS), pairs, _pairs),
        (t("You are writing"), t("Your own briefs and rubrics."), t("Continue writing"),
         Place("tasks", item=mine), writing, _task),
        (t("Awaiting spot-check sampling"),
         t("A lead or senior expert samples them for spot checks."), t("Sample for spot check"),
         _at_stage("approved"), waiting.to_draw, partial(_task, tab="review")),
        (t("Interrupted runs"), t("Resumes; cached verdicts are reused."),
         t("Open run"), Place("runs"), broken, _run),
        (t("Assignments sent"), t("Drop a submission on the window to import it."), "",
         Place("assignments"), sent, lambda one: _assignment(one, called, is_own=False)),
        (t("Waiting for others"), t("Your tasks on which others act next."), "",
         Place("tasks", item=mine), others, _with_others),
    )  # fmt: skip
    return [
        TodoGroup(title, text, act, place, len(things), tuple(map(item, things[:most])))
        for title, text, act, place, things, item in offered
        if things
    ]


def _at_stage(stage: str, *others: str) -> Place:
    return Place("tasks", item="&".join((f"stage={stage}", *others)))


def _task(task: Task, tab: str = "") -> Item:
    tab = tab or ("rubric" if task.standing is Stage.RUBRIC else "brief")
    return Item(task.name, t(STAGES[task.standing]), Place("task", task_id=task.id, tab=tab))


def _with_others(view: TaskView) -> Item:
    names = listed(short(person.called, 30) for person in view.waits_for)
    who = names or t("nobody in this project can; open it to see what to do")
    note = f"{t(STAGES[view.task.standing])} · {who}"
    return Item(view.task.name, note, Place("task", task_id=view.task.id))


def _form(form: WaitingForm, note: str) -> Item:
    name = short(form.task.name, _NAME)  # the letter is seen whatever the name's length
    return Item(
        t("{task} · Response {letter}", task=name, letter=form.label), note, form_place(form)
    )


def _piece(item: Piece) -> Item:
    name = short(item.name, _NAME)
    said = t("{task} · Response {letter}", task=name, letter=item.label) if item.label else name
    return Item(said, item.note, piece_place(item))


def _pairs(item: ToCompare) -> Item:
    done = t("{n} of {total} pairs compared", n=item.done, total=len(item.pairs))
    return Item(item.task.name, done, Place("judging", item.task.id, PAIRS))


def _run(item: WatchedRun) -> Item:
    when = moment(item.run.started_at)
    return Item(judge_name(item.judge), when, Place("runs", item=item.run.id))


def _assignment(item: SentAssignment, called: Callable[[str | None], str], *, is_own: bool) -> Item:
    asked, assignment = asked_for(item.assignment), item.assignment
    text = (
        t("Assigned by {name}: {asked}", name=called(assignment.made_by), asked=asked)
        if is_own
        else t("{name}: {asked}", name=called(assignment.person_id), asked=asked)
    )
    done = t("{n} of {total} done", n=number(item.done), total=number(item.of))
    return Item(text, done if item.of else moment(assignment.made_at), Place("assignments"))
