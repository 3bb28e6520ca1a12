"""Preferences of this machine: how the window looks, shortcuts, providers of models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QPushButton

from xpert_studio.desktop.kit import (
    GAP,
    LANGUAGES,
    PAD,
    SCALES,
    SPACE,
    WIDE,
    Card,
    Place,
    Shell,
    ShellWidget,
    button,
    column,
    label,
    mark,
    px,
    scrolled_column,
    stacked,
    t,
    tab_bar,
    wide,
)
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.settings.providers import ProvidersPanel
from xpert_studio.desktop.pages.settings.shortcuts import ShortcutsPanel
from xpert_studio.records import Change

# How the window looks and speaks: theme, language, text size, motion.

_IN_A_ROW = 3


class Choices(Card):
    """One question with its answers beside each other, one of which holds."""

    def __init__(
        self,
        name: str,
        hint: str,
        answers: Sequence[tuple[str, str, str]],
        chosen: str,
        choose: Callable[[str], object],
    ) -> None:
        super().__init__()
        self.buttons: dict[str, QPushButton] = {}
        group = QButtonGroup(self)
        grid = QGridLayout()
        grid.setSpacing(px(GAP))
        for place, (key, words, picture) in enumerate(answers):
            made = button(words, partial(choose, key), kind="choice", picture=picture)
            made.setCheckable(True)
            made.setChecked(key == chosen)
            made.setAccessibleName(f"{name}: {words}")
            made.setMinimumWidth(px(160))
            group.addButton(made)
            grid.addWidget(made, place // _IN_A_ROW, place % _IN_A_ROW)
            self.buttons[key] = made
        grid.setColumnStretch(_IN_A_ROW, 1)
        column(
            label(name, "heading"), label(hint, "muted"), grid, on=self, pad=SPACE, gap=PAD
        )  # fmt: skip


class LookPanel(ShellWidget):
    """Four questions; an answer holds at once."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        prefs = shell.prefs
        self.theme = Choices(
            t("Colours"), t("Match system theme"),
            (
                ("system", t("As the system"), "monitor"),
                ("light", t("Light"), "sun"),
                ("dark", t("Dark"), "moon"),
            ),
            prefs.theme, lambda key: self._choose("theme", key),
        )  # fmt: skip
        self.language = Choices(
            t("Language"), t("Interface language; content is unchanged."),
            (
                ("system", t("As the system"), "monitor"),
                *((code, name, "") for code, name in LANGUAGES.items()),
            ),
            prefs.language, lambda key: self._choose("language", key),
        )  # fmt: skip
        self.text_size = Choices(
            t("Text size"), t("Scales the interface."),
            tuple((str(size), f"{size} %", "") for size in SCALES),
            str(prefs.text_size), lambda key: self._choose("text_size", key),
        )  # fmt: skip
        self.motion = Choices(
            t("Motion"), t("Reduced: menus neither fade nor slide, and the text cursor does not blink."),
            (
                ("system", t("As the system"), "monitor"),
                ("full", t("Full"), ""),
                ("reduced", t("Reduced"), ""),
            ),
            prefs.motion, lambda key: self._choose("motion", key),
        )  # fmt: skip
        self._questions = {
            "theme": self.theme, "language": self.language, "text_size": self.text_size,
            "motion": self.motion,
        }  # fmt: skip
        scrolled_column(*self._questions.values(), 1, gap=SPACE, on=self)

    def take_focus(self, item: str = "") -> None:
        """Puts the focus on the answer that holds, of the question that was answered last."""
        question = self._questions.get(item, self.theme)
        for made in question.buttons.values():
            if made.isChecked():
                made.setFocus()

    def _choose(self, question: str, answer: str) -> None:
        prefs = self.shell.prefs
        value = int(answer) if question == "text_size" else answer
        if getattr(prefs, question) == value:
            return
        setattr(prefs, question, value)
        prefs.save()
        self.shell.refine(Place("settings", tab="look", item=question))
        self.shell.rebuild.emit()


TABS: Final = (
    ("look", mark("Look")),
    ("shortcuts", mark("Shortcuts")),
    ("providers", mark("Providers")),
)


class SettingsPage(Page):
    """Three tabs; ``place.tab`` says which."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.look = LookPanel(shell)
        self.shortcuts = ShortcutsPanel(shell)
        self.providers = ProvidersPanel(shell)
        parts = [(t(title), name) for name, title in TABS]
        self.tabs = tab_bar(parts, self._turn_to, name=t("Parts of the settings"))
        self.stack = stacked(self.look, self.shortcuts, self.providers)
        column(
            label(t("Settings"), "title"), self.tabs, wide(self.stack),
            on=self, pad=WIDE, gap=SPACE,
        )  # fmt: skip

    @property
    def panel(self) -> LookPanel | ShortcutsPanel | ProvidersPanel:
        """The tab that is shown."""
        return (self.look, self.shortcuts, self.providers)[self.tabs.currentIndex()]

    def show_place(self, place: Place) -> None:
        """Shows a tab."""
        super().show_place(place)
        names = [name for name, _ in TABS]
        if place.tab in names:
            with QSignalBlocker(self.tabs):
                self.tabs.setCurrentIndex(names.index(place.tab))
        self.stack.setCurrentIndex(self.tabs.currentIndex())

    def refresh(self) -> None:
        """Shows which actions and keys there are now; the focus is where it was wanted."""
        if isinstance(self.panel, (ShortcutsPanel, ProvidersPanel)):
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
