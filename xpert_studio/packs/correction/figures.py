"""The figures for which labels are planned, as they are typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from xpert_studio.api import Message
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.messages import joined


class FigureKind(StrEnum):
    """A figure of a system, of two of them, or of the judge."""

    SCORE = "score"
    DIFFERENCE = "difference"
    KAPPA = "kappa-within"


@dataclass(frozen=True, slots=True)
class WantedFigures:
    """A figure; the systems that it is of, all where it is of the judge."""

    kind: FigureKind
    systems: tuple[str, ...] = ()

    @property
    def typed(self) -> str:
        """As it is typed."""
        return f"{self.kind}:{','.join(self.systems)}" if self.systems else self.kind.value


_HOW: Final = Message("Name it as score:SYSTEM, difference:SYSTEM,SYSTEM or kappa-within.")
_SYSTEMS: Final = {FigureKind.SCORE: 1, FigureKind.DIFFERENCE: 2, FigureKind.KAPPA: 0}


def wanted_figure(typed: str, systems: Sequence[str]) -> WantedFigures:
    """The figure that is meant.

    Args:
        typed: Such as ``difference:aster,birch``; a system may have a comma in its name.
        systems: Those there are.

    Raises:
        UsageError: It is no figure, or of another number of systems.
        NotFoundError: There is no such system.
    """
    kind, _, rest = typed.strip().partition(":")
    if kind not in set(FigureKind):
        raise UsageError(Message("{typed} is no figure.", typed=typed or "–"), remedy=_HOW)
    named = _split(rest.strip(), systems) if rest.strip() else []
    unknown = next((one for one in named if one not in systems), None)
    if unknown is not None:
        raise NotFoundError(
            Message("There is no system {name} in the project.", name=unknown),
            remedy=Message("There are: {known}.", known=joined(systems)),
        )
    if len(set(named)) != _SYSTEMS[FigureKind(kind)]:
        raise UsageError(
            Message("{typed} names another number of systems.", typed=typed), remedy=_HOW
        )
    return WantedFigures(FigureKind(kind), tuple(named))


def _split(text: str, systems: Sequence[str]) -> list[str]:
    """Names between commas, of which a name may hold some itself."""
    if text in systems:
        return [text]
    for first in systems:
        if text.startswith(f"{first},") and text[len(first) + 1 :].strip() in systems:
            return [first, text[len(first) + 1 :].strip()]
    return [one.strip() for one in text.split(",")]
