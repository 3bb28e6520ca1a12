"""The parts of a verdict as tabs: the decision, the exchange, the hashes, what was said before."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTabWidget, QWidget

from xpert_studio.core.judge.planning import would_be_known
from xpert_studio.core.records import Call, Checkpoint
from xpert_studio.core.store.verdicts import KeptVerdict
from xpert_studio.core.wording import figure, mark, moment, money, number, t, translated
from xpert_studio.core.workflow.views.verdict_report import (
    Exchange,
    exchange_of,
    hashes_of,
    report_verdict,
)
from xpert_studio.core.workflow.views.verdicts import VerdictLine, VerdictView, earlier_verdicts
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.pages.verdict.decision import Decision, look_of_verdict
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import CopiedLine, button, card, chip, label, retone
from xpert_studio.desktop.widgets.layouts import box, clear, column, grid, put_in, row, stacked
from xpert_studio.desktop.widgets.reading_views import Part, PromptView
from xpert_studio.desktop.widgets.scrolling import scrolled, scrolled_column
from xpert_studio.desktop.widgets.wiring import wire

# The exchange with the provider behind a verdict, letter for letter, and what it took.


_LEAST: Final = 260
_EMPTY: Final = 190
"""The panel stands beside the response: its words have less room than those of a page."""


class ExchangePanel(QWidget):
    """One call."""

    def __init__(self) -> None:
        super().__init__()
        self.facts = grid(SPACE, 2, grow=(0, 1, 0, 1))
        self.view = PromptView(t("What was sent, and what came back"))
        ground = card(
            column(
                row(1, button(t("Copy the exchange"), self.view.copy_all, picture="copy")),
                self.view,
                pad=PAD,
                gap=GAP,
                grow=1,
            )
        )
        inside = box(column(self.facts, ground, pad=PAD, gap=GAP, grow=1))
        self.empty = EmptyState("message-square", t("Nothing to show"))
        for words in (self.empty.title, self.empty.text):
            words.setMinimumWidth(px(_LEAST))
        self.empty.setMinimumHeight(px(_EMPTY))
        self.stack = stacked(inside, self.empty)
        column(self.stack, on=self)
        self.stack.setCurrentWidget(self.empty)

    def say_none(self, title: str, text: str) -> None:
        """Says that there is no exchange, and why."""
        self.empty.say(title, text)
        self.stack.setCurrentWidget(self.empty)

    def show_exchange(self, found: Exchange) -> None:
        """Shows an exchange."""
        self.stack.setCurrentIndex(0)
        clear(self.facts)
        for place, (name, value) in enumerate(_facts(found.call)):
            line, side = divmod(place, 2)
            self.facts.addWidget(label(name, "label", wrap=False), line, 2 * side)
            self.facts.addWidget(label(value, "").bound(200, 3), line, 2 * side + 1)
        self.view.show_parts(_parts(found))


def _facts(call: Call) -> list[tuple[str, str]]:
    usage = call.usage
    found = [
        (t("Model"), call.model or ""),
        (t("Seconds"), figure(call.seconds)),
        (t("Tries"), number(call.attempts)),
        (t("Cost"), money(call.cost)),
        (t("Input tokens"), _tokens(usage.input_tokens)),
        (t("From the cache"), _tokens(usage.cached_tokens)),
        (t("Written to the cache"), _tokens(usage.cache_write_tokens)),
        (t("Output tokens"), _tokens(usage.output_tokens)),
        (t("Reasoning tokens"), _tokens(usage.reasoning_tokens)),
        (t("Ended with"), call.finish or ""),
        (t("Request"), call.request_id or ""),
        (t("Sent at"), moment(call.started_at)),
        (t("Problem"), translated(call.problem) if call.problem else ""),
        (t("Unknown ids"), number(call.unknown_ids) if call.unknown_ids else ""),
    ]
    return [(name, value) for name, value in found if value]


def _tokens(count: int | None) -> str:
    return "" if count is None else number(count)


def _parts(found: Exchange) -> list[Part]:
    call, shared = found.call, found.shared
    if shared is None:
        sent = [Part(t("Sent"), t("It was decided on this computer; nothing was sent."))]
    else:
        names = {image.sha256: image.path for image in found.images}
        images = "\n".join(names.get(sha256, sha256) for sha256 in shared.images)
        system = t("They were not kept.") if shared.system is None else shared.system
        common = t("Task") if found.compares else t("Task, rubric and worked examples")
        own = t("Both responses") if found.compares else t("The candidate")
        sent = [
            Part(t("Instructions"), system, is_shared=True),
            *([Part(t("Images"), images, is_shared=True)] if images else []),
            Part(common, shared.text, is_shared=True),
            Part(own, call.suffix or t("It was not kept.")),
        ]
    if call.reply is None and shared is None:
        return sent
    return [*sent, Part(t("The reply"), t("None came.") if call.reply is None else call.reply)]


# What a verdict is bound to, by its hashes, and whether that is still so.

_NAMES: Final = {
    "judge": (mark("Judge"), mark("Provider, model, mode, parameters, settings and prompt.")),
    "prompt": (mark("Prompt"), mark("The templates the judge is asked with.")),
    "policy": (mark("Grading policy"), mark("The words the judge was given.")),
    "task": (mark("Task"), mark("Prompt and attachments as they are now.")),
    "response": (mark("Response"), mark("Text and attachments as they are now.")),
    "rated_hash": (mark("Judged"), mark("Task, checkpoint and response as they were judged.")),
    "rated_hash_now": (mark("Now"), mark("The same three as they are now.")),
    "key": (
        mark("Key"),
        mark("All the verdict depends on; what has a known key is not asked again."),
    ),
    "call": (mark("Call"), mark("The exchange it came of.")),
    "run": (mark("Run"), mark("The run the exchange belongs to.")),
    "shared_prompt": (
        mark("Shared prompt"),
        mark("Everything that was sent before the candidate."),
    ),
}


class Hashes(QWidget):
    """The hashes of one verdict."""

    def __init__(self) -> None:
        super().__init__()
        self.stale = label("", "")
        self.known = label("", "muted")
        self.fields = {name: CopiedLine(t(title)) for name, (title, _) in _NAMES.items()}
        self._lines = {
            name: box(column(
                label(t(title), "label"), self.fields[name], label(t(meaning), "small"),
                gap=GAP // 2,
            ))
            for name, (title, meaning) in _NAMES.items()
        }  # fmt: skip
        scrolled_column(self.stale, self.known, *self._lines.values(), 1, on=self, pad=PAD, gap=PAD)

    def show_hashes(self, found: Mapping[str, Any]) -> None:
        """Shows hashes; those that there are not are left out."""
        for name, field in self.fields.items():
            value = found.get(name)
            self._lines[name].setVisible(bool(value))
            field.show_text(str(value or ""))
        is_stale = found.get("stale")
        self.stale.say(
            t("A text has been edited since: the verdict is stale, and does not count.")
            if is_stale
            else t("It was decided on the texts as they are now.")
            if is_stale is not None
            else ""
        )
        retone(self.stale, "kind", "warn" if is_stale else "good")

    def say_known(self, is_known: bool | None) -> None:
        """Says whether the next run would ask again; None if unknown."""
        self.known.say(
            t("The next run of this judge takes it as known.")
            if is_known
            else t("The next run of this judge requests it again.")
            if is_known is not None
            else ""
        )


TABS: Final = ("verdict", "exchange", "hashes", "earlier")


class VerdictDetail(QTabWidget):
    """One checkpoint of one response, as a judge has judged it.

    Signals:
        tab_chosen: Another part is shown; its name.
    """

    tab_chosen = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setDocumentMode(True)
        self._session = session
        self._view: VerdictView | None = None
        self._line: VerdictLine | None = None
        self._trial = 1
        self.decision, self.exchange, self.hashes = Decision(), ExchangePanel(), Hashes()
        self._earlier_parts = column(gap=PAD)
        self.earlier = box(column(scrolled(box(column(self._earlier_parts, 1, pad=PAD)))))
        for part, name in (
            (self.decision, t("Verdict")), (self.exchange, t("Exchange")),
            (self.hashes, t("Hashes")), (self.earlier, t("Earlier")),
        ):  # fmt: skip
            self.addTab(part, name)
        wire(
            (self.decision.trial_chosen, self._show_trial),
            (self.currentChanged, self._tab_changed),
        )

    def show_tab(self, name: str) -> None:
        """Shows a part."""
        if name in TABS:
            self.setCurrentIndex(TABS.index(name))

    @property
    def tab(self) -> str:
        """The part that is shown."""
        return TABS[self.currentIndex()]

    @property
    def kept(self) -> KeptVerdict | None:
        """The current verdict."""
        verdicts = self._line.verdicts if self._line else ()
        return next((item for item in verdicts if item.verdict.trial == self._trial), None)

    def show_line(self, view: VerdictView, line: VerdictLine | None) -> None:
        """Shows a checkpoint; the current trial stays where it has one too."""
        self._view, self._line = view, line
        trials = [item.verdict.trial for item in line.verdicts] if line else []
        if self._trial not in trials:
            self._trial = min(trials, default=1)
        self._show()

    def _show_trial(self, trial: int) -> None:
        self._trial = trial
        self._show()

    def _show(self) -> None:
        if self._view is not None:
            self.decision.show_line(self._line, self._view.judge, self._trial)
            self._show_part()

    def _tab_changed(self, _: int) -> None:
        self._show_part()
        self.tab_chosen.emit(self.tab)

    def _show_part(self) -> None:
        """Fetches what only the part that is shown needs."""
        match self.tab:
            case "exchange":
                self._fetch_exchange()
            case "hashes":
                self._fetch_exchange()
                self._fetch_known()
            case "earlier":
                self._fetch_earlier()

    # Fetching.

    def _fetch_exchange(self) -> None:
        kept, ctx = self.kept, self._session.ctx
        key = kept.call_key if kept else None
        if key is not None:
            self._session.fetch(
                lambda: exchange_of(ctx, key), self._show_exchange, owner=self, slot="exchange"
            )
            return
        if kept is None:
            self.exchange.say_none(t("Not asked"), t("This judge was not asked about it."))
        else:
            self.exchange.say_none(
                t("From elsewhere"),
                t("This verdict was imported; how it was asked for is not known."),
            )
        self._show_hashes(None)

    def _show_exchange(self, found: Exchange) -> None:
        self.exchange.show_exchange(found)
        self._show_hashes(found)

    def _show_hashes(self, exchange: Exchange | None) -> None:
        if self._view is not None:
            self.hashes.show_hashes(hashes_of(self._view, self._line, self.kept, exchange))

    def _fetch_known(self) -> None:
        kept, project = self.kept, self._session.project
        if kept is None or kept.verdict.key is None:
            self.hashes.say_known(None)
            return
        verdict = kept.verdict
        self._session.fetch(
            lambda: would_be_known(project, verdict), self.hashes.say_known, owner=self,
            slot="known",
        )  # fmt: skip

    def _fetch_earlier(self) -> None:
        view, line, ctx = self._view, self._line, self._session.ctx
        if view is None or line is None or view.judge is None:
            self._show_earlier(())
            return
        response_id, point, judge_id = view.response_id, line.checkpoint.id, view.judge.id
        self._session.fetch(
            lambda: earlier_verdicts(ctx, response_id, point, judge_id), self._show_earlier,
            owner=self, slot="earlier",
        )  # fmt: skip

    def _show_earlier(self, found: tuple[KeptVerdict, ...]) -> None:
        none = t("This checkpoint was requested once; there is no earlier verdict.")
        point = self._line.checkpoint if self._line else None
        shown = [_earlier(item, point) for item in found if point and item.is_replaced]
        put_in(self._earlier_parts, shown or [label(none, "muted")])

    # Acting.

    def copy(self) -> None:
        """Copies the verdict with all that is known of it as JSON."""
        view, kept, ctx = self._view, self.kept, self._session.ctx
        if view is None:
            return
        key = kept.call_key if kept else None
        line, trial = self._line, self._trial

        def take(exchange: Exchange | None) -> None:
            told = report_verdict(view, line, exchange, trial)
            QGuiApplication.clipboard().setText(json.dumps(told, ensure_ascii=False, indent=1))

        if key is None:
            take(None)
            return
        self._session.fetch(lambda: exchange_of(ctx, key), take, owner=self, slot="copy")


def _earlier(item: KeptVerdict, point: Checkpoint) -> QWidget:
    verdict = item.verdict
    look = look_of_verdict(verdict, point)
    when = moment(verdict.judged_at) if verdict.judged_at else ""
    problem = translated(verdict.problem) if verdict.problem else ""
    return card(column(
        row(chip(look.word, look.tone), label(when, "small", wrap=False), 1),
        *(label(text, "") for text in (problem, verdict.rationale) if text),
        pad=PAD, gap=GAP,
    ))  # fmt: skip
