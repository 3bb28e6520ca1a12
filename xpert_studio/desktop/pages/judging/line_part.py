"""What packs show below a decision on the form where experts judge."""

from __future__ import annotations

from xpert_studio.core.packs import entries
from xpert_studio.core.workflow.form_view import FormView
from xpert_studio.desktop.pages.judging.form_table import FormRow
from xpert_studio.desktop.shell import Shell, ShellWidget


class LinePart(ShellWidget):
    """Something about the current checkpoint of a form; it hides where it has nothing to ask."""

    def show_form(self, view: FormView) -> None:
        """Another form is shown, or the same after a change of the project."""

    def show_line(self, line: FormRow | None, *, may: bool) -> None:
        """Another checkpoint is current, or was decided.

        Args:
            line: The checkpoint with its decision.
            may: Whether the expert may change the project.
        """

    def take_focus(self) -> None:
        """Called by its key: lets a person say something, where there is something to ask."""


def line_parts(shell: Shell) -> list[LinePart]:
    """What all packs show there."""
    return [make(shell) for make in entries("line_parts")]
