"""Decides checks in what was exported to other tools; imports no more than checks need."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, Final, NoReturn

from xpert_studio.api import Message
from xpert_studio.api.checks import CannotCheckError, Program, Subject
from xpert_studio.api.instruments import Checkpoint
from xpert_studio.core.instruments import INSTRUMENTS, only_settings, problem_of
from xpert_studio.core.instruments.deciding import sandbox
from xpert_studio.packs.checks.instrument import Check

PACKAGES: Final = (
    "defusedxml",
    "google-re2",
    "jsonschema-rs",
    "numpy",
    "py3langid",
    "pydantic",
    "pyyaml",
    "rapidfuzz",
)
"""What checks import, as package registries call it."""
_MODULES: Final = (
    "defusedxml.ElementTree",
    "jsonschema_rs",
    "numpy",
    "py3langid",
    "rapidfuzz.distance",
    "re2",
    "yaml",
)
_importing: Final = threading.Lock()


@cache
def _import_modules() -> None:
    """Imports what checks import when they need it; the check says what is not installed."""
    for name in _MODULES:
        with suppress(ImportError):
            import_module(name)


def decide(
    settings: Mapping[str, Any], subject: Mapping[str, Any], *, version: int, allow_code: bool
) -> tuple[bool | None, str]:
    """Decides a check.

    Args:
        settings: Of the checkpoint.
        subject: What the check looks at: fields of ``Subject``.
        version: Of the check when it was exported.
        allow_code: Whether code of the response may be run, in the sandbox.

    Returns:
        Whether the response meets the checkpoint, None where that cannot be decided; and why.
    """
    # Tools decide checks in several threads, and a module must not be imported by two at once.
    with _importing:
        _import_modules()
    point = only_settings(Check.id, settings)
    try:
        _need_same(point, version)
        run = sandbox() if allow_code is True else _not_allowed
        outcome = INSTRUMENTS[Check.id].decide(Subject(**subject), point, run)
    except CannotCheckError as error:
        return None, f"{error.message} {error.remedy}"
    except ImportError as error:
        said = Message(
            "The check needs the Python module {name}, which is not installed. Install what the "
            "export's README.md names.",
            name=error.name,
        )
        return None, said
    return outcome.passed, outcome.reason


def _need_same(point: Checkpoint, version: int) -> None:
    """Refuses a check that this version does not know, or decides in another way.

    Raises:
        CannotCheckError: It is one.
    """
    problem, known = problem_of(point), INSTRUMENTS[Check.id].version(point)
    if problem is not None:
        raise CannotCheckError(
            Message("The check {problem}", problem=problem),
            Message("Install the version of Xpert Studio that made the export."),
        )
    if known != version:
        raise CannotCheckError(
            Message(
                "The check was exported with its version {version}; the installed one has {known}.",
                version=version,
                known=known,
            ),
            Message("Install the version of Xpert Studio that made the export."),
        )


def _not_allowed(_: Program) -> NoReturn:
    raise CannotCheckError(
        Message("The check runs code of the response, which was not allowed."),
        Message("Allow it with '-T allow_code=true': the code then runs in a sandbox only."),
    )
