"""How the window looks and speaks: theme, language, text size, motion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xpert_studio.core.wording import LANGUAGES, mark, t
from xpert_studio.desktop.look import SCALES, SPACE
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.labels import card
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.desktop.widgets.scrolling import scrolled_column

_SYSTEM: Final = ("system", mark("As the system"), "monitor")
_THEMES: Final = (_SYSTEM, ("light", mark("Light"), "sun"), ("dark", mark("Dark"), "moon"))
_LANGUAGES: Final = (_SYSTEM, *((code, name, "") for code, name in LANGUAGES.items()))
_MOTIONS: Final = (_SYSTEM, ("full", mark("Full"), ""), ("reduced", mark("Reduced"), ""))


def _buttons(offers: Iterable[tuple[object, str, str]]) -> inputs.Kind:
    return inputs.buttons(lambda: [(value, t(words), icon) for value, words, icon in offers])


LOOK: Final = (
    FormField(
        key="theme",
        title=mark("Colours"),
        kind=_buttons(_THEMES),
        help=mark("Match system theme"),
    ),
    FormField(
        key="language",
        title=mark("Language"),
        kind=_buttons(_LANGUAGES),
        help=mark("Interface language; content is unchanged."),
    ),
    FormField(
        key="text_size",
        title=mark("Text size"),
        help=mark("Scales the interface."),
        kind=inputs.buttons(lambda: [(size, f"{size} %", "") for size in SCALES]),
    ),
    FormField(
        key="motion",
        title=mark("Motion"),
        kind=_buttons(_MOTIONS),
        help=mark("Reduced: menus neither fade nor slide, and the text cursor does not blink."),
    ),
)


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
