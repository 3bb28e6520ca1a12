"""Spans of traces, whatever wrote them: OTLP as JSON, SDKs of OpenTelemetry, plain lists of spans.

Attributes are plain values afterwards; events of logs that name a span are events of that span.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

GEN_AI: Final = "gen_ai."
_PLAIN: Final = (
    "stringValue",
    "boolValue",
    "doubleValue",
    "bytesValue",
    "string_value",
    "bool_value",
    "double_value",
)
_LATEST: Final = 10**20
"""Nanoseconds: the year 5138."""
_LONGEST_JSON: Final = 50_000_000


@dataclass(slots=True)
class Event:
    """An event of a span.

    Attributes:
        name: Such as ``gen_ai.user.message``.
        at: In nanoseconds of Unix time; 0 where it is not said.
        values: Attributes and body as one.
    """

    name: str
    at: int
    values: dict[str, Any]


@dataclass(slots=True)
class Span:
    """A span.

    Attributes:
        trace, id: Its trace and itself.
        start, end: In nanoseconds of Unix time; 0 where they are not said.
        values: Its attributes; of the resource those that are not its own.
        events: In their order.
    """

    trace: str
    id: str
    start: int
    end: int
    values: dict[str, Any]
    events: list[Event] = field(default_factory=list)

    @property
    def operation(self) -> str:
        """What was done: ``chat``, ``execute_tool``; empty where it is not said."""
        return str(self.values.get("gen_ai.operation.name") or "")


def spans_in(values: Iterable[Any]) -> list[Span]:
    """All spans of JSON values, by their beginning.

    Args:
        values: A file, or its lines: OTLP, a list of spans, spans.
    """
    found: list[Span] = []
    logs: list[tuple[tuple[str, str], Event]] = []
    for value in values:
        found += _spans(value, {})
        logs += _logs(value)
    by_id = {(span.trace, span.id): span for span in found}
    for place, event in logs:
        if place in by_id:
            by_id[place].events.append(event)
    for span in found:
        span.events.sort(key=lambda event: event.at)
    return sorted(found, key=lambda span: (span.start, span.end))


def _spans(value: Any, inherited: Mapping[str, Any]) -> Iterator[Span]:  # noqa: ANN401 - any JSON
    if isinstance(value, list):
        for item in value:
            yield from _spans(item, inherited)
        return
    if not isinstance(value, Mapping):
        return
    for resource in _lists(value, ("resourceSpans", "resource_spans")):
        held = resource.get("resource")
        of_resource = _attributes(held.get("attributes")) if isinstance(held, Mapping) else {}
        for scope in _lists(resource, ("scopeSpans", "scope_spans", "instrumentationLibrarySpans")):
            yield from _spans(scope.get("spans") or [], of_resource)
    inner = value.get("spans", value.get("data"))
    if isinstance(inner, list) and not is_span(value):
        yield from _spans(inner, inherited)
    if is_span(value):
        yield _span(value, inherited)


def is_span(value: object) -> bool:
    """Whether a JSON value is one span."""
    if not isinstance(value, Mapping) or "attributes" not in value:
        return False
    context = value.get("context")
    held = context if isinstance(context, Mapping) else value
    return any(held.get(key) for key in ("spanId", "span_id")) and "name" in value


def _span(value: Mapping[str, Any], inherited: Mapping[str, Any]) -> Span:
    context = value.get("context")
    held = {**value, **context} if isinstance(context, Mapping) else value
    events = value.get("events")
    return Span(
        trace=str(held.get("traceId") or held.get("trace_id") or ""),
        id=str(held.get("spanId") or held.get("span_id") or ""),
        start=_moment(
            _first(
                value,
                (
                    "startTimeUnixNano",
                    "start_time_unix_nano",
                    "start_time",
                    "startTime",
                    "timestamp",
                ),
            )
        ),
        end=_moment(
            _first(value, ("endTimeUnixNano", "end_time_unix_nano", "end_time", "endTime"))
        ),
        values={**inherited, **_attributes(value.get("attributes"))},
        events=[_event(event) for event in events if isinstance(event, Mapping)]
        if isinstance(events, list)
        else [],
    )


def _event(value: Mapping[str, Any]) -> Event:
    held = _attributes(value.get("attributes"))
    body = _plain(value.get("body"))
    held |= body if isinstance(body, dict) else {"content": body} if body is not None else {}
    name = value.get("name") or value.get("eventName") or value.get("event_name")
    at = _first(value, ("timeUnixNano", "time_unix_nano", "observedTimeUnixNano", "timestamp"))
    return Event(str(name or held.get("event.name") or ""), _moment(at), held)


def _logs(value: Any) -> Iterator[tuple[tuple[str, str], Event]]:  # noqa: ANN401 - any JSON
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, Mapping):
            continue
        for resource in _lists(item, ("resourceLogs", "resource_logs")):
            for scope in _lists(resource, ("scopeLogs", "scope_logs")):
                for one in _lists(scope, ("logRecords", "log_records")):
                    trace = str(one.get("traceId") or one.get("trace_id") or "")
                    yield (trace, str(one.get("spanId") or one.get("span_id") or "")), _event(one)


def _lists(value: Mapping[str, Any], keys: Iterable[str]) -> Iterator[Mapping[str, Any]]:
    for key in keys:
        inner = value.get(key)
        if isinstance(inner, list):
            yield from (item for item in inner if isinstance(item, Mapping))


def _attributes(given: object) -> dict[str, Any]:
    """Attributes as plain values, from an object or OTLP's list of keys and values."""
    if isinstance(given, Mapping):
        return {str(key): _plain(value) for key, value in given.items()}
    if not isinstance(given, list):
        return {}
    return {
        str(item["key"]): _plain(item.get("value"))
        for item in given
        if isinstance(item, Mapping) and "key" in item
    }


def _plain(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """A value of OTLP (``AnyValue``) as plain JSON; any other value as it is."""
    if not isinstance(value, Mapping) or len(value) != 1:
        return value
    ((key, inner),) = value.items()
    if key in _PLAIN:
        return inner
    if key in {"intValue", "int_value"}:
        return int(inner) if str(inner).lstrip("-").isdecimal() else inner
    held = inner.get("values") if isinstance(inner, Mapping) else None
    if key in {"arrayValue", "array_value"}:
        return [_plain(item) for item in (held if isinstance(held, list) else [])]
    return _attributes(held) if key in {"kvlistValue", "kvlist_value"} else value


def _first(value: Mapping[str, Any], keys: Iterable[str]) -> Any:  # noqa: ANN401 - any JSON
    return next((value[key] for key in keys if value.get(key) not in (None, "")), None)


def _moment(value: Any) -> int:  # noqa: ANN401 - any JSON
    """A time in nanoseconds, of a number, a text of digits or ISO 8601; 0 where it is none."""
    text = str(value) if value is not None else ""
    try:
        at = int(text) if text.isdecimal() else datetime.fromisoformat(text).timestamp() * 1e9
    except (ValueError, OverflowError):
        return 0
    return int(at) if 0 < at < _LATEST else 0


def from_json(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """A value that may be written as a text of JSON, read; else as it is."""
    if not isinstance(value, str) or len(value) > _LONGEST_JSON or value[:1] not in {"[", "{"}:
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
