"""What leaves the house, before it does: counts, what stays here, and whether it went out before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel

from xpert_studio.desktop.look import GAP, PAD, SPACE, pixmap, px
from xpert_studio.desktop.messages import in_language
from xpert_studio.desktop.pages.publish.kinds import Kind
from xpert_studio.desktop.pages.publish.orders import BundleOrder, Order
from xpert_studio.desktop.parts.labels import label
from xpert_studio.desktop.parts.layouts import clear, column, row
from xpert_studio.desktop.wording import mark, moment, number, spoken, t, tn
from xpert_studio.exchange.rehearsal import Rehearsal
from xpert_studio.workflow import PastPublication

ROWS: Final = {
    "people": mark("People"),
    "tasks": mark("Tasks"),
    "checkpoints": mark("Checkpoints"),
    "revisions": mark("Rubric revisions"),
    "reviews": mark("Reviews"),
    "remarks": mark("Remarks"),
    "spot checks": mark("Spot checks"),
    "responses": mark("Responses"),
    "judgments": mark("Judgments"),
    "judges": mark("Judges"),
    "verdicts": mark("Verdicts"),
    "attachments": mark("Attachments"),
}
_ACROSS: Final = 4


class PreviewCard(QFrame):
    """The preview of one order at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self.counts = QGridLayout()
        self.counts.setHorizontalSpacing(px(SPACE))
        self.counts.setVerticalSpacing(px(GAP))
        for place in range(_ACROSS):
            self.counts.setColumnStretch(place, 1)
        self.notes = column(gap=GAP)
        self.state = label("", "muted")
        self.before = label("", "muted")
        column(
            label(t("What leaves the house"), "heading"),
            self.state, self.counts, self.notes, self.before,
            on=self, pad=SPACE, gap=PAD,
        )  # fmt: skip
        self.say(t("Counting …"))

    def say(self, text: str, *, is_bad: bool = False) -> None:
        """Says why there is no preview."""
        clear(self.counts)
        clear(self.notes)
        self.before.hide()
        self.state.setText(text)
        self.state.setProperty("kind", "bad" if is_bad else "muted")
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)
        self.state.show()

    def show_rehearsal(
        self, kind: Kind, order: Order, found: Rehearsal, past: Sequence[PastPublication]
    ) -> None:
        """Shows what would go out.

        Args:
            kind: What is to be published.
            order: How.
            found: What a rehearsal found.
            past: What went out before, the newest first.
        """
        self.state.hide()
        clear(self.counts)
        clear(self.notes)
        self._show_counts(found.rows)
        for picture, text in stays_here(kind, order):
            self.notes.addLayout(_note(picture, text))
        for warning in found.warnings:
            self.notes.addLayout(_note("triangle-alert", in_language(warning, spoken())))
        self._show_before(order, found, past)

    def _show_counts(self, rows: Mapping[str, int]) -> None:
        for place, (name, count) in enumerate(rows.items()):
            figure = label(number(count), "figure", wrap=False)
            words = label(t(ROWS[name]) if name in ROWS else name, "small", wrap=False)
            self.counts.addLayout(column(figure, words, gap=0), place // _ACROSS, place % _ACROSS)
        if not rows:
            self.counts.addWidget(label(t("Nothing."), "warn"), 0, 0)

    def _show_before(self, order: Order, found: Rehearsal, past: Sequence[PastPublication]) -> None:
        same = [
            item
            for item in past
            if found.content_hash and item.publication.content_hash == found.content_hash
        ]
        alike = [
            item
            for item in past
            if (item.publication.kind, item.publication.visibility)
            == (order.kind, order.visibility)
        ]
        if same:
            text = t("Exactly this went out before: {when}.", when=moment(same[0].at))
        elif alike:
            steps = tn("{n} step since", "{n} steps since", alike[0].steps_since)
            text = t(
                "Something like it last went out {when}; {steps}.",
                when=moment(alike[0].at),
                steps=steps,
            )
        else:
            text = ""
        self.before.setText(text)
        self.before.setVisible(bool(text))


def stays_here(kind: Kind, order: Order) -> list[tuple[str, str]]:
    """What goes and what stays, in sentences, each with its picture."""
    notes: list[tuple[str, str]] = []
    if kind.is_public:
        notes += [
            (
                "eye-off",
                t(
                    "People stay here: names and credentials are left out, ids become pseudonyms that stay the same."
                ),
            ),
            ("eye-off", t("Private notes, reviews and remarks stay here.")),
        ]
    elif kind.id == "private":
        notes.append(
            ("users", t("People go out with names, credentials and everything they wrote."))
        )
    elif kind.id == "table":
        notes.append(("users", t("The ids of experts and the names of systems stand in it.")))
    elif kind.id == "report":
        notes.append(
            (
                "users",
                t(
                    "Systems and judges stand in it by name, and what experts wrote on the worst disagreements."
                ),
            )
        )
    if isinstance(order, BundleOrder) and order.held_out:
        notes.append(("lock", _held_out(order)))
    return notes


def _held_out(order: BundleOrder) -> str:
    count = len(order.held_out)
    if order.without_reference_answers and order.without_rubrics:
        return tn(
            "{n} held-out task goes without its reference answer, its rubric and what was judged by it.",
            "{n} held-out tasks go without reference answers, rubrics and what was judged by them.",
            count,
        )
    if order.without_rubrics:
        return tn(
            "{n} held-out task goes without its rubric and what was judged by it.",
            "{n} held-out tasks go without rubrics and what was judged by them.",
            count,
        )
    return tn(
        "{n} held-out task goes without its reference answer.",
        "{n} held-out tasks go without reference answers.",
        count,
    )


def _note(picture: str, text: str) -> QHBoxLayout:
    sign = QLabel()
    sign.setPixmap(pixmap(picture, "warn" if picture == "triangle-alert" else "muted", 16))
    sign.setAlignment(Qt.AlignmentFlag.AlignTop)
    made = row(sign, label(text), gap=GAP)
    made.setStretch(1, 1)
    return made
