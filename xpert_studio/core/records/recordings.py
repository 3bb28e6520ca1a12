"""Recordings: sound and films, which are judged by the transcript that lies beside them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from xpert_studio.core.records.tasks import Attachment


def is_recording(item: Attachment) -> bool:
    """Whether a file is sound or a film, by its media type."""
    return item.media_type.startswith(("audio/", "video/"))


def transcripts(items: Sequence[Attachment]) -> dict[int, int]:
    """The transcript of each recording that has one, by their places.

    A transcript is a file with the recording's name and another ending, or one more: of
    ``call.mp3`` it is ``call.vtt``, ``call.mp3.txt`` or ``call.transcript.md``. Of several the
    first counts, and it is that of one recording.

    Args:
        items: What is attached to one task or response.
    """
    found: dict[int, int] = {}
    for place, item in enumerate(items):
        if is_recording(item):
            name = PurePosixPath(item.path)
            stems = {name.stem, name.name, f"{name.stem}.transcript"}
            beside = (
                other
                for other, one in enumerate(items)
                if PurePosixPath(one.path).stem in stems
                and other not in found.values()
                and not is_recording(one)
                and not one.is_image
            )
            if (other := next(beside, None)) is not None:
                found[place] = other
    return found
