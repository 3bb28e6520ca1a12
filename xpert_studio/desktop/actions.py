"""Actions: declared once; menus, palette, tooltips and the shortcut editor come from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QPushButton, QWidget
from shiboken6 import isValid

from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow.commands import Command
from xpert_studio.desktop.look import icon
from xpert_studio.desktop.menu_letters import letters_for, with_letter
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.shown_text import hint as plain_hint
from xpert_studio.desktop.widgets.wiring import later

GROUPS: Final = {
    "file": mark("File"),
    "edit": mark("Edit"),
    "go": mark("Go"),
    "view": mark("View"),
    "task": mark("Task"),
    "brief": mark("Brief"),
    "rubric": mark("Rubric"),
    "review": mark("Review"),
    "judging": mark("Judging"),
    "runs": mark("Runs"),
    "verdict": mark("Verdicts"),
    "alignment": mark("Alignment"),
    "results": mark("Results"),
    "responses": mark("Responses"),
    "assignments": mark("Assignments"),
    "people": mark("People"),
    "project": mark("Project"),
    "help": mark("Help"),
}


_GREYS: Final = "greys"
Refused = Callable[[], str | None]


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do.

    Attributes:
        id: ``group.name``, such as ``rubric.split``.
        text: What it is called, marked for translation.
        run: Does it.
        keys: The default shortcuts, as Qt writes them, separated by spaces; empty for none.
        icon: An icon's name.
        hint: One sentence more, for tooltip and palette.
        refused: Says why it cannot be done now; nothing where it can.
        in_menu: Whether it stands in the menu of its group.
        asks: Whether it asks for something before it is done, which an ellipsis says.
        of_teams: Whether there is no such thing in a solo project.
    """

    id: str
    text: str
    run: Callable[[], object]
    keys: str = ""
    icon: str = ""
    hint: str = ""
    refused: Refused = str
    in_menu: bool = True
    asks: bool = False
    of_teams: bool = False

    @classmethod
    def of(
        cls,
        command: Command[Any],
        id: str,  # noqa: A002 - as of the others
        run: Callable[[], object],
        keys: str = "",
        icon: str = "",
        refused: Refused = str,
        *,
        hint: str = "",
        asks: bool = False,
    ) -> Action:
        """The action that does a command, in the words of the command."""
        return cls(
            id, command.words.title, run, keys, icon, hint or command.hint, refused, asks=asks
        )

    @property
    def label(self) -> str:
        """What it is called, in the window's language."""
        return t(self.text) + ("…" if self.asks else "")

    @property
    def group(self) -> str:
        """The group it belongs to."""
        return self.id.partition(".")[0]


class ActionBook(QObject):
    """All actions there are now, and their shortcuts.

    Args:
        changed: Shortcuts that a person has changed, by action.
        tell: Shows why something cannot be done.
        is_solo: Whether the project is one of a single person.
    """

    def __init__(
        self,
        changed: dict[str, str],
        tell: Callable[[str], None],
        is_solo: Callable[[], bool] = bool,
    ) -> None:
        super().__init__()
        self._is_solo = is_solo
        self._changed = changed
        self._tell = tell
        self._known: dict[str, tuple[Action, QAction, QWidget]] = {}
        self._buttons: list[tuple[Action, QAbstractButton]] = []
        self.soon = later(self, 0, self.look_again)

    def add(self, owner: QWidget, *actions: Action) -> None:
        """Declares actions of a page, or of the window.

        Args:
            owner: Their shortcuts work wherever the focus is, while this is seen.
            actions: Them.
        """
        for action in actions:
            made = QAction(action.label, owner, shortcutContext=Qt.ShortcutContext.WindowShortcut)
            made.setObjectName(action.id)
            if action.icon:
                made.setIcon(icon(action.icon, "muted"))
            made.triggered.connect(lambda _=False, action=action: self.run(action))
            owner.addAction(made)
            self._known[action.id] = (action, made, owner)
            self._set_keys(action, made)

    def run(self, action: Action) -> None:
        """Does it, or says why it cannot be done."""
        if reason := action.refused():
            self._tell(reason)
        else:
            action.run()

    def run_id(self, action_id: str) -> None:
        """Does the action of that id."""
        self.run(self._known[action_id][0])

    def __iter__(self) -> Iterator[tuple[Action, QAction, QWidget]]:
        self._known = {key: item for key, item in self._known.items() if isValid(item[1])}
        return iter(self._known.values())

    def usable(self) -> list[tuple[Action, QAction]]:
        """What can be done where the person is now."""
        known = ((action, made) for action, made, owner in self if owner.isVisible())
        is_solo = self._is_solo()
        return [
            (action, made)
            for action, made in known
            if made.isVisible() and not (is_solo and action.of_teams)
        ]

    def button(self, action_id: str, words: str = "", *, kind: str = "") -> QPushButton:
        """A button that does an action; see ``follow``.

        Args:
            action_id: The action.
            words: What it says, where that is not what the action is called.
            kind: As of other buttons.
        """
        return self.button_of(self._known[action_id][0], words, kind=kind)

    def button_of(self, action: Action, words: str = "", *, kind: str = "") -> QPushButton:
        """A button that does an action which stands nowhere else, likewise."""
        made = button(words or t(action.text), kind=kind, picture=action.icon)
        self._have_do(action, made)
        return made

    def follow(self, action_id: str, made: QAbstractButton) -> None:
        """Has a button do an action; while it would be refused, it is grey and its hint says why."""
        self._have_do(self._known[action_id][0], made)

    def _have_do(self, action: Action, made: QAbstractButton) -> None:
        made.clicked.connect(lambda: self.run(action))
        self._buttons.append((action, made))
        self.soon.start()

    def look_again(self) -> None:
        """Looks which actions can be done now, for the buttons that do them, and for menus."""
        for action, _ in self.usable():
            action.refused()  # what has to be tried first is known when it is asked for
        self._buttons = [pair for pair in self._buttons if isValid(pair[1])]
        for action, made in self._buttons:
            if made.isVisible():
                reason = action.refused() or ""
                made.setEnabled(not reason)
                made.setToolTip(plain_hint(reason or self._hint(action)))
        if QApplication.activePopupWidget() is None:
            self._give_back_keys()

    def _give_back_keys(self) -> None:
        """What is grey in a menu takes its keys again once that is closed, to say why not."""
        for action, made, _ in self:
            if not made.isEnabled():
                made.setEnabled(True)
                made.setToolTip(self._hint(action))

    def fill(self, menu: QMenu, actions: Iterable[Action]) -> None:
        """Fills a menu with actions; those that would be refused are grey, with the reason."""
        shown = tuple(actions)
        letters = letters_for([action.text for action in shown])
        for action, letter in zip(shown, letters, strict=True):
            made, reason = self._known[action.id][1], action.refused()
            made.setText(with_letter(action.label, letter))
            made.setEnabled(not reason)
            if reason:
                made.setToolTip(plain_hint(reason))
            menu.addAction(made)
        if not menu.property(_GREYS):
            menu.setProperty(_GREYS, True)
            menu.aboutToHide.connect(self.soon.start)

    def q_action(self, action_id: str) -> QAction:
        """Qt's own of an action, for a button or menu."""
        return self._known[action_id][1]

    def keys_of(self, action: Action) -> str:
        """The shortcuts in force, separated by spaces."""
        return self._changed.get(action.id, action.keys)

    def shown_keys(self, action_id: str) -> str:
        """The first shortcut as the platform writes it; empty for none."""
        shown = self._known[action_id][1].shortcut()
        return shown.toString(QKeySequence.SequenceFormat.NativeText)

    def clash(self, action_id: str, keys: str) -> Action | None:
        """Another action that would be meant by the same keys in the same place."""
        owner = self._known[action_id][2]
        wanted = {QKeySequence(one) for one in keys.split()}
        for action, made, other in self:
            together = other is owner or other.isAncestorOf(owner) or owner.isAncestorOf(other)
            if action.id != action_id and together and not wanted.isdisjoint(made.shortcuts()):
                return action
        return None

    def change_keys(self, action_id: str, keys: str | None) -> None:
        """Changes a shortcut; None goes back to the default."""
        action, made, _ = self._known[action_id]
        if keys is None or keys == action.keys:
            self._changed.pop(action_id, None)
        else:
            self._changed[action_id] = keys
        self._set_keys(action, made)

    def _set_keys(self, action: Action, made: QAction) -> None:
        made.setShortcuts([QKeySequence(one) for one in self.keys_of(action).split()])
        made.setToolTip(self._hint(action))

    def _hint(self, action: Action) -> str:
        hint = t(action.hint) if action.hint else action.label
        shown = self.shown_keys(action.id) if action.id in self._known else ""
        return f"{hint} ({shown})" if shown else hint
