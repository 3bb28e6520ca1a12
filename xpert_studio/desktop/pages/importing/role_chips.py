"""The head of a table as it came: the letter of each column, and a chip with its role."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QComboBox, QHeaderView

from xpert_studio.core.cell_texts import column_letters
from xpert_studio.core.exchange.rubric_sheet import role_shown, role_words
from xpert_studio.core.exchange.rubric_sheet.roles import IGNORE, SCORE, SheetColumn
from xpert_studio.core.wording import t, translated
from xpert_studio.desktop.look import colour, px
from xpert_studio.desktop.widgets.fields import name_picker, refill
from xpert_studio.desktop.widgets.labels import retone

UNUSED: Final = frozenset({IGNORE, SCORE})
"""Roles of columns of which nothing is imported."""
_AT_ONCE: Final = 24
_LETTER: Final = 20
_CHIP: Final = 28
_GAP: Final = 3


class RoleChip(QComboBox):
    """What one column is; chosen by mouse or by keys.

    Signals:
        reached: It has the focus, perhaps out of sight.
    """

    reached = Signal()

    def __init__(self, place: int) -> None:
        super().__init__(
            sizeAdjustPolicy=QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        name_picker(self, t("What column {name} is", name=column_letters(place)))

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Comes into sight."""
        super().focusInEvent(event)
        self.reached.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Scrolls the table: nothing is chosen by scrolling past."""
        event.ignore()


class RoleHead(QHeaderView):
    """The chips stay in sight while the rows below are scrolled.

    Args:
        chosen: Follows when the person has said what a column is: its place, and the role.
        reached: Follows when the chip of a column has the focus: its place.
    """

    def __init__(
        self, chosen: Callable[[int, str], object], reached: Callable[[int], object]
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._chosen, self._reached = chosen, reached
        self.chips: list[RoleChip] = []
        self._width = 0
        self._columns: tuple[SheetColumn, ...] = ()
        self.setSectionsClickable(False)
        self.setMinimumSectionSize(px(60))
        self.sectionResized.connect(lambda *_: self._put())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for a letter above a chip."""
        return QSize(super().sizeHint().width(), px(_LETTER + _CHIP + 2 * _GAP))

    def offer(self, width: int) -> None:
        """Has chips for so many columns; those far to the right are made when they are reached."""
        for chip in self.chips:
            chip.deleteLater()
        self.chips, self._width, self._columns = [], width, ()
        self.reach(_AT_ONCE)

    def reach(self, end: int) -> None:
        """Makes the chips before a place that are not there yet."""
        for place in range(len(self.chips), min(end, self._width)):
            chip = RoleChip(place)
            chip.setParent(self.viewport())
            chip.activated.connect(
                lambda _, place=place, chip=chip: self._chosen(place, chip.currentData())
            )
            chip.reached.connect(lambda place=place: self._reached(place))
            before = self.chips[-1] if self.chips else self.parentWidget()
            if before is not None:
                self.setTabOrder(before, chip)
            self.chips.append(chip)
            self._show_role(place, chip)
            chip.show()
        self._put()

    def show_roles(self, columns: Sequence[SheetColumn]) -> None:
        """Shows what columns are taken for; one of which nothing is known is not read."""
        self._columns = tuple(columns)
        for place, chip in enumerate(self.chips):
            self._show_role(place, chip)

    def role_of(self, place: int) -> str:
        """What a column is taken for."""
        found = (column.role for column in self._columns if column.place == place)
        return next(found, IGNORE)

    def _show_role(self, place: int, chip: RoleChip) -> None:
        role = self.role_of(place)
        named = {one: translated(said).capitalize() for one, said in role_words().items()}
        for column in self._columns:
            if column.place == place and role in named:
                named[role] = translated(role_shown(column, self._columns)).capitalize()
        if role not in named:  # of the program's own tables, such as of a scale
            named[role] = t("As the program writes it")
        refill(chip, [(said, one) for one, said in named.items()], role)
        tone = "muted" if role in UNUSED else "accent"
        chip.setToolTip(t("Nothing of it is imported.") if role in UNUSED else named[role])
        if chip.property("chip") != tone:
            retone(chip, "chip", tone)

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:  # noqa: N802
        """The letter, above the chip."""
        painter.save()
        painter.fillRect(rect, colour("sunken"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setPen(colour("muted"))
        above = QRect(rect.left(), rect.top(), rect.width(), px(_LETTER))
        painter.drawText(above, Qt.AlignmentFlag.AlignCenter, column_letters(logical))
        painter.restore()

    def _put(self) -> None:
        for place, chip in enumerate(self.chips):
            left = self.sectionViewportPosition(place)
            wide = max(self.sectionSize(place) - 2 * px(_GAP), 1)
            chip.setGeometry(left + px(_GAP), px(_LETTER), wide, px(_CHIP))
