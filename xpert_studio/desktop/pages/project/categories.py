"""The categories of a project under their domains, and names of old tasks that are none of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtWidgets import QMenu, QWidget

from xpert_studio.core.records import grouped
from xpert_studio.core.records.planning import Category
from xpert_studio.core.records.project import Taxonomy
from xpert_studio.core.wording import listed, mark, spoken, t
from xpert_studio.core.workflow import (
    define_category,
    merge_categories,
    remove_category,
    rename_category,
    set_target,
)
from xpert_studio.core.workflow.commands import Command
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.desktop.look import PAD, SPACE
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.desktop.widgets.fields import menu_button
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import clear, column, row
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.part_names import domain_name

_CHANGES: Final = (rename_category, merge_categories, set_target, remove_category)
_NEEDED: Final = mark("Name the category.")


class CategoriesCard(Card):
    """What there is, with what changes it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self.add = button(t("Add category…"), partial(self.ask, define_category), picture="plus")
        self.change = menu_button(t("Change"), self._fill, picture="pencil")
        self.named = QWidget()
        self._rows = column(gap=PAD, on=self.named)
        self.none = label(t("There is none yet: tasks hold any words."), "muted")
        self.unlisted = label("", "warn")
        column(
            row(label(t("Categories"), "heading", wrap=False), 1, self.add, self.change),
            label(t("Under domains, with targets. Authors choose from them."), "muted"),
            self.none,
            self.named,
            self.unlisted,
            on=self,
            pad=SPACE,
            gap=PAD,
        )
        show_if(False, self.add, self.change)

    def show_project_state(self, state: ProjectState, *, is_open: bool) -> None:
        """Shows the categories, and whether they can be changed here."""
        self._state = state
        taxonomy = state.info.taxonomy
        show_if(is_open, self.add, self.change)
        self.none.setVisible(not taxonomy.categories)
        clear(self._rows)
        by_domain = grouped((category.domain, category) for category in taxonomy.categories)
        for domain, own in by_domain.items():
            title = domain_name(domain) or t("Any domain")
            names = listed(_said(one, taxonomy) for one in own)
            self._rows.addWidget(label(t("{title}: {names}", title=title, names=names)))
        known = {category.name for category in taxonomy.categories}
        others = [name for name in state.categories if name not in known]
        show_if(bool(taxonomy.categories and others), self.unlisted)
        self.unlisted.setText(
            t("On tasks, and not among them; merge them: {names}", names=listed(others))
        )

    def _fill(self, menu: QMenu) -> None:
        for command in _CHANGES:
            menu.addAction(t("{title}…", title=t(command.words.title)), partial(self.ask, command))

    def ask(self, command: Command[Any]) -> None:
        """Asks for what a command needs, and does it."""
        taxonomy = self._state.info.taxonomy
        domains = [(domain_name(domain), domain) for domain in taxonomy.domains]
        names = (*(category.name for category in taxonomy.categories), *self._state.categories)
        every = tuple(dict.fromkeys(names))
        own: Mapping[str, Mapping[str, Any]] = {
            "domain": {
                "kind": inputs.choice(
                    lambda: domains if command is set_target else [(t("any"), ""), *domains]
                )
            },
            "name": {
                "kind": inputs.text() if command is define_category else _suggested(every),
                "needed": _NEEDED,
            },
            "into": {
                "kind": _suggested(tuple(category.name for category in taxonomy.categories)),
                "needed": _NEEDED,
            },
            "after": {"kind": inputs.text(), "needed": _NEEDED},
            "category": {
                "kind": _suggested(tuple(category.name for category in taxonomy.categories))
            },
        }
        asked = {parameter.name for parameter in command.parameters}
        CommandDialog(
            self._shell.window,
            self._shell.session,
            command,
            {},
            own={name: kept for name, kept in own.items() if name in asked},
        ).open()


def _suggested(names: tuple[str, ...]) -> Any:
    return inputs.suggested(lambda: names)


def _said(category: Category, taxonomy: Taxonomy) -> str:
    """A category with how many tasks are wanted."""
    goals = {(goal.domain, goal.category): goal.tasks for goal in taxonomy.goals}
    wanted = goals.get((category.domain, category.name))
    title = category.title(spoken())
    return t("{name} ({n} wanted)", name=title, n=wanted) if wanted else title
