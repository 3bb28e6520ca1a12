"""The exchange with the provider behind a verdict, letter for letter, and what it took."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    EmptyState,
    Part,
    PromptView,
    box,
    button,
    card,
    clear,
    column,
    figure,
    grid,
    label,
    moment,
    money,
    number,
    row,
    stacked,
    t,
    translated,
)
from xpert_studio.records import Call
from xpert_studio.workflow.views.verdict_report import Exchange


class ExchangePanel(QWidget):
    """One call."""

    def __init__(self) -> None:
        super().__init__()
        self.facts = grid(SPACE, 2, grow=(0, 1, 0, 1))
        self.view = PromptView(t("What was sent, and what came back"))
        copy = button(t("Copy the exchange"), self.view.copy_all, picture="copy")
        ground = card(column(row(1, copy), self.view, pad=PAD, gap=GAP, grow=1))
        inside = box(column(self.facts, ground, pad=PAD, gap=GAP, grow=1))
        self.empty = EmptyState("message-square", "")
        self.stack = stacked(inside, self.empty)
        column(self.stack, on=self)
        self.say_none(t("Nothing to show"), "")

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
        (t("Sent"), moment(call.started_at)),
        (t("Problem"), translated(call.problem) if call.problem else ""),
        (t("Unknown ids"), number(call.unknown_ids) if call.unknown_ids else ""),
    ]
    return [(name, value) for name, value in found if value]


def _tokens(count: int | None) -> str:
    return "" if count is None else number(count)


def _parts(found: Exchange) -> list[Part]:
    parts = []
    shared = found.shared
    if shared is None:
        parts.append(
            Part(t("Sent"), t("The embedded judge runs here; nothing was sent to anybody."))
        )
    else:
        system = shared.system
        parts.append(
            Part(t("Instructions"), t("They were not kept.") if system is None else system,
                 is_shared=True)
        )  # fmt: skip
        if shared.images:
            names = {image.sha256: image.path for image in found.images}
            listed = "\n".join(names.get(sha256, sha256) for sha256 in shared.images)
            parts.append(Part(t("Images"), listed, is_shared=True))
        parts.append(Part(t("Task, rubric and worked examples"), shared.text, is_shared=True))
        parts.append(Part(t("The candidate"), found.call.suffix or t("It was not kept.")))
    if found.call.reply is not None:
        parts.append(Part(t("The reply"), found.call.reply))
    elif shared is not None:
        parts.append(Part(t("The reply"), t("None came.")))
    return parts
