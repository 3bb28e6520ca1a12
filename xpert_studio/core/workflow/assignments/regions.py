"""Regions in judgments that come in: of a picture that is not here, a region cannot be kept."""

from __future__ import annotations

from collections.abc import Collection

from xpert_studio.core.errors import XpertError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Judgment


def regions_here(made: Judgment, pictures: Collection[str]) -> tuple[Judgment, XpertError | None]:
    """A judgment with those of its regions whose pictures are shown here.

    Args:
        made: As it came, with the hashes that pictures have here.
        pictures: Hashes of what is shown with the response.

    Returns:
        The judgment, and what its reader should know; None where it has all its regions.
    """
    there = tuple(
        item for item in made.evidence if item.region is None or item.region.picture in pictures
    )
    n = len(made.evidence) - len(there)
    if not n:
        return made, None
    told = Message("Regions in pictures that are not here were left out: {n:,}.", n=n)
    remedy = Message(
        "Make the pictures of the attached files ('xpert-studio media render'), and import the "
        "submission again."
    )
    return made.model_copy(update={"evidence": there}), XpertError(told, remedy=remedy)


def with_more_regions(before: Judgment, made: Judgment) -> Judgment | None:
    """The judgment that is here with regions that were left out when it came; None if another."""
    names = ("decision", "rationale", "judged_at", "rated_hash")
    if any(getattr(before, name) != getattr(made, name) for name in names):
        return None
    if not set(before.regions) < set(made.regions):
        return None
    return before.model_copy(update={"evidence": made.evidence})
