"""Wishes as readers of a site send them: files, or texts that were pasted into one."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)

from xpert_studio.api.instruments import Message, UsageError
from xpert_studio.core.records import Stage
from xpert_studio.core.store import Transaction, pack_records, tasks
from xpert_studio.packs.site.records import PACK_ID, WISH, Wish

FORMAT: Final = "xpert-studio-wishes"
MOST_BYTES: Final = 1_000_000
_LONGEST_TITLE: Final = 200
_PLAIN: Final = frozenset("\n\t\u200c\u200d")
"""Also what joins emoji, and the letters of Persian and of Indian scripts, or keeps them apart."""
_MOST_BRACES: Final = 200
"""At how many places a letter may have a brace before the wishes."""
_OPEN: Final = frozenset({Stage.BRIEF, Stage.RETURNED, Stage.SUBMITTED})


def _is_plain(text: str) -> str:
    if any(unicodedata.category(one) in {"Cc", "Cs", "Cf"} and one not in _PLAIN for one in text):
        raise ValueError(Message("holds control characters"))
    return text


Line = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=_LONGEST_TITLE),
    AfterValidator(_is_plain),
]
Lines = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=5_000),
    AfterValidator(_is_plain),
]
_CONFIG: Final = ConfigDict(extra="forbid", frozen=True, strict=True)


class AskedWish(BaseModel):
    """One wish of a reader; to wish for what is there already is a vote for it."""

    model_config = _CONFIG

    title: Line
    text: Lines = ""
    domain: Annotated[str, StringConstraints(max_length=_LONGEST_TITLE)] = ""

    @property
    def key(self) -> str:
        """What two wishes for the same have in common."""
        return key_of(self.title)


class Ballot(BaseModel):
    """What one reader sends.

    Attributes:
        ballot: Made by chance in the reader's browser, so that two readers are not one.
        benchmark: What the project was called when its site was written.
    """

    model_config = _CONFIG

    format: Literal["xpert-studio-wishes"]
    version: Literal[1]
    ballot: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16,64}$")]
    benchmark: Annotated[str, StringConstraints(max_length=1_000)] = ""
    wishes: Annotated[tuple[AskedWish, ...], Field(min_length=1, max_length=200, strict=False)]

    @property
    def hash(self) -> str:
        """By which it is known again."""
        return hashlib.sha256(self.ballot.encode()).hexdigest()


def key_of(title: str) -> str:
    """A title without case, spaces and punctuation."""
    plain = unicodedata.normalize("NFKC", title).casefold()
    return "".join(one for one in plain if one.isalnum()) or plain


def read_ballot(path: Path) -> Ballot:
    """A ballot from a file, which may hold other text around it, such as that of a letter.

    Raises:
        UsageError: The file cannot be read, or is no ballot; it says why.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(
            Message("{path} cannot be read: {error}.", path=path, error=error.strerror or error)
        ) from error
    if len(data) > MOST_BYTES:
        raise _refused(path, Message("it has more than {n:,} bytes", n=MOST_BYTES))
    return ballot_in(data.decode("utf-8-sig", "replace"), path)


def ballot_in(text: str, path: Path) -> Ballot:
    """A ballot from a text; see ``read_ballot``.

    Raises:
        UsageError: There is none in it.
    """
    found = list(_objects(text))
    plain = next((one for one in found if one.get("format") == FORMAT), None)
    if not found:
        raise _refused(path, Message("it holds no whole JSON object"))
    if plain is None:
        raise _refused(path, Message("it does not say that it is wishes ({format})", format=FORMAT))
    try:
        return Ballot.model_validate(plain)
    except ValidationError as error:
        raise _refused(path, _fault(error)) from error


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in a letter that are in no other; bounded, however many braces it has."""
    decoder, start = json.JSONDecoder(), text.find("{")
    for _ in range(_MOST_BRACES):
        if start < 0:
            return
        try:
            found, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            yield found
        start = text.find("{", end)


_FIELDS: Final[Mapping[str, str]] = {
    "title": Message("its title"),
    "text": Message("its text"),
    "domain": Message("its domain"),
}


def _fault(error: ValidationError) -> Message:
    """What is wrong with a ballot, and where."""
    found = error.errors(include_url=False)[0]
    field, *inside = found["loc"] or ("",)
    why = _why(found["type"], found.get("ctx", {}))
    place = str(field)
    if field == "wishes" and inside:
        wish = Message("wish {n}", n=int(inside[0]) + 1)
        own = _FIELDS.get(str(inside[-1]), str(inside[-1])) if inside[1:] else ""
        place = Message("{wish}, {field}", wish=wish, field=own) if own else wish
    return Message("{field} {why}", field=place, why=why)


def _why(kind: str, details: Mapping[str, Any]) -> str:
    if kind == "value_error":
        return str(details["error"])
    if kind == "string_too_long":
        return Message("has more than {n:,} characters", n=details["max_length"])
    if kind == "too_long":
        return Message("holds more than {n:,}", n=details["max_length"])
    return _KINDS.get(kind, Message("is not as the page of wishes writes it"))


_KINDS: Final[Mapping[str, str]] = {
    "missing": Message("is missing"),
    "extra_forbidden": Message("is not known"),
    "string_too_short": Message("is empty"),
    "too_short": Message("holds none"),
}


def _refused(path: Path, why: str) -> UsageError:
    return UsageError(
        Message("{path} holds no wishes: {why}.", path=path.name, why=why),
        remedy="Ask for the file, or the text, that the page of wishes makes.",
    )


@dataclass(frozen=True, slots=True)
class CountedWish:
    """A wish with its votes.

    Attributes:
        ballots: The new ones.
        before: Those that were counted before.
        record_id, task_id: Of the wish where it was there before; empty for a new one.
    """

    asked: AskedWish
    ballots: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    record_id: str = ""
    task_id: str = ""

    @property
    def votes(self) -> int:
        """All of them."""
        return len(self.ballots) + len(self.before)

    def with_vote(self, ballot: str) -> CountedWish:
        """The same with one vote of a ballot, however often it was handed in."""
        if ballot in (*self.ballots, *self.before):
            return self
        return replace(self, ballots=(*self.ballots, ballot))


def count_votes(tx: Transaction, ballots: Iterable[Ballot]) -> list[CountedWish]:
    """The wishes that ballots hold, each once, the one with the most votes first.

    Args:
        tx: The project, with the wishes that it has.
        ballots: Any number of them.
    """
    known = {
        key_of(wish.title): CountedWish(
            AskedWish.model_construct(title=wish.title, text=wish.text, domain=""),
            before=wish.ballots,
            record_id=record_id,
            task_id=task_id,
        )
        for record_id, task_id, wish in kept_wishes(tx)
    }
    return counted(known, ballots)


def counted(known: Mapping[str, CountedWish], ballots: Iterable[Ballot]) -> list[CountedWish]:
    """As ``count_votes``, with the wishes that are known by their keys."""
    found: dict[str, CountedWish] = {}
    for ballot in ballots:
        for asked in ballot.wishes:
            before = found.get(asked.key) or known.get(asked.key) or CountedWish(asked)
            found[asked.key] = before.with_vote(ballot.hash)
    return sorted(found.values(), key=lambda one: -one.votes)


def kept_wishes(tx: Transaction) -> list[tuple[str, str, Wish]]:
    """The wishes of a project: ids of record and task, and the wish."""
    return [
        (one.id, one.task_id or "", Wish.model_validate(one.content))
        for one in pack_records.records_in(tx, (PACK_ID, WISH.id))
    ]


def open_wishes(tx: Transaction, held_out: Collection[str] = ()) -> list[Mapping[str, Any]]:
    """Wishes whose brief has not been accepted yet, as a site shows them, the most votes first.

    Args:
        tx: The project.
        held_out: Tasks of which nothing is said.
    """
    stages = {outline.id: outline.standing for outline in tasks.outlines(tx)}
    found = [
        {"title": wish.title, "text": wish.text, "votes": len(wish.ballots)}
        for _, task_id, wish in kept_wishes(tx)
        if stages.get(task_id) in _OPEN and task_id not in held_out
    ]
    return sorted(found, key=lambda one: -int(one["votes"]))
