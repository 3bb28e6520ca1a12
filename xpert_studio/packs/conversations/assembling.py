"""Makes tasks and responses of conversations that came from elsewhere.

Conversations of one task are taken together. The task is what the user says in all of them, from
the first message on; where the last message is the user's, it is the whole conversation, which
systems continue.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    UNKNOWN_SYSTEM,
    Checkpoint,
    FileReading,
    Message,
    Placed,
    ProjectFile,
    Reading,
    Response,
    Taken,
    Task,
    Terms,
    content_hash,
    free_id,
    grouped,
    left_out,
)
from xpert_studio.core.records.transcripts import (
    ChatTurn,
    Speaker,
    conversation_of,
    reply_text,
    transcript_of,
)
from xpert_studio.core.store import tasks
from xpert_studio.packs.conversations.reading import NOTES

_LONGEST_TITLE: Final = 60
_NO_USER: Final = "no user"
_UNNAMED: Final = "unnamed"
_SHORTENED: Final = "shortened"
_NOTES: Final[Mapping[str, Message]] = {
    **NOTES,
    _NO_USER: Message("Conversations without a message of the user, which were excluded: {n:,}."),
    _UNNAMED: Message("Responses that name no system, which came in as of an unknown one: {n:,}."),
    _SHORTENED: Message(
        "Tasks in whose conversations the user does not always say the same: {n:,}. The task is "
        "what all begin with; each response has its whole conversation."
    ),
}


@dataclass(slots=True)
class Conversation:
    """One conversation that was read.

    Attributes:
        place: Where it stood.
        messages: In their order.
        task_id: Of the task, as an id; empty where the file names none.
        response_id: Of the response; empty to make one.
        model: The system; empty where the file names none.
        task: Fields of the task beside id and prompts.
        response: Fields of the response beside id, task, model and text.
        checkpoints: Fields of checkpoints of the task, without its id.
        given: How many messages after those of the system are the task's, where the rest replies
            to them; 0 where the task is what the user says.
    """

    place: str
    messages: list[ChatTurn]
    task_id: str = ""
    response_id: str = ""
    model: str = ""
    task: Mapping[str, Any] = field(default_factory=dict)
    response: Mapping[str, Any] = field(default_factory=dict)
    checkpoints: Sequence[Mapping[str, Any]] = ()
    given: int = 0

    @property
    def system(self) -> str:
        """What messages of the system before any other say."""
        return "\n\n".join(said.text for said in self.messages[: self._opening])

    @property
    def _opening(self) -> int:
        speakers = [said.speaker for said in self.messages]
        return next((n for n, one in enumerate(speakers) if one is not Speaker.SYSTEM), 0)

    @property
    def said(self) -> list[ChatTurn]:
        """The messages after those."""
        return self.messages[self._opening :]

    @property
    def asked(self) -> list[ChatTurn]:
        """The messages of the user."""
        return [said for said in self.messages if said.speaker is Speaker.USER]

    @property
    def is_open(self) -> bool:
        """Whether the user speaks last, so that it is a task without a response."""
        return self.messages[-1].speaker is Speaker.USER

    @property
    def is_single(self) -> bool:
        """Whether it is one prompt, and at most one reply."""
        speakers = [said.speaker for said in self.said]
        has_files = any(said.files for said in self.messages)
        return not has_files and speakers in ([Speaker.USER], [Speaker.USER, Speaker.ASSISTANT])


class ConversationReading(FileReading):
    """A file of conversations; one that begins as a task of the project is a response to it.

    Attributes:
        conversations: Those that were read, in the order of the file.
    """

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self.conversations: list[Conversation] = []

    @property
    def holds_nothing(self) -> bool:
        """Whether there was no conversation; those without a message of the user are told."""
        return not self.conversations

    def finished(self) -> Taken:
        """The records of the conversations, with all there is to tell."""
        with self.project.reading() as tx:
            known = {task.id: task for task in tasks.all_tasks(tx)}
        usable = [conversation for conversation in self.conversations if conversation.asked]
        self.told[_NO_USER] += len(self.conversations) - len(usable)
        taken, ids = Taken(canary=self.canary), set[str]()
        for task_id, group in grouped(
            (one.task_id or _made_id(one), one) for one in usable
        ).items():
            _Group(self, task_id, group).add_to(taken, ids, known.get(task_id))
        taken.notes += self.told_of(_NOTES) + self.told_of(self.notes) + left_out(self.unknown)
        return taken


def _beginning(text: str) -> str | None:
    """The first words of a text, for a title; None where it has none."""
    words = " ".join(text.split())
    return (words if len(words) <= _LONGEST_TITLE else f"{words[:_LONGEST_TITLE]}…") or None


def _made_id(conversation: Conversation) -> str:
    said = [[turn.text, *turn.files] for turn in conversation.asked]
    return f"task-{content_hash([conversation.system, said])[:12]}"


class _Group:
    """Conversations of one task."""

    def __init__(self, reading: Reading, task_id: str, group: Sequence[Conversation]) -> None:
        self._reading, self._task_id, self._group = reading, task_id, group
        self._has_one_system = len({one.system for one in group}) == 1
        self._is_single = all(one.is_single for one in group)

    def add_to(self, taken: Taken, ids: set[str], known: Task | None) -> None:
        """Adds their task, unless it is known, its checkpoints and the responses."""
        if known is None or not self._continue(known):
            if not self._add_task(taken):
                return
        elif conversation_of(known):
            self._is_single = False
        taken.records += self._rubric()
        for one in self._group:
            if not one.is_open and (response := self._response(one, ids)) is not None:
                taken.records.append(Placed(response, one.place))

    def _continue(self, known: Task) -> bool:
        """Whether all of the conversations begin with what the user says in a task."""
        turns = conversation_of(known)
        asked = (
            [said for said in turns.messages if said.speaker is Speaker.USER]
            if turns
            else [ChatTurn(Speaker.USER, known.full_prompt)]
        )
        texts = [said.text for said in asked]
        return all([said.text for said in one.asked][: len(texts)] == texts for one in self._group)

    def _add_task(self, taken: Taken) -> bool:
        first = self._group[0]
        fields: dict[str, Any] = {}
        for one in self._group:
            fields |= {key: value for key, value in one.task.items() if key not in fields}
        if not any(one.task_id for one in self._group):
            fields.setdefault("title", _beginning(first.asked[0].text))
        system = first.system if self._has_one_system else ""
        task = self._reading.record(
            first.place,
            Task,
            {
                "id": self._task_id,
                **fields,
                "prompt": self._prompt(),
                "system_prompt": system if system.strip() else None,
            },
        )
        if task is not None:
            taken.records.append(Placed(task, first.place))
        return task is not None

    def _prompt(self) -> str:
        is_open = [one for one in self._group if one.is_open]
        first = self._group[0]
        for one in self._group[1:]:
            if one.asked[0] != first.asked[0]:
                self._reading.problem(
                    one.place,
                    "",
                    Message(
                        "begins otherwise than {place}, which is of the same task.",
                        place=first.place,
                    ),
                    "Give each task a separate id.",
                )
        if self._is_single:
            return self._group[0].asked[0].text
        if is_open:
            return transcript_of(self._messages(is_open[0]))
        if self._group[0].given:
            return transcript_of(self._group[0].said[: self._group[0].given])
        shared = self._group[0].asked
        for one in self._group[1:]:
            pairs = zip(shared, one.asked, strict=False)
            alike = next((n for n, (a, b) in enumerate(pairs) if a != b), None)
            longest = min(len(shared), len(one.asked)) if alike is None else alike
            shared = shared[: max(longest, 1)]
        self._reading.told[_SHORTENED] += any(len(one.asked) > len(shared) for one in self._group)
        return transcript_of(shared)

    def _messages(self, conversation: Conversation) -> list[ChatTurn]:
        return conversation.said if self._has_one_system else conversation.messages

    def _rubric(self) -> list[Placed]:
        known: dict[str, Placed] = {}
        for one in self._group:
            for position, given in enumerate(one.checkpoints):
                fields = {"position": position, **given, "task_id": self._task_id}
                where = Message("{place}, checkpoint {n}", place=one.place, n=position + 1)
                fields.setdefault("id", f"c{position + 1}")
                point = self._reading.record(where, Checkpoint, fields)
                if point is not None:
                    known.setdefault(point.id, Placed(point, where))
        return list(known.values())

    def _response(self, conversation: Conversation, ids: set[str]) -> Response | None:
        self._reading.told[_UNNAMED] += not conversation.model.strip()
        model = conversation.model.strip() or str(UNKNOWN_SYSTEM)
        given = 1 if self._is_single else conversation.given
        said = conversation.said[given:] if given else self._messages(conversation)
        text = said[0].text if self._is_single else reply_text(said)
        print_ = content_hash([self._task_id, model, text])[:12]
        return self._reading.record(
            conversation.place,
            Response,
            {
                **conversation.response,
                "id": free_id(conversation.response_id or f"response-{print_}", ids),
                "task_id": self._task_id,
                "model": model,
                "text": text,
            },
        )
