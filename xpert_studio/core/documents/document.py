"""What reading an attached file gives: its text, and what of it is not in that text."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from xpert_studio.core.messages import Message

MAX_CHARS: Final = 200_000
"""Longest text taken from one file, in characters."""
MAX_GAPS: Final = 200
"""Gaps of one file that are told apart; of further ones only that there are more."""


class GapReason(StrEnum):
    """Why a part of a file is not in what models are shown."""

    KIND = "a kind of file that cannot be shown"
    UNREADABLE = "damaged or unreadable"
    TOO_LARGE = "too large to read"
    ENCRYPTED = "encrypted"
    OLD = "a text or slides of Office 97 to 2003: save it as .docx or .pptx"
    NO_TEXT = "pages without a text layer"
    PICTURES = "pictures or charts inside it are not shown"
    DRAWING = "drawings inside it are not shown"
    SHORTENED = "only its beginning is shown"
    TEXT_ONLY = "this judge reads the text of responses only"
    PICTURES_ONLY = "this judge is shown pictures only"
    EMPTY = "no text was found in it"
    SYMBOL = "symbols that are not known"
    FORMULA = "formulas without a stored result"
    FIELD = "fields without a stored result"
    EMBEDDED = "embedded files, objects or controls"
    ATTACHED = "files attached to it"
    MISSING = "parts that are named in it and missing"
    UNKNOWN = "parts of a kind that is not known"
    SCRIPT = "scripts, which are not run"
    REMOTE = "content that is loaded from elsewhere"
    ENCODING = "its encoding is a guess"
    FORMAT = "formats of numbers that are not known"
    HIDDEN = "hidden parts, which are left out"
    PAGES = "pages that are not shown as pictures"
    DELETED = "tracked deletions, which are left out"
    FRAMES = "further frames or pages of it are not shown"
    REQUEST = "more pictures than one request may have"
    SOUND = "a recording without a transcript"
    FILM = "a film, of which no picture is shown"
    TRANSCRIBED = "sound, which is given as its transcript"


NOT_DISPLAYED: Final = frozenset({GapReason.HIDDEN, GapReason.DELETED})
"""What a reader of the printed page does not see either: said, and no reason to doubt a verdict."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A part of a file that is not in its text.

    Attributes:
        where: The place in the file; empty for the whole of it.
        what: The reason.
    """

    where: Message
    what: GapReason

    @property
    def is_seen_by_people(self) -> bool:
        """Whether people see there what a model is not shown."""
        return self.what not in NOT_DISPLAYED and self.what is not GapReason.TRANSCRIBED


WHOLE: Final = Message("")
"""The place of a gap that concerns the whole file."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read.

    Attributes:
        text: Its text; empty for pictures and where there is none.
        metadata: What its properties say (author, program, title), one a line.
        gaps: What of it is not in the text, or not in the picture.
        picture: Of an image: what is shown of it, as PNG or JPEG; empty for other files.
    """

    text: str = ""
    metadata: str = ""
    gaps: tuple[Gap, ...] = ()
    picture: bytes = b""

    @property
    def is_picture(self) -> bool:
        """Whether it is an image that can be shown."""
        return bool(self.picture)


def not_read(what: GapReason, metadata: str = "") -> Document:
    """A file of which nothing is shown."""
    return Document(metadata=metadata, gaps=(Gap(WHOLE, what),))


class NotReadError(Exception):
    """A file of which nothing can be shown."""

    def __init__(self, what: GapReason) -> None:
        super().__init__(what)
        self.what = what


@dataclass(slots=True)
class Findings:
    """What a reader finds beside the text: gaps, each once, and the file's properties."""

    gaps: dict[tuple[str, GapReason], Gap] = field(default_factory=dict)
    metadata: list[str] = field(default_factory=list)

    def gap(self, what: GapReason, where: Message = WHOLE) -> None:
        """Notes a part that is not in the text."""
        if len(self.gaps) < MAX_GAPS:
            self.gaps.setdefault((where, what), Gap(where, what))
        else:
            self.gaps.setdefault(("", what), Gap(WHOLE, what))

    def document(self, text: str) -> Document:
        """The file with its text, cut to ``MAX_CHARS``; without any text that is a gap."""
        if len(text) > MAX_CHARS:
            self.gap(GapReason.SHORTENED)
        if not text and not any(gap.is_seen_by_people for gap in self.gaps.values()):
            self.gap(GapReason.EMPTY)
        return Document(text[:MAX_CHARS], "\n".join(self.metadata), tuple(self.gaps.values()))

    def image(self, picture: bytes) -> Document:
        """An image with the picture that is shown of it."""
        metadata = "\n".join(self.metadata)
        return Document(metadata=metadata, gaps=tuple(self.gaps.values()), picture=picture)


class Reader(Protocol):
    """Reads files of one kind, in the process of ``worker``: what they hold is hostile."""

    def __call__(self, data: bytes, found: Findings) -> str:
        """The text of a file as a person sees it.

        Args:
            data: The file.
            found: Takes what is not in the text, and the file's properties.

        Raises:
            NotReadError: Nothing of it can be shown. Any other exception means that it is damaged.
        """
        ...
