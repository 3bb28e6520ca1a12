"""The limits of a run: what it may use up, and how fast it may go."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal

from xpert_studio.desktop.look import PAD, SPACE
from xpert_studio.desktop.pages.runs.composer.form import FormGrid, More
from xpert_studio.desktop.parts import Card, column, label, row
from xpert_studio.desktop.parts.number_field import NumberField
from xpert_studio.desktop.parts.spin import Spin
from xpert_studio.desktop.wording import t
from xpert_studio.judge.budget import Limits
from xpert_studio.judge.request import ScoreRequest


class LimitsPart(Card):
    """The limits.

    Signals:
        changed: Something was entered.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        none = t("no limit")
        self.money = NumberField(t("Money at most, in US dollars"), 0, 1e9, digits=6, empty=none)
        self.calls = NumberField(t("Calls at most"), 0, 10**9, empty=none)
        self.tokens = NumberField(t("Tokens at most"), 0, 2**31 - 1, empty=none)
        self.at_once = Spin(t("Calls at once"), 1, 1024)
        self.requests = NumberField(t("Requests a minute"), 0.1, 1e9, digits=3, empty=none)
        self.pace = NumberField(t("Tokens a minute"), 1, 1e12, digits=3, empty=none)
        self.timeout = NumberField(t("Seconds a call may take"), 0.1, 1e6, digits=3, empty="600")
        self.retries = Spin(t("Tries after a failed call"), 0, 20)
        grid, more = FormGrid(), FormGrid()
        grid.put(
            t("Money"), row(self.money, label(t("US dollars"), "muted", wrap=False), 1),
            t("The run stops before it could spend more. Needs a known price."),
        )  # fmt: skip
        grid.put(t("Calls"), row(self.calls, 1))
        grid.put(t("Tokens"), row(self.tokens, 1))
        grid.put(
            t("Calls at once"), row(self.at_once, 1), t("Fewer where the provider slows down.")
        )
        more.put(t("Requests a minute"), row(self.requests, 1))
        more.put(t("Tokens a minute"), row(self.pace, 1))
        more.put(
            t("Time for a call"), row(self.timeout, label(t("seconds"), "muted", wrap=False), 1)
        )
        more.put(t("Tries"), row(self.retries, 1), t("After a call that failed; 0 is none."))
        self.more = More(t("More limits"), more)
        column(label(t("Limits"), "heading"), grid, self.more, on=self, pad=SPACE, gap=PAD)
        for field in self._fields:
            field.textChanged.connect(lambda _: self.changed.emit())
        for spin in (self.at_once, self.retries):
            spin.valueChanged.connect(lambda _: self.changed.emit())

    @property
    def _fields(self) -> tuple[NumberField, ...]:
        return (self.money, self.calls, self.tokens, self.requests, self.pace, self.timeout)

    @property
    def is_wrong(self) -> bool:
        """Whether a number is none."""
        return any(field.is_wrong for field in self._fields)

    def entered(self) -> dict[str, Any]:
        """The limits as a request takes them."""
        return {
            "limits": Limits(
                money=self.money.number, calls=self.calls.whole, tokens=self.tokens.whole
            ),
            "concurrency": self.at_once.value(),
            "requests_per_minute": self.requests.number,
            "tokens_per_minute": self.pace.number,
            "timeout": self.timeout.number or 600.0,
            "max_retries": self.retries.value(),
        }

    def show_request(self, request: ScoreRequest) -> None:
        """Shows the limits of a request."""
        with QSignalBlocker(self):
            self.money.show_number(request.limits.money)
            self.calls.show_number(request.limits.calls)
            self.tokens.show_number(request.limits.tokens)
            self.at_once.setValue(request.concurrency)
            self.requests.show_number(request.requests_per_minute)
            self.pace.show_number(request.tokens_per_minute)
            self.timeout.show_number(request.timeout)
            self.retries.setValue(request.max_retries)

    def fit(self, *, is_embedded: bool) -> None:
        """The embedded judge costs nothing and asks nobody: there is nothing to limit."""
        self.setVisible(not is_embedded)
