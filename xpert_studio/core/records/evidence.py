"""Evidence for ratings: passages of responses, and regions of pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Final

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    model_serializer,
    model_validator,
)

from xpert_studio.core.messages import Message
from xpert_studio.core.records.base import MAX_TEXT, NO_NUL, Extra, Record, Sha256

_DIGITS: Final = 5
_SLACK: Final = 10**-_DIGITS
_Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
_Length = Annotated[float, Field(gt=0, le=1, allow_inf_nan=False)]


class Region(Record):
    """A rectangle in a picture, in shares of its width and height, from its upper left corner.

    Attributes:
        picture: SHA-256 of the stored file that the picture shows: an attached image, or the
            rendering of a page.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = ("picture", "left", "top", "width", "height")

    picture: Sha256
    left: _Share
    top: _Share
    width: _Length
    height: _Length

    @model_validator(mode="after")
    def _inside(self) -> Region:
        if max(self.right, self.bottom) > 1 + _SLACK:
            raise ValueError("a region lies inside its picture")
        return self

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + self.height

    @property
    def area(self) -> float:
        """Its share of the picture."""
        return self.width * self.height

    def overlap(self, other: Region) -> float:
        """Intersection over union of two regions, 0 to 1; 0 in different pictures."""
        if self.picture != other.picture:
            return 0.0
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        shared = max(wide, 0.0) * max(high, 0.0)
        return shared / (self.area + other.area - shared)


class Quote(Record):
    """Evidence: a passage quoted from a response, or a region of a picture.

    Attributes:
        quote: The passage; of a region, the note on it, which may be empty.
        start, end: Character offsets into the response's text, end exclusive.
        verified: Whether the passage was found; None where it was not looked up.
        region: Where in a picture it is; None for a passage.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = ("quote", "start", "end", "verified", "region")

    quote: Annotated[str, StringConstraints(pattern=NO_NUL, max_length=MAX_TEXT)]
    start: Annotated[int, Field(ge=0)] | None = None
    end: Annotated[int, Field(ge=0)] | None = None
    verified: bool | None = None
    region: Region | None = None
    extra: Extra = Field(default_factory=dict)

    @model_serializer(mode="wrap")
    def _without_no_region(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A passage has no region: it is written as it was before there were any."""
        found: dict[str, Any] = handler(self)
        if self.region is None:
            found.pop("region", None)
        return found


def region_between(picture: str, left: float, top: float, right: float, bottom: float) -> Region:
    """The region between two corners, as shares of the picture, to five digits.

    Raises:
        ValueError: It has no area, or is not inside the picture.
    """
    at, down = round(left, _DIGITS), round(top, _DIGITS)
    wide, high = round(right - at, _DIGITS), round(bottom - down, _DIGITS)
    return Region(picture=picture, left=at, top=down, width=wide, height=high)


def evidence_words(item: Quote) -> str:
    """Evidence in a line: a passage in quotes, or where a region is, with its note."""
    region = item.region
    if region is None:
        return f"“{item.quote}”"
    where = Message(
        "Region at {left:.0%}, {top:.0%} of {width:.0%} × {height:.0%}",
        left=region.left,
        top=region.top,
        width=region.width,
        height=region.height,
    )
    if not item.quote:
        return where
    return Message("{where}: {note}", where=where, note=item.quote)


def regions_said(evidence: Iterable[Quote]) -> dict[str, Any]:
    """The regions among evidence as JSON under ``regions``; nothing where there are none."""
    found = [
        {"note": item.quote, **item.region.model_dump(mode="json")}
        for item in evidence
        if item.region is not None
    ]
    return {"regions": found} if found else {}
