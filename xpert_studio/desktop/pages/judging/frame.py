"""What judging a form, comparing a pair and confirming share: title, progress, errors, and how one goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from xpert_studio.core.records import Quote, evidence_words
from xpert_studio.core.wording import short, t, translated
from xpert_studio.core.workflow import Waiting
from xpert_studio.desktop.look import GAP, PAD, TIGHT
from xpert_studio.desktop.next_steps import NextStep
from xpert_studio.desktop.pages.judging.form_table import FormTable
from xpert_studio.desktop.pages.judging.lines import FormLines
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.error_line import ErrorLine
from xpert_studio.desktop.widgets.fields import progress_bar
from xpert_studio.desktop.widgets.labels import BoundedLabel, NextButton, label, tool
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.reading_pane import ReadingPane
from xpert_studio.desktop.widgets.reading_views import Marked
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.desktop.widgets.side_splitter import split
from xpert_studio.desktop.widgets.wiring import later

_NAME: Final = 160
_LEAST: Final = 12
"""Letters of a name in a title: at most, and where there is hardly any room."""
_GLANCE_MS: Final = 250
"""What a single key has brought on the screen is decided on no sooner: else a sentence that is typed
where nothing takes texts would decide what its first letters have passed."""


class _Said(BoundedLabel):
    """What evidence says; a click shows it where it is."""

    def __init__(self, text: str, show: Callable[[], object]) -> None:
        super().__init__("muted", wrap=True, parent=None)
        self.setText(text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._show = show

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Shows it."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._show()


def quote_row(
    quote: Quote, called: str, show: Callable[[Quote], object], drop: QWidget | None = None
) -> QWidget:
    """Evidence that can be shown in the response, and what else can be done with it."""
    if quote.region is None:
        found = tool("quote", t("Show the quote in the response"), lambda: show(quote))
    else:
        found = tool("scan", t("Show the region in the picture"), lambda: show(quote))
    said = _Said(short(called, 140), lambda: show(quote))
    if quote.region is not None:
        said.setToolTip(translated(evidence_words(quote)))
    return box(row(found, said, drop, gap=TIGHT, grow=1))


class Title(BoundedLabel):
    """A heading of at most two lines: a name in it is cut where it needs more; its hint says all."""

    def __init__(self) -> None:
        super().__init__("heading", wrap=True, parent=None)
        self._name = ""
        self._say: Callable[[str], str] = str
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_name(self, name: str, say: Callable[[str], str] = str) -> None:
        """Shows a name that may be long; ``say`` makes the heading of what of it is shown."""
        self._name, self._say = short(name, _NAME), say
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width has room for more of the name, or less."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics, ground = self.fontMetrics(), QRect(0, 0, self.width(), 10_000)
        whole, wraps = self._say(self._name), Qt.TextFlag.TextWordWrap
        lengths = (_NAME, *range(min(_NAME, len(self._name)), _LEAST, -2))
        names = (self._say(short(self._name, length)) for length in lengths)
        lines = 2 * metrics.lineSpacing()
        fitting = (
            name for name in names if metrics.boundingRect(ground, wraps, name).height() <= lines
        )
        shown = next(fitting, self._say(short(self._name, _LEAST)))
        self.setText(shown)
        self.setToolTip(hint(whole) if shown != whole else "")
        self.setAccessibleName(whole)


class Frame(ShellWidget):
    """Work that has the window for itself: its title, how much is done, what was refused, the next.

    Signals:
        came: What the page asked for is on the screen.
    """

    came = Signal()
    has_rationale = has_search = False
    """Whether a rationale is written there, and whether there is a response to search in."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._moved = later(self, _GLANCE_MS, lambda: None)
        self.title = Title()
        self.progress = progress_bar(width=140, tone="good")
        self.done = label("", "muted", wrap=False)
        self.problem = ErrorLine(self.session)
        self.next = NextButton(shell.go)

    def lay_out(
        self, back: str, ground: QWidget, *head: QWidget, above: QWidget | None = None
    ) -> None:
        """Lays it out.

        Args:
            back: What the button says that goes back to all that waits.
            ground: What is worked on.
            head: Beside the title, after the progress.
            above: Between the head and the ground.
        """
        top = row(
            tool("chevron-left", back, self.close_form),
            self.title,
            self.progress,
            self.done,
            *head,
            self.next,
            grow=1,
        )
        parts = [part for part in (above, self.problem) if part is not None]
        column(top, *parts, ground, on=self, gap=GAP, grow=len(parts) + 1)

    def shows(self, place: Place) -> bool:
        """Whether what a place names is on the screen."""
        raise NotImplementedError

    def fetch(self, place: Place) -> None:
        """Fetches what a place names, and shows it."""

    def take_focus(self) -> None:
        """Gives the focus to where keys decide."""
        self.setFocus()

    def why_not(self) -> str | None:
        """Why nothing can be decided; None where it can."""

    def step(self, by: int) -> None:
        """To what stands so many further on."""

    def go_on(self) -> None:
        """To what is to be decided next."""

    def write_rationale(self) -> None:
        """Puts the cursor into the rationale."""

    def open_search(self) -> None:
        """Opens the search in the response."""

    @property
    def has_live(self) -> bool:
        """Whether the response can be opened as it is used."""
        return False

    def open_live(self) -> None:
        """Opens the response as it is used."""

    def leave(self) -> None:
        """Saves what is being written."""

    def step_by_key(self, by: int) -> None:
        """Steps by a key; see ``_GLANCE_MS``."""
        self._moved.start()
        self.step(by)

    def has_looked(self) -> bool:
        """Whether what a key would decide on has been on the screen for a moment; else says so."""
        if self._moved.isActive():
            self.shell.say(t("Not decided: it has only just come on the screen."), "warn")
        return not self._moved.isActive()

    def close_form(self) -> None:
        """Back to all that waits; what is written is kept."""
        self.shell.go(Place("judging"))

    def fail(self, error: BaseException) -> None:
        """Back to all that waits, where a place cannot be shown."""
        if self.shell.place.page == "judging":
            self.close_form()
        self.shell.tell(error)

    def show_progress(self, done: int, total: int, words: str) -> None:
        """Shows how much is done, as a bar and in words."""
        self.progress.setRange(0, max(total, 1))
        self.progress.setValue(done)
        self.done.setText(words)
        self.progress.setAccessibleName(words)


class FormFrame(Frame):
    """A form on a response, whose checkpoints are gone through one by one.

    Args:
        shell: The window around it.
        takes_letters: Whether letters choose values of checkpoints too.
    """

    has_search = True

    def __init__(self, shell: Shell, *, takes_letters: bool = True) -> None:
        super().__init__(shell)
        self.model = FormTable(self)
        self.lines = FormLines(self.model, takes_letters=takes_letters)
        self.reading = ReadingPane()

    def place(self, here: QWidget, *head: QWidget, above: QWidget | None = None) -> None:
        """Lays it out; see ``lay_out``.

        Args:
            here: What is worked on: the current checkpoint.
            head: Beside the title, after the progress.
            above: Between the head and the response.
        """
        right = box(row(self.lines, here, gap=GAP, pad=(PAD, 0, 0, 0), grow=1))
        both = split(self.reading, right, sizes=(700, 560), shares=(1, 1))
        self.lay_out(t("Judging queue (Alt+Up)"), both, *head, above=above)

    def take_focus(self) -> None:
        """Gives the focus to the strip of checkpoints."""
        self.lines.setFocus()

    def step(self, by: int) -> None:
        """To the checkpoint so many further on."""
        self.lines.step(by)

    def open_search(self) -> None:
        """Opens the search in the response."""
        self.reading.open_search()

    @property
    def has_live(self) -> bool:
        """Whether the response that is shown can be opened as it is used."""
        return self.reading.pictures.has_live

    def open_live(self) -> None:
        """Opens the response as it is used, such as a web page."""
        self.reading.pictures.open_live()

    def mark_evidence(self, key: str) -> None:
        """Marks all quotes in the response, those of one checkpoint above the others; its turn."""
        quotes = [
            Marked(quote, line.key == key, number=number)
            for number, line in enumerate(self.model.rows, start=1)
            for quote in line.evidence
        ]
        self.reading.mark(sorted(quotes, key=lambda item: item.is_current))
        turns = (line.checkpoint.turn for line in self.model.rows if line.key == key)
        self.reading.turns.mark_turn(next(turns, None))

    def offer_next(
        self,
        is_shown: Callable[[], bool],
        step: Callable[[Waiting], NextStep | None],
        *,
        has_ended: bool,
    ) -> None:
        """Once a form has ended: what the person can do next.

        Args:
            is_shown: Whether the form is shown still; nothing is offered once something else is.
            step: Finds it in what waits.
            has_ended: Whether the form has ended while it was shown: Enter then opens the next.
        """
        takes_focus = has_ended and self.next.isHidden()

        def show(waiting: Waiting) -> None:
            found = step(waiting) if is_shown() else None
            if found is not None:
                self.next.offer(found)
                if takes_focus:
                    self.next.act.setFocus()

        self.session.fetch(self.session.waiting.get, show, owner=self, slot="next")
