"""The site in the window: what stands on it, and where it goes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.changes import Change, mark
from xpert_studio.core.wording import short, t
from xpert_studio.core.workflow.views import (
    ProjectState,
    PublishingChoices,
    read_publishing_choices,
)
from xpert_studio.desktop.look import GAP, PAD, SPACE, WIDE, px
from xpert_studio.desktop.pages.publish.carrying_out import WritingPage
from xpert_studio.desktop.pages.publish.writing import WritingCard
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.labels import button, card, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.packs.site.published import SiteOptions
from xpert_studio.packs.site.section_order import SiteOrder

_READABLE: Final = 760
_NONE, _CHOSEN, _SUBSET = "", "chosen", "subset/"
_SET: Final = ("all_stages", "without_references", "own_costs", "wishes", "by_sentences")


class SitePage(WritingPage):
    """What stands on the site, and below it where it is written."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._choices: PublishingChoices | None = None
        self._is_there = False
        self.form = Form(self._fields())
        self.form.changed.connect(lambda _: self._changed())
        self.writing = WritingCard(self.write, self.look_at_target, partial(shell.say, tone="warn"))
        to_wishes = partial(shell.go, Place("wishes"))
        self.wishes = button(t("Wishes of readers"), to_wishes, kind="link", picture="lightbulb")
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
        cards = box(column(options, self.writing, row(self.wishes, 1), 1, gap=SPACE))
        cards.setMaximumWidth(px(_READABLE))
        ground = scrolled(box(row(cards, 1, grow=(_READABLE,))))
        column(label(t("Site"), "title", wrap=False), ground, on=self, pad=WIDE, gap=GAP, grow=1)

    def show_project_state(self, project_state: ProjectState) -> None:
        """Fetches what there is to choose from."""
        del project_state
        project = self.session.project
        self.session.fetch(
            lambda: read_publishing_choices(project), self._show, owner=self, slot="site"
        )

    def concerns(self, change: Change) -> bool:
        """Whatever is changed may change what stands on the site."""
        return bool(change)

    def _show(self, choices: PublishingChoices) -> None:
        is_first = self._choices is None
        self._choices = choices
        subsets = [(short(item.name, 40), _SUBSET + item.name) for item in choices.subsets]
        self.form.offer(
            way=[(t("No hold-out split"), _NONE), *subsets, (t("Tasks I choose"), _CHOSEN)],
            held_out=choices.tasks,
        )
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
        of_subset = (frozenset(subset.task_ids) for subset in subsets if subset.name == named)
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
            self.carry_out(order, len(self._choices.tasks) if self._choices else 0)


def _is_taken(target: Path) -> bool:
    return target.exists() and not (target.is_dir() and not any(target.iterdir()))
