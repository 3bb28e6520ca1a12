"""Sections of reports in the window, below what a person chooses for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.core.errors import XpertError
from xpert_studio.core.wording import explained, t
from xpert_studio.desktop.look import SPACE
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.blocks_view import BlocksView
from xpert_studio.desktop.widgets.fields import picker, refill
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.blocks import Block, Note, Text
from xpert_studio.report.section import Choice, Options, Section, View


class AskedSections(QWidget):
    """Sections below each other, and above them what is chosen for them.

    Args:
        shell: Where they stand.
        name: What screen readers call their tables before they are shown.
        sections: The sections.
        choices: What is chosen.
        apart: Whether ``choosing`` is put somewhere else.
        also: What else is said of a view, below the sections.

    Signals:
        chosen: A person has chosen something: all that is chosen now, by name.
        opened: They want what a row or mark stands for: its target.
        filled: What was computed is shown.
    """

    chosen = Signal(object)
    opened = Signal(object)
    filled = Signal()

    def __init__(
        self,
        shell: Shell,
        name: str,
        sections: Sequence[Section[Any]],
        choices: Sequence[Choice] = (),
        *,
        apart: bool = False,
        also: Callable[[View], Iterable[Block]] = lambda _: (),
    ) -> None:
        super().__init__()
        self._shell, self._sections, self._choices = shell, sections, choices
        self._also = also
        self._view: View | None = None
        self.blocks = BlocksView(shell, name)
        self.blocks.opened.connect(self._open)
        self.pickers = {
            choice.name: picker(t(choice.title), then=self._again, least=140, most=420)
            for choice in choices
        }
        titles = (label(t(choice.title), "label", wrap=False) for choice in choices)
        pairs = zip(titles, self.pickers.values(), strict=True)
        self.choosing = box(row(*(part for pair in pairs for part in pair)))
        above = () if apart else (row(self.choosing, 1),)
        column(*above, self.blocks, on=self, gap=SPACE)
        if not choices:
            self.choosing.hide()

    def ask(self, **asked: str) -> None:
        """Asks the sections for less as well; for all again where they were asked for that."""
        if self._view is None:
            return
        is_on = all(self._view.asked.get(name) == word for name, word in asked.items())
        self.show_view(self._view.asking(**(dict.fromkeys(asked, "") if is_on else asked)))

    @property
    def asked(self) -> dict[str, str]:
        """What is chosen, by name."""
        return {name: str(made.currentData() or "") for name, made in self.pickers.items()}

    def show_view(self, view: View, wanted: Mapping[str, str] | None = None) -> None:
        """Computes the sections of a view in the background, and shows them.

        Args:
            view: Of what they are.
            wanted: What is chosen; as before where None.
        """
        self._view = view
        before = {name: made.currentData() for name, made in self.pickers.items()}
        chosen = before if wanted is None else wanted

        def work() -> tuple[dict[str, tuple[Options, str]], tuple[Block, ...]]:
            options, asking = {}, view
            for choice in self._choices:
                known, usual = choice.options(asking)
                name = chosen.get(choice.name)
                word = name if name in [value for _, value in known] else usual
                options[choice.name] = (known, usual), word
                try:
                    asking = asking.asking(**{choice.name: choice.read(word)})
                except XpertError as error:  # such as a file that cannot be read any more
                    return options, (Note(explained(error)),)
            return options, self._computed(asking)

        if not self.blocks.shown:
            self.blocks.show_blocks((Text(t("Computing…")),))
        session = self._shell.session
        session.fetch(work, lambda found: self._show(*found), owner=self, slot="sections")

    def _computed(self, view: View) -> tuple[Block, ...]:
        """The blocks of all sections; why there are none where that is so."""
        blocks: list[Block] = []
        for section in self._sections:
            try:
                made = section.blocks(view)
            except XpertError as error:  # such as a system that is there no more
                blocks.append(Note(explained(error)))
            else:
                blocks += made.blocks if made else ()
        blocks = blocks or [Text(one.nothing) for one in self._sections[:1]]
        return (*blocks, *self._also(view))

    def _show(self, options: dict[str, tuple[Options, str]], blocks: tuple[Block, ...]) -> None:
        for name, ((known, _), word) in options.items():
            refill(self.pickers[name], known, word)
        show_if(options and all(known for (known, _), _ in options.values()), self.choosing)
        self.blocks.show_blocks(blocks)
        self.filled.emit()

    def _again(self) -> None:
        if self._view is not None:
            self.show_view(self._view)
            self.chosen.emit(self.asked)

    def _open(self, target: tuple[str, ...]) -> None:
        made = self.pickers.get(target[0])
        if made is None:
            self.opened.emit(target)
        elif (place := made.findData(target[1])) >= 0:
            made.setCurrentIndex(place)
            self._again()
