"""Conversations as texts, in which no message can imitate another.

A heading in square brackets begins each message and says its number, who speaks and the turn;
every line of what was said begins with ``> ``. A message therefore cannot hold a heading, whatever
a model writes, and the text alone is what is stored, hashed, shown, searched and quoted: reading it
gives the messages back as they were.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.evidence import Quote
from xpert_studio.core.records.tasks import Task
from xpert_studio.core.wording import mark


class Speaker(Listed):
    """Who a message is from."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    CALL = "tool call"
    RESULT = "tool result"


SPEAKERS: Final = Names(
    "Speaker",
    {
        Speaker.SYSTEM: mark("System"),
        Speaker.USER: mark("User"),
        Speaker.ASSISTANT: mark("Assistant"),
        Speaker.CALL: mark("Tool call"),
        Speaker.RESULT: mark("Tool result"),
    },
)
_BREAK: Final = r"(?>\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])"
"""All that ends a line for some program or reader."""
_LINE_END: Final = re.compile(f"({_BREAK})")
_QUOTED_END: Final = re.compile(f"({_BREAK})> ?")
_UNQUOTED: Final = re.compile(f"{_BREAK}(?!>)")
_QUOTED_NAME: Final = r'"(?:[^"\\]|\\.)*"'
_FIRST: Final = "[1 · "
_HEADING: Final = re.compile(
    r"\[(?P<number>\d{1,6}) · "
    rf"(?P<speaker>{'|'.join(Speaker)})"
    rf"(?: (?P<name>{_QUOTED_NAME}))?"
    r"(?: · turn (?P<turn>\d{1,6}))?"
    rf"(?: · id (?P<id>{_QUOTED_NAME}))?"
    rf"(?: · attached (?P<files>{_QUOTED_NAME}(?:, {_QUOTED_NAME})*))?"
    r"\]\n"
)
_BETWEEN: Final = "\n\n"


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """One message.

    Attributes:
        speaker: Who it is from.
        text: What was said; of a tool call its arguments, of a result what the tool returned.
        name: The tool of a call or result.
        call_id: What ties a result to its call; empty where nothing does.
        files: Names of attachments of the task that go with it.
    """

    speaker: Speaker
    text: str
    name: str = ""
    call_id: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedTurn:
    """A message of a transcript, and where it stands.

    Attributes:
        said: The message.
        number: From 1.
        turn: How many messages of the user there are up to here; 0 before the first.
        start: Where its heading begins in the text, in characters.
        body: Where the first line of what was said begins.
        end: Where it ends.
    """

    said: ChatTurn
    number: int
    turn: int
    start: int
    body: int
    end: int


@dataclass(frozen=True, slots=True)
class Transcript:
    """A conversation that a text holds."""

    placed: tuple[PlacedTurn, ...] = field(default=())

    @property
    def messages(self) -> tuple[ChatTurn, ...]:
        """The messages in their order."""
        return tuple(one.said for one in self.placed)

    @property
    def turns(self) -> int:
        """How many turns there are: messages of the user."""
        return self.placed[-1].turn if self.placed else 0

    def at(self, offset: int) -> PlacedTurn | None:
        """The message that a place of the text lies in; None between messages."""
        return next((one for one in self.placed if one.start <= offset < one.end), None)

    def spoken(self, turn: int | None = None) -> str:
        """What the assistant says, in one turn or in all, with a blank line between messages."""
        return "\n\n".join(
            one.said.text
            for one in self.placed
            if one.said.speaker is Speaker.ASSISTANT and turn in {None, one.turn}
        )


def transcript_of(messages: Iterable[ChatTurn]) -> str:
    """A conversation as its text; ``read_transcript`` gives the messages back."""
    turn, parts = 0, []
    for number, said in enumerate(messages, start=1):
        turn += said.speaker is Speaker.USER
        parts.append(f"{_heading(said, number, turn)}\n{_quoted(said.text)}")
    return _BETWEEN.join(parts)


def _heading(said: ChatTurn, number: int, turn: int) -> str:
    named = f"{said.speaker.value} {_name(said.name)}" if said.name else said.speaker.value
    parts = [str(number), named]
    parts += [f"turn {turn}"] if turn else []
    parts += [f"id {_name(said.call_id)}"] if said.call_id else []
    parts += [f"attached {', '.join(map(_name, said.files))}"] if said.files else []
    return f"[{' · '.join(parts)}]"


def _name(text: str) -> str:
    """A name between quotation marks, on one line whatever it holds."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _quoted(text: str) -> str:
    return "> " + _LINE_END.sub(r"\1> ", text)


@lru_cache(maxsize=16)
def read_transcript(text: str) -> Transcript | None:
    """The conversation that a text holds; None where it is none."""
    if not text.startswith(_FIRST):
        return None
    found = list(_placed(text))
    is_whole = bool(found) and found[-1].end == len(text.rstrip("\n"))
    return Transcript(tuple(found)) if is_whole else None


def _placed(text: str) -> Iterator[PlacedTurn]:
    """The messages of a text as far as they can be read."""
    place, turn, number = 0, 0, 0
    while (heading := _HEADING.match(text, place)) is not None:
        after = text.find(_BETWEEN, heading.end())
        end = len(text.rstrip("\n")) if after < 0 else after
        body = text[heading.end() : end]
        number += 1
        speaker = Speaker(heading["speaker"])
        turn += speaker is Speaker.USER
        is_sound = int(heading["number"]) == number and int(heading["turn"] or 0) == turn
        if not is_sound or not body.startswith(">") or _UNQUOTED.search(body):
            return
        said = ChatTurn(
            speaker,
            _QUOTED_END.sub(r"\1", body.removeprefix(">").removeprefix(" ")),
            _unquoted(heading["name"]),
            _unquoted(heading["id"]),
            tuple(map(_unquoted, re.findall(_QUOTED_NAME, heading["files"] or ""))),
        )
        yield PlacedTurn(said, number, turn, place, heading.end(), end)
        place = end + len(_BETWEEN)


def _unquoted(name: str | None) -> str:
    if name is None:
        return ""
    try:
        return str(json.loads(name))
    except ValueError:
        return name[1:-1]


def conversation_of(task: Task) -> Transcript | None:
    """The turns of a task; None of a task that is one prompt."""
    return read_transcript(task.prompt or "")


def response_conversation(task: Task, text: str) -> Transcript | None:
    """The messages of a response; None where the task is one prompt.

    A response without a message of the user is the assistant's reply to the last turn of the task,
    and counts on from there. One to a task that is one prompt is never read as a transcript,
    whatever its system wrote.

    Args:
        task: The task.
        text: Of the response.
    """
    asked = conversation_of(task)
    if asked is None:
        return None
    found = read_transcript(text)
    if found is None:
        said = ChatTurn(Speaker.ASSISTANT, text)
        found = Transcript((PlacedTurn(said, 1, 0, 0, 0, len(text)),))
    if found.turns:
        return found
    before = len(asked.placed)
    moved = (replace(one, number=before + one.number, turn=asked.turns) for one in found.placed)
    return Transcript(tuple(moved))


def place_of_quote(task: Task, text: str, quote: Quote) -> PlacedTurn | None:
    """The message of a response that a quote is from; None where it has no place, or no messages.

    Args:
        task: The task.
        text: Of the response.
        quote: As evidence has it.
    """
    if quote.start is None:
        return None
    said = response_conversation(task, text)
    return said.at(quote.start) if said else None


def reply_text(said: Sequence[ChatTurn]) -> str:
    """What a response to a conversation is stored as.

    One message of the assistant is stored as it is, unless it imitates a transcript.
    """
    if len(said) == 1 and said[0] == ChatTurn(Speaker.ASSISTANT, said[0].text):
        return said[0].text if read_transcript(said[0].text) is None else transcript_of(said)
    return transcript_of(said)
