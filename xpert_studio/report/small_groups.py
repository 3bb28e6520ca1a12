"""Marks groups whose figures rest on few tasks; withholds those below the project's minimum."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.records import FEWEST_TASKS
from xpert_studio.core.wording import t

SIGN: Final = "†"


@dataclass(frozen=True, slots=True)
class SmallGroups:
    """Groups (of a domain, tier, system ...) on fewer tasks than ``fewest``.

    The tasks are those behind the figure that is marked, not those of the project.

    Attributes:
        fewest: Figures on fewer tasks are marked: the project's policy.
        minimum: Leaderboards have no figure on fewer: the project's policy.
    """

    fewest: int = FEWEST_TASKS
    minimum: int = 1

    def includes(self, tasks: int) -> bool:
        """Whether a figure over this many tasks is marked."""
        return tasks < max(self.fewest, self.minimum)

    def mark(self, text: str, tasks: int) -> str:
        """A name or figure as text, with the sign where it rests on few tasks."""
        return f"{text}\u00a0{SIGN}" if self.includes(tasks) else text

    @property
    def legend(self) -> str:
        """What the sign means."""
        said = t(
            "{sign} fewer than {fewest} tasks", sign=SIGN, fewest=max(self.fewest, self.minimum)
        )
        if self.minimum == 1:
            return said
        return t("{legend}; no figure on fewer than {minimum}", legend=said, minimum=self.minimum)

    def withheld(self, tasks: int) -> str:
        """What a leaderboard shows in place of a figure over so few tasks; empty where enough."""
        return self.mark(t("n = {tasks}", tasks=tasks), tasks) if tasks < self.minimum else ""

    def explain(self, text: str, *counts: int) -> str:
        """A caption, with the legend where one of the groups is marked.

        Args:
            text: The caption without it.
            counts: Tasks behind each group.
        """
        return t("{said} ({status})", said=text, status=self.legend) if self.some(counts) else text

    def explain_below(self, text: str, *counts: int) -> str:
        """As ``explain``, with the legend on its own line: for axes and running text."""
        return f"{text}\n{self.legend}" if self.some(counts) else text

    def some(self, counts: Iterable[int]) -> bool:
        """Whether any of the groups is marked, by the tasks behind each."""
        return any(map(self.includes, counts))
