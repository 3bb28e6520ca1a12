"""What commands can do with what is selected: found in their registrations, and offered at its row.

A command applies to a selection where it needs all of it, and where a form can ask for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget
from shiboken6 import isValid

from xpert_studio.core.fields import Asks, Parameter
from xpert_studio.core.records import QUALIFICATIONS, Change, Role
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.commands import Command, every_command
from xpert_studio.desktop.names import deed
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.desktop.widgets.shown_text import menu_words

Selection = Mapping[str, str]
"""What is selected, by the names of the parameters that it stands for: ``{"task_id": "t1"}``."""
_REASON: Final = "reason"


def applying(selection: Selection) -> list[Command[Any]]:
    """The commands that take all of a selection, and ask in a form for whatever else they need."""
    return [one for one in every_command().values() if one.line and _applies(one, selection)]


def _applies(command: Command[Any], selection: Selection) -> bool:
    needed = {parameter.name for parameter in command.parameters if parameter.is_needed}
    others = [parameter for parameter in command.parameters if parameter.name not in selection]
    is_form = any(other.is_needed or other.name == _REASON for other in others)
    return selection.keys() <= needed and (not others or is_form) and all(map(_has_title, others))


def _has_title(parameter: Parameter) -> bool:
    return isinstance(parameter.asks, Asks) and bool(parameter.asks.title)


def available(ctx: CommandContext, selection: Selection) -> tuple[Command[Any], ...]:
    """The commands that the person may carry out with a selection now; each is tried, and taken back.

    What is still asked for is tried by its example: a refusal of the example alone is none.
    """
    return tuple(one for one in applying(selection) if one.refusal_with(ctx, selection) is None)


def known_fields(session: Session) -> dict[str, dict[str, Any]]:
    """What the window knows of the fields that commands ask for; see ``fields_for``."""
    state = session.project_state
    authors = [(person.called, person.id) for person in state.people if Role.AUTHOR in person.roles]
    outcomes = [(QUALIFICATIONS.title(one), one) for one in QUALIFICATIONS]
    return {
        "author_id": {"kind": inputs.choice(lambda: authors), "needed": mark("Choose a person.")},
        "outcome": {"kind": inputs.choice(lambda: outcomes)},
        "share": {"preset": state.info.policies.spot_check_share},
    }


def task_of(place: Place | None) -> Selection:
    """The task that a place is about, as it is selected; nothing where it is about none."""
    return {"task_id": place.task_id} if place is not None and place.task_id else {}


def carry_out(shell: Shell, command: Command[Any], selection: Selection) -> None:
    """Does a command with a selection; asks first for what it needs beside it."""
    session = shell.session

    def done(change: Change) -> None:
        said = t("Done: {deed}.", deed=deed(change.command))
        if change:
            shell.say(said, "good", act=t("Undo"), run=partial(session.undo, change_id=change.id))
        else:
            shell.say(said, "good")

    if all(parameter.name in selection for parameter in command.parameters):
        session.perform(lambda: command(session.ctx, **selection), done)
        return
    CommandDialog(shell.window, session, command, selection, done, own=known_fields(session)).open()


def offer_row_menu(
    view: QWidget,
    shell: Shell,
    *,
    group: str = "",
    selection: Callable[[], Selection] = dict,
    opens: Callable[[], Place | None] = lambda: None,
) -> None:
    """A menu at a row, by the right mouse button or the menu key.

    Args:
        view: Whose rows; or the row itself.
        shell: The window around it.
        group: The actions of this group are in it.
        selection: What is selected; with it, the commands that apply to it are in it.
        opens: The place that the row stands for.
    """
    ground = view.viewport() if isinstance(view, QAbstractItemView) else view

    def ask(at: QPoint) -> None:
        chosen = selection()
        shell.session.bridge.write(
            lambda: available(shell.session.ctx, chosen) if chosen else (),
            lambda found: show(at, chosen, found),
            shell.tell,
        )

    def show(at: QPoint, chosen: Selection, found: tuple[Command[Any], ...]) -> None:
        if not isValid(view):
            return  # it was made anew meanwhile
        menu = QMenu(view, toolTipsVisible=True)
        menu.aboutToHide.connect(menu.deleteLater)
        if (place := opens()) is not None:
            menu.addAction(t("Open"), partial(shell.go, place))
        own = [one for one, _ in shell.book.usable() if one.group == group and one.in_menu]
        shell.book.fill(menu, [one for one in own if not one.refused()])
        for command in found:
            asks = "…" if len(command.parameters) > len(chosen) else ""
            words = menu_words(t(command.words.title)) + asks
            made = menu.addAction(words, partial(carry_out, shell, command, chosen))
            made.setToolTip(t(command.hint))
        if menu.isEmpty():
            menu.addAction(t("Nothing can be done with this now.")).setEnabled(False)
        menu.popup(ground.mapToGlobal(at))

    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.customContextMenuRequested.connect(ask)
