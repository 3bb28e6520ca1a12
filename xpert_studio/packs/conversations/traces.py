"""Takes in traces of the GenAI conventions of OpenTelemetry: conversations with their tool calls.

Messages are attributes (``gen_ai.input.messages``, ``gen_ai.output.messages``,
``gen_ai.system_instructions``), earlier ones (``gen_ai.prompt``, ``gen_ai.completion`` and their
numbered forms), or events (``gen_ai.user.message`` … ``gen_ai.choice``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from xpert_studio.api.formats import LINES, Message, grouped, id_like
from xpert_studio.core.exchange.formats.reading import BOM
from xpert_studio.core.exchange.formats.taken import read_whole
from xpert_studio.core.exchange.lines import strict_json, unread
from xpert_studio.core.records.transcripts import ChatTurn, Speaker
from xpert_studio.packs.conversations.assembling import Conversation, ConversationReading
from xpert_studio.packs.conversations.reading import as_text, read_messages
from xpert_studio.packs.conversations.spans import GEN_AI, Event, Span, from_json, spans_in

_EVENT: Final = re.compile(r"gen_ai\.(system|user|assistant|tool)\.message")
_NUMBERED: Final = re.compile(r"gen_ai\.(prompt|completion)\.(\d+)\.(.+)")
_NUMBERED_CALL: Final = re.compile(r"tool_calls\.(\d+)\.(id|name|arguments)")
_CALLS: Final = ""
"""A name that no attribute of a message has."""
_AGENTS: Final = frozenset({"invoke_agent", "create_agent", "invoke_workflow"})
_TOOL: Final = "execute_tool"
_NOTES: Final = {
    "silent": Message(
        "Spans of calls to a model without their messages, which were excluded: {n:,}. Capture "
        "the content of messages where the trace is made."
    ),
    "choices": Message("Further choices of a call, which were excluded; the first came in: {n:,}."),
    "tools": Message("Lists of tools that a model was offered, which were excluded: {n:,}."),
    "evaluations": Message("Evaluation results in the trace, which were excluded: {n:,}."),
    "other": Message("Spans that are no call of a model or tool, which were excluded: {n:,}."),
}


class Traces(ConversationReading):
    """The conversations of traces: of a ``.json`` file, or ``.jsonl`` with a value a line."""

    notes = _NOTES
    nothing = (
        Message("holds no message of a model."),
        Message("Capture the content of messages where the trace is made."),
    )

    def read(self) -> None:
        """Takes all spans."""
        self.take(spans_in(self._values()))

    def _values(self) -> Iterator[Any]:
        if self.source.suffix.lower() in LINES:
            yield from (row for _, row in self.rows(self.source))
            return
        data = read_whole(self.source, self.problems)
        try:
            yield strict_json((data or b"{}").removeprefix(BOM))
        except (ValueError, RecursionError) as error:
            self.problem("", "", *unread(error, Message("Save it as JSON in UTF-8.")))

    def take(self, spans: Sequence[Span]) -> None:
        """Takes the conversations of spans, those of one conversation or trace together."""
        groups = grouped(
            (str(span.values.get("gen_ai.conversation.id") or span.trace), span) for span in spans
        )
        for name, group in groups.items():
            self._take_group(name, group)

    def _take_group(self, name: str, spans: Sequence[Span]) -> None:
        place = Message("trace {name}", name=name)
        calls = []
        for span in spans:
            with self.noting(place, span.id):
                said = self._said(span)
                calls += [(span, *said)] if said is not None else []
        # An agent's span repeats what the calls inside it say.
        models = [call for call in calls if call[0].operation not in _AGENTS] or calls
        threads: list[_Thread] = []
        for span, asked, answered in models:
            thread = next((one for one in threads if one.goes_on(span, asked)), None)
            if thread is None:
                thread = _Thread()
                threads.append(thread)
            thread.add(span, asked, answered)
        results = {
            str(span.values.get("gen_ai.tool.call.id")): as_text(
                span.values.get("gen_ai.tool.call.result")
            )
            for span in spans
            if span.operation == _TOOL and span.values.get("gen_ai.tool.call.result") is not None
        }
        for number, thread in enumerate(threads, start=1):
            wanted = name if len(threads) == 1 else f"{name}-{number}"
            self.conversations.append(thread.conversation(place, id_like(wanted), results))

    def _said(self, span: Span) -> tuple[list[ChatTurn], list[ChatTurn]] | None:
        """What a call was asked and answered; None of a span that is none, or says nothing."""
        self.told["evaluations"] += sum(
            one.name == "gen_ai.evaluation.result" for one in span.events
        )
        self.told["tools"] += "gen_ai.tool.definitions" in span.values
        is_call = any(key.startswith(GEN_AI) for key in span.values) or any(
            one.name.startswith(GEN_AI) for one in span.events
        )
        if span.operation == _TOOL:
            return None
        if not is_call:
            self.told["other"] += 1
            return None
        values = span.values | {
            key: value
            for event in span.events
            if event.name == "gen_ai.client.inference.operation.details"
            for key, value in event.values.items()
        }
        asked, answered = _by_attributes(values)
        if not asked and not answered:
            asked, answered = _by_numbers(values)
        if not asked and not answered:
            asked, answered = _by_events(span.events)
        if not asked and not answered:
            self.told["silent"] += 1
            return None
        self.told["choices"] += max(len(answered) - 1, 0)
        return read_messages(asked, self.told), read_messages(answered[:1], self.told)


class _Thread:
    """Calls that continue each other."""

    def __init__(self) -> None:
        self._said: list[ChatTurn] = []
        self._spans: list[Span] = []

    def goes_on(self, span: Span, asked: Sequence[ChatTurn]) -> bool:
        """Whether a call continues this conversation: it repeats its end, or is of another trace.

        Calls of one trace with nothing in common are conversations by themselves.
        """
        return self._overlap(asked) > 0 or span.trace not in {one.trace for one in self._spans}

    def _overlap(self, asked: Sequence[ChatTurn]) -> int:
        """How many of the messages that a call begins with end what was said."""
        said = [one for one in self._said if one.speaker is not Speaker.SYSTEM]
        first = [one for one in asked if one.speaker is not Speaker.SYSTEM]
        most = min(len(said), len(first))
        return next((n for n in range(most, 0, -1) if said[-n:] == first[:n]), 0)

    def add(self, span: Span, asked: Sequence[ChatTurn], answered: Sequence[ChatTurn]) -> None:
        """Adds what a call says that is new."""
        fresh = [one for one in asked if one.speaker is not Speaker.SYSTEM][self._overlap(asked) :]
        self._said += [*(fresh if self._said else asked), *answered]
        self._spans.append(span)

    def conversation(self, place: str, name: str, results: Mapping[str, str]) -> Conversation:
        """The whole of it.

        Args:
            place: Where it stood.
            name: The id of the response.
            results: Of tools, by the ids of their calls, for calls that have no result.
        """
        answered = {one.call_id for one in self._said if one.speaker is Speaker.RESULT}
        messages: list[ChatTurn] = []
        for said in self._said:
            messages.append(said)
            if (
                said.speaker is Speaker.CALL
                and said.call_id not in answered
                and said.call_id in results
            ):
                text = results[said.call_id]
                messages.append(ChatTurn(Speaker.RESULT, text, said.name, said.call_id))
        return Conversation(
            place, messages, response_id=name, model=self._system(), response=self._facts()
        )

    def _system(self) -> str:
        """The models by their names, else the agent or the service."""
        models = [
            str(span.values.get("gen_ai.request.model") or span.values.get("gen_ai.response.model"))
            for span in self._spans
            if span.values.get("gen_ai.request.model") or span.values.get("gen_ai.response.model")
        ]
        others = (
            str(span.values[key])
            for span in self._spans
            for key in ("gen_ai.agent.name", "service.name")
            if span.values.get(key)
        )
        return " + ".join(dict.fromkeys(models)) or next(others, "")

    def _facts(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, keys in (
            ("prompt_tokens", ("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens")),
            ("completion_tokens", ("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens")),
        ):
            counts = [
                next((span.values[key] for key in keys if key in span.values), None)
                for span in self._spans
            ]
            if all(isinstance(count, int) and count >= 0 for count in counts):
                found[name] = sum(counts)
        begun, ended = self._spans[0].start, max(span.end for span in self._spans)
        if begun and ended >= begun:
            found["latency_ms"] = round((ended - begun) / 1e6, 1)
        if begun:
            found["created_at"] = datetime.fromtimestamp(begun / 1e9, UTC).isoformat()
        reasons = from_json(self._spans[-1].values.get("gen_ai.response.finish_reasons"))
        reason = reasons[0] if isinstance(reasons, list) and reasons else None
        if isinstance(reason, str) and reason not in {"stop", "end_turn"}:
            found["finish_reason"] = reason
        return found


def _by_attributes(values: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    """The messages of the attributes since version 1.37, and of the single texts before."""
    asked = _listed(values.get("gen_ai.input.messages", values.get("gen_ai.prompt")), "user")
    answered = _listed(
        values.get("gen_ai.output.messages", values.get("gen_ai.completion")), "assistant"
    )
    instructions = from_json(values.get("gen_ai.system_instructions"))
    if instructions:
        parts = instructions if isinstance(instructions, list) else [instructions]
        asked = [{"role": "system", "content": parts}, *asked]
    return asked, answered


def _listed(value: Any, role: str) -> list[Any]:  # noqa: ANN401 - any JSON value
    found = from_json(value)
    if isinstance(found, dict):
        found = found.get("messages", [found])
    if isinstance(found, str) and found.strip():
        return [{"role": role, "content": found}]
    messages = found if isinstance(found, list) else []
    return [
        {"role": role, **item} if isinstance(item, dict) else {"role": role, "content": item}
        for item in messages
    ]


def _by_numbers(values: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    """The messages of ``gen_ai.prompt.0.content`` and the like."""
    found: dict[str, dict[int, dict[str, Any]]] = {"prompt": {}, "completion": {}}
    for key, value in values.items():
        match = _NUMBERED.fullmatch(key)
        if match is None:
            continue
        message = found[match[1]].setdefault(int(match[2]), {})
        call = _NUMBERED_CALL.fullmatch(match[3])
        if call is None:
            message[match[3]] = value
            continue
        message.setdefault(_CALLS, {}).setdefault(int(call[1]), {})[call[2]] = value
    asked, answered = (
        [_numbered(one, role) for _, one in sorted(found[kind].items())]
        for kind, role in (("prompt", "user"), ("completion", "assistant"))
    )
    return asked, answered


def _numbered(message: dict[str, Any], role: str) -> dict[str, Any]:
    calls = message.pop(_CALLS, {})
    made = {"role": role, **message, "content": from_json(message.get("content"))}
    return made | ({"tool_calls": [one for _, one in sorted(calls.items())]} if calls else {})


def _by_events(events: Sequence[Event]) -> tuple[list[Any], list[Any]]:
    """The messages of events, as they were until version 1.36."""
    asked, answered = [], []
    for event in events:
        held = from_json(event.values.get("gen_ai.event.content", event.values))
        held = held if isinstance(held, dict) else {"content": held}
        match = _EVENT.fullmatch(event.name)
        if match is not None:
            asked.append(_of_event(held, str(held.get("role") or match[1])))
        elif event.name == "gen_ai.choice":
            inner = from_json(held.get("message", held))
            inner = inner if isinstance(inner, dict) else {"content": inner}
            answered.append(_of_event({**held, **inner}, "assistant"))
    return asked, answered


def _of_event(held: Mapping[str, Any], role: str) -> dict[str, Any]:
    content = from_json(held.get("content"))
    if isinstance(content, dict) and "message" in content:
        content = from_json(content["message"])
    if isinstance(content, dict):
        content = content.get("content", content)
    calls = from_json(held.get("tool_calls"))
    made: dict[str, Any] = {"role": role, "content": content}
    made |= {"tool_calls": calls} if isinstance(calls, list) else {}
    return made | ({"tool_call_id": held["id"]} if role == "tool" and "id" in held else {})
