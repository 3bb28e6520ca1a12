"""Attachments as a model is shown them: as pictures, as text, or not at all.

And the marker lines around texts from outside, which those texts cannot contain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from string import Template
from threading import Lock
from typing import Final

from xpert_studio.core.documents import (
    Document,
    Gap,
    GapReason,
    media_type_of,
    read_document,
)
from xpert_studio.core.documents.document import WHOLE
from xpert_studio.core.documents.media_types import FOLDER
from xpert_studio.core.judge.providers.base import Image
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import Attachment
from xpert_studio.core.records.recordings import transcripts


def fence(name: str, text: str) -> tuple[str, str]:
    """Marker lines that the text between them cannot contain: they carry its hash."""
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return f"<<<{name} {mark}>>>", f"<<<END OF {name} {mark}>>>"


BytesOf = Callable[[str], bytes]
"""Gives an attachment's bytes by its SHA-256."""

_MOST_KEPT: Final = 512
_MOST_KEPT_BYTES: Final = 128 * 1024 * 1024
_MOST_NAMED: Final = 5
_MOST_PLACES: Final = 3


class _Kept:
    """What was read of files, for as long as the program runs and as far as there is room.

    What was not asked for longest makes room for others.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Document] = {}
        self._bytes = 0
        self._lock = Lock()

    def get(self, sha256: str, media_type: str, bytes_of: BytesOf) -> Document:
        """A file, read where it is not kept."""
        key = sha256, media_type
        with self._lock:
            found = self._found.pop(key, None)
            if found is not None:
                self._found[key] = found  # the last to go
                return found
        found = read_document(bytes_of(sha256), media_type)
        with self._lock:
            if key not in self._found:
                self._found[key] = found
                self._bytes += _size(found)
            self._make_room()
        return found

    def _make_room(self) -> None:
        while len(self._found) > _MOST_KEPT or (
            self._bytes > _MOST_KEPT_BYTES and len(self._found) > 1
        ):
            self._bytes -= _size(self._found.pop(next(iter(self._found))))


def _size(document: Document) -> int:
    return len(document.picture) + len(document.text)


_kept: Final = _Kept()


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture that people and models are shown.

    Attributes:
        sha256: Of the stored file that it was made of: by it, regions of it are known.
        read: Gives the picture: a run has more of them than are held at once.
        label: What it shows.
    """

    sha256: str
    read: Callable[[], bytes] = field(repr=False, compare=False)
    label: str = ""

    @property
    def data(self) -> bytes:
        """The picture, as PNG or JPEG."""
        return self.read()


@dataclass(frozen=True, slots=True)
class AttachedPage:
    """What a picture shows that was made of the attached file before it.

    Attributes:
        label: What of it: a page, a web page after scrolling.
        is_beside: Whether the text of the file has all that the picture has.
    """

    label: Message
    is_beside: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """One attachment as people and models are shown it.

    Attributes:
        item: The attachment.
        text: The text of a document; empty for a picture.
        pictures: What is shown of it as images.
        gaps: What of it is not shown, and what was left out as no reader sees it.
        page: For a picture that was made of the file before it: what it shows.
        pages: How many such pictures of this file follow it, and how many there are in all.
        transcript: Of a recording, the number of the attachment that is its transcript, from 1.
    """

    item: Attachment
    text: str = ""
    pictures: tuple[ShownPicture, ...] = ()
    gaps: tuple[Gap, ...] = ()
    page: AttachedPage | None = None
    pages: tuple[int, int] = (0, 0)
    transcript: int = 0

    @property
    def is_picture(self) -> bool:
        """Whether it is shown as an image."""
        return bool(self.pictures)

    @property
    def unseen(self) -> tuple[Gap, ...]:
        """What of it people see and a model does not."""
        return tuple(gap for gap in self.gaps if gap.is_seen_by_people)


@dataclass(frozen=True, slots=True)
class Files:
    """The attachments of one ask.

    Attributes:
        task: Of the task.
        response: Of the candidate.
        anchors: Of the worked examples, in their order.
    """

    task: tuple[Shown, ...] = ()
    response: tuple[Shown, ...] = ()
    anchors: tuple[tuple[Shown, ...], ...] = ()

    @property
    def unseen(self) -> tuple[Shown, ...]:
        """What experts see of task and candidate and the model does not, or not wholly."""
        return tuple(file for file in (*self.task, *self.response) if file.unseen)

    @property
    def has_pictures(self) -> bool:
        """Whether task or candidate are shown with images that say more than their texts."""
        return any(
            file.is_picture and not (file.page and file.page.is_beside)
            for file in (*self.task, *self.response)
        )


def read_attachments(items: Sequence[Attachment], bytes_of: BytesOf) -> tuple[Shown, ...]:
    """Reads the attachments of one task or response, with the transcripts of recordings.

    What was read is kept by its hash while the program runs.
    """
    return _with_transcripts([_shown(item, bytes_of) for item in items])


def _with_transcripts(files: Sequence[Shown]) -> tuple[Shown, ...]:
    """Files among which recordings name the transcript that is shown in place of their sound.

    The pictures of a film stay a gap, and so does a recording whose transcript has no text.
    """
    found = list(files)
    for place, other in transcripts([file.item for file in files]).items():
        if files[other].text.strip():
            heard = Gap(WHOLE, GapReason.TRANSCRIBED)
            gaps = [gap for gap in files[place].gaps if gap.what is not GapReason.SOUND]
            found[place] = replace(files[place], gaps=(*gaps, heard), transcript=other + 1)
    return tuple(found)


def withheld(items: Sequence[Attachment]) -> tuple[Shown, ...]:
    """Attachments that a judge which reads only the text of responses is not shown."""
    gaps = (Gap(WHOLE, GapReason.TEXT_ONLY),)
    # What was changed in a folder is told by the response's text.
    return tuple(Shown(item, gaps=() if item.media_type == FOLDER else gaps) for item in items)


def _shown(item: Attachment, bytes_of: BytesOf) -> Shown:
    found = _kept.get(item.sha256, item.media_type, bytes_of)
    made = (
        ShownPicture(
            item.sha256, read=partial(_picture_of, item, bytes_of), label=item.caption or ""
        ),
    )
    return Shown(item, found.text, made if found.picture else (), found.gaps)


def _picture_of(item: Attachment, bytes_of: BytesOf) -> bytes:
    return _kept.get(item.sha256, item.media_type, bytes_of).picture


def unseen_names(files: Iterable[tuple[str, Shown]]) -> dict[GapReason, str]:
    """The names of files that are not shown in full and where, by the reason: a few of each.

    Args:
        files: Files, each with the name of its task.
    """
    found: dict[GapReason, dict[str, list[Message]]] = {}
    for task, file in files:
        name = f"{task}: {file.item.path.rpartition('/')[2]}"
        for gap in file.unseen:
            places = found.setdefault(gap.what, {}).setdefault(name, [])
            places += [gap.where] if gap.where and gap.where not in places else []
    return {
        what: joined([_placed(name, places) for name, places in names.items()], most=_MOST_NAMED)
        for what, names in found.items()
    }


def _placed(name: str, places: Sequence[Message]) -> str:
    if not places:
        return name
    return Message("{name} ({places})", name=name, places=joined(places, most=_MOST_PLACES))


def gap_texts(gaps: Iterable[Gap]) -> list[Message]:
    """Gaps as lines: each reason with the places where it holds."""
    found: dict[GapReason, list[Message]] = {}
    for gap in gaps:
        found.setdefault(gap.what, []).extend([gap.where] if gap.where else [])
    return [
        Message("{what} ({places})", what=what, places=joined(places, most=_MOST_NAMED))
        if places
        else Message("{what}", what=what)
        for what, places in found.items()
    ]


def attachment_notes(files: Sequence[Shown], words: Mapping[str, str]) -> list[str]:
    """A line for each attachment with its number and caption, and the text of each document.

    Args:
        files: The attachments, in order.
        words: Those of the prompt's templates.
    """
    return [note for number, file in numbered(files) for note in _notes(number, file, words)]


def numbered(files: Iterable[Shown]) -> Iterator[tuple[int, Shown]]:
    """Attachments with their numbers, from 1; pictures of a file have that of the file."""
    number = 0
    for file in files:
        number += file.page is None
        yield number, file


def prompt_with_documents(prompt: str, files: Sequence[Shown], words: Mapping[str, str]) -> str:
    """A task's prompt as a system gets it: with a note for each attachment that is no image.

    Args:
        prompt: The prompt.
        files: All attachments of the task, in order.
        words: Those of the prompt templates of the task's language.
    """
    notes = [
        note
        for number, file in numbered(files)
        if not file.is_picture
        for note in _notes(number, file, words)
    ]
    return "\n\n".join([prompt, *notes])


def _notes(number: int, file: Shown, words: Mapping[str, str]) -> Iterator[str]:
    if file.page:
        return  # the note of its file says how many follow
    is_seen = file.text or file.pages[0]
    limits = f"; {words['in_part' if is_seen else 'not_shown']}" if file.unseen else ""
    if file.pages[0]:
        shown, every = file.pages
        said = Template(words["pages"]).substitute(shown=shown, every=every)
        limits = f"; {said}{limits}"
    if file.transcript:
        limits = f"; {Template(words['transcript']).substitute(number=file.transcript)}"
        limits += f", {words['no_pictures']}" if file.unseen else ""
    yield f"[{_label(number, file, words)}{limits}]"
    if file.text:
        opening, closing = fence(f"ATTACHMENT {number}", file.text)
        yield f"{opening}\n{file.text}\n{closing}"


def candidate_text(text: str, files: Sequence[Shown], words: Mapping[str, str]) -> str:
    """A response's text, followed by a note for each of its attachments."""
    return "\n\n".join([text, *attachment_notes(files, words)])


def pictures(files: Sequence[Shown], words: Mapping[str, str] | None = None) -> tuple[Image, ...]:
    """The images among a task's attachments, each under its caption.

    Args:
        files: All attachments of the task.
        words: Those of the prompt's templates, for pictures of other files.
    """
    return tuple(
        image
        for n, file in numbered(files)
        for image in _images(
            file, f"[{_label(n, file, words)}]" if words and file.page else file.item.caption or ""
        )
    )


def numbered_pictures(
    files: Sequence[Shown], words: Mapping[str, str], *, of: str = ""
) -> tuple[Image, ...]:
    """The images among the attachments of a response, each under the number of its note.

    Args:
        files: All attachments of the response.
        words: Those of the prompt's templates.
        of: Which response it is, where it is not the candidate.
    """
    return tuple(
        image
        for number, file in numbered(files)
        for image in _images(file, f"[{of}{_label(number, file, words)}]")
    )


def _label(number: int, file: Shown, words: Mapping[str, str]) -> str:
    if file.page:
        return f"{words['attachment']} {number}, {file.page.label}"
    return f"{words['attachment']} {number}: {file.item.caption or words['no_caption']}"


def _images(file: Shown, label: str) -> list[Image]:
    return [
        Image(media_type_of(picture.data) or "", picture.data, label, picture.sha256)
        for picture in file.pictures
    ]
