"""Why commands would be refused now: each is tried on the thread of changes, and taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject

from xpert_studio.core.errors import DiskError, ProjectBusyError, XpertError
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.commands import Command
from xpert_studio.desktop.bridge import Bridge
from xpert_studio.desktop.widgets.wiring import later

_PASSING = (ProjectBusyError, DiskError)
"""What keeps any change from being made at the moment, and says nothing of a command."""
Known = Mapping[str, Any]
_Key = tuple[str, tuple[tuple[str, Any], ...]]


class Refusals(QObject):
    """Answers at once, with what was found last; what is not known yet is no refusal.

    Args:
        ctx: Whose.
        bridge: Where commands are tried.
        say: Says an error.
        parent: What it ends with.
    """

    def __init__(
        self,
        ctx: CommandContext,
        bridge: Bridge,
        say: Callable[[XpertError], str],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._ctx, self._bridge, self._say = ctx, bridge, say
        self._found: dict[_Key, str] = {}
        self._asked: dict[_Key, tuple[Command[Any], Known]] = {}
        self._known: set[_Key] = set()
        self._soon = later(self, 0, self._try)

    def forget(self) -> None:
        """Something has changed: what is asked for from now on is tried anew."""
        self._known.clear()

    def why(self, command: Command[Any], known: Known) -> str | None:
        """Why a command would be refused, as far as that was found out.

        Args:
            command: It.
            known: Its parameters, as far as they are chosen; see ``Command.refusal_with``.
        """
        key = (command.name, tuple(sorted(known.items())))
        if key not in self._known:
            self._known.add(key)
            self._asked[key] = command, known
            self._soon.start()
        return self._found.get(key) or None

    def _try(self) -> None:
        asked, self._asked = self._asked, {}
        if asked and not self._bridge.is_closed:
            self._bridge.write(
                lambda: {
                    key: command.refusal_with(self._ctx, known)
                    for key, (command, known) in asked.items()
                },
                self._take,
                lambda _: None,
            )

    def _take(self, found: Mapping[_Key, XpertError | None]) -> None:
        told = {key: error for key, error in found.items() if not isinstance(error, _PASSING)}
        self._found |= {key: self._say(error) if error else "" for key, error in told.items()}
