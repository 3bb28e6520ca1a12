"""What a probe is, and what one finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from xpert_studio.core.system_packages import how_to_install
from xpert_studio.core.wording import mark


class Need(StrEnum):
    """Whether the program can do without."""

    NEEDED = mark("needed")
    OPTIONAL = mark("optional")


class State(StrEnum):
    """What became of looking."""

    FOUND = mark("found")
    MISSING = mark("missing")
    UNUSED = mark("not needed here")


@dataclass(frozen=True, slots=True)
class Found:
    """What a probe finds.

    Attributes:
        state: Whether it is there.
        fact: For problem reports: of versions, sizes and words that the program knows, never of
            what a person or a computer is called.
        detail: For the person at this computer, who may see paths; the fact where it is empty.
        remedy: How to get what is missing; empty where the packages of the probe tell it.
    """

    state: State
    fact: str = ""
    detail: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Probe:
    """Something of this computer that the program uses.

    Attributes:
        id: What it is called in JSON and problem reports.
        title: What people call it.
        use: What it is used for.
        need: Whether the program can do without.
        without: What works, or does not, where it is missing.
        look: Looks for it.
        packages: What to install, by the names of the table of packages.
        after: The probe after which it is listed; empty for the end.
    """

    id: str
    title: str
    use: str
    need: Need
    without: str
    look: Callable[[], Found]
    packages: tuple[str, ...] = ()
    after: str = ""


@dataclass(frozen=True, slots=True)
class ProbeFinding:
    """A probe, and what it found, with what to do about it."""

    probe: Probe
    found: Found

    @property
    def is_missing(self) -> bool:
        """Whether something is missing, needed or not."""
        return self.found.state is State.MISSING

    @property
    def is_fault(self) -> bool:
        """Whether something is missing that the program needs."""
        return self.is_missing and self.probe.need is Need.NEEDED

    @property
    def remedy(self) -> str:
        """How to get what is missing; empty where nothing is."""
        if self.found.remedy or not (self.is_missing and self.probe.packages):
            return self.found.remedy
        return how_to_install(self.probe.packages)
