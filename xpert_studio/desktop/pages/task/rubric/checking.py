"""The linter beside the writing: the current checkpoint as it is typed, the whole a moment later."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from xpert_studio.core.lint import Finding, lint_checkpoint
from xpert_studio.core.records import Checkpoint, Tier, grouped
from xpert_studio.core.wording import spoken
from xpert_studio.core.workflow import Linted, lint_task
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.pages.task.rubric.model import FINDINGS_ROLE, RubricTable
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.wiring import later

_TYPING_MS = 160
_WHOLE_MS = 250


class Checking(QObject):
    """Finds, and tells the table and the panel.

    Signals:
        found: The findings on the whole rubric have changed.
    """

    found = Signal()
    _view: TaskView

    def __init__(self, session: Session, model: RubricTable, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._model = session, model
        self._typed: tuple[str, str] | None = None
        self.linted: Linted | None = None
        self._line_soon = later(self, _TYPING_MS, self._check_line)
        self._whole_soon = later(self, _WHOLE_MS, self._check_whole)

    @property
    def on_whole(self) -> tuple[Finding, ...]:
        """What is found on the rubric as a whole."""
        found = self.linted.findings if self.linted else ()
        return tuple(finding for finding in found if finding.checkpoint_id is None)

    def show_view(self, view: TaskView) -> None:
        """The rubric has changed: looks at all of it."""
        self._view = view
        self._whole_soon.start()

    def typed(self, key: str, text: str) -> None:
        """Words came in a line."""
        self._typed = (key, text)
        self._line_soon.start()

    def _check_line(self) -> None:
        view, (key, text) = self._view, self._typed or ("", "")
        line = self._model.line_of(key)
        if line is None or not text.strip():
            return
        point = Checkpoint(
            task_id=view.task.id,
            id=key,
            text=text,
            weight=line.weight or 7,
            tier=line.tier or Tier.IMPORTANT,
            dimension=line.dimension,
        )
        found = lint_checkpoint(
            point,
            policies=view.info.policies,
            language=spoken(),
            dimensions=view.info.taxonomy.dimensions if line.dimension else (),
        )
        self._model.tell_of(key, FINDINGS_ROLE, tuple(found))

    def _check_whole(self) -> None:
        ctx, task_id, language = self._session.ctx, self._view.task.id, spoken()
        self._session.fetch(
            lambda: lint_task(ctx, task_id, language=language), self._show, owner=self, slot="lint"
        )

    def _show(self, linted: Linted) -> None:
        self.linted = linted
        self._model.tell(FINDINGS_ROLE, by_line(linted.findings))
        if self._typed in {(point.id, point.text) for point in linted.rubric}:
            self._typed = None
        self._check_line()  # words that are not saved yet were not looked at with the whole
        self.found.emit()


def by_line(findings: Sequence[Finding]) -> dict[str, list[Finding]]:
    """Findings by the line they are on."""
    named = [(item.checkpoint_id, item) for item in findings if item.checkpoint_id is not None]
    return grouped(named)
