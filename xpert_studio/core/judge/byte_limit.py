"""The bytes of a request in keys of verdicts: part of them where they leave a picture out.

Elsewhere a key says nothing of them, so that one stays valid whatever a provider takes. What is
sent is looked at only where it may be too much, by what is known of pictures without reading them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from xpert_studio.core.judge.attached import BytesOf, Shown, read_attachments
from xpert_studio.core.judge.image_rules import LARGE, ImageRule, RequestLimit, limit_of, rule_of
from xpert_studio.core.judge.pages import Renderings, fits, pages_of
from xpert_studio.core.judge.request_room import MEGABYTE, RequestRoom, Room, in_base64
from xpert_studio.core.records import (
    Anchor,
    Attachment,
    Judge,
    JudgeSettings,
    Response,
    Task,
    content_hash,
)

_ANY: Final = 1_000_000
"""Megabytes that are no limit."""
_SIDE_OF_IMAGE: Final = 3072
_SIDE_OF_PAGE: Final = 1568
"""Pixels of the longer side of pictures that the program makes, at most."""
_GROWS: Final = 4
"""So many times as large as a file its picture is at most, if it is large at all."""


@dataclass(frozen=True, slots=True)
class ByteLimit:
    """What keys of a judge hold of the bytes that its provider takes in a request.

    Attributes:
        judge: One that asks a model.
        kept: The renderings there are.
        sizes: The size of every file of the project by its hash.
        content: Gives the bytes of one.
    """

    judge: Judge
    kept: Renderings
    sizes: Mapping[str, int]
    content: BytesOf

    def in_key(self, task: Task, response: Response, anchors: Sequence[Anchor]) -> str:
        """The limit where it leaves something out for this response, else nothing."""
        settings = self.judge.settings or JudgeSettings()
        most = settings.pages_of_responses
        shared = [(task.attachments, settings.pages)]
        if most:  # without pages all pictures of responses and examples are sent
            shared += [(anchor.attachments, most) for anchor in anchors]
        own = (response.attachments if most else (), most)
        limit = limit_of(self.judge.provider)
        half = limit.megabytes * MEGABYTE // 2
        if max(sum(self._bounds(*one) for one in shared), self._bounds(*own)) <= half:
            return ""
        without = limit.model_copy(update={"megabytes": _ANY})
        if self._taken(shared, own, limit) == self._taken(shared, own, without):
            return ""
        return content_hash({"megabytes": limit.megabytes})

    def _bounds(self, items: Iterable[Attachment], most: int) -> int:
        """How large the pictures of files are at most, in base64."""
        rule = rule_of(self.judge.provider, self.judge.model)
        found = 0
        for item in items:
            rendering = self.kept.get(item.sha256)
            if item.is_image:
                made = max(LARGE, _GROWS * self.sizes.get(item.sha256, LARGE))
                found += _bound(rule, _SIDE_OF_IMAGE, made)
            elif rendering is not None:
                sizes = (self.sizes.get(one.sha256, LARGE) for one in rendering.pictures[:most])
                found += sum(_bound(rule, _SIDE_OF_PAGE, size) for size in sizes)
        return found

    def _taken(
        self,
        shared: Sequence[tuple[Sequence[Attachment], int]],
        own: tuple[Sequence[Attachment], int],
        limit: RequestLimit,
    ) -> list[int]:
        """How many pictures of each file have room under a limit."""
        request = RequestRoom(self.judge, limit=limit)
        room = request.shared()
        found = [self._pictures(item, most, room) for items, most in shared for item in items]
        room = request.of_candidate(room)
        return found + [self._pictures(item, own[1], room) for item in own[0]]

    def _pictures(self, item: Attachment, most: int, room: Room) -> int:
        rendering = self.kept.get(item.sha256)
        shown: Iterable[Shown] = ()
        if item.is_image:
            shown = read_attachments((item,), self.content)
        elif rendering is not None:
            shown = pages_of(item, rendering, self.content, most)
        return sum(1 for _ in takewhile(lambda one: fits(one, room), shown))


def _bound(rule: ImageRule, side: int, size: int) -> int:
    """What a picture is at most as it is sent, see ``Room``."""
    wide, high = rule.size(side, side)
    is_as_it_is = (wide, high) == (side, side) and size <= LARGE
    return in_base64(size if is_as_it_is else max(size, wide * high))
