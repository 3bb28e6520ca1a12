"""What is like the words in meaning, beside what holds them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import labelled, percent, short, t, translated
from xpert_studio.core.workflow.views.finders import Alike, OtherFinder, Wanted
from xpert_studio.core.workflow.views.finding import FoundPlace, HitKind, named
from xpert_studio.desktop.look import TIGHT
from xpert_studio.desktop.pages.search.found_list import FoundList, entry_of
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.wiring import later

_PAUSE_MS: Final = 500
_UNASKED: Final = 64
"""So many texts are prepared without a click: a second or two."""
_TOP: Final = 8
_SNIPPET: Final = 180


class AlikeList(QWidget):
    """A list of what a finder of a pack finds, with what it does not find."""

    def __init__(self, shell: Shell, finder: OtherFinder) -> None:
        super().__init__()
        self._shell = shell
        self._finder = finder
        self._wanted = Wanted("")
        self._asked = Wanted("")
        self._better = ""
        self.title = label("", "heading", wrap=False)
        self.list = FoundList(shell, t(finder.title))
        self.notes = label("", "small")
        self.prepare = button(t("Prepare and search"), self._prepare, picture="search")
        column(
            row(self.title, 1),
            self.list,
            self.notes,
            row(self.prepare, 1),
            on=self,
            gap=TIGHT,
            grow=1,
        )
        self._soon = later(self, _PAUSE_MS, self._search)
        self.want("", ())

    def want(self, text: str, kinds: Iterable[HitKind]) -> None:
        """Searches for this soon, unless something else is wanted before."""
        self._wanted = Wanted(text, tuple(kinds), top=_TOP, unasked=_UNASKED)
        if not text:
            self._show(None)
        elif self._wanted != self._asked:
            self._soon.start()

    def _prepare(self) -> None:
        self._wanted = replace(self._wanted, by=self._better)
        self._search()

    def _search(self) -> None:
        self._soon.stop()
        self._asked = wanted = self._wanted
        finder, session = self._finder, self._shell.session
        self.title.setText(labelled(t(finder.title), t("Searching…")))
        self.prepare.setEnabled(False)

        def find() -> tuple[Wanted, Alike, tuple[FoundPlace, ...]]:
            with session.project.reading() as tx:
                alike = finder.find(tx, session.ctx.person_id, wanted)
                return wanted, alike, named(tx, alike.hits)

        session.fetch(find, self._show, self._failed, owner=self, slot="alike")

    def _failed(self, error: BaseException) -> None:
        self._show(None)
        self._shell.tell(error)

    def _show(self, found: tuple[Wanted, Alike, tuple[FoundPlace, ...]] | None) -> None:
        if found and found[0] != self._wanted:
            return
        self._asked, alike, places = found or (Wanted(""), None, ())
        self.list.show_found(places, [_entry(place) for place in places])
        title = t(self._finder.title)
        self.title.setText(labelled(title, t(alike.said)) if alike else title)
        self.notes.setText(" ".join(map(translated, alike.notes)) if alike else "")
        self._better = alike.better if alike else ""
        self.prepare.setVisible(bool(self._better))
        self.prepare.setEnabled(True)


def _entry(place: FoundPlace) -> Entry:
    """As by words, with the likeness and the passage."""
    made = entry_of(place)
    return replace(
        made,
        lines=(made.lines[0], short(place.hit.snippet, _SNIPPET)),
        chip=t("{share} alike", share=percent(place.hit.score)),
        tone="optional",
    )
