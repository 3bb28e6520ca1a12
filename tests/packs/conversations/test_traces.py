"""Traces of OpenTelemetry come in as conversations, in each form that the conventions had."""

from __future__ import annotations

import json

import pytest

from tests.exchange.conftest import NOW, records_of, refusal
from xpert_studio.core.exchange import import_any
from xpert_studio.core.records.transcripts import read_transcript

CALL = {
    "type": "tool_call",
    "id": "call_V",
    "name": "get_weather",
    "arguments": {"location": "Paris"},
}
ASKED = {"role": "user", "parts": [{"type": "text", "content": "Weather in Paris?"}]}
RESULT = {"role": "tool", "parts": [
    {"type": "tool_call_response", "id": "call_V", "response": "rainy, 57°F"}]}  # fmt: skip
FINAL = {"role": "assistant", "finish_reason": "stop", "parts": [
    {"type": "reasoning", "content": "hm"}, {"type": "text", "content": "Rainy."}]}  # fmt: skip
EXPECTED = [
    ("user", "Weather in Paris?"), ("tool call", '{"location": "Paris"}'),
    ("tool result", "rainy, 57°F"), ("assistant", "Rainy."),
]  # fmt: skip


def otlp(value):
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, list):
        return {"arrayValue": {"values": [otlp(one) for one in value]}}
    if isinstance(value, dict):
        held = [{"key": key, "value": otlp(one)} for key, one in value.items()]
        return {"kvlistValue": {"values": held}}
    return {"stringValue": value}


def span(number, values, *, trace="4bf9", events=(), name="chat gpt-4"):
    return {
        "traceId": trace, "spanId": f"s{number}", "name": name, "kind": 3,
        "startTimeUnixNano": str(1_700_000_000_000_000_000 + number * 10**9),
        "endTimeUnixNano": str(1_700_000_000_500_000_000 + number * 10**9),
        "attributes": [{"key": key, "value": otlp(value)} for key, value in values.items()],
        "events": list(events),
    }  # fmt: skip


def chat(**more):
    return {"gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4",
            "gen_ai.usage.input_tokens": 40, "gen_ai.usage.output_tokens": 10, **more}  # fmt: skip


def two_calls(as_json: bool) -> list:
    def said(value):
        return json.dumps(value) if as_json else value

    call = {"role": "assistant", "parts": [CALL], "finish_reason": "tool_call"}
    return [
        span(1, chat(**{"gen_ai.input.messages": said([ASKED]), "gen_ai.output.messages": said([call]),
                        "gen_ai.tool.definitions": "[]",
                        "gen_ai.system_instructions": said([{"type": "text", "content": "Help."}])})),
        span(2, {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": "call_V"}),
        span(3, chat(**{"gen_ai.input.messages": said([ASKED, call, RESULT]),
                        "gen_ai.output.messages": said([FINAL])})),
    ]  # fmt: skip


def wrapped(spans) -> dict:
    service = [{"key": "service.name", "value": {"stringValue": "bot"}}]
    return {
        "resourceSpans": [{"resource": {"attributes": service}, "scopeSpans": [{"spans": spans}]}]
    }


def said_in(project) -> list[list[tuple[str, str]]]:
    found = []
    for one in records_of(project)["responses"]:
        read = read_transcript(one.text)
        turns = [(t.speaker.value, t.text) for t in read.messages] if read else [("-", one.text)]
        found.append(turns)
    return found


@pytest.mark.parametrize("as_json", [True, False])
def test_calls_of_a_trace_are_one_conversation_with_its_tools(project, lines, as_json):
    report = import_any(project, lines("t.json", wrapped(two_calls(as_json))), now=NOW)
    assert report.added == {"tasks": 1, "responses": 1}
    assert said_in(project) == [EXPECTED]
    (response,), (task,) = records_of(project)["responses"], records_of(project)["tasks"]
    assert (response.id, response.model) == ("4bf9", "gpt-4")
    assert (response.prompt_tokens, response.completion_tokens) == (80, 20)
    assert (response.latency_ms, task.system_prompt) == (2500, "Help.")
    told = " ".join(report.warnings)
    assert "thought before it spoke" in told and "Lists of tools" in told


def test_a_line_may_be_a_batch_and_messages_may_be_events_of_logs(project, lines):
    values = chat(**{"gen_ai.conversation.id": "c1"})
    details = chat(**{"gen_ai.input.messages": [ASKED], "gen_ai.output.messages": [FINAL]})
    record = {"traceId": "4bf9", "spanId": "s1", "eventName": "gen_ai.client.inference.operation.details",
              "timeUnixNano": "5",
              "attributes": [{"key": key, "value": otlp(one)} for key, one in details.items()]}  # fmt: skip
    logs = {"resourceLogs": [{"scopeLogs": [{"logRecords": [record]}]}]}
    import_any(project, lines("t.jsonl", wrapped([span(1, values)]), logs), now=NOW)
    assert said_in(project) == [[("-", "Rainy.")]]


def sdk_span(number, events, **more):
    return {"name": "chat", "context": {"trace_id": f"0x{number}", "span_id": f"0xa{number}"},
            "start_time": f"2024-05-0{number}T00:00:00.000000Z",
            "end_time": f"2024-05-0{number}T00:00:01.000000Z",
            "attributes": {"gen_ai.operation.name": "chat", "gen_ai.request.model": "m", **more},
            "events": events}  # fmt: skip


def test_events_of_the_conventions_before_are_read_in_each_shape(project, lines):
    def event(name, content):
        return {
            "name": f"gen_ai.{name}",
            "attributes": {"gen_ai.event.content": json.dumps(content)},
        }

    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    first = sdk_span(1, [
        event("system.message", {"role": "system", "content": "Be kind."}),
        event("user.message", {"content": "A joke?"}),
        event("assistant.message", {"role": "assistant", "tool_calls": [call]}),
        event("tool.message", {"role": "tool", "id": "c1", "content": "knock"}),
        event("choice", {"message": {"content": "Knock."}, "finish_reason": "stop", "index": 0}),
    ])  # fmt: skip
    second = sdk_span(2, [
        {"name": "gen_ai.user.message", "attributes": {"content": '[{"text": "Due?"}]'}},
        {"name": "gen_ai.assistant.message", "attributes": {"content": json.dumps(
            [{"toolUse": {"toolUseId": "t1", "name": "look", "input": {"q": 1}}}])}},
        {"name": "gen_ai.tool.message", "attributes": {"content": json.dumps(
            [{"toolResult": {"toolUseId": "t1", "content": [{"text": "42"}]}}])}},
        {"name": "gen_ai.choice", "attributes": {"message": '[{"text": "It is 42."}]'}},
    ])  # fmt: skip
    import_any(project, lines("t.json", [first, second]), now=NOW)
    assert said_in(project) == [
        [("user", "A joke?"), ("tool call", "{}"), ("tool result", "knock"), ("assistant", "Knock.")],
        [("user", "Due?"), ("tool call", '{"q": 1}'), ("tool result", "42"), ("assistant", "It is 42.")],
    ]  # fmt: skip


def test_numbered_attributes_are_read(project, lines):
    values = {
        "gen_ai.prompt.0.role": "system", "gen_ai.prompt.0.content": "Cite.",
        "gen_ai.prompt.1.role": "user", "gen_ai.prompt.1.content": "Revenue?",
        "gen_ai.prompt.2.role": "assistant", "gen_ai.prompt.2.tool_calls.0.id": "c",
        "gen_ai.prompt.2.tool_calls.0.name": "look", "gen_ai.prompt.2.tool_calls.0.arguments": "{}",
        "gen_ai.prompt.3.role": "tool", "gen_ai.prompt.3.content": "4.2",
        "gen_ai.prompt.3.tool_call_id": "c",
        "gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "It was 4.2.",
    }  # fmt: skip
    import_any(project, lines("t.json", [sdk_span(1, [], **values)]), now=NOW)
    assert said_in(project) == [[
        ("user", "Revenue?"), ("tool call", "{}"), ("tool result", "4.2"), ("assistant", "It was 4.2."),
    ]]  # fmt: skip


def test_calls_with_nothing_in_common_are_conversations_by_themselves(project, lines):
    def single(number, question, trace):
        asked = {"role": "user", "parts": [{"type": "text", "content": question}]}
        values = chat(**{"gen_ai.input.messages": json.dumps([asked]),
                         "gen_ai.output.messages": json.dumps([FINAL])})  # fmt: skip
        return span(number, values, trace=trace)

    values = wrapped([single(1, "One?", "a"), single(2, "Two?", "a"), single(3, "One?", "b")])
    report = import_any(project, lines("t.json", values), now=NOW)
    assert report.added == {"tasks": 2, "responses": 3}
    assert [one.id for one in records_of(project)["responses"]] == ["a-1", "b", "a-2"]


def test_turns_of_a_conversation_may_be_traces_by_themselves(project, lines):
    def turn(number, history, reply):
        values = chat(**{"gen_ai.conversation.id": "c", "gen_ai.input.messages": json.dumps(history),
                         "gen_ai.output.messages": json.dumps([reply])})  # fmt: skip
        return span(number, values, trace=f"t{number}")

    more = {"role": "user", "parts": [{"type": "text", "content": "And in Rome?"}]}
    for name, history in (("whole.json", [ASKED, FINAL, more]), ("new.json", [more])):
        spans = [turn(1, [ASKED], FINAL), turn(2, history, FINAL)]
        import_any(project, lines(name, wrapped(spans)), now=NOW)
    expected = [("user", "Weather in Paris?"), ("assistant", "Rainy."), ("user", "And in Rome?"),
                ("assistant", "Rainy.")]  # fmt: skip
    assert said_in(project) == [expected]


def test_results_of_tools_may_be_in_spans_of_the_tools_alone(project, lines):
    call = {"role": "assistant", "parts": [CALL]}
    spans = [
        span(1, chat(**{"gen_ai.input.messages": [ASKED], "gen_ai.output.messages": [call]})),
        span(2, {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": "call_V",
                 "gen_ai.tool.call.result": "rainy"}),
    ]  # fmt: skip
    import_any(project, lines("t.json", wrapped(spans)), now=NOW)
    assert said_in(project)[0][-1] == ("tool result", "rainy")


def test_traces_without_messages_say_what_is_missing(project, lines):
    problems = refusal(project, lines("t.json", wrapped([span(1, chat())])))
    assert "holds no message of a model" in problems[0].message
    assert "Capture the content" in problems[0].remedy


@pytest.mark.parametrize("odd", [{}, {"a": 1}, [], [1], 7, None, True], ids=repr)
def test_a_time_or_a_kind_of_another_shape_leaves_the_rest_readable(project, lines, odd):
    asked = {"role": "user", "parts": [{"type": odd, "content": "Weather in Paris?"}]}
    said = {"gen_ai.input.messages": json.dumps([asked]), "gen_ai.output.messages": [FINAL]}
    made = span(1, chat(**said)) | {"startTimeUnixNano": odd}
    import_any(project, lines("t.json", wrapped([made])), now=NOW)
    assert [turn for turns in said_in(project) for turn in turns][-1][1] == "Rainy."


@pytest.mark.parametrize(
    "odd",
    [
        {"attributes": [{"key": "k", "value": {"arrayValue": {"values": 5}}}]},
        {"attributes": {"gen_ai.prompt.0.calls": "x", "gen_ai.prompt.0.tool_calls.0.id": "1"}},
        {
            "events": [
                {"name": "gen_ai.user.message", "attributes": {"gen_ai.event.content": "[1]"}}
            ]
        },
        *(
            {"startTimeUnixNano": "9" * digits, "attributes": {"gen_ai.prompt": "When?"}}
            for digits in (30, 5000)
        ),
    ],
    ids=["list", "calls", "event", "time", "longer time"],
)
def test_what_is_no_list_call_message_or_time_leaves_other_traces_readable(project, lines, odd):
    said = {"gen_ai.input.messages": [ASKED], "gen_ai.output.messages": [FINAL]}
    spans = [span(1, chat(**said)), span(2, chat(), trace="0dd") | odd]
    import_any(project, lines("t.json", wrapped(spans)), now=NOW)
    assert "Rainy." in [text for turns in said_in(project) for _, text in turns]
