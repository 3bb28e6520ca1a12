"""Steps that packs bring: what the window does at a click on an action of a section."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.packs import Registry
from xpert_studio.core.records import Role
from xpert_studio.core.workflow.command_context import CommandContext


@dataclass(frozen=True, slots=True)
class Step:
    """A step.

    Attributes:
        id: Named by the action of a section, before the arguments.
        roles: Who is offered it: a person with any of these roles.
        run: Does it for a person, by commands that check their rights; gives what was done, in a
            sentence.
    """

    id: str
    run: Callable[[CommandContext, Sequence[str]], str]
    roles: tuple[Role, ...] = (Role.LEAD,)


STEPS: Final[Registry[Step]] = Registry("steps")
