"""Boxes to tick: a person's roles and domains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from xpert_studio.desktop.kit import (
    ROLE_MEANINGS,
    ROLES,
    TIGHT,
    clear,
    column,
    domain_name,
    label,
    px,
    t,
    tick,
)
from xpert_studio.records import Role


class Boxes(QWidget):
    """Boxes below each other.

    Signals:
        ticked: The person has ticked or cleared one.
    """

    ticked = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(accessibleName=name)
        self.boxes: dict[str, QCheckBox] = {}
        self._offered: list[tuple[str, str, str]] = []
        self._layout = column(on=self, gap=TIGHT)

    @property
    def chosen(self) -> tuple[str, ...]:
        """What is ticked, in the order in which it stands."""
        return tuple(key for key, box in self.boxes.items() if box.isChecked())

    def offer(self, choices: Sequence[tuple[str, str, str]]) -> None:
        """Gives boxes for these: what each stands for, what it is called, what that means."""
        if self._offered == list(choices):
            return
        self._offered = list(choices)
        clear(self._layout)
        self.boxes = {}
        for key, name, meaning in choices:
            box = QCheckBox(name.replace("&", "&&"))
            box.setAccessibleName(name)
            box.setAccessibleDescription(meaning)
            box.toggled.connect(lambda _: self.ticked.emit())
            self.boxes[key] = box
            self._layout.addWidget(box)
            if meaning:
                said = label(meaning, "small")
                said.setIndent(px(26))
                self._layout.addWidget(said)

    def tick(self, keys: Iterable[str]) -> None:
        """Ticks these and no others."""
        wanted = set(keys)
        for key, box in self.boxes.items():
            tick(box, is_on=key in wanted)


def role_boxes() -> Boxes:
    """A box for each role, with what it means."""
    made = Boxes(t("Roles"))
    made.offer([(role.value, t(ROLES[role]), t(ROLE_MEANINGS[role])) for role in Role])
    return made


def domain_boxes(domains: Iterable[str]) -> Boxes:
    """A box for each domain."""
    made = Boxes(t("Domains"))
    made.offer(domain_choices(domains))
    return made


def domain_choices(domains: Iterable[str]) -> list[tuple[str, str, str]]:
    """Domains as ``Boxes.offer`` takes them."""
    return [(name, domain_name(name), "") for name in domains]
