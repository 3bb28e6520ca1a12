"""Scoring recipes: how figures become one number, as data, named, versioned and hashed."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from pydantic import Field, model_validator

from xpert_studio.core.messages import Message
from xpert_studio.core.records.base import NonBlank, Record
from xpert_studio.core.records.hashing import content_hash


class Part(Record):
    """One addend.

    Attributes:
        weight: How much it counts, relative to the others.
        dimensions: Only checkpoints of these; all checkpoints where empty.
        besides: No checkpoints of these dimensions.
        mean: Of the points, so that heavier checkpoints count more, or of the dimensions' shares.
        scale: The scale on which its checkpoints have to be graded; a value counts as
            (value − low) / (high − low).
        judges: Whose verdicts count: those of the leaderboard's rater, all judges' that decided
            every such checkpoint of the system, or only of these judges. ``board_or_others``: the
            rater's, and where it decided nothing of the part, those of all judges that did, task by
            task: a track that has a judge for itself.
        fallback: How a task without this part is marked, which then counts by its other parts;
            where empty, such a task has no value, nor has one without any part.
    """

    name: NonBlank
    weight: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    dimensions: tuple[NonBlank, ...] = ()
    besides: tuple[NonBlank, ...] = ()
    mean: Literal["points", "dimensions"] = "points"
    scale: tuple[float, float] | None = None
    judges: Literal["board", "all", "board_or_others"] | tuple[NonBlank, ...] = "board"
    fallback: str = ""


class Recipe(Record):
    """A recipe.

    Attributes:
        parts: What is added up, task by task.
        level_index: In place of parts, an index over levels of difficulty.
    """

    name: NonBlank
    version: Annotated[int, Field(ge=1)] = 1
    title: str = ""
    parts: tuple[Part, ...] = ()
    level_index: Literal["overall", "daily", "professional", "extreme", "leaderboard_index", ""] = (
        ""
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Recipe:
        if bool(self.parts) == bool(self.level_index):
            raise ValueError(Message("a recipe has either parts or a level_index"))
        names = Counter(part.name for part in self.parts)
        twice = [name for name, count in names.items() if count > 1]
        if twice:
            raise ValueError(Message("the part {name} is listed twice", name=twice[0]))
        return self

    @property
    def hash(self) -> str:
        """Over all of it; a field of later versions only where it is used."""
        said = self.model_dump(mode="json")
        for part in said["parts"]:
            if not part["besides"]:
                del part["besides"]
        return content_hash(said)

    @property
    def named(self) -> str:
        """Name, version and the beginning of the hash."""
        return f"{self.name} {self.version} ({self.hash[:8]})"
