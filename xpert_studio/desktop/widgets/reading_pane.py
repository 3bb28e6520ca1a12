"""The reading side of judging: response, task, grading policy and attachments, with a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import Quote, Task, evidence_words
from xpert_studio.core.records.transcripts import Transcript, response_conversation
from xpert_studio.core.wording import t, translated
from xpert_studio.desktop.look import GAP, TIGHT
from xpert_studio.desktop.widgets.fields import field, tab_bar
from xpert_studio.desktop.widgets.labels import Card, label, retone, tool
from xpert_studio.desktop.widgets.layouts import column, row, stacked
from xpert_studio.desktop.widgets.picture_board import BoardPicture, PictureBoard
from xpert_studio.desktop.widgets.reading_views import Marked, ResponseView
from xpert_studio.desktop.widgets.region_canvas import MarkedRegion
from xpert_studio.desktop.widgets.turns_shown import TurnBar
from xpert_studio.desktop.widgets.wiring import CTRL, ENTER, on_keys, show_if

_ATTACHMENTS, _PICTURES = 3, 4
"""The places of their tabs."""


class ReadingPane(Card):
    """Texts as tabs; the response first. Attachments and pictures have tabs where there are any.

    Attributes:
        showing: What tells the response that is shown from another one.
    """

    showing: object = None

    def __init__(self) -> None:
        super().__init__()
        self.tabs = tab_bar((), kind="side", scrolls=False)
        # Qt would shorten the names although there is room for them, and measures a tab without the
        # room that this would take.
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.response = ResponseView(t("Response"))
        self.task = ResponseView(t("Task"))
        self.policy = ResponseView(t("Grading policy"))
        self.attachments = ResponseView(t("Attachments"))
        self.pictures = PictureBoard()
        views = (self.response, self.task, self.policy, self.attachments)
        self.stack = stacked(*views, self.pictures)
        for view in views:
            self.tabs.addTab(view.accessibleName())
        self.tabs.addTab(t("Pictures"))
        for place in (_ATTACHMENTS, _PICTURES):
            self.tabs.setTabVisible(place, False)
        self._said: Transcript | None = None
        self._attached: tuple[str, Mapping[str, QImage]] = "", {}
        self.tabs.currentChanged.connect(self._show_tab)
        self.turns = TurnBar(self.response)
        self.finder = FindField(self)
        self.finder.hide()
        search = tool("search", t("Search in the text (Ctrl+F)"), self.open_search)
        zoom = self.attachments.zoom
        self.zooms = (
            tool("zoom-out", t("Smaller pictures (−)"), lambda: zoom(-1)),
            tool("zoom-in", t("Larger pictures (+)"), lambda: zoom(1)),
        )
        on_keys(self.attachments, (Qt.Key.Key_Minus,), lambda: zoom(-1))
        on_keys(self.attachments, (Qt.Key.Key_Plus, Qt.Key.Key_Equal), lambda: zoom(1))
        head = row(self.tabs, *self.zooms, search, grow=0)
        column(head, self.finder, self.turns, self.stack, on=self, pad=TIGHT, gap=0)

    def show_texts(
        self,
        title: str,
        response: str,
        task: Task,
        policy: str,
        images: Mapping[str, QImage],
    ) -> None:
        """Shows what a judge reads."""
        self.tabs.setTabText(0, title)
        self.response.show_text(response, images)
        self._said = response_conversation(task, response)
        self.turns.show_transcript(self._said)
        self.task.show_text(task.full_prompt, images, plain=True)
        self.policy.show_text(policy)

    def show_attachments(self, text: str, images: Mapping[str, QImage]) -> None:
        """Shows the attachments of response and task; an empty text hides their tab."""
        self._attached = text, images
        self.tabs.setTabVisible(_ATTACHMENTS, bool(text))
        self._show_tab(self.tabs.currentIndex())

    def show_pictures(self, pictures: Sequence[BoardPicture]) -> None:
        """Shows the pictures of response and task; their tab is hidden where there are none."""
        self.pictures.show_pictures(pictures)
        self.tabs.setTabVisible(_PICTURES, self.pictures.has_any)

    def turn_to_pictures(self, *, wanted: bool) -> None:
        """Begins with the pictures where they say more than the text; else with the text."""
        here = self.tabs.currentIndex()
        if here in {0, _PICTURES}:  # where another text is read, it stays
            self.tabs.setCurrentIndex(_PICTURES if wanted else 0)

    def show_more_pictures(self, pictures: Sequence[BoardPicture]) -> None:
        """Shows pictures that have come since; the one that is looked at stays."""
        self.pictures.add(pictures)
        self.tabs.setTabVisible(_PICTURES, self.pictures.has_any)

    def mark(self, marked: Sequence[Marked]) -> None:
        """Marks evidence: passages in the response, regions in the pictures."""
        self.response.mark_quotes([one for one in marked if one.quote.region is None])
        self.pictures.show_marks([_on_picture(one) for one in marked if one.quote.region])
        self.tabs.setTabVisible(_PICTURES, self.pictures.has_any)

    def show_evidence(self, item: Quote) -> None:
        """Shows a passage in the response, or a region in its picture."""
        self.tabs.setCurrentIndex(0 if item.region is None else _PICTURES)
        if item.region is None:
            self.response.show_quote(item)
        else:
            self.pictures.show_region(item)

    def mark_region(self) -> None:
        """Begins a region in the picture that is shown."""
        self.tabs.setCurrentIndex(_PICTURES)
        self.pictures.canvas.begin()

    def _show_tab(self, place: int) -> None:
        self.stack.setCurrentIndex(place)
        show_if(place == _ATTACHMENTS, *self.zooms)
        self.turns.setVisible(place == 0 and self._said is not None)
        if place == _ATTACHMENTS:
            # Only now has it the width that its images are fitted to.
            self.attachments.show_text(*self._attached)

    @property
    def current(self) -> ResponseView:
        """The text that is shown."""
        shown = self.stack.currentWidget()
        return shown if isinstance(shown, ResponseView) else self.response

    def open_search(self, then: Callable[[bool | None], object] | None = None) -> None:
        """Opens the search.

        Args:
            then: Where a passage is to be quoted: the sentence of the place found is marked, and
                this is called with whether to go on too (Ctrl+Enter), or with None once the search
                is closed without one. None to search alone.
        """
        if then is not None:
            self.tabs.setCurrentIndex(0)
        self.finder.open(then)


def _on_picture(marked: Marked) -> MarkedRegion:
    region = marked.quote.region
    assert region is not None
    return MarkedRegion(
        region,
        is_current=marked.is_current,
        tone=marked.tone or "accent",
        is_dashed=marked.is_underlined,
        words=str(marked.number) if marked.number else "",
        said=translated(evidence_words(marked.quote)),
    )


class FindField(QWidget):
    """A field that finds as one types; Enter continues or takes the sentence, Escape closes."""

    def __init__(self, pane: ReadingPane) -> None:
        super().__init__()
        self._pane = pane
        self._at = 0
        self._then: Callable[[bool | None], object] | None = None
        self.words = field(name=t("Search in the text"), hint=t("Search in the text"))
        self.count = label("", "small", wrap=False)
        row(
            self.words,
            self.count,
            tool("arrow-up", t("Previous place"), lambda: self._go(-1)),
            tool("arrow-down", t("Next place"), lambda: self._go(1)),
            tool("x", t("Close the search"), self._close),
            on=self,
            pad=TIGHT,
            gap=GAP,
        )
        self.words.textChanged.connect(self._look)
        on_keys(self.words, ENTER, self._enter, first=True)
        on_keys(self.words, (Qt.Key.Key_Down,), lambda: self._go(1))
        on_keys(self.words, (Qt.Key.Key_Up,), lambda: self._go(-1))
        on_keys(self, (Qt.Key.Key_Escape,), self._close)

    def open(self, then: Callable[[bool | None], object] | None) -> None:
        """Opens it; see ``ReadingPane.open_search``."""
        self._then = then
        hint = t("Search in the text")
        if then is not None:
            hint = t("Find words to quote their sentence: Enter takes it, Ctrl+Enter goes on too")
            self.words.clear()
        self.words.setPlaceholderText(hint)
        self.show()
        self.words.setFocus()
        self.words.selectAll()

    def _enter(self) -> None:
        if self._then is None:
            self._go(1)
        elif self.words.text() and self._pane.response.textCursor().hasSelection():
            self._end(bool(QGuiApplication.keyboardModifiers() & CTRL))

    def _end(self, goes_on: bool | None) -> None:
        """Closes it where a passage was to be quoted."""
        then, self._then = self._then, None
        self._pane.current.find_all("")
        self.hide()
        if then is not None:
            then(goes_on)

    def _look(self, words: str) -> None:
        count, self._at = self._pane.current.find_all(words), 0
        self.count.setText(t("{n} places", n=count) if words else "")
        retone(self.count, "kind", "bad" if words and not count else "small")
        self._go(0)

    def _go(self, by: int) -> None:
        self._at += by
        if self._then is None:
            self._pane.current.go_to(self._at)
        else:
            self._pane.response.select_sentence(self._at)

    def _close(self) -> None:
        if self._then is not None:
            self._pane.response.clear_selection()
        else:
            self._pane.current.setFocus()
        self._end(None)
