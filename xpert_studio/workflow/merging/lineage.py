"""Which states a record has been through: tells what is newer, and what two states have in common.

Every state of a record that was ever exchanged has a version: the hash of its content and of the
versions it came from, so that the same edits give the same versions in every copy of a project,
also in copies of the file that nobody told us of. A record's past is its version with all those
before. Whose version stands in the other's past is older; where neither does, both were changed.
The scheme is that of distributed version control, for one record at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from xpert_studio.records import content_hash

Content = dict[str, Any] | None
"""A record's fields as plain data, without those that identify it; None where it was removed."""

_DIGITS: Final = 24
_MOST: Final = 400
"""So many earlier versions are remembered of one record."""


@dataclass(frozen=True, slots=True)
class Past:
    """A record's version, and those it came from, the oldest first."""

    version: str
    ancestors: tuple[str, ...] = ()

    def holds(self, version: str) -> bool:
        """Whether that version is this one, or comes before it."""
        return version == self.version or version in self.ancestors

    @property
    def all(self) -> tuple[str, ...]:
        """The version and those before it."""
        return (*self.ancestors, self.version)


class Relation(StrEnum):
    """How the other side's state stands to one's own."""

    SAME = "same"
    OLDER = "older"
    NEWER = "newer"
    APART = "apart"


def first(kind: str, content: Content) -> Past:
    """The past of a state that nothing is known to come before."""
    return Past(_version(kind, content))


def then(kind: str, past: Past | None, content: Content) -> Past:
    """The past of a state that came after another."""
    if past is None:
        return first(kind, content)
    return Past(_version(kind, content, past.version), past.all[-_MOST:])


def joined(kind: str, content: Content, one: Past, other: Past) -> Past:
    """The past of a state that two states came together in; the same, whichever comes first."""
    before = tuple(dict.fromkeys((*one.ancestors, *other.ancestors, one.version, other.version)))
    return Past(_version(kind, content, one.version, other.version), before[-_MOST:])


def relation(mine: Past, theirs: Past) -> Relation:
    """How their state stands to mine."""
    if mine.version == theirs.version:
        return Relation.SAME
    if mine.holds(theirs.version):
        return Relation.OLDER
    return Relation.NEWER if theirs.holds(mine.version) else Relation.APART


def common(mine: Past, theirs: Past, known: Mapping[str, Past]) -> tuple[str, ...]:
    """The latest versions that both came from.

    Args:
        mine: One's own past.
        theirs: The other's.
        known: Pasts of versions that are known; of the others it cannot be said what comes
            before, so that they count as latest.
    """
    shared = [version for version in mine.all if theirs.holds(version)]
    covered = {
        earlier
        for version in shared
        if version in known
        for earlier in known[version].ancestors
    }  # fmt: skip
    return tuple(version for version in shared if version not in covered)


def _version(kind: str, content: Content, *parents: str) -> str:
    # The key stays out: whoever is shown a version must not find out by trying which response,
    # and so which system, it belongs to.
    return content_hash({"kind": kind, "is": content, "after": sorted(parents)})[:_DIGITS]
