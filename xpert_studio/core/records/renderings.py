"""Renderings that a project keeps: which pictures belong to which file; their bytes are by hash."""

from __future__ import annotations

from string import Formatter
from typing import Annotated, ClassVar, Final

from pydantic import Field, JsonValue, StringConstraints, model_validator

from xpert_studio.core.messages import Message
from xpert_studio.core.records.base import NO_NUL, Extra, NonBlank, Record, Sha256

MOST_PICTURES: Final = 1_000
_MOST_SAID: Final = 2_000
_FORMATS: Final = frozenset({"", ","})
_Short = Annotated[str, StringConstraints(pattern=NO_NUL, max_length=_MOST_SAID)]


class Said(Record):
    """A message as it is kept: in English, with values that are filled in where it is said."""

    PUBLIC: ClassVar[tuple[str, ...]] = ("template", "values")

    template: _Short
    values: dict[str, int | float | _Short] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _is_plain(self) -> Said:
        """Refuses what filling in could make large, or look into values with."""
        for _, name, format_, conversion in Formatter().parse(self.template if self.values else ""):
            if name is not None and (
                name not in self.values or format_ not in _FORMATS or conversion
            ):
                raise ValueError(Message("a text asks for {name!r}", name=name))
        if any(isinstance(value, str) for value in self.values.values()) and ":," in self.template:
            raise ValueError(Message("a text is written as a number"))
        return self

    @classmethod
    def of(cls, message: Message) -> Said:
        """What is kept of a message."""
        values = {
            name: value if isinstance(value, int | float) else str(value)[:_MOST_SAID]
            for name, value in message.values.items()
        }
        return cls(template=message.template[:_MOST_SAID], values=values)

    @property
    def message(self) -> Message:
        """The message, which is said in any language."""
        return Message(self.template, **self.values)


class KeptPicture(Record):
    """One picture of a file, a PNG.

    Attributes:
        sha256: Of the picture, as that of an attachment.
        label: What it shows.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = ("sha256", "label")

    sha256: Sha256
    label: Said


class KeptGap(Record):
    """What of a file is on no picture.

    Attributes:
        what: One of ``documents.GapReason``.
        where: The place; an empty text for all of the file.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = ("what", "where")

    what: _Short
    where: Said


class KeptRendering(Record):
    """What rendering a file gave; one of each file, the last.

    Attributes:
        sha256: Of the file.
        renderer: What made it.
        version: Of the renderer.
        pictures: In the order of the file; none where it failed.
        gaps: What of the file is on no picture.
        failure: Why there are no pictures.
        facts: What else was observed: how many pages there are in all, errors of scripts.
    """

    HASHED: ClassVar[tuple[str, ...]] = (
        "sha256",
        "renderer",
        "version",
        "pictures",
        "gaps",
        "failure",
        "facts",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = HASHED

    sha256: Sha256
    renderer: NonBlank
    version: _Short
    pictures: Annotated[tuple[KeptPicture, ...], Field(max_length=MOST_PICTURES)] = ()
    gaps: tuple[KeptGap, ...] = ()
    failure: Said | None = None
    facts: dict[str, JsonValue] = Field(default_factory=dict)
    extra: Extra = Field(default_factory=dict)

    @property
    def blind(self) -> KeptRendering:
        """The same for who must not know the system: what else was observed may name it."""
        facts = {name: value for name, value in self.facts.items() if name == "pages"}
        return self.model_copy(update={"facts": facts, "extra": {}})

    @property
    def pages(self) -> int:
        """How many pages the file has in all, pictures or not."""
        found = self.facts.get("pages")
        return max(len(self.pictures), found if isinstance(found, int) else 0)
