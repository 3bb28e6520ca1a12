"""The parts of a verdict as tabs: the decision, the exchange, the hashes, what was said before."""

from __future__ import annotations

import json
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTabWidget

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.judge.planning import would_be_known
from xpert_studio.core.records.transcripts import place_of_quote
from xpert_studio.core.store.verdicts import KeptVerdict
from xpert_studio.core.wording import moment, t
from xpert_studio.core.workflow.views.verdict_report import (
    Exchange,
    exchange_of,
    hashes_of,
    report_verdict,
)
from xpert_studio.core.workflow.views.verdicts import VerdictLine, VerdictView, earlier_verdicts
from xpert_studio.desktop.look import PAD
from xpert_studio.desktop.pages.verdict.decision import Decision
from xpert_studio.desktop.pages.verdict.exchange import ExchangePanel
from xpert_studio.desktop.pages.verdict.hashes import Hashes
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.decision_card import verdict_card
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, put_in
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.wiring import wire

TABS: Final = ("verdict", "exchange", "hashes", "earlier")


class VerdictDetail(QTabWidget):
    """One checkpoint of one response, as a judge has judged it.

    Signals:
        tab_chosen: Another part is shown; its name.
    """

    tab_chosen = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(documentMode=True)
        self._session = session
        self._view: VerdictView | None = None
        self._line: VerdictLine | None = None
        self._trial = 1
        self.decision, self.exchange, self.hashes = Decision(), ExchangePanel(), Hashes()
        self._earlier_parts = column(gap=PAD)
        self.earlier = box(column(scrolled(box(column(self._earlier_parts, 1, pad=PAD)))))
        for part, name in (
            (self.decision, t("Verdict")),
            (self.exchange, t("Exchange")),
            (self.hashes, t("Hashes")),
            (self.earlier, t("Earlier")),
        ):
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
        view = self._view
        if view is not None:
            self.decision.message_of = partial(place_of_quote, view.task, view.response_text)
            self.decision.show_line(self._line, view.judge, self._trial)
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

    def _show_exchange(self, exchange: Exchange) -> None:
        self.exchange.show_exchange(exchange)
        self._show_hashes(exchange)

    def _show_hashes(self, exchange: Exchange | None) -> None:
        if self._view is not None:
            self.hashes.show_hashes(hashes_of(self._view, self._line, self.kept, exchange))

    def _fetch_known(self) -> None:
        kept, project = self.kept, self._session.project
        if kept is None or kept.verdict.key is None:
            self.hashes.say_known(None)
            return
        self._session.fetch(
            partial(would_be_known, project, kept.verdict),
            self.hashes.say_known,
            self._say_unknown,
            owner=self,
            slot="known",
        )

    def _say_unknown(self, error: BaseException) -> None:
        if isinstance(error, NotFoundError | UsageError):
            self.hashes.say_unknown(error)
        else:
            self._session.report(error)

    def _fetch_earlier(self) -> None:
        view, line, ctx = self._view, self._line, self._session.ctx
        if view is None or line is None or view.judge is None:
            self._show_earlier(())
            return
        self._session.fetch(
            partial(earlier_verdicts, ctx, view.response_id, line.checkpoint.id, view.judge.id),
            self._show_earlier,
            owner=self,
            slot="earlier",
        )

    def _show_earlier(self, found: tuple[KeptVerdict, ...]) -> None:
        none = t("This checkpoint was requested once; there is no earlier verdict.")
        point = self._line.checkpoint if self._line else None
        shown = [
            verdict_card(
                self.decision.quote_chosen.emit,
                "",
                item.verdict,
                point,
                moment(item.verdict.judged_at) if item.verdict.judged_at else "",
                **self.decision.places,
            )
            for item in found
            if point and item.is_replaced
        ]
        put_in(self._earlier_parts, shown or [label(none, "muted")])

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
