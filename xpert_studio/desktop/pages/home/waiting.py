"""What waits for a person, in groups, each item with the place where it is done."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.desktop.names import STAGES
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.wording import t
from xpert_studio.records import Stage, Task
from xpert_studio.workflow import Waiting


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to do, and where."""

    text: str
    note: str
    place: Place


@dataclass(frozen=True, slots=True)
class Group:
    """Things of one kind; ``place`` shows all of them."""

    title: str
    text: str
    items: tuple[Item, ...]
    place: Place


def groups_of(waiting: Waiting, session: Session) -> list[Group]:
    """The groups that are not empty, what came back from others first."""
    own = waiting.own
    returned = [task for task in own if task.standing is Stage.RETURNED]
    writing = [task for task in own if task.standing is not Stage.RETURNED]
    mine = f"author={session.person_id}"
    found = [
        Group(
            t("Returned to you"), t("Your brief was returned with a reason."),
            _tasks(returned, "brief"), Place("tasks", item=f"stage=returned&{mine}"),
        ),
        Group(
            t("Rubrics to review"), t("Frozen rubrics of colleagues in your domain."),
            _tasks(waiting.reviews, "review"), Place("tasks", item="stage=review"),
        ),
        Group(
            t("Spot checks"), t("Rubrics that were drawn for you to check."),
            _tasks(waiting.spot_checks, "review"), Place("tasks", item="stage=spot_check"),
        ),
        Group(
            t("Briefs to decide on"), t("Accept, return with a reason, or discard."),
            _tasks(waiting.triage, "brief"), Place("tasks", item="stage=submitted"),
        ),
        Group(
            t("Responses to judge"), t("Blind: no system, no other judgment is shown."),
            tuple(
                Item(
                    f"{sheet.task.name} · {sheet.label}", t("started") if sheet.is_open else "",
                    Place("judging", task_id=sheet.task.id, item=sheet.response_id),
                )
                for sheet in waiting.to_judge
            ),
            Place("judging"),
        ),
        Group(
            t("Sheets to confirm"), t("Confirm or override what another expert decided."),
            tuple(
                Item(
                    f"{sheet.task.name} · {sheet.label}", session.house.called(sheet.expert_id),
                    Place(
                        "meta", task_id=sheet.task.id, item=sheet.response_id,
                        expert_id=sheet.expert_id or "",
                    ),
                )
                for sheet in waiting.to_confirm
            ),
            Place("meta"),
        ),
        Group(
            t("You are writing"), t("Your own briefs and rubrics."),
            _tasks(writing, ""), Place("tasks", item=mine),
        ),
        Group(
            t("Approved, waiting for the draw"),
            t("A lead or senior expert draws the spot checks from them."),
            _tasks(waiting.to_draw, "review"), Place("tasks", item="stage=approved"),
        ),
    ]  # fmt: skip
    return [group for group in found if group.items]


def _tasks(tasks: tuple[Task, ...] | list[Task], tab: str) -> tuple[Item, ...]:
    return tuple(
        Item(
            task.name, t(STAGES[task.standing]),
            Place("task", task_id=task.id, tab=tab or _tab_of(task)),
        )
        for task in tasks
    )  # fmt: skip


def _tab_of(task: Task) -> str:
    return "rubric" if task.standing is Stage.RUBRIC else "brief"
