"""The page from which a lead sends out what the project holds, in whatever form."""

from __future__ import annotations

from functools import partial
from typing import Final

from xpert_studio.core.records import Change, Role
from xpert_studio.core.wording import listed, mark, t
from xpert_studio.core.workflow import (
    PastPublication,
    describe_project,
    read_publications,
)
from xpert_studio.core.workflow.views import (
    ProjectState,
    PublishingChoices,
    read_publishing_choices,
)
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, SPACE, WIDE, px
from xpert_studio.desktop.pages.publish.carrying_out import WritingPage
from xpert_studio.desktop.pages.publish.kinds import kind_of, kinds
from xpert_studio.desktop.pages.publish.look_ahead import LookAhead
from xpert_studio.desktop.pages.publish.options import OptionsCard
from xpert_studio.desktop.pages.publish.past import PastList
from xpert_studio.desktop.pages.publish.preview import PreviewCard
from xpert_studio.desktop.pages.publish.writing import WritingCard
from xpert_studio.desktop.places import KIND, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import tabbed
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.side_splitter import SideSplitter
from xpert_studio.desktop.widgets.wiring import later, wire
from xpert_studio.report.exports import Order

_TYPING_MS: Final = 200
_READABLE: Final = 760
_LIST: Final = 270
_SUBSET: Final = "subset/"


class PublishPage(WritingPage):
    """Kinds at the left; options, preview and writing at the right; what went out, on a tab."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._choices: PublishingChoices | None = None
        self._is_there = False
        self.kinds = EntryView(t("What is published"), wraps=True)
        self.kinds.show_entries(
            [Entry(item.id, t(item.title), (t(item.what),)) for item in kinds()]
        )
        self.options = OptionsCard(lambda name: self.save(describe_project, licence=name))
        self.preview = PreviewCard()
        self.looking = LookAhead(self.session, self.preview, self._show_standing)
        complain = partial(shell.say, tone="warn")
        self.writing = WritingCard(self.write, self.look_at_target, complain)
        self.past = PastList(self.session.project_state.called, complain)
        self._soon_look = later(self, _TYPING_MS, self._look_ahead)
        self._lay_out()
        wire(
            (self.kinds.looked_at, lambda kind_id: self.options.show_kind(kind_of(kind_id))),
            (self.options.changed, self._changed),
        )
        self.options.show_kind(kind_of(self.kinds.key))
        self.setFocusProxy(self.kinds)
        shell.book.add(
            self,
            Action(
                "project.publish",
                mark("Publish"),
                self.write,
                "Ctrl+Return",
                "upload",
                refused=self._why_not_now,
            ),
        )

    def _why_not_now(self) -> str | None:
        if not self.may_publish:
            return t("Only leads publish")
        return None if self.writing.act.isEnabled() else self.writing.lacks.text()

    def _lay_out(self) -> None:
        cards = box(column(self.options, self.preview, self.writing, 1, gap=SPACE))
        cards.setMaximumWidth(px(_READABLE))
        ground = box(row(cards, 1, grow=(_READABLE,)))
        self.kinds.setMinimumSize(px(200), px(180))
        pad = (0, GAP, 0, 0)
        sides = SideSplitter(self.kinds, scrolled(ground), room=760, sizes=(_LIST, 760))
        fresh = box(column(sides, pad=pad))
        self.tabs = tabbed((fresh, t("Publish")), (box(column(self.past, pad=pad)), t("History")))
        self.closed = EmptyState("lock", t("Only leads publish"))
        self.stack = stacked(self.tabs, self.closed)
        column(
            label(t("Publish"), "title", wrap=False),
            self.stack,
            on=self,
            pad=WIDE,
            gap=SPACE,
            grow=1,
        )

    @property
    def may_publish(self) -> bool:
        """Whether the person may send out what the project holds."""
        return self.session.has_role(Role.LEAD)

    def show_place(self, place: Place) -> None:
        """Shows the page, set to a kind or a subset where one is named."""
        super().show_place(place)
        if place.tab == "past":
            self.tabs.setCurrentIndex(1)
        elif place.item:
            self.tabs.setCurrentIndex(0)
        if place.item.startswith(KIND):
            self.kinds.look_at(place.item.removeprefix(KIND))
        if place.point:
            self.options.choose_ending(place.point)

    def show_project_state(self, project_state: ProjectState) -> None:
        """Fetches what there is to choose from, and what went out before."""
        project = self.session.project
        self.stack.setCurrentWidget(self.tabs if self.may_publish else self.closed)
        if not self.may_publish:
            leads = listed(item.called for item in project_state.people if Role.LEAD in item.roles)
            self.closed.say(
                t("Only leads publish"),
                t(
                    "What is shared holds all judgments and the names of the systems, and "
                    "judging is blind. Leads: {leads}.",
                    leads=leads or t("nobody yet"),
                ),
            )
        else:
            self.session.fetch(
                lambda: (read_publishing_choices(project), read_publications(project)),
                lambda found: self._show(*found),
                owner=self,
                slot="choices",
            )

    def concerns(self, change: Change) -> bool:
        """Whatever is changed may change what goes out."""
        return bool(change)

    def _show(self, choices: PublishingChoices, past: tuple[PastPublication, ...]) -> None:
        self._choices, self._past = choices, past
        self.options.offer(choices)
        if self.place.item.startswith(_SUBSET):
            self.options.choose_subset(self.place.item.removeprefix(_SUBSET))
            self.place = Place("publish")
        self.past.show_past(past)
        self.tabs.setTabText(1, t("History ({n})", n=len(past)) if past else t("History"))
        self._soon_look.start()

    @property
    def order(self) -> Order:
        """What is to be published, as it was entered."""
        return self.options.order()

    def _changed(self) -> None:
        self.looking.forget()
        self.writing.act.setEnabled(False)
        order, path = self.order, self.session.path
        self.writing.offer(path.parent / order.file_name(path.stem), order.ending)
        if not self.writing.is_running:
            self.writing.forget()
        self._soon_look.start()

    def _look_ahead(self) -> None:
        if self._choices is None or not self.may_publish:
            return
        self.look_at_target()
        self.looking.look(self.options.kind, self.order, self._past, self.options.lacks)

    def look_at_target(self) -> None:
        """Looks whether something is where it would be written."""
        self._show_command()

        def show(is_there: bool) -> None:
            self._is_there = is_there
            self._show_standing()

        self.session.fetch(self.writing.target.exists, show, owner=self, slot="target")

    def _show_command(self) -> None:
        self.writing.command.show_text(
            self.order.command(self.session.path, self.writing.target, replace=self.replaces)
        )

    @property
    def replaces(self) -> bool:
        """Whether what is there may be replaced."""
        return self._is_there and self.writing.replace.isChecked()

    def _show_standing(self) -> None:
        why_not = "" if self.looking.expected is not None else t("Computing…")
        if self.looking.refused:
            why_not = t("See above why it cannot be published so.")
        self.writing.show_standing(
            is_there=self._is_there, lacks=self.options.lacks, why_not=why_not
        )
        self._show_command()

    def write(self) -> None:
        """Writes what was chosen, and records the publication; goes to what is missing first."""
        if self.options.check() and self.writing.act.isEnabled():
            order = self.order
            self.carry_out(order, order.steps or sum((self.looking.expected or {}).values()))
