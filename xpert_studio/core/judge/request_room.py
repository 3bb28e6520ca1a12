"""Which pictures one request has room for: decided once, for its estimate and for sending it.

A provider takes so many images and bytes in a request (``image_rules``). What has no room is not
shown, and is a gap like any other that the judge does not see.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Final, NamedTuple

from xpert_studio.core.judge.attached import Shown, ShownPicture
from xpert_studio.core.judge.image_rules import (
    LARGE,
    ImageRule,
    RequestLimit,
    fitted,
    limit_of,
    rule_of,
    size_of,
)
from xpert_studio.core.judge.providers.base import Image
from xpert_studio.core.records import Judge

MEGABYTE: Final = 1_000_000
_MOST_MEASURED: Final = 65_536


class Measure(NamedTuple):
    """A picture as people see it: pixels across and down, and bytes."""

    width: int
    height: int
    bytes: int


_measures: Final[dict[str, Measure]] = {}
_lock: Final = Lock()


def measured(picture: ShownPicture) -> Measure:
    """The measures of a picture, which is read for it once while the program runs."""
    found = _measures.get(picture.sha256)
    if found is None:
        data = picture.data
        found = Measure(*size_of(data), len(data))
        with _lock:
            if len(_measures) >= _MOST_MEASURED:
                _measures.clear()
            _measures[picture.sha256] = found
    return found


def picture_tokens(files: Iterable[Shown], rule: ImageRule, *, of: int) -> int:
    """About how many tokens the pictures of files are.

    Args:
        files: The files.
        rule: Of the model.
        of: How many pictures the whole request has.
    """
    return sum(
        rule.tokens(*measured(picture)[:2], of=of) for file in files for picture in file.pictures
    )


@dataclass
class Room:
    """What is left of a request.

    Attributes:
        rule: Of the model: the size in which it takes a picture.
        images: How many more it may have.
        bytes: How many more they may be, in base64.
    """

    rule: ImageRule
    images: int
    bytes: int

    def takes(self, picture: ShownPicture) -> bool:
        """Whether there is room for a picture, which then has its place."""
        size = self._most(picture) if self.images else 0
        if size > self.bytes:  # what it is at most: only now is it worth to know it to the byte
            image = Image("", picture.data, picture=picture.sha256)
            size = in_base64(len(fitted((image,), self.rule, of=1)[0].data))
        if not self.images or size > self.bytes:
            return False
        self.images -= 1
        self.bytes -= size
        return True

    def _most(self, picture: ShownPicture) -> int:
        """What a picture is at most as it is sent, by its measures."""
        found = measured(picture)
        wide, high = self.rule.size(found.width, found.height)
        is_as_it_is = (wide, high) == (found.width, found.height) and found.bytes <= LARGE
        return in_base64(found.bytes if is_as_it_is else max(found.bytes, wide * high))


def in_base64(size: int) -> int:
    """How many bytes so many are in base64."""
    return 4 * math.ceil(size / 3)


class RequestRoom:
    """The room in requests to a judge: one half for what all candidates of a task share, at most.

    Pictures of the task come before those of worked examples. What is shared depends on nothing
    else, so that it is the same for every candidate.

    Args:
        judge: The judge.
        candidates: How many candidates a request has.
        limit: What the provider takes in a request; where None, what is known of it.
    """

    def __init__(
        self, judge: Judge, candidates: int = 1, limit: RequestLimit | None = None
    ) -> None:
        self._rule = rule_of(judge.provider, judge.model)
        self._limit = limit or limit_of(judge.provider)
        self._candidates = candidates

    def shared(self) -> Room:
        """The room for the task and its worked examples."""
        return Room(self._rule, self._limit.images // 2, self._limit.megabytes * MEGABYTE // 2)

    def of_candidate(self, shared: Room) -> Room:
        """The room that is left for one candidate.

        Args:
            shared: What is left of the room of ``shared``.
        """
        images = self._limit.images - self._limit.images // 2 + shared.images
        size = self._limit.megabytes * MEGABYTE
        left = size - size // 2 + shared.bytes
        return Room(self._rule, images // self._candidates, left // self._candidates)
