"""Composes a run: judge, scope and limits on the left, what it will take on the right."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from xpert_studio.desktop.look import GAP, SPACE, WIDE, px
from xpert_studio.desktop.pages.runs.composer.judge_part import JudgePart
from xpert_studio.desktop.pages.runs.composer.limits_part import LimitsPart
from xpert_studio.desktop.pages.runs.composer.plan_part import PlanPart
from xpert_studio.desktop.pages.runs.composer.planner import Planner
from xpert_studio.desktop.pages.runs.composer.prompts import Prompts
from xpert_studio.desktop.pages.runs.composer.scope_part import ScopePart
from xpert_studio.desktop.parts import box, button, column, label, row, scrolled, stacked
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.wording import t
from xpert_studio.judge.composing import Composed
from xpert_studio.judge.providers.registry import EMBEDDED, PROVIDERS
from xpert_studio.judge.request import ScoreRequest
from xpert_studio.workflow.blinding import Blinding, blinding_of
from xpert_studio.workflow.views.scope import Scope, scope_of

_NARROW = 900
_PLAN = 340


class Composer(ShellWidget):
    """The form, or the prompts of what it asks for.

    Signals:
        closed: Back to the runs.
        started: A run was started.
    """

    closed = Signal()
    started = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._pending: ScoreRequest | None = None
        self.judge, self.scope, self.limits = JudgePart(), ScopePart(), LimitsPart()
        self.plan = PlanPart(shell.session.path)
        self.prompts = Prompts(shell.session)
        self.planner = Planner(shell.session, self)
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        back = button(t("All runs"), self.closed.emit, kind="link", picture="chevron-left")
        pad = (0, 0, GAP, WIDE)
        left = box(column(self.judge, self.scope, self.limits, 1, gap=SPACE, pad=pad))
        beside = scrolled(box(column(self.plan, 1, pad=pad)))
        beside.setMinimumWidth(px(_PLAN))
        inside = QWidget()
        self._sides = row(scrolled(left), beside, on=inside, gap=SPACE, grow=(5, 3))
        self._sides.setContentsMargins(px(WIDE), 0, px(WIDE) - px(GAP), 0)
        title = label(t("New run"), "title", wrap=False)
        head = row(title, 1, back, gap=GAP, pad=(WIDE, WIDE, WIDE, 0))
        ground = box(column(head, inside, gap=SPACE, grow=1))
        self.stack = stacked(ground, self.prompts)
        column(self.stack, on=self)

    def _listen(self) -> None:
        for part in (self.judge, self.scope, self.limits):
            part.changed.connect(self._changed)
        self.planner.planned.connect(self.plan.show_composed)
        self.planner.failed.connect(self.shell.tell)
        self.prompts.closed.connect(self._close_prompts)
        self.plan.started.connect(self.start)
        self.plan.prompts_wanted.connect(self.show_prompts)
        self.plan.settings_wanted.connect(
            lambda name: self.shell.go(Place("settings", tab="providers", item=name))
        )
        self.plan.run_wanted.connect(lambda run_id: self.shell.go(Place("runs", item=run_id)))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The plan goes below the form where there is no room beside it."""
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        is_narrow = event.size().width() < px(_NARROW)
        self._sides.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)

    # The form.

    def compose(self, request: ScoreRequest | None = None) -> None:
        """Begins a form: with everything as in a request, or with what was asked for last."""
        self._pending = request or self._remembered()
        self.stack.setCurrentIndex(0)
        self.plan.say_planning()
        self.refresh()
        self.judge.provider.setFocus()

    def refresh(self) -> None:
        """Fetches what can be chosen, and plans anew: the project may have changed."""
        desk = self.session.desk
        self.session.fetch(lambda: scope_of(desk), self._offer, owner=self, slot="scope")

    def _offer(self, scope: Scope) -> None:
        self.scope.offer(scope)
        request, self._pending = self._pending, None
        if request is not None:
            self.judge.show_request(request)
            self.scope.show_selection(request.selection)
            self.limits.show_request(request)
        self._changed()

    def _remembered(self) -> ScoreRequest:
        kept = self.shell.prefs.model
        provider = kept.get("provider", "")
        if provider not in PROVIDERS:
            return ScoreRequest(provider=EMBEDDED[0], model=EMBEDDED[1])
        return ScoreRequest(
            provider=provider, model=kept.get("model", ""), base_url=kept.get("base_url") or None
        )

    def _remember(self, request: ScoreRequest) -> None:
        if request.provider == EMBEDDED[0]:
            return
        self.shell.prefs.model = {
            "provider": request.provider,
            "model": request.model,
            "base_url": request.terms.base_url or "",
        }
        self.shell.prefs.save()

    def entered(self) -> ScoreRequest:
        """What the form asks for."""
        return ScoreRequest(
            selection=self.scope.entered(), **self.judge.entered(), **self.limits.entered()
        )

    def _changed(self) -> None:
        self.limits.fit(is_embedded=self.judge.provider_name == EMBEDDED[0])
        lacks = self.scope.lacks
        if not lacks and (self.judge.is_wrong or self.limits.is_wrong):
            lacks = t("One of the numbers is none. Correct it, or leave it empty.")
        if lacks:
            self.planner.want(None)
            self.plan.say_lacking(lacks)
            return
        self.plan.say_planning()
        self.planner.want(self.entered())

    # Acting.

    def start(self) -> None:
        """Starts the run that is planned."""
        found = self.plan.composed
        if found is None or not found.may_start:
            return
        self._remember(found.request)
        self.session.runs.start(found.request, self.started.emit)
        self.plan.say_planning()

    def show_prompts(self) -> None:
        """Shows exactly what will be asked."""
        found = self.plan.composed
        if found is None:
            return
        desk = self.session.desk

        def show(blinding: Blinding) -> None:
            self.prompts.show_composed(found, blinding)
            self.stack.setCurrentWidget(self.prompts)
            self.prompts.list.setFocus()

        self.session.fetch(lambda: blinding_of(desk), show, owner=self, slot="hidden")

    def _close_prompts(self) -> None:
        self.stack.setCurrentIndex(0)
        self.plan.prompts.setFocus()

    @property
    def composed(self) -> Composed | None:
        """The plan that is shown."""
        return self.plan.composed
