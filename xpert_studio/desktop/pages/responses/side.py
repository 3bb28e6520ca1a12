"""One response among others: its values and failures at a checkpoint, and its text with evidence."""

from __future__ import annotations

from xpert_studio.core.records import Checkpoint
from xpert_studio.core.records.transcripts import response_conversation
from xpert_studio.core.wording import listed, percent, t
from xpert_studio.core.workflow.views.beside import Side
from xpert_studio.desktop.look import PAD, TIGHT
from xpert_studio.desktop.names import value_look
from xpert_studio.desktop.widgets.labels import Card, chip, label, retone
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.reading_views import Marked, ResponseView
from xpert_studio.desktop.widgets.turns_shown import TurnBar
from xpert_studio.report.sections.responses import Beside, name_of


class SidePane(Card):
    """A response with its name, and what was decided on the current checkpoint."""

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", "heading")
        self.score = chip("", "optional")
        self.value = chip("", "optional")
        self.notes = label("", "warn")
        self.reason = label("", "small").bound(600, 4)
        self.view = ResponseView(t("Response"))
        self.turns = TurnBar(self.view)
        self._side: Side | None = None
        column(
            row(self.title, self.score, grow=0),
            row(self.value, self.notes, 1),
            self.reason,
            self.turns,
            self.view,
            on=self,
            pad=PAD,
            gap=TIGHT,
            grow=4,
        )
        self.hide()

    def show_side(self, found: Beside, side: Side) -> None:
        """Shows a response."""
        is_other = self._side is None or self._side.response != side.response
        self._side = side
        self.title.setText(name_of(side))
        self.view.setAccessibleName(name_of(side))
        score = found.scores.get(side.response.id)
        self.score.setText("" if score is None else percent(score))
        self.score.setVisible(score is not None)
        if is_other:
            self.view.show_text(side.response.text)
            self.turns.show_transcript(response_conversation(found.view.task, side.response.text))
        self.show()

    def look_at(self, found: Beside, side: Side, point: Checkpoint | None) -> None:
        """Marks the evidence, that of a checkpoint above the others, and scrolls to it.

        Args:
            found: The responses.
            side: The one that is shown here.
            point: The checkpoint; None for none.
        """
        marks = side.marks.get(point.id) if point else None
        value = marks.value if marks else None
        self.value.setVisible(value is not None)
        self.notes.say(listed(marks.notes) if marks else "")
        self.reason.say(marks.reason if marks else "")
        if point is not None and value is not None:
            look = value_look(value, point)
            self.value.setText(look.word)
            retone(self.value, "chip", look.tone)
        self._mark(found, side, point)
        self.turns.mark_turn(point.turn if found.turn is None and point else found.turn)
        if marks is not None and marks.quotes:
            self.view.show_quote(marks.quotes[0])

    def _mark(self, beside: Beside, side: Side, point: Checkpoint | None) -> None:
        shown = [
            Marked(quote, is_current=one is point, number=number)
            for number, one in enumerate(beside.view.rubric, start=1)
            for quote in (side.marks[one.id].quotes if one.id in side.marks else ())
        ]
        self.view.mark_quotes(sorted(shown, key=lambda one: one.is_current))
