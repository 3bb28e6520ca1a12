"""Drafts above the lines: who is asked, what it costs, and how many suggestions are open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from shiboken6 import isValid

from xpert_studio.desktop.kit import (
    GAP,
    TIGHT,
    Card,
    Flow,
    Job,
    Session,
    Shell,
    box,
    button,
    check_box,
    column,
    enable_if,
    explained,
    field,
    in_a_row,
    label,
    later,
    money,
    number,
    offer_providers,
    on_keys,
    picker,
    row,
    show_if,
    t,
    tn,
    translated,
)
from xpert_studio.generation.outline import SuggestedCheckpoint
from xpert_studio.judge.providers.registry import needs_address
from xpert_studio.workflow import keep_draft
from xpert_studio.workflow.attaching import bytes_of
from xpert_studio.workflow.views import TaskView

# Asks a drafter for a rubric: a model, with its cost before and after, or the outline drafter.

OUTLINE = "outline"


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked: ``outline``, or a provider with its model and address; and for what.

    Attributes:
        may_grade: Whether graded checkpoints may be proposed.
    """

    provider: str
    model: str = ""
    base_url: str = ""
    may_grade: bool = False

    @property
    def name(self) -> str:
        """What suggestions carry as their drafter."""
        return OUTLINE if self.provider == OUTLINE else f"{self.provider}:{self.model}"


@dataclass(frozen=True, slots=True)
class Drafted:
    """What came of it."""

    count: int
    cost: float | None
    tokens: int | None
    notes: tuple[str, ...]


def estimate(session: Session, view: TaskView, asked: Asked) -> tuple[int, float | None]:
    """Tokens in and out that a model will take, and the cost, None unknown; runs on any thread."""
    from xpert_studio.generation import estimate_draft

    found = estimate_draft(_request(session, view, asked))
    return found.input_tokens + found.output_tokens, found.cost


def draft(
    session: Session,
    view: TaskView,
    asked: Asked,
    then: Callable[[Drafted], None],
    failed: Callable[[BaseException], None],
) -> Job:
    """Starts a draft; its lines are kept as suggestions when it is done."""
    task_id = view.task.id

    async def ask(_: Job) -> tuple[Sequence[SuggestedCheckpoint], Drafted]:
        from xpert_studio.generation import draft_rubric, outline_draft

        if asked.provider == OUTLINE:
            policies, dimensions = view.info.policies, view.info.taxonomy.dimensions
            outline = await asyncio.to_thread(
                lambda: outline_draft(view.task, policies=policies, dimensions=dimensions)
            )
            return outline, Drafted(len(outline), 0.0, None, ())
        made = await draft_rubric(_request(session, view, asked))
        used = made.usage
        tokens = (
            None if used.output_tokens is None else used.output_tokens + (used.input_tokens or 0)
        )
        return made.suggestions, Drafted(len(made.suggestions), made.cost, tokens, made.notes)

    def keep(made: tuple[Sequence[SuggestedCheckpoint], Drafted]) -> None:
        from xpert_studio.generation.outline import as_suggestions

        session.perform(
            lambda: keep_draft(
                session.ctx, task_id, as_suggestions(session.ctx, task_id, asked.name, made[0])
            ),
            lambda _: then(made[1]),
            failed,
        )

    name = t("Built-in drafter (offline, free)") if asked.provider == OUTLINE else asked.model
    return session.bridge.start_async(t("Drafting with {model}", model=name), ask, keep, failed)


def _request(session: Session, view: TaskView, asked: Asked):  # type: ignore[no-untyped-def]  # noqa: ANN202
    from xpert_studio.generation import DraftRequest
    from xpert_studio.generation.asking import ModelChoice

    choice = ModelChoice(asked.provider, asked.model, base_url=asked.base_url or None)
    return DraftRequest(
        view.task,
        choice,
        view.info.policies,
        view.info.taxonomy,
        partial(bytes_of, session.project),
        asked.may_grade,
    )


_ESTIMATE_MS = 300


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
        self.who = picker(t("Drafted by"), [(t("Built-in drafter (offline, free)"), OUTLINE)])
        offer_providers(self.who)
        self.model = field(name=t("Model"), hint=t("Model"), least=140)
        hint = t("Address, such as http://localhost:8000/v1")
        self.address = field(name=t("Address"), hint=hint, least=220)
        self.may_grade = check_box(t("Graded checkpoints, too"))
        self.cost = label("", "muted")
        self.outcome = label("", "muted")
        self.start = button(t("Draft"), self._start, kind="primary", picture="sparkles")
        self.stop = button(t("Cancel"), self._stop)
        self.close_ = button(t("Close"), self._close, kind="quiet")
        self.all = button(t("Accept all"), lambda: self.decided.emit(True))
        self.none = button(t("Reject all"), lambda: self.decided.emit(False), kind="quiet")
        self.form = box(column(
            Flow(self.who, self.model, self.address, self.may_grade, self.start, self.stop,
                 self.close_, gap=GAP),
            self.cost, gap=TIGHT,
        ))  # fmt: skip
        self.form.hide()
        column(
            self.form, row(self.outcome, self.all, self.none, gap=GAP, grow=0),
            on=self, pad=TIGHT, gap=TIGHT,
        )  # fmt: skip
        on_keys(self, (Qt.Key.Key_Escape,), self._close)
        self._soon = later(self, _ESTIMATE_MS, self._estimate)
        self._shown_provider = ""
        self._entered: dict[str, tuple[str, str]] = {}
        place = self.who.findData(shell.prefs.model.get("provider", OUTLINE))
        self.who.setCurrentIndex(max(place, 0))
        self._provider_chosen()
        self.who.currentIndexChanged.connect(lambda _: self._provider_chosen())
        for changed in (
            self.who.currentIndexChanged,
            self.model.textChanged,
            self.address.textChanged,
            self.may_grade.toggled,
        ):
            changed.connect(lambda *_: self._asked_changed())
        self._show_busy()
        self._fit()

    @property
    def asked(self) -> Asked:
        """Who would be asked now."""
        address = self.address.text().strip() if self.address.isVisibleTo(self.form) else ""
        may_grade = self.may_grade.isVisibleTo(self.form) and self.may_grade.isChecked()
        return Asked(str(self.who.currentData()), self.model.text().strip(), address, may_grade)

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
                tn("{n} suggestion below: Tab accepts, Del rejects, Enter edits.",
                   "{n} suggestions below: Tab accepts, Del rejects, Enter edits.", count)
            )  # fmt: skip
        self.setVisible(bool(count) or not self.form.isHidden())

    @property
    def _may(self) -> bool:
        return self._view is not None and self._view.may("edit_rubric")

    def ask(self) -> None:
        """Shows the form."""
        self.form.show()
        self._fit()
        (self.start if self._is_complete() else self.model).setFocus()

    def _close(self, *, comes: bool = False) -> None:
        self.form.hide()
        self.outcome.say("")
        self._fit()
        self.left.emit(comes)

    # Asking.

    def _provider_chosen(self) -> None:
        """Each provider has its own models: the one that was asked last is there again."""
        self._entered[self._shown_provider] = (self.model.text(), self.address.text())
        provider = self._shown_provider = str(self.who.currentData())
        kept = self._entered.get(provider) or self._shell.prefs.model_of(provider)
        self.model.setText(kept[0])
        self.address.setText(kept[1])

    def _is_complete(self) -> bool:
        return self.who.currentData() == OUTLINE or bool(self.model.text().strip())

    def _asked_changed(self) -> None:
        provider = self.who.currentData()
        self.model.setVisible(provider != OUTLINE)
        self.address.setVisible(needs_address(provider))
        self.may_grade.setVisible(provider != OUTLINE)
        self.start.setEnabled(self._may and self._job is None and self._is_complete())
        self._soon.start()

    def _estimate(self) -> None:
        view, asked, session = self._view, self.asked, self._session
        if view is None:
            return
        if asked.provider == OUTLINE:
            self.cost.setText(t("Runs locally. Free."))
        elif not asked.model:
            self.cost.setText(t("Name a model to see what a draft will cost."))
        else:
            session.fetch(
                lambda: estimate(session, view, asked),
                self._show_estimate,
                lambda error: self.cost.setText(explained(error)),
                owner=self,
                slot="estimate",
            )

    def _show_estimate(self, found: tuple[int, float | None]) -> None:
        self.cost.setText(
            t("About {n} tokens, {cost}. The brief and reference answer are sent to the provider.",
              n=number(found[0]), cost=money(found[1]))
        )  # fmt: skip

    def _start(self) -> None:
        view, asked = self._view, self.asked
        if view is None:
            return
        model = "" if asked.provider == OUTLINE else asked.model
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
        busy = self._job is not None
        self.stop.setVisible(busy)
        self.start.setVisible(not busy)
        enable_if(not busy, self.who, self.model, self.address, self.may_grade)
        self._asked_changed()

    def _drafted(self, found: Drafted) -> None:
        if not isValid(self):
            return
        lines = [tn("{n} suggestion.", "{n} suggestions.", found.count)]
        if found.tokens:
            tokens, cost = number(found.tokens), money(found.cost)
            lines.append(t("It took {tokens} tokens, {cost}.", tokens=tokens, cost=cost))
        lines += [translated(note) for note in found.notes]
        self._close(comes=True)
        if len(lines) > 1 or not found.count:  # else the bar says as much
            self._shell.say(in_a_row(lines), "good")

    def _failed(self, error: BaseException) -> None:
        if isValid(self):
            self.outcome.say("")
            self._shell.tell(error)
