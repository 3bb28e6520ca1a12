"""What is shared, before it does: counts, what stays here, and a look ahead through every text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QLabel, QTabWidget, QWidget
from shiboken6 import isValid

from xpert_studio.core.exchange.preview import Preview
from xpert_studio.core.wording import explained, file_size, mark, moment, number, t, tn, translated
from xpert_studio.core.workflow import PastPublication, check_publisher
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.look import GAP, PAD, SPACE, pixmap, px
from xpert_studio.desktop.pages.publish.options import ExportKind, kind_name, stays_here
from xpert_studio.desktop.pages.publish.orders import Order
from xpert_studio.desktop.session import Session, now
from xpert_studio.desktop.widgets.fields import text_box
from xpert_studio.desktop.widgets.grid import Figures, GridCell, count, words
from xpert_studio.desktop.widgets.grid_view import figure_table
from xpert_studio.desktop.widgets.labels import Card, button, label, retone
from xpert_studio.desktop.widgets.layouts import box, clear, column, grid, put_in, row
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.wiring import show_if, wire

# What a look through every text has found: warnings, fields, files and the first rows.

_FIELD_HEADS: Final = (
    mark("Record"), mark("Field"), mark("Shared"), mark("Pseudonymized"), mark("Withheld"),
)  # fmt: skip
_FILE_HEADS: Final = (mark("File"), mark("Rows"), mark("Size"))
_HEIGHT: Final = 230
_LONGEST: Final = 600


class LookedThrough(QTabWidget):
    """The findings, one kind a tab; what is to be looked at comes first."""

    def __init__(self) -> None:
        super().__init__()
        self.setDocumentMode(True)
        self.setFixedHeight(px(_HEIGHT))
        self.warnings = column(gap=GAP)
        self.fields = Figures(_FIELD_HEADS, 2, self, (130, 150, 90, 90, 90))
        self.files = Figures(_FILE_HEADS, 1, self, (260, 90, 110))
        self.sample = text_box(name=t("First rows"), is_open=False)
        self.addTab(scrolled(box(column(self.warnings, 1, pad=GAP))), t("To look at"))
        self.addTab(figure_table(self.fields, t("Fields"), 1), t("Fields"))
        self.addTab(figure_table(self.files, t("Files"), 0), t("Files"))
        self.addTab(self.sample, t("First rows"))

    def show_preview(self, found: Preview) -> None:
        """Shows what was found."""
        none = label(t("No name of a person, no address and no key was found."), "good")
        told = [label(translated(text)) for text in found.warnings]
        put_in(self.warnings, told or [none])
        self.setTabText(0, t("To look at ({n})", n=len(found.warnings)))
        self.fields.show_cells(_field_rows(found))
        self.files.show_cells(_file_rows(found))
        self.sample.setPlainText(_sample(found))
        self.setCurrentIndex(0)


def _field_rows(found: Preview) -> list[tuple[GridCell, ...]]:
    nothing = words("")
    rows: list[tuple[GridCell, ...]] = []
    for kind in found.rows:
        of_kind = [item for item in found.fields if item.kind == kind.kind]
        if kind.out or kind.stay:
            rows += [
                (words(kind_name(kind.kind)), nothing, count(kind.out), nothing, count(kind.stay)),
                *((nothing, words(item.field), count(item.out), count(item.pseudonymized),
                   count(item.stays)) for item in of_kind),
            ]  # fmt: skip
    return rows


def _file_rows(found: Preview) -> list[tuple[GridCell, ...]]:
    return [
        (
            words(file.path),
            words("") if file.rows is None else count(file.rows),
            GridCell(file_size(file.size), file.size),
        )
        for file in found.files
    ]


def _sample(found: Preview) -> str:
    lines = []
    for name, rows in found.sample.items():
        texts = [json.dumps(values, ensure_ascii=False) for values in rows]
        cut = [text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…" for text in texts]
        lines += [name, *(f"  {text}" for text in cut), ""]
    return "\n".join(lines)


_ACROSS: Final = 4


class PreviewCard(Card):
    """The preview of one order at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._past: Sequence[PastPublication] = ()
        self.counts = grid(SPACE, GAP, grow=(1,) * _ACROSS)
        self.notes = column(gap=GAP)
        self.state = label("", "muted")
        self.before = label("", "muted")
        self.unseen = label("", "muted")
        self.look = button(t("Look through every text"), picture="search")
        self.found = LookedThrough()
        self._ask = box(row(self.look, self.unseen, gap=PAD, grow=1))
        column(
            label(t("What will be shared"), "heading"),
            self.state, self.counts, self.notes, self.before, self._ask, self.found,
            on=self, pad=SPACE, gap=PAD,
        )  # fmt: skip
        self.say(t("Computing…"))

    def say(self, text: str, *, is_bad: bool = False) -> None:
        """Says why there is no preview."""
        clear(self.counts)
        clear(self.notes)
        show_if(False, self.before, self._ask, self.found)
        retone(self.state, "kind", "bad" if is_bad else "muted")
        self.state.say(text)

    def show_counts(
        self,
        kind: ExportKind,
        order: Order,
        rows: Mapping[str, int],
        past: Sequence[PastPublication],
    ) -> None:
        """Shows how much would go out.

        Args:
            kind: What is to be published.
            order: How.
            rows: Records by kind.
            past: What went out before, the newest first.
        """
        self._past = past
        self.state.hide()
        clear(self.counts)
        put_in(self.notes, (_note(*note) for note in stays_here(kind, order)))
        for place, (name, total) in enumerate(rows.items()):
            figure = label(number(total), "figure", wrap=False)
            self.counts.addLayout(
                column(figure, label(kind_name(name), "small", wrap=False), gap=0),
                place // _ACROSS,
                place % _ACROSS,
            )
        if not rows:
            self.counts.addWidget(label(t("Nothing."), "warn"), 0, 0)
        self._show_before(order, "")
        self.found.hide()
        self._ask.setVisible(order.can_be_looked_through)
        self.look.show()
        self.unseen.setText(
            t("Nobody has looked yet for names, addresses and keys in the texts that go out.")
        )

    def say_looking(self) -> None:
        """Says that every text is being looked through."""
        self.look.hide()
        self.unseen.setText(t("Looking through every text…"))

    def say_unseen(self, text: str) -> None:
        """Says why nothing was looked through."""
        self.look.show()
        self.unseen.setText(text)

    def show_found(self, order: Order, found: Preview) -> None:
        """Shows what a look through every text has found."""
        self.look.hide()
        size = found.packed if found.packed is not None else found.size
        self.unseen.setText(
            t("Every text was scanned for names, addresses and keys; {size}.", size=file_size(size))
        )
        self.found.show_preview(found)
        self.found.show()
        self._show_before(order, found.content_hash or "")

    def _show_before(self, order: Order, content_hash: str) -> None:
        looks = (order.kind, order.visibility)
        told = [(item, item.publication) for item in self._past]
        same = [item for item, one in told if content_hash and one.content_hash == content_hash]
        alike = [item for item, one in told if (one.kind, one.visibility) == looks]
        if same:
            self.before.say(t("Exactly this went out before: {when}.", when=moment(same[0].at)))
        elif alike:
            steps = tn("{n} step since", "{n} steps since", alike[0].steps_since)
            self.before.say(
                t("Last published {when}; {steps}.", when=moment(alike[0].at), steps=steps)
            )
        else:
            self.before.say("")


def _note(picture: str, text: str) -> QWidget:
    sign = QLabel()
    sign.setPixmap(pixmap(picture, "warn" if picture == "triangle-alert" else "muted", 16))
    sign.setAlignment(Qt.AlignmentFlag.AlignTop)
    return box(row(sign, label(text), gap=GAP, grow=1))


# Looks ahead at what was chosen: how much would go out, at once; every text of it, when asked.


_AT_ONCE: Final = 5_000
"""Of so many records every text is looked through without being asked."""


class _SupersededError(Exception):
    """Something else was chosen while every text was being looked through."""


class LookAhead(QObject):
    """Fills the preview; what comes late for an earlier choice is dropped, and stopped if it can be.

    Attributes:
        expected: Records by kind that would go out; None while that is not known.
        refused: Why it could not go out so; empty where it could.
        is_busy: Whether the preview is still to come; one that was asked for does not count.

    Args:
        session: The project that is published.
        card: The preview.
        settled: Called when one of the first two is known.
    """

    def __init__(self, session: Session, card: PreviewCard, settled: Callable[[], object]) -> None:
        super().__init__(card)
        self._session, self._card, self._settled = session, card, settled
        self._turn = 0
        self._order: Order | None = None
        self.is_busy = False
        self._job: Job | None = None
        self.expected: dict[str, int] | None = None
        self.refused = ""
        card.look.clicked.connect(self.look_through)

    def forget(self) -> None:
        """What was looked at is no longer what is chosen."""
        self._turn += 1
        self.expected, self.refused, self.is_busy = None, "", False
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def look(
        self, kind: ExportKind, order: Order, past: Sequence[PastPublication], lacks: str
    ) -> None:
        """Counts what would go out; where it is little, every text is looked through besides.

        Args:
            kind: What is to be published.
            order: How.
            past: What went out before.
            lacks: What is still to be chosen; empty for nothing.
        """
        self.forget()
        self._order = order
        if lacks:
            self._card.say(lacks)
            return
        project, person_id = self._session.project, self._session.person_id

        def expect() -> dict[str, int]:
            check_publisher(project, person_id)
            return order.expect(project)

        def show(found: dict[str, int]) -> None:
            self.expected = found
            self._card.show_counts(kind, order, found, past)
            if order.can_be_looked_through and sum(found.values()) <= _AT_ONCE:
                self._look_through_at_once(order)
            self._settled()

        def fail(error: BaseException) -> None:
            self.refused = explained(error)
            self._card.say(self.refused, is_bad=True)
            self._settled()

        self._card.say(t("Computing…"))
        self.is_busy = True
        self._session.fetch(
            expect,
            self._for_this_turn(show),
            self._for_this_turn(fail),
            owner=self,
            slot="expected",
        )

    def _for_this_turn(self, then: Callable[..., None]) -> Callable[..., None]:
        turn = self._turn

        def in_time(*found: object) -> None:
            if isValid(self) and self._turn == turn:
                self.is_busy = False
                then(*found)

        return in_time

    def _look_through_at_once(self, order: Order) -> None:
        turn, project = self._turn, self._session.project

        def watch(_rows: int) -> None:
            if self._turn != turn:
                raise _SupersededError

        self.is_busy = True
        self._card.say_looking()
        self._session.fetch(
            lambda: order.look_through(project, now(), watch),
            self._for_this_turn(lambda found: self._card.show_found(order, found)),
            self._for_this_turn(lambda error: self._card.say_unseen(explained(error))),
            owner=self,
            slot="through",
        )

    def look_through(self) -> None:
        """Looks through every text as a job, which takes a while where there are many."""
        order, project = self._order, self._session.project
        if order is None or self._job is not None:
            return
        total = sum((self.expected or {}).values())

        def work(job: Job) -> Preview:
            return order.look_through(project, now(), job.watch(total))

        def end() -> None:
            self._job = None
            self._card.say_unseen(t("Nothing was looked through."))

        self._card.say_looking()
        self._job = self._session.bridge.start(
            t("Looking through every text"),
            work,
            self._for_this_turn(lambda found: self._card.show_found(order, found)),
            self._for_this_turn(lambda error: self._card.say_unseen(explained(error))),
        )
        wire((self._job.ended, self._for_this_turn(end)), (self.destroyed, self._job.cancel))
