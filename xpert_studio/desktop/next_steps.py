"""What comes next where one piece of work has ended: a word on it, and the way there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.core.records import Task
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import Waiting
from xpert_studio.core.workflow.pack_work import QUEUES, Piece
from xpert_studio.core.workflow.waiting import WaitingForm
from xpert_studio.desktop.places import Place


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


def form_place(form: WaitingForm) -> Place:
    """Where a response is judged, or a form confirmed."""
    expert_id = form.expert_id or ""
    return Place("judging", task_id=form.task.id, item=form.response_id, expert_id=expert_id)


def piece_place(piece: Piece) -> Place:
    """Where a piece of work of a pack is done."""
    return Place(QUEUES[piece.queue].page, item=piece.item)


def after_judging(waiting: Waiting, person_id: str) -> NextStep:
    """After a form was submitted: the next response; alone, its confirmation."""
    text = t("Submitted.")
    if waiting.to_judge:
        return _to_form(text, t("Next response"), waiting.to_judge[0])
    own = [form for form in waiting.to_confirm if form.expert_id == person_id]
    if own:
        return _to_form(text, t("Confirm it"), own[0])
    return _home(f"{text} {t('No other response to judge.')}")


def after_reviewing(waiting: Waiting, text: str) -> NextStep:
    """After the last rubric was decided on: a response to judge, else the first page."""
    if waiting.to_judge:
        return _to_form(text, t("Judge a response"), waiting.to_judge[0])
    return _home(text)


def after_settling(waiting: Waiting, *, sees_results: bool) -> NextStep:
    """After every judgment of a form was settled: the next form, else the alignment."""
    text = t("All resolved: gold.")
    if waiting.to_confirm:
        return _to_form(text, t("Next form"), waiting.to_confirm[0])
    if sees_results:
        return NextStep(text, t("Open alignment"), Place("alignment"))
    return _home(f"{text} {t('No other form to confirm.')}")


def next_task(text: str, act: str, tasks: Sequence[Task], tab: str) -> NextStep | None:
    """The next task of a kind; None where none waits."""
    return NextStep(text, act, Place("task", task_id=tasks[0].id, tab=tab)) if tasks else None


def _home(text: str) -> NextStep:
    return NextStep(text, t("Home"), Place("home"))


def _to_form(text: str, act: str, form: WaitingForm) -> NextStep:
    about = t("{task} · Response {letter}", task=form.task.name, letter=form.label)
    return NextStep(text, act, form_place(form), about)
