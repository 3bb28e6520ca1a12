"""Drafts above the lines: who is asked, what it costs, and how many suggestions are open."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from shiboken6 import isValid

from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.generation.suggested import OUTLINE, drafters
from xpert_studio.core.judge.providers.registry import PROVIDERS, needs_address
from xpert_studio.core.wording import explained, in_a_row, mark, money, number, t, tn, translated
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.look import GAP, TIGHT
from xpert_studio.desktop.names import drafter_title, provider_title
from xpert_studio.desktop.pages.task.rubric.draft_requests import (
    Drafted,
    RequestedDraft,
    draft,
    estimate,
)
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form, FormField, Values
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.wiring import later, on_keys, show_if

_ESTIMATE_MS = 300


def _drafters() -> list[tuple[str, str]]:
    known = [(provider_title(provider), provider) for provider in PROVIDERS]
    return [*((drafter_title(drafter), drafter) for drafter in drafters()), *known]


def _is_model(values: Values) -> bool:
    return values["provider"] not in drafters()


def _half_contrast(values: Values) -> str:
    """What is wrong where only one of two responses is given."""
    is_half = _is_model(values) and bool(values["better"]) != bool(values["weaker"])
    return t("Add a better and a weaker response, or neither.") if is_half else ""


_ASKED: Final = (
    *fields_for(
        ModelChoice, "provider", "model", "base_url",
        provider={"title": mark("Drafted by"), "kind": inputs.choice(_drafters)},
        model={"kind": inputs.text(wide=160), "beside": True, "seen": _is_model,
               "needed": mark("Name a model.")},
        base_url={"kind": inputs.text(mark("Such as http://localhost:8000/v1"), wide=240),
                  "beside": True, "seen": lambda values: needs_address(values["provider"])},
    ),
    FormField(
        key="may_grade", title="", name=mark("Graded checkpoints, too"), beside=True,
        kind=inputs.check(mark("Graded checkpoints, too")), seen=_is_model,
    ),
    FormField(
        key="better", title=mark("Better response (optional)"), kind=inputs.writing(), seen=_is_model, more=True,
        help=mark("Where the two differ shows what the rubric has to tell apart."),
    ),
    FormField(
        key="weaker", title=mark("Weaker response (optional)"), kind=inputs.writing(), seen=_is_model, more=True,
        fault=_half_contrast,
    ),
)  # fmt: skip


class DraftBar(Card):
    """The form, shown when it is asked for, and what is to be decided of what came.

    Signals:
        decided: All open suggestions are accepted, or not.
        left: The form is closed; whether suggestions are coming.
    """

    decided = Signal(bool)
    left = Signal(bool)

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell, self._session = shell, shell.session
        self._view: TaskView | None = None
        self._job: Job | None = None
        self.form = Form(_ASKED)
        self.cost = label("", "muted")
        self.outcome = label("", "muted")
        self.start = button(t("Draft"), self._start, kind="primary", picture="sparkles")
        self.stop = button(t("Cancel"), self._stop)
        self.all = button(t("Accept all"), lambda: self.decided.emit(True))
        self.none = button(t("Reject all"), lambda: self.decided.emit(False), kind="quiet")
        acts = row(
            self.start,
            self.stop,
            button(t("Close"), self._close, kind="quiet"),
            self.cost,
            gap=GAP,
            grow=3,
        )
        self.asking = box(column(self.form, acts, gap=TIGHT))
        self.asking.hide()
        column(
            self.asking,
            row(self.outcome, self.all, self.none, gap=GAP, grow=0),
            on=self,
            pad=TIGHT,
            gap=TIGHT,
        )
        on_keys(self, (Qt.Key.Key_Escape,), self._close)
        self._soon = later(self, _ESTIMATE_MS, self._estimate)
        self._shown_provider = ""
        self._entered: dict[str, tuple[str, str]] = {}
        last = shell.prefs.model.get("provider", OUTLINE)
        self.form.show_values({"provider": last if last in {*PROVIDERS, *drafters()} else OUTLINE})
        self._changed("provider")
        self.form.changed.connect(self._changed)
        self._show_busy()
        self._fit()

    @property
    def asked(self) -> RequestedDraft:
        """Who would be asked now."""
        values = self.form.values()
        provider, is_model = values["provider"], _is_model(values)
        return RequestedDraft(
            provider,
            values["model"],
            values["base_url"] if needs_address(provider) else "",
            is_model and values["may_grade"],
            values["better"] if is_model else "",
            values["weaker"] if is_model else "",
        )

    def show_view(self, view: TaskView) -> None:
        """Shows how many suggestions are open."""
        if self._view is None or self._view.task.id != view.task.id:
            self.outcome.say("")
        self._view = view
        self._asked_changed()
        self._fit()

    def _fit(self) -> None:
        count = len(self._view.suggestions) if self._view and self._may else 0
        show_if(count, self.all, self.none)
        if count:
            self.outcome.say(
                tn(
                    "{n} suggestion below: Tab accepts, Del rejects, Enter edits.",
                    "{n} suggestions below: Tab accepts, Del rejects, Enter edits.",
                    count,
                )
            )
        self.setVisible(bool(count) or not self.asking.isHidden())

    @property
    def _may(self) -> bool:
        return self._view is not None and self._view.may("edit_rubric")

    def ask(self) -> None:
        """Shows the form."""
        self.asking.show()
        self._fit()
        if self.form.gaps():
            self.form.begin()
        else:
            self.start.setFocus()

    def _close(self, *, comes: bool = False) -> None:
        self.asking.hide()
        self.outcome.say("")
        self._fit()
        self.left.emit(comes)

    def _changed(self, key: str) -> None:
        """Each provider has its own models: the one that was asked last is there again."""
        if key == "provider":
            provider, model, base_url = (
                self.form.values()[name] for name in ("provider", "model", "base_url")
            )
            self._entered[self._shown_provider] = model, base_url
            self._shown_provider = provider
            kept = self._entered.get(provider) or self._shell.prefs.model_of(provider)
            self.form.show_values(dict(zip(("model", "base_url"), kept, strict=True)))
        self._asked_changed()

    def _asked_changed(self) -> None:
        self.start.setEnabled(self._may and self._job is None and not self.form.gaps())
        self._soon.start()

    def _estimate(self) -> None:
        view, asked, session = self._view, self.asked, self._session
        if view is None:
            return
        if asked.provider in drafters():
            self.cost.setText(t("Runs locally. Free."))
        elif not asked.model:
            self.cost.setText(t("Name a model to see what a draft will cost."))
        else:
            session.fetch(
                lambda: estimate(session, view, asked),
                lambda found: self.cost.setText(
                    t(
                        "About {n} tokens, {cost}. The brief and reference answer are sent to "
                        "the provider.",
                        n=number(found[0]),
                        cost=money(found[1]),
                    )
                ),
                lambda error: self.cost.setText(explained(error)),
                owner=self,
                slot="estimate",
            )

    def _start(self) -> None:
        view, asked = self._view, self.asked
        if view is None:
            return
        model = "" if asked.provider in drafters() else asked.model
        self._shell.prefs.asked(asked.provider, model, asked.base_url)
        self._shell.prefs.save()
        self.outcome.say(t("Drafting…"))
        self._job = draft(self._session, view, asked, self._drafted, self._failed)
        self._job.ended.connect(self._over)
        self._show_busy()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self.outcome.say(t("Cancelled. Nothing was changed."))

    def _over(self) -> None:
        self._job = None
        self._show_busy()

    def _show_busy(self) -> None:
        show_if(self._job is not None, self.stop)
        show_if(self._job is None, self.start)
        self.form.set_open(is_open=self._job is None)
        self._asked_changed()

    def _drafted(self, drafted: Drafted) -> None:
        if not isValid(self):
            return
        lines = [tn("{n} suggestion.", "{n} suggestions.", drafted.count)]
        if drafted.tokens:
            tokens, cost = number(drafted.tokens), money(drafted.cost)
            lines.append(t("It took {tokens} tokens, {cost}.", tokens=tokens, cost=cost))
        lines += [translated(note) for note in drafted.notes]
        self._close(comes=True)
        if len(lines) > 1 or not drafted.count:  # else the bar says as much
            self._shell.say(in_a_row(lines), "good")

    def _failed(self, error: BaseException) -> None:
        if isValid(self):
            self.outcome.say("")
            self._shell.tell(error)
