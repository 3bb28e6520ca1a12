"""The words a project sorts by: its domains and dimensions; several are added at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QPushButton

from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT
from xpert_studio.desktop.names import dimension_name, domain_name
from xpert_studio.desktop.parts import Card, ask_reason, button, clear, column, label, line, row
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.parts.layouts import grid
from xpert_studio.desktop.wording import t
from xpert_studio.records import Taxonomy

_COLUMNS = 2


def names_in(text: str) -> tuple[str, ...]:
    """The names in what was typed or pasted: one a line or a cell, each once."""
    return tuple(dict.fromkeys(name.strip() for name in re.split(r"[\n\t;]", text) if name.strip()))


class VocabularyCard(Card):
    """Domains and dimensions.

    Signals:
        dimensions_added, domains_added: The names that are to be added.
    """

    dimensions_added = Signal(object)
    domains_added = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._domains, self._dimensions = _grid(), _grid()
        self.add_domains = button(t("Add domains …"), self._ask_domains, picture="plus")
        self.add_dimensions = button(t("Add dimensions …"), self._ask_dimensions, picture="plus")
        self.no_domain = label(t("There is no domain yet: tasks can only be of none."), "muted")
        self.no_dimension = label(t("There is no dimension yet."), "muted")
        column(
            label(t("Vocabulary"), "heading"),
            label(t("Names can be added, not changed: tasks and checkpoints carry them."), "muted"),
            row(label(t("Domains"), "label", wrap=False), 1, self.add_domains),
            self._domains, self.no_domain,
            line(),
            row(label(t("Dimensions"), "label", wrap=False), 1, self.add_dimensions),
            self._dimensions, self.no_dimension,
            on=self, pad=SPACE, gap=PAD,
        )  # fmt: skip
        self._shown: tuple[Sequence[str], Sequence[str]] = ((), ())

    def show_taxonomy(self, held: Taxonomy, *, is_open: bool) -> None:
        """Shows the vocabulary.

        Args:
            held: It.
            is_open: Whether it can be added to here.
        """
        _buttons_for((self.add_domains, self.add_dimensions), is_open=is_open)
        self.no_domain.setVisible(not held.domains)
        self.no_dimension.setVisible(not held.dimensions)
        if self._shown == (held.domains, held.dimensions):
            return
        self._shown = (held.domains, held.dimensions)
        _fill(self._domains, held.domains, domain_name)
        _fill(self._dimensions, held.dimensions, dimension_name)

    def _ask_domains(self) -> None:
        ask_reason(
            self, title=t("Add domains"),
            text=t("One a line. Those there are stay as they are."), act=t("Add"),
            name=t("Domains"),
            then=lambda text: self.domains_added.emit(names_in(text)),
        )  # fmt: skip

    def _ask_dimensions(self) -> None:
        ask_reason(
            self, title=t("Add dimensions"),
            text=t("One a line. Those there are stay as they are."), act=t("Add"),
            name=t("Dimensions"),
            then=lambda text: self.dimensions_added.emit(names_in(text)),
        )  # fmt: skip


def _grid() -> QGridLayout:
    return grid(GAP, TIGHT, grow=(1,) * _COLUMNS)


def _fill(grid: QGridLayout, names: Sequence[str], called: Callable[[str], str]) -> None:
    clear(grid)
    height = -(-len(names) // _COLUMNS)
    for place, name in enumerate(names):
        shown = label(called(name))
        if called(name) != name:
            shown.setToolTip(hint(name))
        grid.addWidget(shown, place % height, place // height)


def _buttons_for(buttons: Sequence[QPushButton], *, is_open: bool) -> None:
    for item in buttons:
        item.setVisible(is_open)
