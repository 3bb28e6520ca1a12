"""The site in the window: what stands on it, where it goes, and what its readers wish for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtWidgets import QFileDialog

from xpert_studio.api.pages import (
    GAP,
    PAD,
    SPACE,
    WIDE,
    Action,
    ActionDialog,
    BlocksView,
    Form,
    FormField,
    Shell,
    box,
    card,
    column,
    enable_if,
    fields_for,
    inputs,
    label,
    mark,
    px,
    row,
    scrolled,
    short,
    t,
    text_box,
)
from xpert_studio.core.records import Change, Role
from xpert_studio.core.workflow.views import (
    ProjectState,
    PublishingChoices,
    read_publishing_choices,
)
from xpert_studio.desktop.pages.publish.carrying_out import WritingPage
from xpert_studio.desktop.pages.publish.writing import WritingCard
from xpert_studio.packs.site.changes import SortedOut, sort_out, take_in
from xpert_studio.packs.site.published import SiteOptions
from xpert_studio.packs.site.section_order import SiteOrder
from xpert_studio.packs.site.section_wishes import WISHES
from xpert_studio.packs.site.wishes import Ballot, Counted, count_votes, read_ballot
from xpert_studio.report.blocks import SectionBlocks
from xpert_studio.report.section import View

_READABLE: Final = 760
_NONE, _CHOSEN, _SUBSET = "", "chosen", "subset/"
_SET: Final = ("all_stages", "without_references", "own_costs", "wishes", "by_sentences")


class SitePage(WritingPage):
    """Options and writing above, wishes below; wishes alone for authors who are no leads."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._choices: PublishingChoices | None = None
        self._is_there = False
        self.form = Form(self._fields())
        self.form.changed.connect(lambda _: self._changed())
        complain = partial(shell.say, tone="warn")
        self.writing = WritingCard(self.write, self.look_at_target, complain)
        self.shown = BlocksView(shell, t("Wishes"))
        self.none = label("", "muted")
        shell.book.add(
            self,
            Action(
                "site.wish",
                mark("Import wishes"),
                self._choose_files,
                "",
                "import",
                refused=self._why_no_wishes,
                asks=True,
            ),
        )
        self.take_in = shell.book.button("site.wish", t("Import wishes…"))
        self._lay_out()

    def _fields(self) -> Iterator[FormField]:
        yield FormField(key="way", title=mark("Hold-out split"), kind=inputs.choice(least=220))
        yield FormField(
            key="held_out",
            title=mark("Tasks I choose"),
            name=t("Hold-out split"),
            kind=inputs.chosen_tasks(),
            needed=mark("Tick the tasks that are held out."),
            seen=lambda values: values["way"] == _CHOSEN,
        )
        yield from fields_for(SiteOptions, *_SET)

    def _lay_out(self) -> None:
        options = card(
            column(
                label(
                    t(
                        "A folder of pages with scores, cases and judgments, as a public bundle "
                        "holds them. Any browser opens it; it asks no network."
                    ),
                    "muted",
                ),
                self.form,
                pad=SPACE,
                gap=PAD,
            )
        )
        self.to_write = box(column(options, self.writing, gap=SPACE))
        wishes = card(
            column(
                row(label(t("Wishes"), "heading"), 1, self.take_in),
                self.none,
                self.shown,
                pad=SPACE,
                gap=PAD,
            )
        )
        cards = box(column(self.to_write, wishes, 1, gap=SPACE))
        cards.setMaximumWidth(px(_READABLE))
        ground = scrolled(box(row(cards, 1, grow=(_READABLE,))))
        column(label(t("Site"), "title", wrap=False), ground, on=self, pad=WIDE, gap=GAP, grow=1)

    def show_project_state(self, project_state: ProjectState) -> None:
        """Fetches what there is to choose from, and the wishes."""
        del project_state
        project, person_id = self.session.project, self.session.person_id
        self.to_write.setVisible(self.session.has_role(Role.LEAD))

        def read() -> tuple[PublishingChoices, SectionBlocks | None]:
            return read_publishing_choices(project), WISHES.blocks(View.on(project, person_id))

        self.session.fetch(read, lambda found: self._show(*found), owner=self, slot="site")

    def concerns(self, change: Change) -> bool:
        """Whatever is changed may change what stands on the site."""
        return bool(change)

    def _show(self, choices: PublishingChoices, wishes: SectionBlocks | None) -> None:
        is_first = self._choices is None
        self._choices = choices
        subsets = [(short(item.name, 40), _SUBSET + item.name) for item in choices.subsets]
        self.form.offer(
            way=[(t("No hold-out split"), _NONE), *subsets, (t("Tasks I choose"), _CHOSEN)],
            held_out=choices.tasks,
        )
        self.none.say("" if wishes else WISHES.nothing)
        self.shown.show_blocks(wishes.blocks if wishes else ())
        if is_first:
            path = self.session.path
            self.writing.offer(path.parent / self.order.file_name(path.stem), "")
        self._changed()

    @property
    def order(self) -> SiteOrder:
        """What is to be published, as it was entered."""
        values = self.form.values()
        way, subsets = values["way"] or _NONE, self._choices.subsets if self._choices else ()
        named = way.removeprefix(_SUBSET)
        of_subset = (frozenset(one.task_ids) for one in subsets if one.name == named)
        held_out = values["held_out"] if way == _CHOSEN else next(of_subset, frozenset())
        chosen: dict[str, Any] = {name: bool(values[name]) for name in _SET}
        return SiteOrder(options=SiteOptions(held_out=frozenset(held_out), **chosen))

    @property
    def replaces(self) -> bool:
        """Whether an earlier site may be replaced."""
        return self._is_there and self.writing.replace.isChecked()

    def _changed(self) -> None:
        if not self.writing.is_running:
            self.writing.forget()
        self.look_at_target()

    def look_at_target(self) -> None:
        """Looks whether something is where it would be written."""
        target = self.writing.target

        def show(is_there: bool) -> None:
            self._is_there = is_there
            lacks = next(iter(self.form.gaps().values()), "")
            self.writing.show_standing(is_there=is_there, lacks=lacks)
            line = self.order.command(self.session.path, target, replace=self.replaces)
            self.writing.command.show_text(line)

        self.session.fetch(lambda: _is_taken(target), show, owner=self, slot="target")

    def write(self) -> None:
        """Writes the site; goes to what is missing first."""
        if self.form.check() and self.writing.act.isEnabled():
            order = self.order
            tasks = len(self._choices.tasks) if self._choices else 0
            self.carry_out(order, tasks)

    def _why_no_wishes(self) -> str | None:
        is_author = self.session.has_role(Role.AUTHOR)
        return None if is_author else t("Authors import wishes: the briefs are theirs.")

    def _choose_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, t("Import wishes"))
        if names:
            self.take_files([Path(name) for name in names])

    def take_files(self, paths: list[Path]) -> None:
        """Reads what readers sent, and asks before anything is written."""
        project = self.session.project

        person_id = self.session.person_id

        def read() -> tuple[list[Ballot], list[Counted], SortedOut]:
            ballots = [read_ballot(path) for path in paths]
            with project.reading() as tx:
                return ballots, count_votes(tx, ballots), sort_out(tx, person_id, ballots)

        self.session.fetch(
            read,
            lambda found: self._ask(*found),
            owner=self,
            slot="wishes",
        )

    def _ask(self, ballots: list[Ballot], counted: list[Counted], found: SortedOut) -> None:
        dialog = ActionDialog(
            self,
            t("Import wishes"),
            found.question(),
            t("Import"),
        )
        lines = [t("{title}: {n} votes", title=one.asked.title, n=one.votes) for one in counted]
        dialog.add(t("Wishes"), text_box("\n".join(lines), is_open=False))
        enable_if(bool(found.taken), dialog.act)
        dialog.ask(lambda: self.save(take_in, ballots))


def _is_taken(target: Path) -> bool:
    return target.exists() and not (target.is_dir() and not any(target.iterdir()))
