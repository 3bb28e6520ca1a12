"""What a project keeps of failures: types of its own, and which types experts name where."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from xpert_studio.api.records import (
    FailureKind,
    Hangs,
    Id,
    Listed,
    Names,
    NonBlank,
    Purpose,
    RecordKind,
    RecordValue,
    Role,
    Text,
    Transaction,
    mark,
    record_id,
    seen_records,
    tn,
)
from xpert_studio.core.records.record_kinds import reading_of
from xpert_studio.core.store import pack_records
from xpert_studio.core.wording import LANGUAGES, spoken
from xpert_studio.core.workflow.pack_records import Sight, counted

PACK_ID: Final = "failures"


class ShippedType(Listed):
    """The types of failures that every project has."""

    RETRIEVAL = "retrieval-interference"
    PRINCIPLE = "hallucinated-principle"
    CASCADE = "cascading-error"
    CONSTRAINT = "missed-constraint"
    INCOMPLETE = "incomplete-deliverable"
    CALCULATION = "wrong-calculation"
    OUTDATED = "outdated-fact"
    UNSUPPORTED = "unsupported-claim"
    UNSAFE = "unsafe-advice"
    STYLE = "style"


SHIPPED: Final = Names(
    "ShippedType",
    {
        ShippedType.RETRIEVAL: mark("Retrieval interference"),
        ShippedType.PRINCIPLE: mark("Hallucinated principle"),
        ShippedType.CASCADE: mark("Cascading error"),
        ShippedType.CONSTRAINT: mark("Missed constraint"),
        ShippedType.INCOMPLETE: mark("Incomplete deliverable"),
        ShippedType.CALCULATION: mark("Wrong calculation"),
        ShippedType.OUTDATED: mark("Outdated fact"),
        ShippedType.UNSUPPORTED: mark("Unsupported claim"),
        ShippedType.UNSAFE: mark("Unsafe advice"),
        ShippedType.STYLE: mark("Style"),
    },
)


MEANINGS: Final = Names(
    "meaning of ShippedType",
    {
        ShippedType.RETRIEVAL: mark("What was searched or retrieved leads the response astray."),
        ShippedType.PRINCIPLE: mark("It rests on a rule, law or method that does not exist."),
        ShippedType.CASCADE: mark("It is wrong because something before it in the response is."),
        ShippedType.CONSTRAINT: mark("It disregards what the task demands or forbids."),
        ShippedType.INCOMPLETE: mark("Something that had to be delivered is missing."),
        ShippedType.CALCULATION: mark("A number is worked out wrongly."),
        ShippedType.OUTDATED: mark("It was true once and is not true any more."),
        ShippedType.UNSUPPORTED: mark("It asserts what nothing in task or sources supports."),
        ShippedType.UNSAFE: mark("To follow it would do harm."),
        ShippedType.STYLE: mark("It is right, and said in a way that does not fit its purpose."),
    },
)


class FailureType(RecordValue):
    """A type of failures of a project's own.

    Attributes:
        title: What it is called.
        chinese: The same in Chinese; empty for the title.
        meaning: When it is given.
    """

    title: NonBlank
    chinese: Text = ""
    meaning: Text = ""


class Tag(RecordValue):
    """Why a response fails a checkpoint, as one person says it.

    Attributes:
        person: Who says it.
        checkpoint: The id of the checkpoint, of the response's task.
        types: Ids of types, at least one.
        follows: The checkpoint whose failure this one follows from; empty for a first error.
        note: Anything else about it.
    """

    person: Id
    checkpoint: Id
    types: Annotated[tuple[Id, ...], Field(min_length=1)]
    follows: Text = ""
    note: Text = ""


TYPE: Final = RecordKind(
    counted=lambda n: tn("{n} type of failures", "{n} types of failures", n),
    id="type",
    title=mark("Type of failures"),
    model=FailureType,
    public=("title", "chinese", "meaning"),
)
TAG: Final = RecordKind(
    counted=lambda n: tn("{n} failure of a response", "{n} failures of responses", n),
    id="tag",
    title=mark("Failure"),
    model=Tag,
    hangs_on=Hangs.RESPONSE,
    roles=(Role.EXPERT, Role.SENIOR, Role.LEAD),
    by="person",
    checkpoints=("checkpoint", "follows"),
    public=("person", "checkpoint", "types", "follows"),
    brought_by=frozenset({Purpose.JUDGE, Purpose.ADJUDICATE}),
)


@dataclass(frozen=True, slots=True)
class Known:
    """A type as people see it.

    Attributes:
        title: In the language that is spoken.
        is_shipped: Whether every project has it.
    """

    id: str
    title: str
    meaning: str = ""
    is_shipped: bool = True


def types_in(tx: Transaction) -> Mapping[str, Known]:
    """The types of a project, by id: first those that every project has, then its own."""
    found = {str(one): Known(str(one), SHIPPED.title(one), MEANINGS.title(one)) for one in SHIPPED}
    for seen in seen_records(tx, None, PACK_ID, TYPE.id):
        if isinstance(seen.value, FailureType):
            title = seen.value.chinese if spoken() == "zh" else ""
            found[seen.id] = Known(
                seen.id, title or seen.value.title, seen.value.meaning, is_shipped=False
            )
    return found


def kinds_in(tx: Transaction) -> tuple[FailureKind, ...]:
    """The types of a project as judges are given them, in both languages."""
    shipped = tuple(
        FailureKind(
            str(one),
            {language: SHIPPED.title(one, language) for language in LANGUAGES},
            {language: MEANINGS.title(one, language) for language in LANGUAGES},
        )
        for one in SHIPPED
    )
    own = tuple(
        FailureKind(
            seen.id,
            {"en": seen.value.title, "zh": seen.value.chinese or seen.value.title},
            dict.fromkeys(LANGUAGES, seen.value.meaning),
        )
        for seen in seen_records(tx, None, PACK_ID, TYPE.id)
        if isinstance(seen.value, FailureType)
    )
    return (*shipped, *own)


def comes_of(follows: Mapping[str, str], checkpoint: str, first: str) -> bool:
    """Whether a failure comes of another one, itself included, however many are between.

    Args:
        follows: By checkpoint of one response the one that its failure follows from.
        checkpoint: That of the failure.
        first: That of the other one.
    """
    passed = set[str]()
    while checkpoint and checkpoint not in passed and checkpoint != first:
        passed.add(checkpoint)
        checkpoint = follows.get(checkpoint, "")
    return checkpoint == first


def tag_id(person_id: str, response_id: str, checkpoint_id: str) -> str:
    """The id that a record of what a person says of a checkpoint of a response is given here."""
    return record_id("by", person_id, response_id, checkpoint_id)


def own_tags(tx: Transaction, person_id: str, response_id: str) -> dict[str, Tag]:
    """What a person says of a response, by checkpoint.

    A bundle may have brought several records of it, of other ids: the types of all are named.
    """
    found: dict[str, Tag] = {}
    for tag in said_by(tx, person_id, response_id).values():
        before = found.setdefault(tag.checkpoint, tag)
        types = tuple(dict.fromkeys((*before.types, *tag.types)))
        found[tag.checkpoint] = before.model_copy(update={"types": types})
    return found


def said_by(tx: Transaction, person_id: str, response_id: str) -> dict[str, Tag]:
    """The same by the ids of the records, which may be any."""
    return pack_records.said_by(tx, (PACK_ID, TAG.id), Tag, person_id, response_id)


def tags_in(tx: Transaction, person_id: str) -> list[tuple[str, Tag]]:
    """The tags that a person may see and figures rest on, with the ids of their responses.

    Args:
        tx: The project.
        person_id: Empty for a report, which is made only for those from whom nothing is kept.
    """
    records = list(pack_records.records_in(tx, (PACK_ID, TAG.id)))
    sight = Sight(tx, person_id or None, records)
    return [
        (reading.record.response_id, reading.value)
        for reading in counted(tx, filter(sight.sees, map(reading_of, records)))
        if reading.record.response_id is not None and isinstance(reading.value, Tag)
    ]


def noted(
    tx: Transaction, person_id: str, response_ids: Collection[str]
) -> dict[tuple[str, str], tuple[str, ...]]:
    """The titles of the types that a person may see, by response and checkpoint."""
    known, found = types_in(tx), dict[tuple[str, str], dict[str, None]]()
    records = list(pack_records.records_in(tx, (PACK_ID, TAG.id)))
    for reading in filter(Sight(tx, person_id, records).sees, map(reading_of, records)):
        tag, response_id = reading.value, reading.record.response_id
        if isinstance(tag, Tag) and response_id is not None and response_id in response_ids:
            titles = (known[name].title if name in known else name for name in tag.types)
            found.setdefault((response_id, tag.checkpoint), {}).update(dict.fromkeys(titles))
    return {key: tuple(titles) for key, titles in found.items()}
