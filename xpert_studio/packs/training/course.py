"""The course that is shipped, and the pages that a project adds."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from xpert_studio.api.records import Transaction
from xpert_studio.core.resources import resource_json
from xpert_studio.core.store import pack_records
from xpert_studio.core.wording import spoken
from xpert_studio.packs.training.records import PACK_ID, PAGE, TrainingPage

_FALLBACK: Final = "en"


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Pair(_Part):
    """Two examples of the same that differ in what matters."""

    poor: str
    good: str
    why: str


class CoursePage(_Part):
    """A page of the course."""

    id: str
    title: str
    text: str
    pairs: tuple[Pair, ...] = ()


class TestQuestion(_Part):
    """A question of the self-test."""

    id: str
    text: str
    options: tuple[str, ...]
    key: str
    why: str

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of its options."""
        return tuple(ascii_uppercase[: len(self.options)])


class Course(_Part):
    """A course in one language."""

    pages: tuple[CoursePage, ...]
    test: tuple[TestQuestion, ...]


def course(language: str = "") -> Course:
    """The shipped course; in English where there is none in that language.

    Args:
        language: ``en`` or ``zh``; the one that is spoken where it is empty.
    """
    known: Mapping[str, Any] = resource_json("training", "course.json")
    return Course.model_validate(known.get(language or spoken(), known[_FALLBACK]))


def own_pages(tx: Transaction) -> dict[str, TrainingPage]:
    """The pages that a project has added, by id."""
    found = pack_records.values_in(tx, (PACK_ID, PAGE.id), TrainingPage)
    return {record.id: page for record, page in found}


def all_pages(tx: Transaction) -> tuple[CoursePage, ...]:
    """The course, then the pages of the project."""
    return (
        *course().pages,
        *(CoursePage(id=id_, title=one.title, text=one.text) for id_, one in own_pages(tx).items()),
    )
