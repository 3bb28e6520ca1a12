"""The kinds of records of the lab: what a person saw in a response."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api import mark
from xpert_studio.api.records import Hangs, Purpose, RecordKind, Role


class Sighting(BaseModel):
    """What was seen; until version 2 without stars, under the name ``said``."""

    model_config = ConfigDict(extra="forbid")

    text: str
    stars: int = Field(default=3, ge=1, le=5)
    seen_by: str = ""
    note: str = ""


def _second(content: dict[str, Any]) -> dict[str, Any]:
    return {"text": content["said"], "stars": 3, "seen_by": content.get("person", "")}


SIGHTING = RecordKind(
    id="sighting",
    title=mark("Sighting"),
    counted=lambda n: f"{n} sightings" if n != 1 else "1 sighting",
    model=Sighting,
    version=2,
    upgrades=(_second,),
    hangs_on=Hangs.RESPONSE,
    roles=(Role.LEAD, Role.EXPERT),
    by="seen_by",
    public=("text", "stars", "seen_by"),
    brought_by=frozenset({Purpose.JUDGE}),
)


class Plan(BaseModel):
    """What the lab plans; stays in."""

    text: str


PLAN = RecordKind(id="plan", title=mark("Plan"), model=Plan)
