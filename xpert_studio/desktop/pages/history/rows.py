"""The history as entries: alike steps that follow each other stand in one that unfolds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from xpert_studio.core.wording import moment
from xpert_studio.core.workflow.views import ProjectState, SeenStep
from xpert_studio.core.workflow.views.seen_history import History
from xpert_studio.desktop.pages.history.words import (
    fields_of,
    from_to,
    line_of,
    state_words,
)
from xpert_studio.desktop.widgets.entries import Entry

_TOGETHER: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One row.

    Attributes:
        steps: Newest first; more than one where the row stands for several.
        is_open: Whether the steps it stands for are listed below it.
        is_inner: Whether it is listed below another row that stands for it.
    """

    steps: tuple[SeenStep, ...]
    is_open: bool = False
    is_inner: bool = False

    @property
    def step(self) -> SeenStep:
        """The newest step."""
        return self.steps[0]

    @property
    def key(self) -> str:
        """By what it is known again."""
        return f"{key_of(self.step)} × {len(self.steps)}"


@dataclass(frozen=True, slots=True)
class HistoryWords:
    """What is said of the steps of a history.

    Attributes:
        history: It.
        project_state: Names of people.
        names_tasks: Whether each step says to which task it was done.
    """

    history: History
    project_state: ProjectState
    names_tasks: bool

    def entry(self, row: HistoryRow) -> Entry:
        """A row as an entry: who did what, and below when, where, from what to what and why."""
        step, count = row.step, len(row.steps)
        title = line_of(step.event, self.project_state)
        state = state_words(step.state)
        return Entry(
            row.key,
            f"{title} × {count}" if count > 1 else title,
            (self._below(step, alone=count == 1),),
            state,
            "warn",
            picture="" if count == 1 else "chevron-down" if row.is_open else "chevron-right",
            depth=0 if count > 1 else 2 if row.is_inner else 1,
            is_struck=bool(state),
        )

    def title_of(self, step: SeenStep) -> str:
        """The title of the task a step was done to."""
        task_id = step.event.task_id or ""
        return self.history.titles.get(task_id, task_id)

    def is_told_whole(self, step: SeenStep) -> bool:
        """Whether values and reasons of a step may be shown."""
        return self.history.reader.sees_whole(step.event)

    def is_wanted(self, step: SeenStep, person: str, words: str) -> bool:
        """Whether a filter leaves a step: by whom it was done, and what is said of it."""
        if person and step.event.actor_id != person:
            return False
        title = self.title_of(step).casefold()
        left = " ".join(word for word in words.casefold().split() if word not in title)
        return not left or self.entry(HistoryRow((step,))).has(left)

    def _below(self, step: SeenStep, *, alone: bool) -> str:
        event = step.event
        parts = [moment(event.at)]
        if self.names_tasks and event.task_id:
            parts.append(self.title_of(step))
        if self.is_told_whole(step):
            parts.append(from_to(event, self.project_state))
            if alone:
                parts.extend((fields_of(event), event.reason or ""))
        return " · ".join(" ".join(part.split()) for part in parts if part)


def rows_of(steps: Sequence[SeenStep], opened: Collection[str]) -> list[HistoryRow]:
    """Rows for steps, alike ones in one; below it each of them where its oldest is in ``opened``."""
    found = []
    for group in folded(steps):
        is_open = len(group) > 1 and key_of(group[-1]) in opened
        found.append(HistoryRow(group, is_open=is_open))
        found.extend(HistoryRow((step,), is_inner=True) for step in group if is_open)
    return found


def folded(steps: Sequence[SeenStep]) -> list[tuple[SeenStep, ...]]:
    """Steps that follow each other, by one person, of one kind, on one task, put together."""
    found: list[list[SeenStep]] = []
    for step in steps:
        newer = found[-1][-1] if found else None
        is_soon = newer is not None and abs(newer.event.at - step.event.at) <= _TOGETHER
        if newer is not None and is_soon and _kind(newer) == _kind(step):
            found[-1].append(step)
        else:
            found.append([step])
    return [tuple(group) for group in found]


def _kind(step: SeenStep) -> tuple[object, ...]:
    event = step.event
    of = event.details.get("of")
    return event.actor_id, event.command, of, event.task_id, step.state, event.before, event.after


def key_of(step: SeenStep) -> str:
    """By what a step is known again."""
    return f"{step.event.details.get('change')} {step.event.at} {step.event.command}"
