"""Asks for what a command still needs, carries it out, and says in place what was refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow.commands import Command
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import answered, fields_for
from xpert_studio.desktop.widgets.asking import ActionDialog

_REASON: Final = {
    "kind": inputs.long_text(),
    "help": mark("Ctrl+Enter confirms."),
    "needed": mark("Write a reason."),
}
"""A reason is written in words, on several lines."""


class CommandDialog(ActionDialog):
    """A form made of a command: what is given is not asked for; the rest that has a title is.

    Args:
        parent: Over which window, or which part of one.
        session: The project.
        command: What is done.
        given: Its parameters that are known.
        then: Gets the change, once it is done.
        asked: The parameters that are asked for, in their order; all with a title where empty.
        text: What it means; the help of the command where empty.
        act: What the button says; the title of the command where empty.
        title: What is about to be done; the title of the command where empty.
        danger: Whether the button is drawn as one that takes something away.
        over: The part of the window that it may cover; see ``ActionDialog``.
        clears: Whether an empty field takes back what it held; else it is left out.
        own: By parameter, what the window knows of its field; see ``fields_for``.
    """

    def __init__(
        self,
        parent: QWidget,
        session: Session,
        command: Command[Any],
        given: Mapping[str, Any],
        then: Callable[[Any], object] = lambda _: None,
        *,
        asked: Sequence[str] = (),
        text: str = "",
        act: str = "",
        title: str = "",
        danger: bool = False,
        over: QWidget | None = None,
        clears: bool = False,
        own: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self._clears = clears
        self._session, self._command, self._given, self._then = session, command, given, then
        fields = fields_for(command, *asked, **({"reason": _REASON} | dict(own or {})))
        super().__init__(
            parent.window(),
            title or t(command.words.title),
            text or t(command.hint),
            act or t(command.words.title),
            asked=[field for field in fields if field.key not in given],
            danger=danger,
            over=over,
        )

    def accept(self) -> None:
        """Does it, where nothing is missing; what is refused is said here."""
        if self.form.check():
            filled = self.form.values()
            read = filled if self._clears else answered(self._command, filled)
            values = {**self._given, **read}
            ctx = self._session.ctx
            self.carry_out(self._session, lambda: self._command(ctx, **values), self._then)
