"""Which packages hold what the program uses of the system, by distribution.

Uses nothing but the standard library: ``packaging/set_up.py`` asks it before anything is installed.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping
from typing import Final

from xpert_studio.core.messages import Message, joined
from xpert_studio.core.resources import resource_json

_TABLE: Final = "system_packages.json"


def distribution() -> tuple[str, ...]:
    """The names in ``os-release`` of this Linux, and of those it is like; empty elsewhere."""
    try:
        found: Mapping[str, str] = platform.freedesktop_os_release()
    except OSError:
        return ()
    return (found.get("ID", ""), *found.get("ID_LIKE", "").split())


def known_distributions() -> list[str]:
    """Names of distributions that many people use."""
    names: list[str] = resource_json(_TABLE)["distributions"]
    return names


def known_things() -> Mapping[str, Mapping[str, str]]:
    """The package of each library, program or other thing, by the name of the distribution."""
    things: Mapping[str, Mapping[str, str]] = resource_json(_TABLE)["packages"]
    return things


def packages(things: Iterable[str], names: Iterable[str]) -> list[str]:
    """The packages that hold some things, each once; a thing of which none is known is left out.

    Args:
        things: Keys of the table.
        names: What the distribution is called and what it is like, the closest first.
    """
    known, names = known_things(), list(names)
    found = (
        next((known.get(thing, {})[n] for n in names if n in known.get(thing, {})), "")
        for thing in things
    )
    return list(dict.fromkeys(name for name in found if name))


def how_to_install(things: Iterable[str], names: Iterable[str] | None = None) -> Message:
    """What to type to get some things.

    Args:
        things: Keys of the table, or others.
        names: The distribution; this one where it is None.
    """
    wanted, names = list(things), distribution() if names is None else tuple(names)
    commands = resource_json(_TABLE)["commands"]
    command = next((commands[name] for name in names if name in commands), None)
    found = packages(wanted, names)
    if command is None or not found:
        return Message("Install the packages that hold: {things}.", things=joined(wanted))
    return Message("Type: {command}", command=" ".join((command, *found)))
