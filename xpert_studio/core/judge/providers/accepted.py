"""What a server turned out to accept, learnt from its refusals and remembered while it is asked.

Models differ in what they take (no temperature, no schema, no images), and lists of which takes
what are out of date the day they are written. So everything is tried once, and dropped when the
server says that it will not have it. Dropping a parameter is never silent: the reply is flagged.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from typing import Final

from xpert_studio.core.judge.providers.error_reply import ErrorReply

_TEACHING: Final = frozenset({400, 404, 415, 422, 500, 501})
_WILL_NOT: Final = re.compile(
    r"un-?support|not (yet )?(be )?support|n't support|unknown|unrecogni[sz]ed|unexpected"
    r"|extra (inputs?|fields?)|extra_forbidden|not (permitted|allowed|available)|deprecated"
    r"|does(n't| not) accept|cannot (be )?(both|set|specif|use)",
    re.IGNORECASE,
)
_ABOUT_SCHEMA: Final = re.compile(
    r"response_?(format|mime_?type)|json[_ ]?(schema|object|mode)|structured[_ ]output|guided"
    r"|grammar|output_config|output[_ ]format|\bschema\b",
    re.IGNORECASE,
)
_ABOUT_IMAGES: Final = re.compile(r"image|vision|multi-?modal|mmproj", re.IGNORECASE)
_BLIND: Final = re.compile(
    r"support|cannot|can't|not a vision|text[- ]only|only (accepts? )?text|not enabled"
    r"|invalid content type|mmproj",
    re.IGNORECASE,
)


class ReplyFormat(IntEnum):
    """How the shape of the reply is enforced, from strictest to not at all."""

    SCHEMA = 0
    OBJECT = 1
    PLAIN = 2


@dataclass(frozen=True, slots=True)
class Accepted:
    """What to send.

    Attributes:
        reply_format: How to ask for the reply's shape.
        images: Whether images are shown.
        dropped: Parameters not to send.
    """

    reply_format: ReplyFormat = ReplyFormat.SCHEMA
    images: bool = True
    dropped: frozenset[str] = frozenset()

    def stepped_down(self, formats: Collection[ReplyFormat]) -> Accepted:
        """With the next laxer of the formats that the wire knows."""
        laxer = [item for item in sorted(formats) if item > self.reply_format]
        return replace(self, reply_format=laxer[0]) if laxer else self

    def narrowed_to(self, other: Accepted) -> Accepted:
        """What both accept: calls in flight at the same time learn side by side."""
        return Accepted(
            max(self.reply_format, other.reply_format),
            self.images and other.images,
            self.dropped | other.dropped,
        )


@dataclass(frozen=True, slots=True)
class Teachable:
    """What of a request may be given up.

    Attributes:
        parameters: The names in the wire format that stand for each parameter sent.
        formats: The formats the wire knows.
        images: Whether images were sent and may be left out.
    """

    parameters: Mapping[str, tuple[str, ...]]
    formats: tuple[ReplyFormat, ...]
    images: bool = False


def learn(used: Accepted, sent: Teachable, reply: ErrorReply) -> Accepted | None:
    """What to send in place of a refused request, or None when the refusal teaches nothing."""
    if reply.status not in _TEACHING or reply.is_context_length or reply.is_out_of_credit:
        return None
    if sent.images and _ABOUT_IMAGES.search(reply.said) and _BLIND.search(reply.said):
        return replace(used, images=False)
    if refused := _refused_parameter(sent.parameters, reply):
        return replace(used, dropped=used.dropped | {refused})
    if _is_about_schema(reply):
        laxer = used.stepped_down(sent.formats)
        return laxer if laxer != used else None
    return None


def named_parameter(parameters: Mapping[str, tuple[str, ...]], reply: ErrorReply) -> str | None:
    """The parameter that a refusal is about, whatever it says of it; None where it names none."""
    if reply.status not in _TEACHING or reply.status == 500 or reply.is_out_of_credit:
        return None
    named = (
        parameter
        for text in (reply.param, reply.message)
        for parameter, names in parameters.items()
        if any(_spelling(name).search(text) for name in names)
    )
    return next(named, None)


def _refused_parameter(parameters: Mapping[str, tuple[str, ...]], reply: ErrorReply) -> str | None:
    return named_parameter(parameters, reply) if _WILL_NOT.search(reply.said) else None


@cache
def _spelling(name: str) -> re.Pattern[str]:
    """A name however it is written: ``thinkingLevel``, ``thinking_level``, "Thinking level"."""
    words = re.sub(r"_|(?<=[a-z])(?=[A-Z])", "[_ ]?", name)
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)


def _is_about_schema(reply: ErrorReply) -> bool:
    """A bare "cannot process" or "not implemented" is worth a try with less."""
    if not reply.message and not reply.code:
        return reply.status in {422, 501}
    return bool(_ABOUT_SCHEMA.search(reply.said))
