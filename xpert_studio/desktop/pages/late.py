"""Parts of the window whose modules are imported when the user goes there first."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from PySide6.QtGui import QShowEvent

from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.wiring import later


def make_part(module: str, kind: str, shell: Shell) -> Any:
    """Makes a page, panel or section.

    Args:
        module: Where its class is, below ``pages``: ``home.page``, ``results.page``.
        kind: What its class ends in: ``Page`` for ``HomePage``, ``Section`` for ``PairSection``.
        shell: What it is made for.
    """
    name = module.removesuffix(f".{kind.lower()}").rpartition(".")[2]
    found = import_module(f"xpert_studio.desktop.pages.{module}")
    return getattr(found, f"{name.title()}{kind}")(shell)


class ShownLate(ShellWidget):
    """A widget that fetches what it shows when it is seen; those who derive do so in ``catch_up``."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._is_behind = False
        self._soon = later(self, 0, self._catch_up)

    def fall_behind(self) -> None:
        """What is shown is no longer what is: fetches it anew as soon as it is seen."""
        self._is_behind = True
        if self.isVisible():
            self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Catches up."""
        super().showEvent(event)
        if self._is_behind:
            self._soon.start()

    def catch_up(self) -> None:
        """Fetches what is shown."""

    def _catch_up(self) -> None:
        self._is_behind = False
        self.catch_up()
