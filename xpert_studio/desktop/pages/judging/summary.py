"""What a form says once its last checkpoint is done: decisions, what is missing, submitting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import labelled, number, short, t
from xpert_studio.desktop.look import GAP, PAD, TIGHT
from xpert_studio.desktop.names import decided
from xpert_studio.desktop.pages.judging.form_table import FormRow
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import box, column, put_in, row
from xpert_studio.desktop.widgets.wiring import ENTER, on_keys


class Summary(Card):
    """Ctrl+Enter submits, or goes to what is missing first.

    Signals:
        chosen: A checkpoint that is not done was chosen; its place.
        submitted: The form is to be submitted.
    """

    chosen = Signal(int)
    submitted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        on_keys(self, ENTER, self.go)
        self.title = label("", "heading")
        self.counts = label("", "muted")
        self.gaps = column(gap=TIGHT)
        self.first: int | None = None
        self.act = button(t("Submit form (Ctrl+Enter)"), self.go, kind="primary", picture="send")
        column(self.title, self.counts, self.gaps, row(self.act, 1), 1, on=self, pad=PAD, gap=GAP)

    def show_rows(self, rows: Sequence[FormRow]) -> None:
        """Shows how a form stands."""
        missing = [(place, line) for place, line in enumerate(rows) if not line.is_done]
        self.first = missing[0][0] if missing else None
        done = len(rows) - len(missing)
        self.title.setText(t("{n} of {total} done", n=done, total=len(rows)))
        counted = Counter(decided(line.value, line.checkpoint) for line in rows)
        self.counts.setText(
            " · ".join(labelled(words, number(n)) for words, n in counted.most_common())
        )
        put_in(self.gaps, (self._gap(place, line) for place, line in missing))
        self.act.setText(
            t("Submit form (Ctrl+Enter)")
            if self.first is None
            else t("Go to the first gap (Ctrl+Enter)")
        )
        self.setAccessibleName(self.title.text())

    def _gap(self, place: int, line: FormRow) -> QWidget:
        why = line.state or decided(line.value, line.checkpoint)
        words = f"{place + 1}. {short(line.checkpoint.text, 60)} – {why}"
        return box(row(button(words, partial(self.chosen.emit, place), kind="link"), 1))

    def go(self) -> None:
        """Submits, or goes to what is missing first."""
        if self.first is None:
            self.submitted.emit()
        else:
            self.chosen.emit(self.first)
