"""What the parts of the page are made of: what is looked at, and sections that fetch it when seen.

A ``ChosenResults`` is the results by one rater over some tasks; places keep it with where on the
page one is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import CHECKS
from xpert_studio.core.records.columns import Ratings
from xpert_studio.desktop.pages.late import ShownLate
from xpert_studio.desktop.places import BESIDE, Place, beside_place, verdict_place
from xpert_studio.desktop.shell import Shell
from xpert_studio.report.charts import Chart
from xpert_studio.report.results import EVERYTHING, Rater, Results, TaskScope

PAGE: Final = "results"
_PLACES, _VALUES = np.zeros(0, np.int32), np.zeros(0)
NO_RATER: Final = Rater(
    "",
    Ratings("", _PLACES, _PLACES, _VALUES, _VALUES, np.zeros(0, np.int8), np.zeros(0, np.bool_)),
    None,
)
"""Stands for a rater where there are comparisons and no scores."""


@dataclass(frozen=True, slots=True, eq=False)
class ChosenResults:
    """The results, by one rater, over one scope."""

    results: Results
    rater: Rater
    scope: TaskScope

    @property
    def key(self) -> tuple[str, TaskScope]:
        """What the figures are asked for by."""
        return self.rater.id, self.scope


def read_where(item: str) -> dict[str, str]:
    """What a place says of where on the page: ``system=aurora&part=dimension:Depth``."""
    return dict(parse_qsl(item))


def place_at(
    tab: str, judge_id: str, scope: TaskScope, where: Mapping[str, str] | None = None
) -> Place:
    """A place on this page.

    Args:
        tab: Which part of it.
        judge_id: The rater.
        scope: The tasks.
        where: What is looked at there, by name; empty values are left out.
    """
    said = {name: value for name, value in (where or {}).items() if value}
    if scope != EVERYTHING:
        said["scope"] = f"{scope.kind}:{scope.name}"
    return Place(PAGE, tab=tab, item=urlencode(said), judge_id=judge_id)


def scope_in(where: Mapping[str, str]) -> TaskScope:
    """The scope that a place names."""
    kind, _, name = where.get("scope", "").partition(":")
    return TaskScope(kind, name) if kind and name else EVERYTHING


def part_in(where: Mapping[str, str]) -> tuple[str, str] | None:
    """The part that a place names: a domain, tier, dimension or category."""
    by, _, name = where.get("part", "").partition(":")
    return (by, name) if by and name else None


class Section(ShownLate):
    """Subclasses fetch in ``refresh``; a section that is not seen does so when it is seen next.

    Attributes:
        choice: What is looked at; there is one before anything is seen.
        where: Where on the page, as places say it.
        beside: What stands beside the list that it is chosen from.

    Signals:
        refined: The same place, looked at more closely: what is said of where on the page.
        changed: The user has changed what figures are computed from.
    """

    refined = Signal(object)
    changed = Signal()
    choice: ChosenResults
    beside: QWidget | None = None

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._of: tuple[object, ...] = ()
        self.where: dict[str, str] = {}

    @property
    def seen(self) -> Section:
        """What is seen of it: itself, or the part that is chosen."""
        return self

    def show_choice(self, choice: ChosenResults, where: Mapping[str, str]) -> None:
        """Shows other results, or another part of them."""
        of = (choice.results, *choice.key)
        if (of, where) != (self._of, self.where):
            self._of, self.choice, self.where = of, choice, dict(where)
            self.fall_behind()

    def catch_up(self) -> None:
        """Fetches what is shown."""
        self.refresh(self.choice)

    def refresh(self, choice: ChosenResults) -> None:
        """Fetches what is shown."""

    def take_focus(self) -> None:
        """Puts the keys where they are wanted first."""
        self.setFocus()

    def sort_current(self) -> None:
        """Sorts the table by the current column."""

    def export(self) -> None:
        """Asks for a file, and writes the table to it."""

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """What paints the figures as a chart; None where there is none."""
        return None

    def fetch(self, work: Callable[[], Any], then: Callable[[Any], None], slot: str) -> None:
        """Fetches something on another thread; dropped where another choice was made since."""
        choice = self.choice

        def show(found: Any) -> None:
            if self.choice is choice:
                then(found)

        self.session.fetch(work, show, owner=self, slot=slot)

    def go(self, tab: str, **where: str) -> None:
        """Goes to another part of the page, with the same rater and scope."""
        self.shell.go(place_at(tab, *self.choice.key, where))

    def open_response(self, task_id: str, response_id: str, checkpoint_id: str = "") -> None:
        """Opens what the rater decided on a response: the judge's verdicts, or experts' forms."""
        rater = self.choice.rater
        self.shell.go(
            verdict_place(task_id, response_id, checkpoint_id, rater.id)
            if rater.is_judge
            else Place("judging", task_id=task_id, item=response_id, tab=BESIDE)
        )

    def go_beside(self, task_id: str, *systems: str) -> None:
        """Shows responses side by side, by this rater; by the first there is for panels and checks."""
        rater = self.choice.rater
        has_own = rater.panel is None and rater.id != CHECKS
        self.shell.go(beside_place(task_id, rater.id if has_own else "", "", *systems))

    def refine(self, **where: str) -> None:
        """Remembers what is looked at here."""
        self.where = {name: value for name, value in where.items() if value}
        self.refined.emit(self.where)
