"""A conversation in a reading view: who speaks, the turn that is looked at, calls of tools folded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtGui import QTextBlock, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit, QWidget

from xpert_studio.core.records.transcripts import PlacedTurn, Speaker, Transcript
from xpert_studio.core.wording import t, tn
from xpert_studio.desktop.look import GAP, TIGHT
from xpert_studio.desktop.widgets.drawn_text import cursor_at, text_style
from xpert_studio.desktop.widgets.labels import button, label, tool
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.reading_views import ResponseView

_OF_TOOLS: Final = frozenset({Speaker.CALL, Speaker.RESULT})
_INKS: Final = {Speaker.ASSISTANT: "accent"}


class TurnBar(QWidget):
    """Which turn of a conversation is looked at, above the view that shows it.

    Args:
        view: Shows the text of the conversation.
    """

    def __init__(self, view: ResponseView) -> None:
        super().__init__()
        self._view = view
        self._said = Transcript()
        self._marked: int | None = None
        self._at = 0
        self.is_folded = True
        self.words = label("", "small", wrap=False)
        self.before = tool("arrow-up", t("Previous turn"), lambda: self.go_to(self._at - 1))
        self.after = tool("arrow-down", t("Next turn"), lambda: self.go_to(self._at + 1))
        self.tools = button(t("Show calls of tools"), self._fold_other_way, kind="link")
        row(self.words, self.before, self.after, self.tools, 1, on=self, pad=TIGHT, gap=GAP)
        self.hide()

    def show_transcript(self, said: Transcript | None) -> None:
        """Takes a conversation, whose text the view shows; None where it is one text."""
        self._said, self._marked, self.is_folded = said or Transcript(), None, True
        self._at = 0
        self.setVisible(self._said.turns > 0 or len(self._said.placed) > 1)
        self.tools.setVisible(any(one.said.speaker in _OF_TOOLS for one in self._said.placed))
        self._fold()
        self._view.mark_blocks(list(self._looks()))
        self._say()

    def mark_turn(self, turn: int | None) -> None:
        """Marks the turn that a checkpoint looks at, and scrolls to it; None is the whole.

        The same turn again leaves the view where it is.
        """
        if turn == self._marked:
            return
        self._marked = turn
        self._view.mark_blocks(list(self._looks()))
        if turn is not None:
            self.go_to(turn)
        self._say()

    def go_to(self, turn: int) -> None:
        """Scrolls to a turn."""
        self._at = max(1, min(turn, self._said.turns))
        block = next((self._block(one) for one in self._said.placed if one.turn == self._at), None)
        if block is not None:
            self._view.scroll_to(block.position())
        self._say()

    def _say(self) -> None:
        turns = self._said.turns
        said = (
            t("Turn {turn} of {turns}", turn=self._at, turns=turns)
            if self._at
            else tn("{n} turn", "{n} turns", turns)
        )
        is_marked = self._marked is not None and self._marked == self._at
        self.words.setText(said + (f" · {t('the checkpoint looks at it')}" if is_marked else ""))
        self.before.setEnabled(self._at > 1)
        self.after.setEnabled(self._at < turns)

    def _looks(self) -> Iterator[QTextEdit.ExtraSelection]:
        """How headings look, and the ground of the turn that is marked."""
        for one in self._said.placed:
            heading = self._block(one)
            if heading is None:
                continue
            if one.turn == self._marked:
                for block in self._blocks(heading, one):
                    made = QTextEdit.ExtraSelection()
                    made.cursor = QTextCursor(block)
                    made.format = text_style(ground="accent_soft")
                    made.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
                    yield made
            head = QTextEdit.ExtraSelection()
            head.cursor = QTextCursor(heading)
            head.cursor.movePosition(
                QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
            )
            head.format = text_style(ink=_INKS.get(one.said.speaker, "muted"))
            yield head

    def _block(self, placed_turn: PlacedTurn) -> QTextBlock | None:
        """Where the heading of a message is shown; None where it is not, or not yet."""
        if placed_turn.body == placed_turn.start:
            return None
        place = self._view.shown_place(placed_turn.start, placed_turn.body)
        return None if place is None else cursor_at(self._view.document(), place).block()

    def _blocks(self, heading: QTextBlock, placed_turn: PlacedTurn) -> Iterator[QTextBlock]:
        """The blocks of a message, its heading first."""
        following = next(
            (two for two in self._said.placed if two.number == placed_turn.number + 1), None
        )
        end = self._block(following) if following else None
        block = heading
        while block.isValid() and (end is None or block.position() < end.position()):
            yield block
            block = block.next()

    def _fold_other_way(self) -> None:
        self.is_folded = not self.is_folded
        self._fold()

    def _fold(self) -> None:
        """Shows of calls of tools and their results the headings alone, or all."""
        document = self._view.document()
        for one in self._said.placed:
            heading = self._block(one) if one.said.speaker in _OF_TOOLS else None
            if heading is not None:
                for block in list(self._blocks(heading, one))[1:]:
                    block.setVisible(not self.is_folded)
        document.markContentsDirty(0, document.characterCount())
        self.tools.setText(t("Show calls of tools") if self.is_folded else t("Fold calls of tools"))
