"""A change of the lab: who saw something says again how many stars it has."""

from typing import Annotated

from lab_scales.sightings import Sighting
from xpert_studio.api.changes import (
    Asks,
    NotFoundError,
    UnitOfWork,
    Written,
    command,
    mark,
    seen_records,
    write_records,
)

_PLACE = ("lab_scales", "sighting")
SightingId = Annotated[str, Asks("The sighting, as listed.", "k7m2", "sighting")]
Stars = Annotated[int, Asks("From 1 to 5.", "4", within=(1, 5), title=mark("Stars"))]


@command(
    "lab_scales.rate",
    "Rate sighting",
    done="rated a sighting",
    line="sight rate SIGHTING STARS",
    told="It had {before_it} stars.",
)
def rate(unit: UnitOfWork, sighting: SightingId, stars: Stars) -> None:
    """Say how many stars a sighting has."""
    known = {one.id: one for one in seen_records(unit.tx, unit.person.id, *_PLACE) if one.value}
    if sighting not in known:
        raise NotFoundError("There is no such sighting.", remedy="'sight list' shows them.")
    before: Sighting = known[sighting].value
    made = before.model_copy(update={"stars": stars})
    write_records(unit, *_PLACE, [Written(made, id=sighting)])
    unit.tell(before_it=before.stars)
