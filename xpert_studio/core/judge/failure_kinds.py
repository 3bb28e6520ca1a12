"""Types of failures that a judge may name where a response does not reach all points.

The vocabulary is the project's, and a pack keeps it. Judges whose settings do not ask for types are
shown none of it, and their prompts, replies and keys have no trace of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.packs import entries
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.records.verdicts import FAILURE, FAILURE_OF_MET, UNKNOWN_FAILURE
from xpert_studio.core.store import Transaction

KEY: Final = "failures"
_KEYS: Final = (KEY, "failure", "failure_types", "failure_type")


@dataclass(frozen=True, slots=True)
class FailureKind:
    """A type of failures.

    Attributes:
        titles: By language.
        meanings: When it is given, by language; texts may be empty.
    """

    id: str
    titles: Mapping[str, str]
    meanings: Mapping[str, str]

    def line(self, language: str) -> str:
        """The type as a judge reads it, in one line."""
        said = [self.titles[language], self.meanings.get(language, "")]
        return f"- {self.id}: {'. '.join(' '.join(text.split()) for text in said if text)}"


def failure_kinds(tx: Transaction) -> tuple[FailureKind, ...]:
    """The types of failures of a project."""
    return tuple(kind for kinds in entries("failure_types") for kind in kinds(tx))


def failures_text(kinds: Sequence[FailureKind], words: str, language: str) -> str:
    """What a judge reads of types of failures.

    Args:
        kinds: The types.
        words: How to name them, in the language of the prompt.
        language: ``en`` or ``zh``.
    """
    return "\n".join([words, *(kind.line(language) for kind in kinds)])


def failures_schema(kinds: Collection[FailureKind]) -> dict[str, Any]:
    """JSON schema of the types in a reply."""
    return {
        KEY: {"type": "array", "items": {"type": "string", "enum": [kind.id for kind in kinds]}}
    }


def named_in(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """What an entry of a reply names as types, whatever it is."""
    given = next((entry[key] for key in _KEYS if key in entry), None)
    named = [given] if isinstance(given, str) else given
    if not isinstance(named, list):
        return ()
    texts = (one.strip().strip("[]").casefold() for one in named if isinstance(one, str))
    return tuple(dict.fromkeys(filter(None, texts)))


def failure_flags(
    named: Collection[str], kinds: Collection[FailureKind], point: Checkpoint, value: float
) -> tuple[str, ...]:
    """The flags of a verdict whose judge named types; none where it was not asked for any."""
    if not named or not kinds:
        return ()
    if instrument_of(point).score(value, point) >= 1:
        return (FAILURE_OF_MET,)
    ids = {kind.id.casefold(): kind.id for kind in kinds}
    unknown = (UNKNOWN_FAILURE,) if any(name not in ids for name in named) else ()
    return (*unknown, *(f"{FAILURE}{ids[name]}" for name in named if name in ids))
