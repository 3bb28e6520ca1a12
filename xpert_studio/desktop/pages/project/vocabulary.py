"""The words a project sorts by: its domains and dimensions, and what each dimension means."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QGridLayout, QWidget

from xpert_studio.core.records import Taxonomy
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import (
    add_dimensions,
    add_domains,
    describe_dimensions,
)
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT
from xpert_studio.desktop.names import dimension_meaning
from xpert_studio.desktop.widgets.asking import ask_reason
from xpert_studio.desktop.widgets.labels import Card, button, label, line, tool
from xpert_studio.desktop.widgets.layouts import box, clear, column, grid, row
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.part_names import dimension_name, domain_name

_COLUMNS = 2


def names_in(text: str) -> tuple[str, ...]:
    """The names in what was typed or pasted: one a line or a cell, each once."""
    return tuple(dict.fromkeys(name.strip() for name in re.split(r"[\n\t;]", text) if name.strip()))


class VocabularyCard(Card):
    """Domains and dimensions.

    Args:
        save: Does a verb on the project.
    """

    def __init__(self, save: Callable[..., object]) -> None:
        super().__init__()
        self._save = save
        self._domains, self._dimensions = _grid(TIGHT), _grid(GAP)
        self.add_domains = button(
            t("Add domains…"),
            lambda: self._ask_names(t("Add domains"), t("Domains"), add_domains),
            picture="plus",
        )
        self.add_dimensions = button(
            t("Add dimensions…"),
            lambda: self._ask_names(t("Add dimensions"), t("Dimensions"), add_dimensions),
            picture="plus",
        )
        self.no_domain = label(t("There is no domain yet: tasks can only be of none."), "muted")
        self.no_dimension = label(t("There is no dimension yet."), "muted")
        column(
            label(t("Vocabulary"), "heading"),
            label(t("Names can be added, not changed: tasks and checkpoints carry them."), "muted"),
            row(label(t("Domains"), "label", wrap=False), 1, self.add_domains),
            self._domains,
            self.no_domain,
            line(),
            row(label(t("Dimensions"), "label", wrap=False), 1, self.add_dimensions),
            self._dimensions,
            self.no_dimension,
            on=self,
            pad=SPACE,
            gap=PAD,
        )
        self._shown: tuple[Taxonomy, bool] | None = None

    def show_taxonomy(self, held: Taxonomy, *, is_open: bool) -> None:
        """Shows the vocabulary.

        Args:
            held: It.
            is_open: Whether it can be added to, and described, here.
        """
        show_if(is_open, self.add_domains, self.add_dimensions)
        self.no_domain.setVisible(not held.domains)
        self.no_dimension.setVisible(not held.dimensions)
        if self._shown == (held, is_open):
            return
        self._shown = (held, is_open)
        _fill(self._domains, [_named(name, domain_name) for name in held.domains])
        self.describe = {
            name: tool(
                "pencil",
                t("Describe “{name}”", name=dimension_name(name)),
                partial(self._ask_description, name, held.descriptions.get(name, "")),
            )
            for name in (held.dimensions if is_open else ())
        }
        _fill(self._dimensions, [self._dimension(held, name) for name in held.dimensions])

    def _dimension(self, held: Taxonomy, name: str) -> QWidget:
        """A dimension, what it means beneath, and the button that changes it."""
        meaning, act = dimension_meaning(held, name), self.describe.get(name)
        below = label(meaning, "small") if meaning else None
        words = column(_named(name, dimension_name), below, 1, gap=0)
        return box(row(words, column(act, 1) if act else None, grow=0))

    def _ask_description(self, name: str, text: str) -> None:
        ask_reason(
            self,
            title=t("Describe “{name}”", name=dimension_name(name)),
            text=t(
                "Shown where dimensions are chosen, in drafts and in reports. An empty "
                "text restores the published description, if there is one."
            ),
            act=t("Keep"),
            name=t("Description"),
            needed=False,
            initial=text,
            then=lambda text: self._save(describe_dimensions, {name: text}),
        )

    def _ask_names(self, title: str, name: str, verb: Callable[..., object]) -> None:
        ask_reason(
            self,
            title=title,
            text=t("One a line. Those there are stay as they are."),
            act=t("Add"),
            name=name,
            then=lambda text: self._save(verb, *names_in(text)),
        )


def _grid(down: int) -> QGridLayout:
    return grid(GAP, down, grow=(1,) * _COLUMNS)


def _named(name: str, called: Callable[[str], str]) -> QWidget:
    shown = label(called(name))
    if called(name) != name:
        shown.setToolTip(hint(name))
    return shown


def _fill(grid: QGridLayout, items: Sequence[QWidget]) -> None:
    clear(grid)
    height = -(-len(items) // _COLUMNS)
    for place, item in enumerate(items):
        grid.addWidget(item, place % height, place // height)
