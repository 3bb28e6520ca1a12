"""One line on a rubric: do scores by it order the responses as the experts do who compared them?"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.kit import GAP, Place, Shell, button, hint, label, row, t
from xpert_studio.report.comparisons import TaskOrder, rubric_orders
from xpert_studio.report.sections.pair_comparisons import order_sentence
from xpert_studio.workflow.views import TaskView

_Orders = tuple[tuple[str, TaskOrder], ...]


class OrderLine(QWidget):
    """Hidden without comparisons; by the rater with most pairs, all others in its tooltip.

    Args:
        shell: The window around it.
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._task_id = ""
        self.words = label("", "muted").bound(400, 2)
        self.link = button(t("Compare responses"), self._go, kind="link")
        row(self.words, self.link, on=self, gap=GAP, grow=0)
        self.hide()

    def show_view(self, view: TaskView) -> None:
        """Fetches what is said of a task's rubric."""
        session, task_id = self._shell.session, view.task.id
        if task_id != self._task_id:
            self.hide()
        self._task_id = task_id
        project, person_id = session.project, session.person_id

        def show(found: _Orders) -> None:
            if self._task_id == task_id:
                self._show(found)

        session.fetch(
            lambda: rubric_orders(project, person_id, task_id), show, owner=self, slot="order"
        )

    def _show(self, found: _Orders) -> None:
        said = [order_sentence(order, scorer) for scorer, order in found]
        self.words.say(said[0] if said else "")
        self.words.setToolTip(hint("\n".join(said)))
        self.setVisible(bool(said))

    def _go(self) -> None:
        self._shell.go(Place("comparing", task_id=self._task_id))
