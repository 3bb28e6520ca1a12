"""A tab of the page: one of several parts, chosen from a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QWidget

from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.look import GAP, SPACE
from xpert_studio.desktop.pages.results.blocks_section import BlocksSection
from xpert_studio.desktop.pages.results.section import ChosenResults, Section
from xpert_studio.desktop.pages.results.targets import VERDICTS
from xpert_studio.desktop.pages.results.verdicts import VerdictsSection
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.fields import picker
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.wiring import show_if, wire
from xpert_studio.report.charts import Chart
from xpert_studio.report.section import COMPARED, EXPLORED
from xpert_studio.report.section import Section as ReportSection
from xpert_studio.report.sections.registry import SECTIONS, sections_at

Make = Callable[[Shell], Section]
LISTS: Final[dict[str, tuple[str, str, tuple[str, ...], Mapping[str, tuple[str, Make]]]]] = {
    "explore": (
        mark("Show"),
        EXPLORED,
        ("tasks", "items", VERDICTS, "disagreements", "heatmap", "spreads"),
        {VERDICTS: (mark("Verdicts"), VerdictsSection)},
    ),
    "compare": (mark("Compare"), COMPARED, ("pair", "judge-beside-another"), {}),
}
"""Tabs that are nothing but such a list, by their names in places: what ``PartsSection`` is given."""
SHOW: Final = "show"
"""By this name places keep which part is chosen."""


class PartsSection(Section):
    """The sections of a place of reports, and lists of the window's own, one at a time.

    Args:
        shell: The window's.
        tab: Its name in places.
        caption: What stands before the list, marked for translation.
        place: Of the sections.
        first: The names of those that stand first in the list; the first of them is shown where
            none is chosen.
        own: The window's own by their names: a title, marked for translation, and what makes it.
        acts: What stands at the right.
    """

    def __init__(
        self,
        shell: Shell,
        tab: str,
        caption: str,
        place: str,
        first: Sequence[str] = (),
        own: Mapping[str, tuple[str, Make]] | None = None,
        *,
        acts: Sequence[QWidget] = (),
    ) -> None:
        super().__init__(shell)
        self._tab, self._own, caption = tab, own or {}, t(caption)
        self._parts: dict[str, Section] = {}
        mine = [(t(title), urlencode({SHOW: name})) for name, (title, _) in self._own.items()]
        ahead = {name: at for at, name in enumerate(first)}
        entries = sorted(
            [*entries_at(place), *mine],
            key=lambda entry: ahead.get(dict(parse_qsl(entry[1]))[SHOW], len(ahead)),
        )
        self.list = picker(caption, entries, self._choose, least=150, most=300)
        self._besides = Flow(gap=SPACE)
        self._stack = stacked()
        self._head = box(self._besides)
        self._besides.addWidget(box(row(label(caption, "label", wrap=False), self.list)))
        column(row(self._head, *acts, grow=0), self._stack, on=self, gap=GAP, grow=1)
        self.setFocusProxy(self.list)

    @property
    def seen(self) -> Section:
        """The part that is chosen."""
        return self.part(self.where.get(SHOW) or _said(self.list)[0][SHOW])

    def part(self, name: str) -> Section:
        """A part, made when it is asked for first."""
        if name not in self._parts:
            made = (
                self._own[name][1](self.shell)
                if name in self._own
                else BlocksSection(self.shell, SECTIONS[name])
            )
            self._parts[name] = made
            self._stack.addWidget(made)
            if made.beside is not None:
                self._besides.addWidget(made.beside)
            wire(
                (made.refined, lambda where: self._refine(name, where)),
                (made.changed, self.changed),
            )
        return self._parts[name]

    def known(self, name: str) -> bool:
        """Whether there is such a part."""
        return name in {one[SHOW] for one in _said(self.list)}

    def show_choice(self, choice: ChosenResults, where: Mapping[str, str]) -> None:
        """Shows the part that a place names, the first where it names none."""
        where = dict(where) if self.known(where.get(SHOW, "")) else _said(self.list)[0]
        self.choice, self.where = choice, where
        self.point_at(where)
        shown = self.seen
        self._stack.setCurrentWidget(shown)
        for part in self._parts.values():
            if part.beside is not None:
                show_if(part is shown, part.beside)
        shown.show_choice(choice, {name: word for name, word in where.items() if name != SHOW})

    def point_at(self, where: Mapping[str, str]) -> None:
        """Lets the list say what is shown."""
        point_at(self.list, where)

    def _choose(self) -> None:
        self.go(self._tab, **dict(parse_qsl(str(self.list.currentData()))))

    def _refine(self, name: str, where: Mapping[str, str]) -> None:
        if name == self.where.get(SHOW):
            self.refine(show=name, **where)

    def sort_current(self) -> None:
        """Sorts the table of what is seen."""
        self.seen.sort_current()

    def export(self) -> None:
        """Writes the table of what is seen."""
        self.seen.export()

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """The chart of what is seen."""
        return self.seen.drawn


def point_at(made: QComboBox, where: Mapping[str, str]) -> None:
    """Lets a list say what a place shows, by the entry that says the most of it; else the first."""
    said = _said(made)
    fits = [n for n, one in enumerate(said) if one.items() <= where.items()]
    with QSignalBlocker(made):
        made.setCurrentIndex(max(fits, key=lambda n: len(said[n]), default=0))


def _said(made: QComboBox) -> list[dict[str, str]]:
    """What places say of the entries of a list."""
    return [dict(parse_qsl(str(made.itemData(n)))) for n in range(made.count())]


def entries_at(place: str) -> list[tuple[str, str]]:
    """The sections of a place in a list: titles, and what places say of them."""
    return [entry for section in sections_at(place) for entry in _entries_of(section)]


def _entries_of(section: ReportSection[Any]) -> list[tuple[str, str]]:
    """A section in a list; by several entries where words of its option stand there themselves."""
    option = section.option
    if option is None or not option.listed:
        return [(t(section.tab or section.title), urlencode({SHOW: section.id}))]
    titles = option.choices()
    usual = next(iter(titles))
    shown = {word: {} if word == usual else {option.name: word} for word in option.listed}
    return [
        (t(titles[word]), urlencode({SHOW: section.id} | asked)) for word, asked in shown.items()
    ]
