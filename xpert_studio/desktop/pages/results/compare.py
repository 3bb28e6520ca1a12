"""Two systems task by task: who does better, by how much, where, and whether by more than chance."""

from __future__ import annotations

from xpert_studio.core.wording import mark, short, t
from xpert_studio.desktop.pages.results.blocks_section import BlocksSection
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asked_sections import Choice, Options
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.section import View
from xpert_studio.report.sections.systems import TWO_SYSTEMS


def _systems(view: View) -> list[str]:
    board = view.results.board(*view.key).leaderboard
    return [item.system for item in board.standings if item.score is not None]


def _first(view: View) -> Options:
    names = _systems(view)
    return [(short(name, 60), name) for name in names], next(iter(names), "")


def _second(view: View) -> Options:
    others = [name for name in _systems(view) if name != view.asked["first"]]
    return [(short(name, 60), name) for name in others], next(iter(others), "")


class CompareSection(BlocksSection):
    """Two systems chosen; the first is named first, and ahead where a difference is positive."""

    def __init__(self, shell: Shell) -> None:
        choices = (
            Choice("first", mark("First system"), _first),
            Choice("second", mark("against"), _second),
        )
        self.turn = button(t("Swap"), self.swap, picture="repeat")
        super().__init__(shell, t("Two systems compared"), (TWO_SYSTEMS,), choices, self.turn)
        scrolled_column(self.asked, 1, on=self)

    def swap(self) -> None:
        """The first becomes the second."""
        first, second = self.asked.asked.values()
        self.refine(**{**self.where, "first": second, "second": first})
        self.catch_up()

    def open_target(self, target: tuple[str, ...]) -> None:
        """Opens both responses to a task side by side; of a part, the tasks of the first."""
        first, second = self.asked.asked.values()
        match target:
            case ("task", task_id):
                self.go("pair", task=task_id, first=first, second=second)
            case ("part", by, name):
                self.go("system", system=first, part=f"{by}:{name}")
