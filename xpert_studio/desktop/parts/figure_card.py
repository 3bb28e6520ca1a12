"""A figure on a card: its name, the figure, and a line on what it means."""

from __future__ import annotations

from xpert_studio.desktop.look import PAD, TIGHT
from xpert_studio.desktop.parts.labels import Card, label
from xpert_studio.desktop.parts.layouts import column


class FigureCard(Card):
    """One figure."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.figure = label("–", "figure", wrap=False)
        self.note = label("", "small")
        column(label(name, "label"), self.figure, self.note, 1, on=self, pad=PAD, gap=TIGHT)

    def show_figure(self, figure: str, note: str = "") -> None:
        """Shows it."""
        self.figure.setText(figure)
        self.note.setText(note)
        self.figure.setAccessibleName(f"{self._name}: {figure}. {note}")
