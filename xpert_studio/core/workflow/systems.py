"""What is known of systems: who may see it, what they are called, and that it stays true.

All responses under one name were given with the same settings: a comparison of two settings is one
of two systems.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from xpert_studio.core.errors import ConflictError, NotAllowedError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import SYSTEM_FIELDS, System
from xpert_studio.core.store import Transaction, responses, systems
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.command_context import UnitOfWork

_LONGEST_SAID: Final = 60
"""Characters of a setting that are said."""
_ADDED: Final = ("provider", "model", "version", "date", "input_price", "output_price")
HIDDEN: Final = Message(
    "Systems are hidden from you while responses may still be judged blind. A lead with no "
    "pending judgment sees them."
)


def sees_systems(tx: Transaction, person_id: str) -> bool:
    """Whether a person may see which systems there are, and what is known of them.

    Args:
        tx: The project.
        person_id: The person; empty or unknown for a reader of whom nothing is known.
    """
    return not blinding_for(tx, person_id).tasks


def need_sees_systems(tx: Transaction, person_id: str) -> None:
    """The person may see systems.

    Raises:
        NotAllowedError: They may not, since responses are still to be judged blind.
    """
    if not sees_systems(tx, person_id):
        raise NotAllowedError(HIDDEN, remedy="Judge what is pending first, or ask another lead.")


def seen_systems(tx: Transaction, person_id: str) -> Mapping[str, System]:
    """Every system by name, for a person who may see them; none for others."""
    return systems.all_systems(tx) if sees_systems(tx, person_id) else {}


def keep_system(unit: UnitOfWork, system: System) -> None:
    """Keeps what is known of a system that answers, before its responses are written.

    Nothing is kept of one that has answered under its name alone: what it did then is not known.

    Raises:
        ConflictError: It answered with other settings before.
    """
    need_true_settings(unit.tx, system)
    unit.scopes = (*unit.scopes, f"system/{system.name}")
    known = unit.find(System, system.name)
    if known is None:
        if not responses.count_by_model(unit.tx).get(system.name):
            unit.put(system)
        return
    found = {
        name: value
        for name in _ADDED
        if getattr(known, name) is None and (value := getattr(system, name)) is not None
    }
    if found:
        unit.put(known.model_copy(update=found))


def need_true_settings(tx: Transaction, asked: System) -> None:
    """A system answers with the settings with which it has answered before.

    Args:
        tx: The project.
        asked: How it is to answer.

    Raises:
        ConflictError: It would answer otherwise, and names what differs; or it has answered, and
            nobody knows with which settings.
    """
    known = systems.system_named(tx, asked.name)
    if not known.is_described:
        is_set = any(value is not False for value in asked.settings.values())
        if is_set and responses.count_by_model(tx).get(asked.name):
            raise ConflictError(
                Message(
                    "{system} has answered before, and with which settings is not known.",
                    system=asked.name,
                ),
                remedy="Give the system with these settings another name, with --name.",
            )
        return
    other: dict[str, tuple[Any, Any]] = {
        name: (getattr(known, name), getattr(asked, name))
        for name in ("provider", "model")
        if getattr(known, name) not in (None, getattr(asked, name))
    }
    other |= known.differs(asked)
    if other:
        raise ConflictError(
            Message(
                "{system} has answered with other settings: {said}.",
                system=known.name,
                said=differences_said(other),
            ),
            remedy="Give the system with these settings another name, with --name.",
        )


def differences_said(differences: Mapping[str, tuple[Any, Any]]) -> str:
    """Settings that differ, in words: ``reasoning effort high, not low``."""
    return joined(
        Message(
            "{field} {before}, not {after}",
            field=Message(SYSTEM_FIELDS[name]),
            before=said_value(before),
            after=said_value(after),
        )
        for name, (before, after) in differences.items()
    )


def settings_said(system: System) -> str:
    """The settings of a system in words, such as ``Reasoning effort high, Web search on``."""
    return joined(
        Message("{field} {value}", field=Message(SYSTEM_FIELDS[name]), value=said_value(value))
        for name, value in system.settings.items()
    )


def said_value(value: object) -> str:
    """A setting in words; None is as the model has it."""
    if value is None or value == ():
        return Message("as the model has it")
    if isinstance(value, bool):
        return Message("on") if value else Message("off")
    if isinstance(value, tuple):
        return joined(value)
    text = f"{value:g}" if isinstance(value, float) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_SAID else f"{text[:_LONGEST_SAID].rstrip()}…"
