"""Purposes, outcomes and states of assignments and submissions in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from xpert_studio.core.records.assignments import Assignment, Purpose
from xpert_studio.core.wording import mark, t, tn
from xpert_studio.core.workflow.assignments.taking import Outcome
from xpert_studio.core.workflow.views.assignments import SentAssignment
from xpert_studio.desktop.places import Place

MEANINGS: Final = {
    Purpose.REVIEW: mark("Rubrics to review or spot-check, with their briefs and comments."),
    Purpose.JUDGE: mark("Responses to judge, without the names of the systems."),
    Purpose.ADJUDICATE: mark("Forms of experts to confirm or override."),
    Purpose.WRITE: mark("An author’s own briefs and rubrics, and room for new ones."),
}
CONTENTS: Final = {
    Purpose.REVIEW: mark(
        "Contains briefs, rubrics, reviews and comments. Contains no responses and no judgments."
    ),
    Purpose.JUDGE: mark(
        "Blind: no system names, no judgments of others, no verdicts. The ids of "
        "responses are replaced."
    ),
    Purpose.ADJUDICATE: mark(
        "Blind: no system names and no verdicts. Contains only the forms to adjudicate."
    ),
    Purpose.WRITE: mark(
        "Contains the author’s tasks with rubrics, reviews and comments. "
        "Contains no responses and no judgments."
    ),
}
OUTCOME_MEANINGS: Final = {
    Outcome.CONFLICT: mark("Both sides changed this. Choose which version to keep."),
    Outcome.REFUSED: mark("This is not allowed here. The reason is shown with each part."),
    Outcome.OUTDATED: mark("This is kept but does not count, or something newer is here."),
    Outcome.APPLIED: mark("This is new, or was changed on their side only."),
    Outcome.KNOWN: mark("This was imported before, or is the same here."),
}
KINDS: Final = {
    "project": mark("Project"),
    "person": mark("Person"),
    "task": mark("Brief"),
    "checkpoint": mark("Checkpoint"),
    "revision": mark("Submitted rubric"),
    "review": mark("Review"),
    "comment": mark("Comment"),
    "spot_check": mark("Spot check"),
    "suggestion": mark("Proposed checkpoint"),
    "dismissal": mark("Dismissed finding"),
    "response": mark("Response"),
    "system": mark("System"),
    "open_form": mark("Submitted form"),
    "judgment": mark("Judgment"),
    "comparison": mark("Comparison"),
    "adjudication": mark("Adjudication"),
    "subset": mark("Gold subset"),
    "anchor_choice": mark("Chosen anchor"),
    "attribution": mark("Cause of a disagreement"),
    "judge": mark("Panel"),
    "read_mark": mark("Read mark"),
    "unblinding": mark("Unblinded response"),
}
_ASKED: Final[dict[Purpose, Callable[[int], str]]] = {
    Purpose.REVIEW: lambda n: tn("Review {n} rubric", "Review {n} rubrics", n),
    Purpose.JUDGE: lambda n: tn("Judge {n} response", "Judge {n} responses", n),
    Purpose.ADJUDICATE: lambda n: tn("Adjudicate {n} form", "Adjudicate {n} forms", n),
    Purpose.WRITE: lambda n: (
        tn("Write {n} task", "Write {n} tasks", n) if n else t("Write new tasks")
    ),
}


def asked_for(assignment: Assignment) -> str:
    """What an assignment asks for, with its count."""
    scope = assignment.scope
    counts = {
        Purpose.JUDGE: len(scope.response_ids),
        Purpose.ADJUDICATE: len(scope.forms),
    }
    return _ASKED[assignment.purpose](counts.get(assignment.purpose, len(scope.task_ids)))


def state_of(item: SentAssignment, *, is_own: bool) -> tuple[str, str]:
    """The state of an assignment as a word and its tone."""
    if item.is_closed:
        return t("Closed"), "optional"
    if item.is_waiting:
        return t("To do") if is_own else t("Sent"), "warn"
    return t("Done"), "good"


def work_place(assignment: Assignment) -> Place:
    """Where the work of an assignment is done."""
    tasks = assignment.scope.task_ids
    match assignment.purpose:
        case Purpose.JUDGE | Purpose.ADJUDICATE:
            return Place("judging")
        case Purpose.REVIEW if len(tasks) == 1:
            return Place("task", task_id=tasks[0], tab="review")
        case Purpose.WRITE if len(tasks) == 1:
            return Place("task", task_id=tasks[0])
        case Purpose.WRITE:
            return Place("tasks", item=f"author={assignment.person_id}")
    return Place("tasks")


def file_stem(*words: str) -> str:
    """Words as the name of a file."""
    return re.sub(r"\W+", "-", "-".join(filter(None, words))).strip("-").lower() or "assignment"
