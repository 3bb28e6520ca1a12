"""Preferences of this machine: how the window looks, shortcuts, providers of models."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xpert_studio.core.records import Change
from xpert_studio.core.wording import LANGUAGES, mark, t
from xpert_studio.desktop.look import SCALES, SPACE, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.settings.providers import ProvidersPanel
from xpert_studio.desktop.pages.settings.shortcuts import ShortcutsPanel
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.fields import tab_bar, turn_to
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.labels import card, label
from xpert_studio.desktop.widgets.layouts import column, stacked, wide
from xpert_studio.desktop.widgets.scrolling import scrolled_column

# How the window looks and speaks: theme, language, text size, motion.


_SYSTEM: Final = ("system", mark("As the system"), "monitor")
_THEMES: Final = (_SYSTEM, ("light", mark("Light"), "sun"), ("dark", mark("Dark"), "moon"))
_LANGUAGES: Final = (_SYSTEM, *((code, name, "") for code, name in LANGUAGES.items()))
_MOTIONS: Final = (_SYSTEM, ("full", mark("Full"), ""), ("reduced", mark("Reduced"), ""))


def _buttons(offers: Iterable[tuple[object, str, str]]) -> inputs.Kind:
    return inputs.buttons(lambda: [(value, t(words), icon) for value, words, icon in offers])


LOOK: Final = (
    FormField(
        key="theme", title=mark("Colours"), kind=_buttons(_THEMES),
        help=mark("Match system theme"),
    ),
    FormField(
        key="language", title=mark("Language"), kind=_buttons(_LANGUAGES),
        help=mark("Interface language; content is unchanged."),
    ),
    FormField(
        key="text_size", title=mark("Text size"), help=mark("Scales the interface."),
        kind=inputs.buttons(lambda: [(size, f"{size} %", "") for size in SCALES]),
    ),
    FormField(
        key="motion", title=mark("Motion"), kind=_buttons(_MOTIONS),
        help=mark(
            "Reduced: menus neither fade nor slide, and the text cursor does not blink."
        ),
    ),
)  # fmt: skip


class LookPanel(ShellWidget):
    """Four questions; an answer holds at once."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.form = Form(LOOK)
        self.form.show_values({one.key: getattr(shell.prefs, one.key) for one in LOOK})
        self.form.left.connect(self._choose)
        scrolled_column(card(column(self.form, pad=SPACE)), 1, on=self)

    def take_focus(self, item: str = "") -> None:
        """Puts the focus on the answer that holds, of the question that was answered last."""
        self.form.inputs[item or "theme"].widget.setFocus()

    def _choose(self, question: str) -> None:
        prefs, value = self.shell.prefs, self.form.values()[question]
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
        self.tabs = tab_bar(
            [(t(title), name) for name, title in TABS], self._turn_to,
            name=t("Parts of the settings"),
        )  # fmt: skip
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
        if place.tab:
            turn_to(self.tabs, place.tab)
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
