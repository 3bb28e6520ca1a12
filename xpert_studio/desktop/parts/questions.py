"""Questions that are answered with yes or no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.parts.fields import choices
from xpert_studio.desktop.parts.labels import label
from xpert_studio.desktop.parts.layouts import column, row
from xpert_studio.desktop.wording import t


class Questions(QWidget):
    """Several questions one below the other, each with its two answers.

    Args:
        questions: Name and text of each.

    Attributes:
        answers: The two buttons of each, by name; the id of No is 0, of Yes 1.

    Signals:
        answered: One was answered by the person.
    """

    answered = Signal()

    def __init__(self, questions: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.answers: dict[str, QButtonGroup] = {}
        inside = column(on=self, gap=GAP)
        for name, question in questions:
            inside.addLayout(self._question(name, question))

    def _question(self, name: str, question: str) -> QHBoxLayout:
        group, (no, yes) = choices(self, (t("No"), t("Yes")), question=question)
        group.idClicked.connect(lambda _: self.answered.emit())
        self.answers[name] = group
        return row(label(question), yes, no, grow=0)

    def given(self) -> dict[str, bool | None]:
        """The answers by name; None where there is none yet."""
        ids = {name: group.checkedId() for name, group in self.answers.items()}
        return {name: None if found < 0 else bool(found) for name, found in ids.items()}

    def show_answers(self, given: Mapping[str, bool | None]) -> None:
        """Shows answers; those that are left out or None are open."""
        for name, group in self.answers.items():
            answer = given.get(name)
            group.setExclusive(False)
            for place, choice in enumerate(group.buttons()):
                choice.setChecked(answer is not None and place == int(answer))
            group.setExclusive(True)
