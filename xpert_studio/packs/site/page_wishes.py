"""What readers of a site wish for, in the window: a table, and files that an author imports."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from xpert_studio.api.changes import Role, mark
from xpert_studio.api.sections import View, t
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asked_sections import AskedSections
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import text_box
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import enable_if, show_if
from xpert_studio.packs.site.changes import SortedOut, sort_out, take_in
from xpert_studio.packs.site.section_wishes import WISHES
from xpert_studio.packs.site.wishes import Ballot, CountedWish, count_votes, read_ballot


class WishesPage(Page):
    """The wishes so far with their votes; authors import more."""

    rests_on = frozenset({"task", "pack_record"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.why = label("", "muted")
        act = Action(
            "site.wish",
            mark("Import wishes"),
            self._choose_files,
            "",
            "import",
            refused=self._why_not,
            asks=True,
        )
        shell.book.add(self, act)
        self.take_in = shell.book.button("site.wish", t("Import wishes…"), kind="primary")
        self.asked = AskedSections(shell, t("Wishes"), (WISHES,))
        self.asked.opened.connect(lambda target: shell.go(Place("task", task_id=target[1])))
        self.asked.filled.connect(self._show_found)
        self.empty = EmptyState("lightbulb", t(WISHES.missing))
        head = row(label(t("Wishes of readers"), "title", wrap=False), 1, self.take_in)
        scrolled_column(head, self.why, self.asked, self.empty, 1, on=self, pad=WIDE, gap=SPACE)

    def _why_not(self) -> str:
        is_author = self.session.has_role(Role.AUTHOR)
        return "" if is_author else t("Authors import wishes: the briefs are theirs.")

    def refresh(self) -> None:
        """Fetches the wishes."""
        show_if(not self._why_not(), self.take_in)
        self.asked.show_view(View.on(self.session.project, self.session.person_id))

    def _show_found(self) -> None:
        found, why = bool(self.asked.blocks.tables), self._why_not()
        self.why.say(why if found else "")
        self.empty.say(t(WISHES.missing), why or t("Readers of a site send their wishes as files."))
        show_if(found, self.asked)
        show_if(not found, self.empty)

    def _choose_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, t("Import wishes"))
        if names:
            self.take_files([Path(name) for name in names])

    def take_files(self, paths: list[Path]) -> None:
        """Reads what readers sent, and asks before anything is written."""
        project, person_id = self.session.project, self.session.person_id

        def read() -> tuple[list[Ballot], list[CountedWish], SortedOut]:
            ballots = [read_ballot(path) for path in paths]
            with project.reading() as tx:
                return ballots, count_votes(tx, ballots), sort_out(tx, person_id, ballots)

        self.session.fetch(read, lambda found: self._ask(*found), owner=self, slot="ballots")

    def _ask(
        self, ballots: list[Ballot], counted: list[CountedWish], sorted_out: SortedOut
    ) -> None:
        dialog = ActionDialog(self, t("Import wishes"), sorted_out.question(), t("Import"))
        lines = [t("{title}: {n} votes", title=one.asked.title, n=one.votes) for one in counted]
        dialog.add(t("Wishes"), text_box("\n".join(lines), is_open=False))
        enable_if(bool(sorted_out.taken), dialog.act)
        dialog.ask(lambda: self.session.do(take_in, ballots))
