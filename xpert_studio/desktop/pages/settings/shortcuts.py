"""Shortcuts, changed in place: choose a line, press Enter, press the new keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QKeySequenceEdit

from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.actions import GROUPS, Action
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.explorer import EmptyState, Explorer
from xpert_studio.desktop.widgets.fields import filter_field
from xpert_studio.desktop.widgets.grid import Grid, GridCell, GridColumn
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.wiring import ENTER, on_keys, show_if, wire

KEYS: Final = 2
_ORDER: Final = {group: place for place, group in enumerate(GROUPS)}


def shown(keys: str) -> str:
    """Shortcuts as the platform writes them."""
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(one).toString(native) for one in keys.split())


def group_of(action: Action) -> str:
    """Where an action belongs, in words."""
    return t(GROUPS[action.group]) if action.group in GROUPS else action.group


class KeyField(QKeySequenceEdit):
    """Takes one combination of keys; Escape, Enter and Tab are keys where another is held too.

    Signals:
        left: It is done, or was left.
    """

    left = Signal()

    def __init__(self) -> None:
        super().__init__(maximumSequenceLength=1)
        self.setAccessibleName(t("Press the new keys"))
        self.editingFinished.connect(self.left)

    @property
    def keys(self) -> str:
        """What was pressed, as Qt writes it; empty for nothing."""
        return self.keySequence().toString(QKeySequence.SequenceFormat.PortableText)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Escape and Enter alone leave it."""
        held = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        if event.key() in (Qt.Key.Key_Escape, *ENTER) and not event.modifiers() & ~held:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Another page leaves the old keys."""
        super().focusOutEvent(event)
        self.left.emit()


class ShortcutsPanel(ShellWidget):
    """The actions with their keys, a filter, and what can be done with a line."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.book = shell.book
        self.listed: list[Action] = []
        self._editing: tuple[KeyField, int] | None = None
        self.words = filter_field(
            t("Filter: an action, a group or keys"),
            self.refresh,
            name=t("Filter the shortcuts"),
            least=280,
        )
        self.grid = Grid(self)
        self.table = GridView(self.grid, t("Shortcuts"), stretched="action", high=36)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        on_keys(self.table, (Qt.Key.Key_Delete, Qt.Key.Key_Backspace), self.take_away)
        wire(
            (self.table.opened, lambda *_: self.change()),
            (self.table.selectionModel().currentChanged, lambda *_: self._show_state()),
        )
        self.said = label("", "muted")
        self.change_one = button(t("Change"), self.change, picture="keyboard")
        self.none = button(t("No shortcut"), self.take_away)
        self.reset_one = button(t("Back to usual"), self.reset, picture="rotate-ccw")
        self.reset_all = button(t("Reset all to default"), self.reset_everything)
        self.empty = EmptyState(
            "keyboard",
            t("No action answers this filter"),
            t("Fewer words leave more."),
            button(t("Show all actions"), self.words.clear),
        )
        about = label(
            t(
                "Enter changes a line, Delete takes its keys away. Pages add their actions "
                "here when they are opened first."
            ),
            "muted",
        )
        self.explorer = Explorer(
            self.table,
            self.words,
            self.reset_all,
            above=(about,),
            below=(self.said, box(row(self.change_one, self.none, self.reset_one, 1))),
            empty=self.empty,
        )
        column(self.explorer, on=self)
        shell.book.add(
            self,
            Action(
                "view.filter_shortcuts",
                mark("Filter the shortcuts"),
                self.words.setFocus,
                "Ctrl+F",
                "filter",
            ),
        )

    def refresh(self) -> None:
        """Shows the actions there are now that the filter leaves."""
        found = sorted(
            (action for action, _, _ in self.book),
            key=lambda action: _ORDER.get(action.group, len(_ORDER)),
        )
        wanted = self.words.text().casefold().split()
        left = [action for action in found if all(word in self._said(action) for word in wanted)]
        if left != self.listed:
            self._leave_field()
            self.listed = left
            self.grid.show_grid(self._columns(), range(len(left)))
        self.table.go_to(self.table.currentIndex().row())
        self.explorer.shown(len(found))
        self._show_state()

    def _columns(self) -> list[GridColumn]:
        def of(said: Callable[[Action], GridCell]) -> Callable[[int], GridCell]:
            return lambda at: said(self.listed[at])

        def keys(action: Action) -> GridCell:
            said = shown(self.book.keys_of(action)) or "–"
            return GridCell(said, is_strong=self._is_changed(action), hint=self._said(action))

        def usual(action: Action) -> GridCell:
            return GridCell(shown(action.keys) if self._is_changed(action) else "", tone="muted")

        return [
            GridColumn(
                "group",
                t("Where"),
                of(lambda action: GridCell(group_of(action), tone="muted")),
                110,
                sorts=False,
            ),
            GridColumn(
                "action",
                t("Action"),
                of(lambda action: GridCell(action.label, hint=t(action.hint))),
                sorts=False,
            ),
            GridColumn("keys", t("Shortcut"), of(keys), 190, sorts=False),
            GridColumn("usual", t("Usual"), of(usual), 110, sorts=False),
        ]

    def _said(self, action: Action) -> str:
        return f"{action.label} {group_of(action)} {shown(self.book.keys_of(action))}".casefold()

    def _is_changed(self, action: Action) -> bool:
        return self.book.keys_of(action) != action.keys

    def _say(self, text: str, tone: str = "muted") -> None:
        self.said.say(text, tone)

    def _show_state(self) -> None:
        chosen = self.chosen
        self.grid.came(0, len(self.listed))
        show_if(chosen, self.change_one)
        show_if(chosen and self.book.keys_of(chosen), self.none)
        show_if(chosen and self._is_changed(chosen), self.reset_one)
        show_if(self.shell.prefs.shortcuts, self.reset_all)

    def take_focus(self, item: str = "") -> None:
        """Puts the focus on the table."""
        self.table.setFocus()

    @property
    def chosen(self) -> Action | None:
        """The action of the line that is marked."""
        place = self.grid.place(self.table.currentIndex().row())
        return None if place is None else self.listed[place]

    def change(self) -> None:
        """Waits for the new keys of the line that is marked."""
        row = self.table.currentIndex().row()
        if self.chosen is not None and self._editing is None:
            self._say(t("Press the new keys; Escape leaves the old ones."))
            field = KeyField()
            self._editing = (field, row)
            field.left.connect(self._leave_field)
            self.table.setIndexWidget(self.grid.index(row, KEYS), field)
            self.table.scrollTo(self.grid.index(row, KEYS))
            field.setFocus()

    def _leave_field(self) -> None:
        if self._editing is None:
            return
        (field, row), self._editing = self._editing, None
        keys, action = field.keys, self.listed[row]
        if field.hasFocus():
            self.table.setFocus()
        self.table.setIndexWidget(self.grid.index(row, KEYS), None)  # type: ignore[arg-type]
        had = map(QKeySequence, self.book.keys_of(action).split())
        if keys and QKeySequence(keys) not in had:
            self._give(action, keys)

    def _give(self, action: Action, keys: str | None) -> None:
        """Gives an action other keys; None for the usual ones, empty for none at all."""
        wanted = action.keys if keys is None else keys
        other = self.book.clash(action.id, wanted) if wanted else None
        if other is not None:
            self._say(
                t(
                    "{keys} is taken by “{action}” ({group}). Nothing was changed.",
                    keys=shown(wanted),
                    action=other.label,
                    group=group_of(other),
                ),
                "bad",
            )
            return
        self.book.change_keys(action.id, keys)
        self.shell.prefs.save()
        self._show_state()
        self._say(
            t("{keys} now means “{action}”.", keys=shown(wanted), action=action.label)
            if wanted
            else t("“{action}” has no shortcut now.", action=action.label),
            "good",
        )

    def take_away(self) -> None:
        """Takes the keys of the line that is marked away."""
        if self.chosen is not None:
            self._give(self.chosen, "")

    def reset(self) -> None:
        """Gives the line that is marked its usual keys."""
        if self.chosen is not None:
            self._give(self.chosen, None)

    def reset_everything(self) -> None:
        """Gives all actions their usual keys, those of pages that were not opened too."""
        self.shell.prefs.shortcuts.clear()
        for action, _, _ in self.book:
            self.book.change_keys(action.id, None)
        self.shell.prefs.save()
        self._show_state()
        self._say(t("All shortcuts are default."), "good")
