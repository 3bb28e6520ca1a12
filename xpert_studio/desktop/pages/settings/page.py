"""Preferences of this machine: look, shortcuts, providers of models, the library."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.records import Change
from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.settings.library import LibraryPanel
from xpert_studio.desktop.pages.settings.look import LookPanel
from xpert_studio.desktop.pages.settings.providers import ProvidersPanel
from xpert_studio.desktop.pages.settings.shortcuts import ShortcutsPanel
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.fields import tab_bar, turn_to
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import column, stacked, wide

TABS: Final = (
    ("look", mark("Look")),
    ("shortcuts", mark("Shortcuts")),
    ("providers", mark("Providers")),
    ("library", mark("Library")),
)


class SettingsPage(Page):
    """Four tabs; ``place.tab`` says which."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.look = LookPanel(shell)
        self.shortcuts = ShortcutsPanel(shell)
        self.providers = ProvidersPanel(shell)
        self.library = LibraryPanel(shell)
        self.tabs = tab_bar(
            [(t(title), name) for name, title in TABS],
            self._turn_to,
            name=t("Parts of the settings"),
        )
        self.stack = stacked(self.look, self.shortcuts, self.providers, self.library)
        column(
            label(t("Settings"), "title"),
            self.tabs,
            wide(self.stack),
            on=self,
            pad=WIDE,
            gap=SPACE,
        )

    @property
    def panel(self) -> LookPanel | ShortcutsPanel | ProvidersPanel | LibraryPanel:
        """The tab that is shown."""
        return (self.look, self.shortcuts, self.providers, self.library)[self.tabs.currentIndex()]

    def show_place(self, place: Place) -> None:
        """Shows a tab."""
        super().show_place(place)
        if place.tab:
            turn_to(self.tabs, place.tab)
        self.stack.setCurrentIndex(self.tabs.currentIndex())

    def refresh(self) -> None:
        """Shows which actions and keys there are now; the focus is where it was wanted."""
        if not isinstance(self.panel, LookPanel):
            self.panel.refresh()
        if self.hasFocus():
            self.panel.take_focus(self.place.item)

    def concerns(self, change: Change) -> bool:
        """Nothing that is done to a project shows here."""
        return False

    def _turn_to(self, at: int) -> None:
        self.stack.setCurrentIndex(at)
        self.place = Place("settings", tab=TABS[at][0])
        self.shell.refine(self.place)
        self.fall_behind()
