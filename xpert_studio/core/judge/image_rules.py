"""What is known of models that see: sizes of images, tokens, limits, and how they say boxes.

It is data (``resources/images.json``, with its sources), by provider and the beginning of the
model's name; the first entry that fits counts. Estimates of tokens are corrected by the usage that
a provider reports, as those of text are.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache, lru_cache
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.core.judge.providers.base import Image
from xpert_studio.core.resources import resource_json

UNKNOWN: Final = 1_100
"""Tokens of an image for a model of which nothing is known."""
_QUALITY: Final = 90
_FORMATS: Final = ("PNG", "JPEG")
"""Those of the pictures that the program makes."""
_CONFIG: Final = ConfigDict(frozen=True, extra="forbid")
_Count = Annotated[int, Field(gt=0)]


class Convention(StrEnum):
    """How a model says where a box is: four numbers, two corners."""

    PIXELS = "pixels"
    THOUSAND_XY = "thousand_xy"
    THOUSAND_YX = "thousand_yx"
    UNIT = "unit"


class Patches(BaseModel):
    """Tokens by patches of so many pixels; an image is reduced until it has at most so many."""

    model_config = _CONFIG

    side: _Count
    most: _Count
    factor: Annotated[float, Field(gt=0)] = 1.0


class Tiles(BaseModel):
    """Tokens by tiles of so many pixels, and so many besides."""

    model_config = _CONFIG

    base: Annotated[int, Field(ge=0)]
    each: _Count
    side: _Count


class ImageRule(BaseModel):
    """What is known of some models.

    Attributes:
        provider: Its id; empty for any.
        model: How the names of models begin, as a regular expression.
        longest: Pixels of the longer side that they take.
        shortest: Pixels to which the shorter side is reduced.
        many, longest_of_many: With more images than that, the longer side.
        boxes: How they say boxes.
        patches, tiles: How tokens are counted.
        each: Tokens of an image of any size.
    """

    model_config = _CONFIG

    provider: str
    model: str
    longest: _Count
    shortest: _Count | None = None
    many: _Count | None = None
    longest_of_many: _Count | None = None
    boxes: Convention
    patches: Patches | None = None
    tiles: Tiles | None = None
    each: _Count = UNKNOWN

    def size(self, width: int, height: int, *, of: int = 1) -> tuple[int, int]:
        """The size in which an image is sent: never larger than it is, in its proportions.

        Args:
            width: Pixels.
            height: Pixels.
            of: How many images a request has.
        """
        longest = self.longest
        if self.many and self.longest_of_many and of > self.many:
            longest = self.longest_of_many
        scale = min(1.0, longest / max(width, height))
        if self.shortest:
            scale = min(scale, self.shortest / min(width, height))
        made = _scaled(width, height, scale)
        if self.patches:
            made = _within(width, height, scale, self.patches)
        return made

    def tokens(self, width: int, height: int, *, of: int = 1) -> int:
        """About how many tokens an image is; the arguments are those of ``size``."""
        wide, high = self.size(width, height, of=of)
        if self.patches:
            return math.ceil(_count(wide, high, self.patches.side) * self.patches.factor)
        if self.tiles:
            return self.tiles.base + self.tiles.each * _count(wide, high, self.tiles.side)
        return self.each


class RequestLimit(BaseModel):
    """What a provider takes in one request.

    Attributes:
        provider: Its id; empty for any.
        images: How many there may be.
        megabytes: Of all of them, as they are sent: in base64.
    """

    model_config = _CONFIG

    provider: str
    images: _Count
    megabytes: _Count


def _scaled(width: int, height: int, scale: float) -> tuple[int, int]:
    return max(1, round(width * scale)), max(1, round(height * scale))


def _count(width: int, height: int, side: int) -> int:
    return math.ceil(width / side) * math.ceil(height / side)


def _within(width: int, height: int, scale: float, patches: Patches) -> tuple[int, int]:
    """The largest size, nearly, that has no more patches than a model takes."""
    whole = patches.most * patches.side**2
    made = _scaled(width, height, scale)
    if _count(*made, patches.side) > patches.most:
        scale = min(scale, math.sqrt(whole / (width * height)))
        made = _scaled(width, height, scale)
    while _count(*made, patches.side) > patches.most:
        scale *= 0.99
        made = _scaled(width, height, scale)
    return made


@cache
def _rules() -> tuple[ImageRule, ...]:
    found = resource_json("images.json")["models"]
    return tuple(ImageRule.model_validate(one, strict=False) for one in found)


@lru_cache(maxsize=256)
def rule_of(provider: str | None, model: str | None) -> ImageRule:
    """What is known of a model."""
    name = (model or "").lower().rpartition("/")[2]
    return next(
        rule for rule in _rules() if rule.provider in {"", provider} and re.match(rule.model, name)
    )


@cache
def _limits() -> tuple[RequestLimit, ...]:
    found = resource_json("images.json")["requests"]
    return tuple(RequestLimit.model_validate(one, strict=False) for one in found)


def limit_of(provider: str | None) -> RequestLimit:
    """What a provider takes in one request."""
    return next(limit for limit in _limits() if limit.provider in {"", provider})


_UNREAD: Final = (1024, 1024)
"""What a picture counts as that cannot be read."""


def size_of(data: bytes) -> tuple[int, int]:
    """Pixels of a picture that the program made, across and down."""
    return _size(data) or _UNREAD


def _size(data: bytes) -> tuple[int, int] | None:
    """The same; None where it cannot be read, which only another program can have brought about."""
    from PIL import Image as Pictures

    try:
        with Pictures.open(io.BytesIO(data), formats=_FORMATS) as picture:
            return picture.size
    except (OSError, ValueError, SyntaxError, Pictures.DecompressionBombError):
        return None


def image_tokens(rule: ImageRule, pictures: Iterable[bytes]) -> int:
    """About how many tokens pictures are."""
    shown = list(pictures)
    return sum(rule.tokens(*size_of(data), of=len(shown)) for data in shown)


def fitted(images: Sequence[Image], rule: ImageRule, *, of: int) -> tuple[Image, ...]:
    """Images in the size in which they are sent.

    Args:
        images: As people see them.
        rule: Of the model.
        of: How many the whole request has.
    """
    sizes = [_size(image.data) for image in images]
    return tuple(
        image if size is None else _fitted(image, rule.size(*size, of=of))
        for image, size in zip(images, sizes, strict=True)
    )


LARGE: Final = 1_500_000
"""From so many bytes on, a picture is sent as JPEG, in which pages and photographs are smaller.

So is one that was reduced and has more bytes than pixels as PNG."""


@lru_cache(maxsize=16)  # they are large
def _fitted(image: Image, size: tuple[int, int]) -> Image:
    from PIL import Image as Pictures

    is_large, made = len(image.data) > LARGE, io.BytesIO()
    with Pictures.open(io.BytesIO(image.data), formats=_FORMATS) as picture:
        is_fitting = picture.size == size
        if is_fitting and not is_large:
            return image
        small = picture if is_fitting else picture.resize(size, Pictures.Resampling.LANCZOS)
        kind = "JPEG" if is_large else str(picture.format)
        (small.convert("RGB") if kind == "JPEG" else small).save(made, kind, quality=_QUALITY)
        if kind == "PNG" and made.tell() > size[0] * size[1]:
            kind, made = "JPEG", io.BytesIO()
            small.convert("RGB").save(made, kind, quality=_QUALITY)
    if is_fitting and made.tell() >= len(image.data):
        return image
    return replace(image, data=made.getvalue(), media_type=f"image/{kind.lower()}")
