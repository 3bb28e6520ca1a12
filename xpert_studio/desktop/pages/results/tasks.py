"""The tasks, the hardest first, with every system's score on each."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.wording import t
from xpert_studio.desktop.pages.results.blocks_section import BlocksSection
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.fields import filter_field
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.sections.hard_tasks import HARD_TASKS

_TYPING_MS: Final = 180


class TasksSection(BlocksSection):
    """A row a task, a column a system; a cell opens the verdicts on that response."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, t("Tasks by difficulty"), (HARD_TASKS,))
        self.words = filter_field(
            t("Filter by words of the title"), self._narrow, _TYPING_MS, least=260
        )
        scrolled_column(self.words, self.asked, 1, on=self)
        self.setFocusProxy(self.words)

    def _narrow(self) -> None:
        for table in self.asked.blocks.tables:
            table.narrow(self.words.text())

    def open_target(self, target: tuple[str, ...]) -> None:
        """Opens a system's verdicts on a task; in the other columns, all verdicts on the task."""
        choice = self.choice
        if choice is None:
            return
        match target:
            case ("task", task_id, system) if response_id := choice.results.task_scores(
                *choice.key
            ).response(system, task_id):
                self.open_response(task_id, response_id)
            case ("task", task_id) if choice.rater.is_judge:
                self.go("verdicts", task=task_id)
            case ("task", task_id, *_):
                self.shell.go(Place("task", task_id=task_id, tab="responses"))
