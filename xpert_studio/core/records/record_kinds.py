"""Kinds of records that packs bring: what their JSON must be, who may change it, what is public.

A record of a pack that is not here, of a kind that its pack does not know, of a newer version, or
that the kind cannot read, is kept and shown as its JSON; it cannot be edited.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from xpert_studio.core.errors import first_fault
from xpert_studio.core.messages import Message
from xpert_studio.core.pack_manifest import RECORD_NAME, Pack
from xpert_studio.core.packs import brought, packs
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.records.pack_records import Content, PackRecord
from xpert_studio.core.records.people import Person, Role
from xpert_studio.core.records.project import Policies

Upgrade = Callable[[Content], Content]
SeenBy = Callable[[Person, Policies, Any], bool]
"""Whether a person sees a value of a kind, by the policies of the project."""
Counted = Callable[[int], str]
"""So many records in words: 2 questions of an examination."""


class Hangs(StrEnum):
    """What records of a kind hang on."""

    PROJECT = "project"
    TASK = "task"
    RESPONSE = "response"


class RecordValue(BaseModel):
    """What records of a pack can say: it does not change, and has no other fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RecordKind:
    """A kind of records that a pack brings.

    Attributes:
        id: Lower case letters, digits and ``_``; stands in the names of files of bundles.
        title: What one is called, for people.
        counted: So many of them in the history, after "wrote" and "removed"; it names no person,
            response or value, since everybody who sees the task reads it. By the title where None.
        model: What its JSON must be; written by the names of fields.
        version: Of the JSON, from 1.
        upgrades: What makes version 2 of version 1, and so on: one for each version but the first.
        hangs_on: The project, a task, or a response. What hangs on a response is shown only to
            those who may see judgments of it: let a record hang there that tells of one.
        roles: Who may change records: a person with any of these roles.
        by: The field that holds the id of the person whose word it is; only they write such a
            record, and they always see it. In public bundles it is a pseudonym.
        checkpoints: The fields that hold ids of checkpoints of the task that it is about; an
            import says where there is no such checkpoint.
        public: The fields that public bundles hold; with none, records of the kind stay in.
        brought_by: For which assignments a submission may bring such records.
        tells_system: Whether a record may tell which system answered. One that does not is shown
            also to those from whom only systems are hidden, unless they judge the task.
        seen_by: Who sees a record beside the person whose word it is, by their rights; a report
            has none of such records. Everybody where None, apart from what ``hangs_on`` says.
        is_final: Whether a record is never changed, taken out or undone.
        is_for_all: Whether people write them who are not qualified.
        stays: Whether no bundle holds them, not even a private one.
    """

    id: str
    title: str
    model: type[BaseModel]
    version: int = 1
    upgrades: tuple[Upgrade, ...] = ()
    hangs_on: Hangs = Hangs.PROJECT
    roles: tuple[Role, ...] = (Role.LEAD,)
    by: str = ""
    checkpoints: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    brought_by: frozenset[Purpose] = frozenset()
    tells_system: bool = True
    seen_by: SeenBy | None = None
    is_final: bool = False
    is_for_all: bool = False
    counted: Counted | None = None
    stays: bool = False

    def __post_init__(self) -> None:
        fields = self.model.model_fields
        if not re.fullmatch(RECORD_NAME, self.id):
            raise ValueError(f"{self.id!r} is no id of a kind of records")
        if len(self.upgrades) != self.version - 1:
            raise ValueError(f"{self.id}: version {self.version} needs {self.version - 1} upgrades")
        if not self.roles:
            raise ValueError(f"{self.id}: nobody may change it")
        unknown = {self.by, *self.checkpoints, *self.public} - {"", *fields}
        if unknown:
            raise ValueError(f"{self.id}: no fields of its model: {sorted(unknown)}")
        needed = {name for name, info in fields.items() if info.is_required()} - {*self.public}
        if self.public and needed:
            raise ValueError(f"{self.id}: needed, and not public: {sorted(needed)}")

    def written(self, value: BaseModel) -> Content:
        """A value as the content of a record.

        Raises:
            TypeError: It is of another model.
            ValueError: It does not read back as it is.
        """
        if not isinstance(value, self.model):
            raise TypeError(Message("it is no {kind}", kind=self.title))
        content: Content = value.model_dump(mode="json", by_alias=False)
        if self.model.model_validate_json(json.dumps(content), by_name=True) != value:
            raise ValueError(Message("it does not read back as it was written"))
        return content

    def author_of(self, content: Content) -> str | None:
        """The id of the person whose word a content is; None where nobody is named."""
        found = content.get(self.by) if self.by else None
        return found if isinstance(found, str) and found else None


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record of a pack as it can be read here.

    Attributes:
        record: As it is stored.
        kind: None where it is not known here.
        value: What the kind makes of it, in its newest version; None where it makes nothing.
        problem: Why there is no value, and the record cannot be edited.
    """

    record: PackRecord
    kind: RecordKind | None = None
    value: Any = None
    problem: Message | None = None

    @property
    def content(self) -> Content:
        """The content in the newest version; as it is stored where it cannot be read."""
        if self.value is None:
            return self.record.content
        found: Content = self.value.model_dump(mode="json", by_alias=False)
        return found

    @property
    def author(self) -> str | None:
        """The id of the person whose word it is; None where that is not known."""
        return self.kind.author_of(self.content) if self.kind and not self.problem else None


def record_id(prefix: str, *parts: object, digits: int = 24) -> str:
    """The id of a record of which there is one for these parts, such as a person and a response."""
    place = "\n".join(map(str, parts))
    return f"{prefix}-{hashlib.sha256(place.encode()).hexdigest()[:digits]}"


def pack_named(pack_id: str) -> Pack | None:
    """The pack of that id; None where it is not installed."""
    return next((pack for pack in packs() if pack.id == pack_id), None)


@cache
def record_kinds(pack: Pack) -> Mapping[str, RecordKind]:
    """The kinds of records that a pack brings, by id."""
    found = (one for name in pack.records for one in brought(pack, "records", name))
    return {one.id: one for one in found if isinstance(one, RecordKind)}


ABSENT: Final = Message("The pack {pack} is not installed.")
"""With ``pack``: why its records cannot be edited."""


def kind_of(pack_id: str, kind_id: str) -> tuple[RecordKind | None, Message | None]:
    """A kind of records; or why it is not known here."""
    pack = pack_named(pack_id)
    if pack is None:
        return None, Message(ABSENT.template, pack=pack_id)
    found = record_kinds(pack).get(kind_id)
    if found is None:
        return None, Message("The pack {pack} has no records {kind!r}.", pack=pack_id, kind=kind_id)
    return found, None


def those_who_are(*roles: Role) -> SeenBy:
    """People with one of the roles, for ``RecordKind.seen_by``."""
    return lambda person, *_: not set(roles).isdisjoint(person.roles)


def reading_of(record: PackRecord) -> ReadRecord:
    """What can be made of a record here."""
    kind, problem = kind_of(*record.of)
    if kind is None:
        return ReadRecord(record, problem=problem)
    if record.version > kind.version:
        newer = Message(
            "It is of version {version}; the pack {pack} here knows {kind} up to {known}.",
            version=record.version,
            pack=record.pack,
            kind=kind.id,
            known=kind.version,
        )
        return ReadRecord(record, kind, problem=newer)
    hangs = (
        Hangs.TASK if record.task_id else Hangs.RESPONSE if record.response_id else Hangs.PROJECT
    )
    if hangs is not kind.hangs_on:
        wrong = Message("It must hang on: {wanted}.", wanted=Message(kind.hangs_on.value))
        return ReadRecord(record, kind, problem=wrong)
    try:
        return ReadRecord(record, kind, _upgraded(kind, record))
    except ValidationError as error:
        place, detail = first_fault(error)
        said = Message("{field}: {problem}.", field=place, problem=detail["msg"])
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the upgrade is code of others
        said = Message("The pack {pack} fails on it: {error}", pack=record.pack, error=repr(error))
    return ReadRecord(record, kind, problem=said)


def _upgraded(kind: RecordKind, record: PackRecord) -> BaseModel:
    content = record.content
    if record.version < kind.version:
        content = json.loads(json.dumps(content))  # an upgrade may change what it is given
    for upgrade in kind.upgrades[record.version - 1 :]:
        content = upgrade(content)
    return kind.model.model_validate_json(json.dumps(content), by_name=True)
