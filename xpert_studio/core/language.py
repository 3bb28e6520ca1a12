"""Which language the program speaks: as asked for, as set, or as the computer does."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

CONFIG_VARIABLE: Final = "XPERT_STUDIO_CONFIG"
"""The folder of preferences, unsaved words, run logs and the sample; default: the system's."""

LANGUAGE_VARIABLE: Final = "XPERT_STUDIO_LANG"
"""The language, ``en`` or ``zh``, unless ``--lang`` names one."""

PREFERENCES: Final = "window.json"
_OPTION: Final = "--lang"


def config_folder() -> Path:
    """Where preferences are stored."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("xpert-studio")


def taken_from(arguments: list[str]) -> str:
    """The value of ``--lang``, which is removed from the arguments; empty where it is not there."""
    for place, argument in enumerate(arguments):
        if argument == _OPTION and place + 1 < len(arguments):
            del arguments[place]
            return arguments.pop(place)
        if argument.startswith(f"{_OPTION}="):
            return arguments.pop(place).partition("=")[2]
    return ""


def language_of(asked: str, environment: Mapping[str, str] = os.environ) -> str:
    """The language to speak: ``en`` or ``zh``.

    Args:
        asked: What a person asked for in this call, or empty.
        environment: Its variable, then the setting of the window, then the locale decide.
    """
    chosen = asked or environment.get(LANGUAGE_VARIABLE, "") or preference("language")
    if not isinstance(chosen, str) or chosen in {"", "system"}:
        names = ("LC_ALL", "LC_MESSAGES", "LANG")
        chosen = next((environment[name] for name in names if environment.get(name)), "")
    return "zh" if chosen.casefold().startswith("zh") else "en"


def preference(name: str) -> object:
    """What the window has stored under a name, unchecked; None where nothing can be read."""
    with suppress(OSError, ValueError, RecursionError):
        read = json.loads((config_folder() / PREFERENCES).read_text(encoding="utf-8"))
        return read.get(name) if isinstance(read, dict) else None
    return None
