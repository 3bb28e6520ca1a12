"""What the project says of itself to those who get its data: name, licence, how to cite it."""

from __future__ import annotations

from typing import TypedDict

from typing_extensions import Unpack

from xpert_studio.errors import UsageError
from xpert_studio.records import Change, Role
from xpert_studio.workflow import rights
from xpert_studio.workflow.desk import Desk

LONGEST_NAME = 200
LONGEST_CITATION = 4000


class Description(TypedDict, total=False):
    """What is said; fields that are left out stay as they are, empty ones are taken back."""

    name: str
    licence: str
    citation: str


def describe_project(desk: Desk, **fields: Unpack[Description]) -> Change:
    """Says what the project is called, under what licence its bundles go out, and how to cite them.

    Args:
        desk: A lead.
        fields: ``licence`` is best an SPDX name, such as CC-BY-4.0; ``citation`` is free text, or
            BibTeX.

    Raises:
        UsageError: The name is empty, or a text is longer than anybody would read.
    """
    wanted = {key: value.strip() if isinstance(value, str) else "" for key, value in fields.items()}
    if wanted.get("name") == "":
        raise UsageError("A project needs a name.", remedy="Say in a few words what it is.")
    check_length("name", wanted.get("name", ""), LONGEST_NAME)
    check_length("licence's name", wanted.get("licence", ""), LONGEST_NAME)
    check_length("citation", wanted.get("citation", ""), LONGEST_CITATION)
    with desk.act("described_project") as act:
        rights.need_role(act.person, Role.LEAD)
        after = act.info.model_copy(update={key: value or None for key, value in wanted.items()})
        changed = [key for key in wanted if getattr(act.info, key) != getattr(after, key)]
        act.put(after)
        act.tell(
            before=", ".join(f"{key}: {getattr(act.info, key) or '–'}" for key in changed) or None,
            after=", ".join(f"{key}: {getattr(after, key) or '–'}" for key in changed) or None,
        )
    return act.change


def check_length(what: str, text: str, longest: int) -> None:
    """Refuses a text that is too long.

    Raises:
        UsageError: It has more characters than the longest may have.
    """
    if len(text) > longest:
        raise UsageError(
            f"The {what} has {len(text):,} characters; at most {longest:,} are shown anywhere.",
            remedy="Make it shorter.",
        )
