"""The exchange with the provider behind a verdict, letter for letter, and what it took."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import Call
from xpert_studio.core.wording import figure, moment, money, number, t, translated
from xpert_studio.core.workflow.views.verdict_report import (
    Exchange,
)
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import button, card, label
from xpert_studio.desktop.widgets.layouts import box, clear, column, grid, row, stacked
from xpert_studio.desktop.widgets.prompt_view import PromptPart, PromptView

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


def _parts(exchange: Exchange) -> list[PromptPart]:
    call, shared = exchange.call, exchange.shared
    if shared is None:
        sent = [PromptPart(t("Sent"), t("It was decided on this computer; nothing was sent."))]
    else:
        names = {image.sha256: image.path for image in exchange.images}
        images = "\n".join(names.get(sha256, sha256) for sha256 in shared.images)
        system = t("They were not kept.") if shared.system is None else shared.system
        common = t("Task") if exchange.compares else t("Task, rubric and worked examples")
        own = t("Both responses") if exchange.compares else t("The candidate")
        sent = [
            PromptPart(t("Instructions"), system, is_shared=True),
            *([PromptPart(t("Images"), images, is_shared=True)] if images else []),
            PromptPart(common, shared.text, is_shared=True),
            PromptPart(own, call.suffix or t("It was not kept.")),
        ]
    if call.reply is None and shared is None:
        return sent
    return [
        *sent,
        PromptPart(t("The reply"), t("None came.") if call.reply is None else call.reply),
    ]
