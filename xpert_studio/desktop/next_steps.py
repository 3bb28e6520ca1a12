"""What comes next where one piece of work has ended: a sentence, and the way there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.desktop.places import Place
from xpert_studio.desktop.wording import short, t
from xpert_studio.records import Task
from xpert_studio.workflow import Waiting
from xpert_studio.workflow.waiting import WaitingSheet


@dataclass(frozen=True, slots=True)
class NextStep:
    """What has ended, and what comes next.

    Attributes:
        text: What has ended.
        act: What a button says.
        place: Where it leads.
    """

    text: str
    act: str
    place: Place


def after_judging(waiting: Waiting, person_id: str) -> NextStep:
    """After a sheet was submitted: the next response; alone, its confirmation."""
    if waiting.to_judge:
        return NextStep(
            t("This sheet is submitted."), _sheet_words(t("Next response"), waiting.to_judge[0]),
            _sheet_place("judging", waiting.to_judge[0]),
        )  # fmt: skip
    own = [sheet for sheet in waiting.to_confirm if sheet.expert_id == person_id]
    if own:
        return NextStep(
            t("This sheet is submitted. You confirm it yourself next."),
            _sheet_words(t("Confirm"), own[0]), _sheet_place("meta", own[0]),
        )  # fmt: skip
    return NextStep(
        t("This sheet is submitted. No other response waits for your judgment."), t("Home"),
        Place("home"),
    )  # fmt: skip


def after_settling(waiting: Waiting, *, sees_results: bool) -> NextStep:
    """After every judgment of a sheet was settled: the next sheet, else the alignment."""
    text = t("Every judgment of this sheet is settled: it is gold.")
    if waiting.to_confirm:
        sheet = waiting.to_confirm[0]
        return NextStep(text, _sheet_words(t("Next sheet"), sheet), _sheet_place("meta", sheet))
    if sees_results:
        return NextStep(text, t("Open alignment"), Place("alignment"))
    return NextStep(text, t("Home"), Place("home"))


def next_task(text: str, act: str, tasks: Sequence[Task], tab: str) -> NextStep | None:
    """The next task of a kind; None where none waits."""
    return NextStep(text, act, Place("task", task_id=tasks[0].id, tab=tab)) if tasks else None


def _sheet_words(act: str, sheet: WaitingSheet) -> str:
    return t(
        "{act}: {task} · {letter}", act=act, task=short(sheet.task.name, 40), letter=sheet.label
    )


def _sheet_place(page: str, sheet: WaitingSheet) -> Place:
    return Place(
        page, task_id=sheet.task.id, item=sheet.response_id,
        expert_id=(sheet.expert_id or "") if page == "meta" else "",
    )  # fmt: skip
