"""Writes conversations as chat files, and as the files of MT-Bench."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    ANSWERED_CARRIED,
    BINARY,
    POINT_CARRIED,
    PROMPT_CARRIED,
    RESPONSE_CARRIED,
    TASK_CARRIED,
    Checkpoint,
    Content,
    ForeignFormat,
    Message,
    Response,
    Task,
    fill_resource,
    free_id,
    grouped,
    id_like,
    inline,
    mark,
    one_line,
    write_lines,
    write_text,
)
from xpert_studio.core.records.transcripts import (
    ChatTurn,
    Speaker,
    Transcript,
    conversation_of,
    response_conversation,
)
from xpert_studio.packs.conversations.writing import chat_messages

_TASK_FIELDS: Final = (
    "title",
    "domain",
    "category",
    "language",
    "reference_answer",
    "family",
    "system_prompt",
)
_RESPONSE_FIELDS: Final = ("finish_reason", "prompt_tokens", "completion_tokens", "latency_ms")
_UNSAFE: Final = re.compile(r"[^\w.-]+")
_REFERENCE: Final = re.compile(r"(?:\A|\n\n)Turn (\d+):\n")


def messages_of_task(task: Task) -> tuple[ChatTurn, ...]:
    """What a task says: its turns, or its prompt as the user's message."""
    asked = conversation_of(task)
    return asked.messages if asked else (ChatTurn(Speaker.USER, task.full_prompt),)


def whole_conversation(task: Task, response: Response) -> tuple[list[ChatTurn], bool]:
    """All messages of a response, and whether it is a reply to the messages of the task."""
    said = response_conversation(task, response.text)
    if said is None:
        return [*messages_of_task(task), ChatTurn(Speaker.ASSISTANT, response.text)], True
    if said.placed[0].number > 1:
        return [*messages_of_task(task), *said.messages], True
    return list(said.messages), False


def write_chats(content: Content, path: Path) -> Mapping[str, int]:
    """Writes a conversation a line, with its task and checkpoints.

    Args:
        content: What goes out.
        path: The file.

    Returns:
        How many lines there are.
    """
    return {"conversations": write_lines(path, _chats(content))}


def _chats(content: Content) -> Iterator[dict[str, Any]]:
    for task in content.tasks:
        more = {
            **{name: getattr(task, name) for name in _TASK_FIELDS},
            "difficulty": task.difficulty and task.difficulty.value,
            "tags": list(task.tags),
            "canary": content.info.canary,
        }
        about = {"task_id": task.id, **{name: value for name, value in more.items() if value}}
        points = [_point(point) for point in content.rubrics[task.id]]
        given = content.responses.get(task.id, ())
        if not given:
            messages = chat_messages(messages_of_task(task))
            yield {**about, "messages": messages, "checkpoints": points}
        for place, response in enumerate(given):
            said, is_reply = whole_conversation(task, response)
            has_turns = conversation_of(task) is not None
            yield {
                **about,
                "response_id": response.id,
                "model": response.model,
                "messages": chat_messages(said),
                **({"asked": len(messages_of_task(task))} if is_reply and has_turns else {}),
                **{name: value for name in _RESPONSE_FIELDS if (value := getattr(response, name))},
                **({"checkpoints": points} if place == 0 else {}),
            }


def _point(point: Checkpoint) -> dict[str, Any]:
    more = {
        "tier": point.tier and point.tier.value,
        "dimension": point.dimension,
        "turn": point.turn,
        "instrument": "" if point.instrument == BINARY else point.instrument,
        "settings": dict(point.settings),
    }
    found = {"id": point.id, "text": point.text, "weight": point.weight}
    return found | {name: value for name, value in more.items() if value}


def chat_losses(content: Content) -> tuple[str, ...]:
    """What the format has no place for."""
    judged = sum(len(items) for items in content.gold.values())
    said = Message("Chat files have no place for judgments: {n:,} are excluded.", n=judged)
    return (said,) if judged else ()


CHAT: Final = ForeignFormat(
    id="chat",
    tool=mark("Conversations"),
    what=mark("A conversation a line, with messages as chat APIs have them."),
    write=write_chats,
    losses=chat_losses,
    suffix=".jsonl",
    carries={
        "tasks": TASK_CARRIED | {"system_prompt", "family", "tags"},
        "checkpoints": POINT_CARRIED | ANSWERED_CARRIED | {"turn"},
        "responses": RESPONSE_CARRIED | set(_RESPONSE_FIELDS),
    },
    instruments=frozenset({"binary", "graded", "check", "choice"}),
)


def _is_question(task: Task) -> bool:
    """Whether a task is turns of the user alone, as MT-Bench's questions are."""
    return all(said.speaker is Speaker.USER for said in messages_of_task(task))


def write_mt_bench(content: Content, path: Path) -> Mapping[str, int]:
    """Writes ``question.jsonl`` and a file of ``model_answer`` a system.

    Args:
        content: What goes out.
        path: An empty folder.

    Returns:
        Rows by file.
    """
    chosen = [task for task in content.tasks if _is_question(task)]
    counts = {"question.jsonl": write_lines(path / "question.jsonl", map(_question, chosen))}
    pairs = (
        (response.model, (task, response))
        for task in chosen
        for response in content.responses.get(task.id, ())
        if not _has_tools(task, response)
    )
    (path / "model_answer").mkdir()
    taken: set[str] = set()
    for model, given in grouped(pairs).items():
        name = f"model_answer/{free_id(id_like(_UNSAFE.sub('-', model)), taken)}.jsonl"
        counts[name] = write_lines(path / name, (_answer(*pair) for pair in given))
    readme = fill_resource(
        "exports",
        "mt_bench",
        "README.md",
        name=inline(content.info.name),
        questions=len(chosen),
        folder=_UNSAFE.sub("-", content.info.name).strip("-") or "bench",
        licence=inline(content.info.licence or "not stated"),
        canary=one_line(content.info.canary or "none"),
    )
    write_text(path / "README.md", readme)
    return counts


def _question_id(task: Task) -> int | str:
    return int(task.id) if task.id.isdecimal() and len(task.id) < 16 else task.id


def _question(task: Task) -> dict[str, Any]:
    turns = [said.text for said in messages_of_task(task)]
    row: dict[str, Any] = {"question_id": _question_id(task)}
    row |= {"category": task.category} if task.category else {}
    row["turns"] = turns
    reference = _references(task.reference_answer or "", len(turns))
    return row | ({"reference": reference} if reference else {})


def _references(text: str, turns: int) -> list[str]:
    """The reference answers of turns, in a text of ``reference_text``; else of the first."""
    if not text:
        return []
    _, *parts = _REFERENCE.split(text)
    numbers = [int(part) for part in parts[::2]]
    if not numbers or max(numbers) > turns or not text.startswith("Turn "):
        return [text]
    found = dict(zip(numbers, parts[1::2], strict=True))
    return [found.get(number, "") for number in range(1, turns + 1)]


def _answer(task: Task, response: Response) -> dict[str, Any]:
    said = response_conversation(task, response.text) or Transcript()
    count = max(said.turns, 1)
    turns = [said.spoken(n) for n in range(1, count + 1)] if said.placed else [response.text]
    row = {
        "question_id": _question_id(task),
        "answer_id": response.id,
        "model_id": response.model,
        "choices": [{"index": 0, "turns": turns}],
    }
    at = response.created_at
    return row | ({"tstamp": at.timestamp()} if at else {})


def _has_tools(task: Task, response: Response) -> bool:
    said = response_conversation(task, response.text)
    return said is not None and any(
        message.speaker in {Speaker.CALL, Speaker.RESULT} for message in said.messages
    )


def mt_bench_losses(content: Content) -> tuple[str, ...]:
    """What the format has no place for."""
    others = sum(not _is_question(task) for task in content.tasks)
    system = sum(bool(task.system_prompt) for task in content.tasks)
    tools = sum(
        _has_tools(task, one)
        for task in content.tasks
        for one in content.responses.get(task.id, ())
    )
    points = sum(map(len, content.rubrics.values()))
    counted = (
        (
            others,
            Message("Tasks with messages of others than the user, which are excluded: {n:,}."),
        ),
        (tools, Message("Responses with calls of tools, which are excluded: {n:,}.")),
        (system, Message("MT-Bench has no system prompts. Tasks with one: {n:,}.")),
    )
    return (
        Message("MT-Bench has no rubrics: {n:,} checkpoints are excluded.", n=points),
        *(Message(said.template, n=n) for n, said in counted if n),
    )


MT_BENCH: Final = ForeignFormat(
    id="mt-bench",
    tool="MT-Bench",
    what=mark("Questions with their turns, and the answers of each system by turn."),
    write=write_mt_bench,
    losses=mt_bench_losses,
    carries={
        "tasks": PROMPT_CARRIED | {"category", "reference_answer"},
        "responses": RESPONSE_CARRIED | {"created_at"},
    },
    instruments=frozenset({"binary", "graded", "check", "choice"}),
)
