"""Pictures of a file as a person sees it: its pages, or a web page on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import JsonValue

from xpert_studio.core.documents.document import Gap
from xpert_studio.core.messages import Message


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a file.

    Attributes:
        data: The picture, as PNG.
        label: What it shows: "page 3", "after scrolling".
    """

    data: bytes
    label: Message


@dataclass(frozen=True, slots=True)
class Rendering:
    """What rendering a file gave.

    Attributes:
        pictures: In the order of the file; empty where it failed.
        gaps: What of the file is on no picture.
        failure: Why there are no pictures, for people.
        facts: What else was observed, as JSON: errors of the page's scripts, seconds, pages in all.
    """

    pictures: tuple[Picture, ...] = ()
    gaps: tuple[Gap, ...] = ()
    failure: Message | None = None
    facts: Mapping[str, JsonValue] = field(default_factory=dict)


class Renderer(Protocol):
    """Makes pictures of files of one kind. What files hold is hostile.

    Attributes:
        id: Its name, which is kept with the pictures.
    """

    id: str

    @property
    def version(self) -> str:
        """The version of what it draws with; other versions may draw otherwise."""
        ...

    def missing(self) -> Message | None:
        """What it needs and this computer does not have, with the remedy; None where it has all."""
        ...

    def __call__(self, data: bytes) -> Rendering:
        """Pictures of a file; never raises for what the file holds."""
        ...
