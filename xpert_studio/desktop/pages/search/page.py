"""The page that finds words in tasks, rubrics, responses, rationales and comments."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from xpert_studio.core.wording import mark, t, tn
from xpert_studio.core.workflow.views.finders import FINDERS
from xpert_studio.core.workflow.views.finding import FoundPlace, HitKind
from xpert_studio.desktop.look import PAD, SPACE, TIGHT, WIDE, type_of, type_size
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.search.alike import AlikeList
from xpert_studio.desktop.pages.search.found_list import FoundList, entry_of
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import check_box, filter_field
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.side_splitter import SideSplitter
from xpert_studio.desktop.widgets.wiring import ENTER, later, on_keys

KINDS: Final = {
    HitKind.TASK: mark("Briefs"),
    HitKind.CHECKPOINT: mark("Checkpoints"),
    HitKind.RESPONSE: mark("Responses"),
    HitKind.RATIONALE: mark("Rationales"),
    HitKind.COMMENT: mark("Comments"),
}

LIMIT: Final = 60
_TYPING_MS: Final = 200
_PATIENCE_MS: Final = 400


class SearchPage(Page):
    """Searches while one types; a found place opens where it stands."""

    rests_on = frozenset({"task", "checkpoint", "response", "judgment", "comment"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.field = self._make_field()
        self.ticks = {kind: check_box(t(KINDS[kind]), self.search, is_on=True) for kind in HitKind}
        self.list = self._make_list()
        self.count = label("", "muted", wrap=False)
        self.empty = EmptyState("search", "")
        self.stack = stacked(self.empty, self.list)
        self.others = {one.id: AlikeList(shell, one) for one in FINDERS.values()}
        self._beside = box(column(*self.others.values(), gap=TIGHT, grow=1))
        self.by_words = label(t("By keywords"), "heading", wrap=False)
        words = box(column(self.by_words, self.stack, gap=TIGHT, grow=1))
        self._asked: tuple[str, tuple[HitKind, ...]] | None = None
        self._shown: tuple[str, tuple[HitKind, ...]] | None = None
        self._is_under_way = self._has_index = self._opens_first = False
        self._soon_found = later(self, _TYPING_MS, self.search)
        self._patience = later(self, _PATIENCE_MS, self._say_wait)
        self._seek_alike()
        self.setFocusProxy(self.field)
        column(
            row(label(t("Search"), "title", wrap=False), self.count, 1),
            self.field,
            row(*self.ticks.values(), 1, gap=TIGHT),
            SideSplitter(words, self._beside, room=820, sizes=(620, 480), apart=PAD),
            on=self,
            pad=WIDE,
            gap=SPACE,
            grow=3,
        )
        self._say_nothing()

    def _make_field(self) -> QLineEdit:
        made = filter_field(
            t("Words, or parts of words; “in quotes” as they stand"),
            self._typed,
            name=t("Words to search for"),
        )
        made.setFont(type_of(made.font(), "lead"))
        made.setStyleSheet(f"font-size: {type_size('lead')}px;")
        on_keys(made, ENTER, self._enter)
        return made

    def _make_list(self) -> FoundList:
        made = FoundList(self.shell, t("What was found"))
        on_keys(made, (Qt.Key.Key_Escape,), self._leave_list)
        on_keys(made, (Qt.Key.Key_Up,), self._go_up)
        return made

    def show_place(self, place: Place) -> None:
        """Searches for what the place names."""
        is_same = place.item == self.query and bool(self.list.found)
        super().show_place(place)
        if place.item != self.query:
            self.field.setText(place.item)
            self.search()
        # A person who comes back from a place continues in the list.
        comes_back = is_same and self.list.currentIndex().row() > 0
        self.setFocusProxy(self.list if comes_back else self.field)
        if not comes_back:
            self.field.selectAll()

    def refresh(self) -> None:
        """Searches again: what was found may have changed."""
        self._asked = None
        self.search()

    @property
    def query(self) -> str:
        """What is searched for."""
        return self.field.text().strip()

    @property
    def kinds(self) -> tuple[HitKind, ...]:
        """What is ticked."""
        return tuple(kind for kind, tick in self.ticks.items() if tick.isChecked())

    def search(self) -> None:
        """Searches for what is in the field; one search at a time, the newest wish last."""
        self._soon_found.stop()
        wish = (self.query, self.kinds)
        self._seek_alike()
        if not self.query or not self.kinds:
            self._asked = self._shown = None
            self._say_nothing()
            return
        if self._is_under_way or wish == self._asked:
            return
        self._asked, self._is_under_way = wish, True
        self._patience.start()
        finder, ctx = self.session.finder, self.session.ctx
        wanted = () if len(wish[1]) == len(HitKind) else wish[1]
        self.session.fetch(
            lambda: finder.find(ctx, wish[0], kinds=wanted, limit=LIMIT),
            self._show,
            self._failed,
            owner=self,
            slot="find",
        )

    def _seek_alike(self) -> None:
        """What other finders find stands beside the list, once anything is searched for."""
        is_wanted = bool(self.query and self.kinds)
        for part in (self._beside, self.by_words):
            part.setVisible(is_wanted and bool(self.others))
        kinds = () if len(self.kinds) == len(HitKind) else self.kinds
        for other in self.others.values():
            other.want(self.query if is_wanted else "", kinds)

    def _show(self, found: tuple[FoundPlace, ...]) -> None:
        self._end_search()
        self._has_index = True
        if self._asked != (self.query, self.kinds):
            self.search()
            return
        is_same, self._shown = self._shown == self._asked, self._asked
        entries = [entry_of(place) for place in found]
        first = "" if is_same or not entries else entries[0].key
        self.list.show_found(found, entries, first)
        self._say_found(len(found))
        if self._opens_first:
            self._opens_first = False
            self.list.open(self.list.key)

    def _failed(self, error: BaseException) -> None:
        self._end_search()
        self._asked, self._opens_first = None, False
        self._show_none(t("The search did not work"), t("What is saved is not touched by this."))
        self.shell.tell(error)

    def _show_none(self, title: str, text: str) -> None:
        self.list.show_found((), ())
        self.count.clear()
        self._say(title, text)

    def _say(self, title: str, text: str) -> None:
        """Says something in place of the list."""
        self.stack.setCurrentWidget(self.empty)
        self.empty.say(title, text)

    def _end_search(self) -> None:
        self._is_under_way = False
        self._patience.stop()

    def _say_found(self, count: int) -> None:
        best = t("the best {n} places; more words leave fewer", n=count)
        all_ = tn("{n} place", "{n} places", count) if count else ""
        self.count.setText(best if count >= LIMIT else all_)
        if count:
            self.stack.setCurrentWidget(self.list)
        else:
            self._say(t("Nothing found"), t("No results. Try fewer words or more sources."))

    def _say_nothing(self) -> None:
        """Nothing is searched for."""
        unticked = (t("Nothing is ticked"), t("Tick what should be searched."))
        begin = (
            t("Find words anywhere in the project"),
            t(
                "Type in the field above. Briefs, rubrics, responses, comments and the "
                "rationales that you may see are searched, in English and Chinese."
            ),
        )
        self._show_none(*(unticked if self.query else begin))

    def _say_wait(self) -> None:
        self.count.setText(t("Searching…"))
        if not self._has_index:
            self._say(
                t("The project is being read"),
                t("The first search may take a moment; those after it are quick."),
            )

    def _typed(self) -> None:
        self._opens_first = False
        self._soon_found.start()
        if self.isVisible() and self.place.page:
            self.place = replace(self.place, item=self.query)
            self.shell.refine(self.place)

    def _enter(self) -> None:
        if self._shown == (self.query, self.kinds) and not self._is_under_way:
            self.list.open(self.list.key)
        else:
            self._opens_first = bool(self.query)
            self.search()

    def _go_up(self) -> None:
        if self.list.currentIndex().row() > 0:
            self.list.step(-1)
        else:
            self._leave_list()

    def _leave_list(self) -> None:
        self.setFocusProxy(self.field)
        self.field.setFocus()
        self.field.selectAll()
