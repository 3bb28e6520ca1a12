"""Asks for what a verb needs before it is done: a reason, a few fields; never just for an OK."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QLayout,
    QLineEdit,
    QWidget,
)

from xpert_studio.core.wording import explained, mark, t
from xpert_studio.desktop.look import PAD, SPACE, px
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.form_inputs import long_text, yes_or_no
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import column, row


def questions(asked: Iterable[tuple[str, str]]) -> list[FormField]:
    """The fields of questions that are answered with yes or no.

    Args:
        asked: Key and text of each, marked for translation.
    """
    return [
        FormField(
            key=key, title="", name=words, kind=yes_or_no(words), needed=mark("Answer yes or no.")
        )
        for key, words in asked
    ]


class ActionDialog(QDialog):
    """A small form over the window: a title, what it is for, fields, and one button that acts.

    ``accept`` is called by Ctrl+Enter too; Escape leaves everything as it is.

    Args:
        parent: Over which window.
        title: What is about to be done.
        text: What it means.
        act: What the button says.
        asked: The fields of its form; it closes only once nothing is missing in them.
        danger: Whether the button is drawn as one that takes something away.
        over: The part of the window that it may cover, from its lower right corner on; where None,
            it stands in the middle.
    """

    def __init__(
        self,
        parent: QWidget,
        title: str,
        text: str,
        act: str,
        *,
        asked: Iterable[FormField] = (),
        danger: bool = False,
        over: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._over = over
        self.setMinimumWidth(px(460))
        self.form = Form(asked)
        self.fields = column(self.form, gap=PAD)
        self._first: QWidget | None = None
        self.problem = label("", "bad")
        self.problem.hide()
        self.act = button(act, self.accept, kind="danger" if danger else "primary")
        about = label(text, "muted")
        self._lines = column(
            label(title, "heading"),
            about,
            self.fields,
            self.problem,
            row(1, button(t("Cancel"), self.reject), self.act),
            on=self,
            pad=SPACE,
            gap=PAD,
        )
        # Qt's least height is that of the narrowest lines, which leaves gaps between wider ones.
        self._lines.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        about.setVisible(bool(text))
        self.form.setVisible(bool(self.form.fields))

    def done(self, result: int) -> None:
        """Closes; the focus goes back also where there is no window manager."""
        below = self.parentWidget()
        super().done(result)
        if below is not None:
            below.window().activateWindow()

    def add(self, name: str, widget: QWidget) -> None:
        """Adds a field below the others."""
        if name:
            caption = label(name, "label")
            caption.setBuddy(widget)
            widget.setAccessibleName(name)
            self.fields.addWidget(caption)
        self._first = self._first or widget
        self.fields.addWidget(widget)

    def ask(self, then: Callable[[], object]) -> None:
        """Opens it; `then` follows once its button was used."""
        self.accepted.connect(then)
        self.open()

    def accept(self) -> None:
        """Closes, where nothing is missing in its form."""
        if self.form.check():
            super().accept()

    def carry_out(
        self, session: Session, work: Callable[[], Any], then: Callable[[Any], object]
    ) -> None:
        """Does something that changes the project, and closes; what is refused is said here."""
        self.act.setEnabled(False)

        def done(result: Any) -> None:
            QDialog.accept(self)
            then(result)

        def refused(error: BaseException) -> None:
            self.act.setEnabled(True)
            self.problem.say(explained(error))

        session.perform(work, done, refused)

    def event(self, event: QEvent) -> bool:
        """Becomes higher where what is in it needs more room."""
        is_done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest and self.isVisible():
            needed = self._lines.totalHeightForWidth(self.width())
            self.resize(self.width(), max(self.height(), needed))
        return is_done

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Begins in the first field, or on the button that acts; as high as its words need where they break into lines."""
        super().showEvent(event)
        self.resize(self.width(), self._lines.totalHeightForWidth(self.width()))
        if self._over is not None:
            corner = self._over.mapToGlobal(self._over.rect().bottomRight())
            self.move(corner - self.rect().bottomRight())
        if self.form.fields:
            self.form.begin()
        else:
            (self._first or self.act).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Ctrl+Enter acts; Enter alone does in a field of one line, and on a choice."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            is_short = isinstance(self.focusWidget(), (QLineEdit, QAbstractSpinBox, QComboBox))
            if is_short or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.act.click()
        else:
            super().keyPressEvent(event)


def ask_reason(
    parent: QWidget,
    *,
    title: str,
    text: str,
    act: str,
    then: Callable[[str], object],
    needed: bool = True,
    danger: bool = False,
    name: str = "",
    initial: str = "",
) -> ActionDialog:
    """Asks for a reason in words, and passes it on.

    Args:
        parent: In the lower right corner of which part of the window.
        title: What is about to be done.
        text: Who will read it, or what it means.
        act: What the button says.
        then: Gets the reason.
        needed: Whether an empty one will not do.
        danger: Whether the button is drawn as one that takes something away.
        name: What the field is called.
        initial: What stands in it.
    """
    asked = (reason_field(name, needed=needed),)
    dialog = ActionDialog(
        parent.window(), title, text, act, asked=asked, danger=danger, over=parent
    )
    dialog.form.show_values({"reason": initial})
    dialog.ask(lambda: then(dialog.form.values()["reason"]))
    return dialog


def reason_field(name: str = "", *, needed: bool = True) -> FormField:
    """The field of a reason in words."""
    return FormField(
        key="reason",
        title=name or mark("Reason"),
        kind=long_text(),
        help=mark("Ctrl+Enter confirms."),
        needed=mark("Write a reason.") if needed else "",
    )
