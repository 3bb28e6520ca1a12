"""Composes a run: judge, scope and limits on the left, what it will take on the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QFrame

from xpert_studio.core.judge import code_consent
from xpert_studio.core.judge.providers.registry import EMBEDDED, LOCAL, PROVIDERS
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import CHECKS
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow.blinding import Blinding, blinding_of
from xpert_studio.core.workflow.views.scope import ScopeChoices, scope_of
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, PAD, SPACE, WIDE, px
from xpert_studio.desktop.names import JUDGE_MODE_MEANINGS, JUDGE_MODES
from xpert_studio.desktop.pages.runs.composer.judge import COMPARES, JudgePart
from xpert_studio.desktop.pages.runs.composer.limits import LIMITS, limits_entered, limits_of
from xpert_studio.desktop.pages.runs.composer.panel import (
    PANEL,
    has_others,
    panel_entered,
    panel_of,
)
from xpert_studio.desktop.pages.runs.composer.plan_part import PlanPart
from xpert_studio.desktop.pages.runs.composer.planner import Planner
from xpert_studio.desktop.pages.runs.composer.prompts import Prompts
from xpert_studio.desktop.pages.runs.composer.scope import ScopePart
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.form import Form
from xpert_studio.desktop.widgets.labels import button, card, label
from xpert_studio.desktop.widgets.layouts import Sides, box, column, row, stacked
from xpert_studio.desktop.widgets.scrolling import FittedScroll
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.part_names import dimension_name


def _card(title: str, form: Form) -> QFrame:
    return card(column(label(title, "heading"), form, pad=SPACE, gap=PAD))


_NARROW = 720
_PLAN = 290
_LEAST_FORM, _LEAST_PLAN = 260, 150
"""The least heights where they stand below each other."""


class Composer(ShellWidget):
    """The form, or the prompts of what it asks for.

    Args:
        shell: The window around it.
        started: Called once a run was started.
    """

    def __init__(self, shell: Shell, started: Callable[[], object]) -> None:
        super().__init__(shell)
        self._started = started
        self._pending: ScoreRequest | None = None
        self.judge, self.scope = JudgePart(), ScopePart()
        self.panel = Form(PANEL)
        self.limits = Form(LIMITS, more=t("More limits"))
        self._panel_title = label(t("Panel"), "heading")
        self._panel_card = card(column(self._panel_title, self.panel, pad=SPACE, gap=PAD))
        self._limits_card = _card(t("Limits"), self.limits)
        self.plan = PlanPart(
            shell.session.path, shell.session.person_id, shell.go, self.start, self.show_prompts
        )
        self.prompts = Prompts(shell.session, self._close_prompts)
        self.planner = Planner(shell.session, self)
        self._lay_out()
        wire(
            (self.judge.changed, lambda _: self._changed()),
            (self.panel.changed, lambda _: self._changed()),
            (self.scope.changed, lambda _: self._changed()),
            (self.limits.changed, lambda _: self._changed()),
            (self.planner.planned, self.plan.show_composed),
            (self.planner.failed, self.shell.tell),
        )
        shell.book.add(self, *self._actions())

    def _actions(self) -> list[Action]:
        modes = self.judge.inputs["mode"]
        return [
            Action("runs.start", mark("Start the run"), self.start, "Ctrl+Return", "play",
                   refused=lambda: t("The estimate is not ready yet.") if self.plan.is_planning else None),
            *(
                Action(f"runs.{mode.value}", title, partial(modes.show, mode), f"Alt+{place}",
                       hint=JUDGE_MODE_MEANINGS[mode])
                for place, (mode, title) in enumerate(JUDGE_MODES.items(), start=1)
            ),
            Action("runs.compares", mark("Compare responses"), partial(modes.show, COMPARES), "Alt+3"),
        ]  # fmt: skip

    def _lay_out(self) -> None:
        back = button(
            t("All runs"),
            partial(self.shell.go, Place("runs")),
            kind="link",
            picture="chevron-left",
        )
        pad = (0, 0, GAP, WIDE)
        left = box(
            column(
                _card(t("Judge"), self.judge),
                self._panel_card,
                _card(t("Scope"), self.scope),
                self._limits_card,
                1,
                gap=SPACE,
                pad=pad,
            )
        )
        beside = FittedScroll(box(column(self.plan, 1, pad=pad)), least=_LEAST_PLAN)
        beside.setMinimumWidth(px(_PLAN))
        form = FittedScroll(left, least=_LEAST_FORM)
        inside = Sides(
            form,
            beside,
            narrow=_NARROW,
            grow=(5, 3),
            pad=(WIDE, 0, WIDE - GAP, 0),
        )
        wire((inside.turned, form.show_whole), (inside.turned, beside.show_whole))
        head = row(
            label(t("New run"), "title", wrap=False), 1, back, gap=GAP, pad=(WIDE, WIDE, WIDE, 0)
        )
        self.stack = stacked(box(column(head, inside, gap=SPACE, grow=1)), self.prompts)
        column(self.stack, on=self)

    @property
    def _parts(self) -> tuple[Form, ...]:
        """The forms from which something may be missing."""
        if self.judge.provider == CHECKS:
            return self.judge, self.scope
        is_local = self.judge.provider in LOCAL and not has_others(self.panel.values())
        limits = () if is_local else (self.limits,)
        return self.judge, self.panel, self.scope, *limits

    def compose(self, request: ScoreRequest | None = None, *, compares: bool = False) -> None:
        """Begins a form: with everything as in a request, or with what was asked for last.

        Args:
            request: The request.
            compares: Whether responses are to be compared, where there is no request.
        """
        remembered = replace(self._remembered(), selection=Selection(comparisons=compares))
        self._pending = request or remembered
        self.stack.setCurrentIndex(0)
        self.plan.say_planning()
        self.refresh()
        self.judge.begin()

    def refresh(self) -> None:
        """Fetches what can be chosen, and plans anew: the project may have changed."""
        ctx = self.session.ctx
        self.session.fetch(lambda: scope_of(ctx), self._offer, owner=self, slot="scope")

    def _offer(self, scope: ScopeChoices) -> None:
        self.scope.offer_scope(scope)
        self.judge.offer(
            dimensions=[(dimension, dimension_name(dimension)) for dimension in scope.dimensions],
            members=[(judge, judge) for judge in scope.judges],
        )
        request, self._pending = self._pending, None
        if request is not None:
            self.judge.show_request(request)
            self.panel.show_values(panel_of(request))
            self.scope.show_selection(request.selection)
            self.limits.show_values(limits_of(request))
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
        if request.provider not in LOCAL:
            self.shell.prefs.model = {
                "provider": request.provider,
                "model": request.model,
                "base_url": request.terms.base_url or "",
            }
            self.shell.prefs.save()

    def entered(self) -> ScoreRequest:
        """What the form asks for."""
        return ScoreRequest(
            selection=replace(self.scope.entered(), comparisons=self.judge.compares),
            **self.judge.entered(),
            **limits_entered(self.limits.values()),
            **(panel_entered(self.panel.values()) if self.panel in self._parts else {}),
        )

    def _changed(self) -> None:
        compares = self.judge.compares  # several judges that compare make no panel
        self.panel.show_values({"compares": compares})
        self._panel_title.setText(t("More judges") if compares else t("Panel"))
        self._panel_card.setVisible(self.panel in self._parts)
        self._limits_card.setVisible(self.limits in self._parts)
        lacks = next((said for part in self._parts for said in part.gaps().values()), "")
        if lacks:
            self.planner.want(None)
            self.plan.say_lacking(lacks)
        else:
            self.plan.say_planning()
            self.planner.want(self.entered())

    def start(self) -> None:
        """Starts the run that is planned; where something is missing, goes there."""
        found = self.plan.composed
        if not all(part.check() for part in self._parts) or not (found and found.may_start):
            return
        self._remember(found.request)
        if found.asks_consent and self.plan.consent.isChecked():
            ctx = self.session.ctx
            self.session.perform(
                lambda: code_consent.allow_by(ctx), lambda _: self._start(found.request)
            )
        else:
            self._start(found.request)

    def _start(self, request: ScoreRequest) -> None:
        self.session.runs.start(request, self._started)
        self.plan.say_planning()

    def show_prompts(self) -> None:
        """Shows exactly what will be asked."""
        found = self.plan.composed
        if found is None:
            return
        ctx = self.session.ctx

        def show(blinding: Blinding) -> None:
            self.prompts.show_composed(found, blinding)
            self.stack.setCurrentWidget(self.prompts)
            self.prompts.list.setFocus()

        self.session.fetch(lambda: blinding_of(ctx), show, owner=self, slot="hidden")

    def _close_prompts(self) -> None:
        self.stack.setCurrentIndex(0)
        self.plan.prompts.setFocus()
