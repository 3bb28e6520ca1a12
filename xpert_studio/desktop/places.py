"""Where the user is in the window, the way they came, and where to go once a piece of work is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from xpert_studio.core.records import Task
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import Waiting
from xpert_studio.core.workflow.waiting import WaitingForm

_KEPT: Final = 100

COMPARE: Final = "compare"
"""What the place of a new run names where its judge is to compare responses."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place in the window.

    Attributes:
        page: The page's id.
        task_id: The task that is open.
        tab: The part of it.
        item: What is looked at there: a checkpoint, a response, a filter.
        expert_id: Whose form.
        judge_id: Whose verdicts.
        point: The checkpoint, where ``item`` is a response.
    """

    page: str
    task_id: str = ""
    tab: str = ""
    item: str = ""
    expert_id: str = ""
    judge_id: str = ""
    point: str = ""

    def plain(self) -> dict[str, str]:
        """As it is kept."""
        return asdict(self)

    @classmethod
    def read(cls, kept: Any) -> Place | None:
        """A place that was kept; None where that is none."""
        if not isinstance(kept, dict) or not isinstance(kept.get("page"), str):
            return None
        known = {item.name for item in fields(cls)}
        return cls(**{k: v for k, v in kept.items() if k in known and isinstance(v, str)})


def verdict_place(
    task_id: str, response_id: str, point: str = "", judge_id: str = "", *, tab: str = ""
) -> Place:
    """Where a judge's verdict stands on its response.

    Args:
        task_id: The task.
        response_id: The response.
        point: The checkpoint; empty for the first.
        judge_id: The judge; empty for the first that has judged the response.
        tab: ``verdict``, ``exchange``, ``hashes`` or ``earlier``; empty for the first.
    """
    return Place(
        "verdict", task_id=task_id, item=response_id, tab=tab, judge_id=judge_id, point=point
    )


class Trail:
    """The places the user has been to, for going back and forward."""

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._at = -1

    def visit(self, place: Place) -> None:
        """Goes to a place; the way forward from here is forgotten."""
        if not self._places or self._places[self._at] != place:
            self._places = [*self._places[: self._at + 1], place][-_KEPT:]
            self._at = len(self._places) - 1

    def replace(self, place: Place) -> None:
        """The same place, looked at more closely."""
        if self._places:
            self._places[self._at] = place

    def step(self, by: int) -> Place | None:
        """The place so many further on, or before where negative; None where there is none."""
        if not 0 <= self._at + by < len(self._places):
            return None
        self._at += by
        return self._places[self._at]


# What comes next where one piece of work has ended: a word on it, and the way there.


@dataclass(frozen=True, slots=True)
class NextStep:
    """What has ended, and what comes next.

    Attributes:
        text: What has ended.
        act: What a button says.
        place: Where it leads.
        about: What is found there.
    """

    text: str
    act: str
    place: Place
    about: str = ""


def after_judging(waiting: Waiting, person_id: str) -> NextStep:
    """After a form was submitted: the next response; alone, its confirmation."""
    text = t("Submitted.")
    if waiting.to_judge:
        return _to_form(text, t("Next response"), "judging", waiting.to_judge[0])
    own = [form for form in waiting.to_confirm if form.expert_id == person_id]
    if own:
        return _to_form(text, t("Confirm it"), "adjudication", own[0])
    return _home(f"{text} {t('No other response to judge.')}")


def after_reviewing(waiting: Waiting, text: str) -> NextStep:
    """After the last rubric was decided on: a response to judge, else the first page."""
    if waiting.to_judge:
        return _to_form(text, t("Judge a response"), "judging", waiting.to_judge[0])
    return _home(text)


def after_settling(waiting: Waiting, *, sees_results: bool) -> NextStep:
    """After every judgment of a form was settled: the next form, else the alignment."""
    text = t("All resolved: gold.")
    if waiting.to_confirm:
        return _to_form(text, t("Next form"), "adjudication", waiting.to_confirm[0])
    if sees_results:
        return NextStep(text, t("Open alignment"), Place("alignment"))
    return _home(f"{text} {t('No other form to confirm.')}")


def next_task(text: str, act: str, tasks: Sequence[Task], tab: str) -> NextStep | None:
    """The next task of a kind; None where none waits."""
    return NextStep(text, act, Place("task", task_id=tasks[0].id, tab=tab)) if tasks else None


def _home(text: str) -> NextStep:
    return NextStep(text, t("Home"), Place("home"))


def _to_form(text: str, act: str, page: str, form: WaitingForm) -> NextStep:
    about = t("{task} · Response {letter}", task=form.task.name, letter=form.label)
    expert = (form.expert_id or "") if page == "adjudication" else ""
    place = Place(page, task_id=form.task.id, item=form.response_id, expert_id=expert)
    return NextStep(text, act, place, about)
