"""What is known of a person's practice, in fields: for figures over experts, without names."""

from __future__ import annotations

from typing import Annotated, Final, TypedDict

from pydantic import Field, ValidationError

from xpert_studio.core.fields import Asks
from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Record
from xpert_studio.core.records.people import Person
from xpert_studio.core.wording import mark

PRACTICE: Final = "practice"
"""Where it is kept among the extra fields of a person, which no public bundle holds."""


class Institution(Listed):
    """Where a person works."""

    UNIVERSITY = "university"
    HOSPITAL = "hospital"
    FIRM = "firm"
    COMPANY = "company"
    PUBLIC = "public"
    SCHOOL = "school"
    SELF = "self_employed"
    OTHER = "other"


INSTITUTIONS: Final = Names(
    "Institution",
    {
        Institution.UNIVERSITY: mark("University or research institute"),
        Institution.HOSPITAL: mark("Hospital or practice"),
        Institution.FIRM: mark("Professional firm"),
        Institution.COMPANY: mark("Company"),
        Institution.PUBLIC: mark("Public body"),
        Institution.SCHOOL: mark("School"),
        Institution.SELF: mark("Self-employed"),
        Institution.OTHER: mark("Other"),
    },
)


class Practice(Record):
    """A person's practice; None is unknown.

    Attributes:
        years: In the profession.
        licences: Held, such as a bar admission.
        institution: Where they work.
    """

    years: Annotated[int, Field(ge=0, le=80)] | None = None
    licences: Annotated[int, Field(ge=0, le=50)] | None = None
    institution: Institution | None = None


class PracticeFields(TypedDict, total=False):
    """What is said of a person's practice; what is left out stays as it is."""

    years: Annotated[
        Annotated[int, Field(ge=0, le=80)],
        Asks("Years in the profession.", "12", within=(0, 80), title=mark("Years of practice")),
    ]
    licences: Annotated[
        Annotated[int, Field(ge=0, le=50)],
        Asks(
            "How many professional licences they hold.",
            "1",
            within=(0, 50),
            title=mark("Licences"),
        ),
    ]
    institution: Annotated[
        Institution, Asks("Where they work.", "hospital", title=mark("Institution"))
    ]


def practice_of(person: Person) -> Practice:
    """What is known of a person's practice; what a file holds otherwise is as unknown."""
    try:
        return Practice.model_validate(person.extra.get(PRACTICE) or {}, strict=False)
    except ValidationError:
        return Practice()
