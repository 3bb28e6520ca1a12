"""Regions that judges give as evidence: asked for in the way their model says boxes, and checked.

How that is, is data (``image_rules``). A box that is not inside an image of the candidate is
refused and marked on the verdict, which stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import Any, Final

from xpert_studio.core.judge.comparing import PairCall
from xpert_studio.core.judge.image_rules import Convention, ImageRule, fitted, size_of
from xpert_studio.core.judge.prompt import Templates
from xpert_studio.core.judge.prompt_parts import candidate_images, pictures_shared
from xpert_studio.core.judge.providers.base import Image
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.records import JudgeSettings, Quote, region_between

REFUSED: Final = "regions_refused"
"""Flag of a verdict with a box that is not inside an image."""
UNSURE: Final = "regions_unsure"
"""Flag of a verdict all of whose boxes may as well be said in per cent."""
MOST: Final = 20
_LONGEST_NOTE: Final = 1_000
_PER_CENT: Final = 100
_LARGE: Final = 400
"""Where a scale is at least so long, numbers up to 100 are all in its first quarter."""
_SLACK: Final = 0.002
"""So far outside, as a share of the image, a box is cut: models round."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box as a judge gave it.

    Attributes:
        image: The number of the image, from 1.
        corners: Four numbers, in the model's convention.
        note: What the judge says of it.
    """

    image: int
    corners: tuple[float, float, float, float]
    note: str = ""


@dataclass(frozen=True, slots=True)
class RegionImages:
    """What boxes can be on: the images of the candidate as they are sent, and the convention."""

    images: tuple[Image, ...] = ()
    convention: Convention = Convention.UNIT

    def text(self, words: Mapping[str, str]) -> str:
        """What is asked, at the end of a prompt; empty where there is no image."""
        if not self.images:
            return ""
        sizes = [size_of(image.data) for image in self.images]
        return (
            "\n"
            + Template(words["regions"]).substitute(
                images=", ".join(
                    Template(words["region_image"]).substitute(
                        number=number, width=wide, height=high
                    )
                    for number, (wide, high) in enumerate(sizes, start=1)
                ),
                convention=words[f"region_{self.convention.value}"],
            )
            + "\n"
        )


def asked_regions(
    ask: JudgeCall, settings: JudgeSettings, templates: Templates, rule: ImageRule
) -> RegionImages:
    """What a judge is asked to mark in one call: nothing unless it is set and there are images."""
    if not settings.regions or isinstance(ask, PairCall):
        return RegionImages()
    images = candidate_images(ask, templates)
    shared = sum(len(file.pictures) for file in pictures_shared(ask))
    return RegionImages(fitted(images, rule, of=shared + len(images)), rule.boxes)


def read_boxes(given: Any) -> tuple[tuple[Box, ...], bool]:  # noqa: ANN401 - any JSON
    """The boxes in a reply, and whether one of them could not be read."""
    entries = given if isinstance(given, list) else [] if given is None else [given]
    kept = tuple(box for box in [_box(entry) for entry in entries[:MOST]] if box is not None)
    return kept, len(kept) < len(entries)


def _box(entry: Any) -> Box | None:  # noqa: ANN401 - any JSON
    if not isinstance(entry, dict):
        return None
    image, corners, note = entry.get("image", 1), entry.get("box"), entry.get("note")
    is_whole = isinstance(image, int) and not isinstance(image, bool)
    if not is_whole or not isinstance(corners, list) or len(corners) != 4:
        return None
    if any(isinstance(corner, bool) or not isinstance(corner, int | float) for corner in corners):
        return None
    left, top, right, bottom = (float(corner) for corner in corners)
    said = note[:_LONGEST_NOTE].strip() if isinstance(note, str) else ""
    return Box(image, (left, top, right, bottom), said)


def may_be_per_cent(boxes: Sequence[Box], asked: RegionImages) -> bool:
    """Whether boxes that are kept as they were asked may as well be in per cent of the image.

    Small numbers are what a model that says per cent gives, and what one that marks things near
    the left upper corner gives: which of both cannot be told.
    """
    return bool(boxes) and all(
        1 <= box.image <= len(asked.images)
        and max(box.corners) <= _PER_CENT
        and _scale(asked.convention, asked.images[box.image - 1]) >= _LARGE
        for box in boxes
    )


def _scale(convention: Convention, image: Image) -> int:
    """The largest number that a box on an image can have."""
    if convention is Convention.PIXELS:
        return max(size_of(image.data))
    return 1 if convention is Convention.UNIT else 1000


def regions_of(boxes: Sequence[Box], asked: RegionImages) -> tuple[tuple[Quote, ...], bool]:
    """Boxes as evidence, and whether one was refused as it is not inside its image."""
    kept = tuple(one for one in [_region(box, asked) for box in boxes] if one is not None)
    return kept, len(kept) < len(boxes)


def _region(box: Box, asked: RegionImages) -> Quote | None:
    if not 1 <= box.image <= len(asked.images):
        return None
    image = asked.images[box.image - 1]
    if _is_of_unit(box, asked, image):
        return None
    corners = _shares(box.corners, asked.convention, size_of(image.data))
    if min(corners) < -_SLACK or max(corners) > 1 + _SLACK:
        return None
    left, top, right, bottom = (min(max(corner, 0.0), 1.0) for corner in corners)
    try:
        region = region_between(image.picture, left, top, right, bottom)
    except ValueError:
        return None
    return Quote(quote=box.note, region=region, verified=True)


def _is_of_unit(box: Box, asked: RegionImages, image: Image) -> bool:
    """Whether a box is said from 0 to 1 where it was asked otherwise: it would be a single dot."""
    is_dot = max(box.corners) <= 1 < max(size_of(image.data))
    return is_dot and asked.convention is not Convention.UNIT


def _shares(
    corners: tuple[float, float, float, float], convention: Convention, size: tuple[int, int]
) -> tuple[float, float, float, float]:
    """Left, top, right and bottom as shares of an image."""
    one, two, three, four = corners
    if convention is Convention.UNIT:
        return corners
    if convention is Convention.THOUSAND_YX:
        return two / 1000, one / 1000, four / 1000, three / 1000
    wide, high = size if convention is Convention.PIXELS else (1000, 1000)
    return one / wide, two / high, three / wide, four / high


SCHEMA: Final[Mapping[str, Any]] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "image": {"type": "integer"},
            "box": {"type": "array", "items": {"type": "number"}},
            "note": {"type": "string"},
        },
        "required": ["image", "box", "note"],
        "additionalProperties": False,
    },
}
"""Of the regions on a checkpoint in a reply."""
