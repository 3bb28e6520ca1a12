"""What was read of an attached document: how much, what is not in it, and the text itself."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from xpert_studio.core.judge.attached import Shown, gap_texts
from xpert_studio.core.messages import joined
from xpert_studio.core.wording import t, tn
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.widgets.fields import text_box
from xpert_studio.desktop.widgets.labels import label, tool
from xpert_studio.desktop.widgets.layouts import column

_HIGH = 240


class ReadText(QWidget):
    """The text of a document as judges get it, folded until it is asked for.

    Attributes:
        facts: How much was read, and what is not in it; stands beside the file's name.
        way: Shows and hides the text.

    Args:
        name: Of the file.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.facts, self._text = label("", "small"), ""
        self.way = tool("book-open", t("Text of {file} as judges get it", file=name), self._turn)
        self.way.setCheckable(True)
        self.box = text_box(
            name=t("Text of {file} as judges get it", file=name), high=_HIGH, is_open=False
        )
        self.box.setProperty("kind", "reading")
        column(self.box, on=self, pad=(0, GAP, 0, 0))
        for part in (self, self.facts):
            part.hide()
        self.way.setEnabled(False)

    def show_file(self, file: Shown) -> None:
        """Shows what was read of it."""
        self._text = file.text
        self.way.setEnabled(bool(file.text))
        self.facts.say("\n".join(filter(None, (_amount(file), gap_words(file)))))

    def _turn(self) -> None:
        is_shown = self.way.isChecked()
        if is_shown and self.box.document().isEmpty():
            self.box.setPlainText(self._text)
        self.setVisible(is_shown)


def _amount(file: Shown) -> str:
    """How much text there is; empty for pictures, of which models are shown the picture."""
    if file.is_picture:
        return ""
    if not file.text:
        return t("No text was read.")
    return tn(
        "{n} character of text was read.", "{n} characters of text were read.", len(file.text)
    )


def gap_words(file: Shown) -> str:
    """What of a file models are not shown, and what was left out as nobody sees it; else empty."""
    hidden = [gap for gap in file.gaps if not gap.is_seen_by_people]
    said = (
        t("Models are not shown all of it: {why}.", why=joined(gap_texts(file.unseen)))
        if file.unseen
        else "",
        t("Not read, as it cannot be seen: {why}.", why=joined(gap_texts(hidden)))
        if hidden
        else "",
    )
    return "\n".join(filter(None, said))
