"""The secret that turns people into pseudonyms, the same ones in every export of a project."""

from __future__ import annotations

import secrets
from typing import Final

from xpert_studio.store import ProjectFile, settings

NOT_KEPT: Final = (
    "The project is open for reading only, so the secret behind the pseudonyms could not be kept: "
    "the next public bundle will give other pseudonyms to the same people."
)


def pseudonym_secret(project: ProjectFile) -> tuple[str, bool]:
    """What keys the pseudonyms, made once and never in any export; and whether it is kept.

    A project that is open for reading only cannot keep one, so its pseudonyms differ each time.
    """
    with project.reading() as tx:
        known = settings.pseudonym_secret(tx)
    if known is not None:
        return known, True
    made = secrets.token_hex(32)
    if project.read_only:
        return made, False
    with project.writing() as tx:  # where somebody else may have been first
        known = settings.pseudonym_secret(tx)
        if known is None:
            settings.put_pseudonym_secret(tx, made)
    return known or made, True


def passing_secret(project: ProjectFile) -> str:
    """What keys the pseudonyms of a preview: the project's own, or one that nobody keeps."""
    with project.reading() as tx:
        return settings.pseudonym_secret(tx) or secrets.token_hex(32)
