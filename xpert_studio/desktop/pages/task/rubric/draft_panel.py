"""Drafts beside the table: who is asked, what it costs, and suggestions to take, edit or drop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QCheckBox
from shiboken6 import isValid

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    TIERS,
    TIGHT,
    Card,
    Job,
    Session,
    Shell,
    ShellWidget,
    button,
    chip,
    column,
    dimension_name,
    exact_text,
    explained,
    field,
    label,
    later,
    money,
    number,
    offer_providers,
    picker,
    px,
    row,
    scrolled_column,
    settings_words,
    short,
    t,
    text_box,
    tn,
)
from xpert_studio.generation.outline import SuggestedCheckpoint
from xpert_studio.instruments import written_settings
from xpert_studio.instruments.columns import settings_only
from xpert_studio.judge.providers.registry import needs_address
from xpert_studio.records import Suggestion
from xpert_studio.wording import translated
from xpert_studio.workflow import LineFields, accept_suggestions, keep_draft, reject_suggestions
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
class Estimated:
    """What a draft will take: tokens in and out, and its cost; None is unknown."""

    tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class Drafted:
    """What came of it."""

    count: int
    cost: float | None
    tokens: int | None
    notes: tuple[str, ...]


def estimate(session: Session, view: TaskView, asked: Asked) -> Estimated:
    """What it will take; runs on any thread."""
    if asked.provider == OUTLINE:
        return Estimated(0, 0.0)
    from xpert_studio.generation import estimate_draft

    found = estimate_draft(_request(session, view, asked))
    return Estimated(found.input_tokens + found.output_tokens, found.cost)


def draft(
    session: Session,
    view: TaskView,
    asked: Asked,
    then: Callable[[Drafted], None],
    failed: Callable[[BaseException], None],
) -> Job:
    """Starts a draft; its lines are kept as suggestions when it is done."""
    task_id = view.task.id

    def keep(suggested: list[SuggestedCheckpoint], facts: Drafted) -> None:
        from xpert_studio.generation.outline import as_suggestions

        session.perform(
            lambda: keep_draft(
                session.ctx, task_id, as_suggestions(session.ctx, task_id, asked.name, suggested)
            ),
            lambda _: then(facts),
            failed,
        )

    if asked.provider == OUTLINE:
        return session.bridge.start(
            t("Drafting an outline"),
            lambda _: _outline(view),
            lambda made: keep(made, Drafted(len(made), 0.0, None, ())),
            failed,
        )

    async def ask(_: Job) -> tuple[list[SuggestedCheckpoint], Drafted]:
        from xpert_studio.generation import draft_rubric

        made = await draft_rubric(_request(session, view, asked))
        usage = made.usage
        tokens = (
            None if usage.output_tokens is None else usage.output_tokens + (usage.input_tokens or 0)
        )
        suggested = list(made.suggestions)
        return suggested, Drafted(len(suggested), made.cost, tokens, made.notes)

    return session.bridge.start_async(
        t("Drafting with {model}", model=asked.model), ask, lambda made: keep(*made), failed
    )


def _outline(view: TaskView) -> list[SuggestedCheckpoint]:
    from xpert_studio.generation import outline_draft

    return outline_draft(
        view.task, policies=view.info.policies, dimensions=view.info.taxonomy.dimensions
    )


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


class DraftPanel(ShellWidget):
    """The form, and the suggestions that are open.

    Signals:
        counted: How many suggestions are open.
    """

    counted = Signal(int)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._view: TaskView | None = None
        self._job: Job | None = None
        self._shown: tuple[Suggestion, ...] = ()
        self.who = picker(t("Drafted by"), [(t("Built-in drafter (offline, free)"), OUTLINE)])
        offer_providers(self.who)
        self.model = field(name=t("Model"), hint=t("Model"))
        hint = t("Address, such as http://localhost:8000/v1")
        self.address = field(name=t("Address"), hint=hint)
        self.may_grade = QCheckBox(t("Graded checkpoints, too"))
        self.cost = label("", "muted")
        self.outcome = label("", "muted")
        self.start = button(t("Draft"), self._start, kind="primary", picture="sparkles")
        self.stop = button(t("Cancel"), self._stop)
        self.all = button(t("Accept all"), lambda: self._take(list(self._shown)))
        self.none = button(t("Reject all"), lambda: self._drop(list(self._shown)), kind="quiet")
        self._list = column(gap=GAP)
        scrolled_column(
            label(t("Suggestions are added only when you accept them."), "muted"),
            self.who, self.model, self.address, self.may_grade, self.cost,
            row(self.start, self.stop, 1), self.outcome,
            row(self.all, self.none, 1),
            self._list, 1,
            on=self, pad=PAD, gap=GAP,
        )  # fmt: skip
        self._soon = later(self, _ESTIMATE_MS, self._estimate)
        self._shown_provider = ""
        self._entered: dict[str, tuple[str, str]] = {}
        self._remembered()
        self.who.currentIndexChanged.connect(lambda _: self._provider_chosen())
        for changed in (
            self.who.currentIndexChanged,
            self.model.textChanged,
            self.address.textChanged,
            self.may_grade.toggled,
        ):
            changed.connect(lambda *_: self._asked_changed())
        self._show_busy()

    @property
    def asked(self) -> Asked:
        """Who would be asked now."""
        address = self.address.text().strip() if self.address.isVisibleTo(self) else ""
        may_grade = self.may_grade.isVisibleTo(self) and self.may_grade.isChecked()
        return Asked(str(self.who.currentData()), self.model.text().strip(), address, may_grade)

    def show_view(self, view: TaskView) -> None:
        """Shows the suggestions that are open."""
        self._view = view
        may = view.may("edit_rubric")
        self.start.setEnabled(may and self._job is None and self._is_complete())
        refused = view.refused.get("edit_rubric")
        self.start.setToolTip(explained(refused) if refused else "")
        self._soon.start()
        if view.suggestions != self._shown:
            self._shown = view.suggestions
            self._show_cards(view.suggestions)
        for widget in (self.all, self.none):
            widget.setVisible(bool(view.suggestions))
            widget.setEnabled(may)
        self.counted.emit(len(view.suggestions))

    def _show_cards(self, suggestions: Sequence[Suggestion]) -> None:
        """Leaves the cards that stay as they are: a person may be writing in one of them."""
        focus = QApplication.focusWidget()
        kept: dict[str, SuggestionCard] = {}
        place = -1
        for at, card in reversed(list(enumerate(self._cards()))):
            if card.suggestion in suggestions:
                kept[card.suggestion.id] = card
                continue
            if focus is not None and card.isAncestorOf(focus):
                place = at
                self.setFocus()
            self._list.removeWidget(card)
            card.hide()
            card.deleteLater()
        for at, suggestion in enumerate(suggestions):
            self._list.insertWidget(at, kept.get(suggestion.id) or SuggestionCard(suggestion, self))
        cards = self._cards()
        if place >= 0 and cards:
            cards[min(place, len(cards) - 1)].take.setFocus()
        elif place >= 0 or (suggestions and not kept and self._is_awaited):
            (cards[0].take if cards else self.start).setFocus()
        self._is_awaited = False

    def _cards(self) -> list[SuggestionCard]:
        items = [self._list.itemAt(place) for place in range(self._list.count())]
        found = [item.widget() for item in items if item is not None]
        return [card for card in found if isinstance(card, SuggestionCard)]

    _is_awaited = False

    def take(self, suggestion: Suggestion, text: str) -> None:
        """Takes one, with the text as the person left it."""
        edited: dict[str, LineFields] = {}
        if text.strip() and text.strip() != suggestion.text:
            edited = {suggestion.id: {"text": text.strip()}}
        self.session.do(accept_suggestions, suggestion.task_id, [suggestion.id], edited=edited)

    def drop(self, suggestion: Suggestion) -> None:
        """Drops one."""
        self._drop([suggestion])

    def _take(self, suggestions: list[Suggestion]) -> None:
        if suggestions:
            self.session.do(
                accept_suggestions, suggestions[0].task_id, [item.id for item in suggestions]
            )

    def _drop(self, suggestions: list[Suggestion]) -> None:
        if suggestions:
            self.session.do(
                reject_suggestions, suggestions[0].task_id, [item.id for item in suggestions]
            )

    # Asking.

    def _remembered(self) -> None:
        place = self.who.findData(self.shell.prefs.model.get("provider", OUTLINE))
        self.who.setCurrentIndex(max(place, 0))
        self._provider_chosen()

    def _provider_chosen(self) -> None:
        """Each provider has its own models: the one that was asked last is there again."""
        self._entered[self._shown_provider] = (self.model.text(), self.address.text())
        provider = self._shown_provider = str(self.who.currentData())
        kept = self._entered.get(provider) or self.shell.prefs.model_of(provider)
        self.model.setText(kept[0])
        self.address.setText(kept[1])

    def _is_complete(self) -> bool:
        return self.who.currentData() == OUTLINE or bool(self.model.text().strip())

    def _asked_changed(self) -> None:
        provider = self.who.currentData()
        self.model.setVisible(provider != OUTLINE)
        self.address.setVisible(needs_address(provider))
        self.may_grade.setVisible(provider != OUTLINE)
        may = self._view is not None and self._view.may("edit_rubric")
        self.start.setEnabled(may and self._job is None and self._is_complete())
        self._soon.start()

    def _estimate(self) -> None:
        view, asked, session = self._view, self.asked, self.session
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

    def _show_estimate(self, found: Estimated) -> None:
        self.cost.setText(
            t("About {n} tokens, {cost}. The brief and reference answer are sent to the provider.",
              n=number(found.tokens), cost=money(found.cost))
        )  # fmt: skip

    def _start(self) -> None:
        view, asked = self._view, self.asked
        if view is None:
            return
        model = "" if asked.provider == OUTLINE else asked.model
        self.shell.prefs.asked(asked.provider, model, asked.base_url)
        self.shell.prefs.save()
        self.outcome.setText(t("Drafting…"))
        self._is_awaited = self.start.hasFocus()

        def drafted(found: Drafted) -> None:
            if isValid(self):
                self._drafted(found)

        def failed(error: BaseException) -> None:
            if isValid(self):
                self._failed(error)

        self._job = draft(self.session, view, asked, drafted, failed)
        self._job.ended.connect(self._over)
        self._show_busy()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self.outcome.setText(t("Cancelled. Nothing was changed."))

    def _over(self) -> None:
        self._job = None
        self._show_busy()

    def _show_busy(self) -> None:
        busy = self._job is not None
        self.stop.setVisible(busy)
        self.start.setVisible(not busy)
        for widget in (self.who, self.model, self.address, self.may_grade):
            widget.setEnabled(not busy)
        self._asked_changed()

    def _drafted(self, found: Drafted) -> None:
        lines = [tn("{n} suggestion.", "{n} suggestions.", found.count)]
        if found.tokens:
            tokens, cost = number(found.tokens), money(found.cost)
            lines.append(t("It took {tokens} tokens, {cost}.", tokens=tokens, cost=cost))
        lines += [translated(note) for note in found.notes]
        self.outcome.setText("\n".join(lines))

    def _failed(self, error: BaseException) -> None:
        self.outcome.setText("")
        self.shell.tell(error)


class SuggestionCard(Card):
    """One suggestion: its text can be edited before it is taken."""

    def __init__(self, suggestion: Suggestion, panel: DraftPanel) -> None:
        super().__init__()
        self.suggestion = suggestion
        self.text = text_box(suggestion.text, name=t("Proposed checkpoint"))
        self.text.setMaximumHeight(px(84))
        self.take = take = button(
            t("Take"),
            lambda: panel.take(suggestion, exact_text(self.text.document())),
            picture="check",
        )
        drop = button(t("Drop"), lambda: panel.drop(suggestion), kind="quiet")
        take.setToolTip(t("Ctrl+Enter in the text takes it too"))
        key = QShortcut(QKeySequence("Ctrl+Return"), self.text, take.click)
        key.setContext(key.context().__class__.WidgetShortcut)
        source = f"“{short(suggestion.source, 160)}”" if suggestion.source else ""
        quoted = label(source, "small")
        settings = written_settings(suggestion.settings)
        parts = settings_words(settings_only(suggestion.instrument, settings))
        self.graded = label("\n".join(parts), "small")
        column(
            self.text,
            self.graded,
            row(
                chip(t(TIERS[suggestion.tier]), suggestion.tier.value.lower()),
                label(f"{suggestion.weight} · {dimension_name(suggestion.dimension) or '–'}", "small"),
            ),
            quoted,
            row(take, drop, 1),
            on=self, pad=PAD, gap=TIGHT,
        )  # fmt: skip
        quoted.setVisible(bool(source))
        self.graded.setVisible(bool(parts))
