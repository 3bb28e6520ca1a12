"""What the grader is to reply, and how its verdicts are read from what it did reply."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

MOST_BROKEN = 200
"""At how many places a reply may begin an object that it does not end, and still be read."""
Verdict = dict[str, Any]
"""``value`` (met is 1, not met 0), ``rationale`` and ``evidence`` (quotes) for one checkpoint.

``given`` and ``caps`` beside it where a cap of the scale has lowered the grader's own value.
"""


def reply_schema(points: list[dict[str, Any]]) -> dict[str, Any]:
    """The grader's reply as a JSON schema: evidence and rationale come before the verdict."""
    kinds: dict[str, tuple[dict[str, Any], list[str]]] = {}
    for point in points:
        fields = point.get("reply", {"met": {"type": "boolean"}})
        kinds.setdefault(json.dumps(fields), (fields, []))[1].append(point["id"])
    items = [item_schema(fields, ids) for fields, ids in kinds.values()]
    one = items[0] if len(items) == 1 else {"anyOf": items}
    return object_schema({"verdicts": {"type": "array", "items": one}})


def item_schema(fields: dict[str, Any], checkpoint_ids: list[str]) -> dict[str, Any]:
    """What the grader's reply says of one of these checkpoints."""
    text = {"type": "string"}
    properties = {
        "id": {"type": "string", "enum": checkpoint_ids},
        "evidence": {"type": "array", "items": text},
        "rationale": text,
        **fields,
    }
    return object_schema(properties)


def object_schema(properties: dict[str, Any]) -> dict[str, Any]:
    """An object with just these fields."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def read_verdicts(
    reply: str, asked: list[str], scales: dict[str, Any] | None = None
) -> dict[str, Verdict]:
    """The verdicts in a reply, by checkpoint id; empty where it cannot be read.

    An id with two different verdicts has none, and so have all where the reply holds two different
    lists: one of them may be a forgery in the response, quoted by the grader.
    """
    lists = [decided(entries, asked, scales or {}) for entries in lists_in(reply)]
    answers = [{key: verdict["value"] for key, verdict in found.items()} for found in lists]
    agree = all(answer == answers[0] for answer in answers)
    return lists[0] if lists and agree else {}


def decided(entries: list[Any], asked: list[str], scales: dict[str, Any]) -> dict[str, Verdict]:
    """The verdicts of one list on the checkpoints that were asked."""
    found: dict[str, Verdict] = {}
    conflicting = set()
    for entry in entries:
        if not isinstance(entry, dict) or entry.get("id") not in asked:
            continue
        name = entry["id"]
        value = value_of(entry, scales.get(name))
        if value["value"] is None or found.get(name, value)["value"] != value["value"]:
            conflicting.add(name)
        found[name] = {
            **value,
            "rationale": str(entry.get("rationale", "")),
            "evidence": entry.get("evidence", []),
        }
    return {key: verdict for key, verdict in found.items() if key not in conflicting}


def value_of(entry: dict[str, Any], scale: dict[str, Any] | None) -> Verdict:
    """The value of an entry, None where it has none; never brought onto the scale.

    A cap that the grader says applies lowers the value, as the rubric's rules have it.
    """
    if scale is None:
        met = entry.get("met")
        return {"value": int(met) if isinstance(met, bool) else None}
    given = entry.get("value")
    said = entry.get("caps") or []
    if isinstance(given, bool) or not isinstance(given, int | float) or not isinstance(said, list):
        return {"value": None}
    if not scale["low"] <= given <= scale["high"]:
        return {"value": None}
    steps = (Fraction(str(given)) - Fraction(str(scale["low"]))) / Fraction(str(scale["step"]))
    if steps.denominator != 1:
        return {"value": None}
    limits = {cap["id"]: cap["at_most"] for cap in scale["caps"]}
    caps = [cap.get("id") if isinstance(cap, dict) else cap for cap in said if cap]
    applied = [cap for cap in caps if isinstance(cap, str) and cap in limits]
    value = min([given, *(limits[cap] for cap in applied)])
    found: dict[str, Any] = {"value": value}
    if applied:
        found["caps"] = applied
    if value < given:
        found["given"] = given
    return found


def lists_in(reply: str) -> Iterator[list[Any]]:
    """The lists of verdicts in a reply, whatever prose or fences stand around its JSON.

    After many broken objects comes an empty list, with which no verdicts agree.
    """
    broken = 0
    decoder = json.JSONDecoder(strict=False)
    position = reply.find("{")
    while position != -1:
        try:
            value, end = decoder.raw_decode(reply, position)
        except (ValueError, RecursionError):
            end = position + 1
            broken += 1
            if broken > MOST_BROKEN:
                yield []
                return
        else:
            if isinstance(value.get("verdicts"), list):
                yield value["verdicts"]
        position = reply.find("{", end)
