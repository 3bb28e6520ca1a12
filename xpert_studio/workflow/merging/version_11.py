"""Contents as versions 11 and 12 exchanged them: their hashes stay known, and old ones are read.

Assignments that were out when a project was migrated come back with hashes of the old form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from xpert_studio.records import BINARY
from xpert_studio.workflow.merging.kinds import DESCRIPTIONS
from xpert_studio.workflow.merging.lineage import Content

_OF_RATING: Final = ("value", "state", "given", "caps", "problem", "adjudicated_value")
_OF_DRAFT: Final = ("judged_at", "extra")
_SINCE_13: Final[Mapping[str, Mapping[str, Any]]] = {
    "judgment": {"self_adjudicated": False, "adjudicated_at": None},
    "remark": {"resolved_at": None},
    "task": {"self_accepted": False, "triage": None},
    "project": {"policies.mode": "team", DESCRIPTIONS: {}},
}
"""Fields that came with version 13, and what they are where nothing was said."""
_GOLD: Final = frozenset({"confirmed", "overridden"})


def as_hashed(content: dict[str, Any]) -> dict[str, Any]:
    """The form in which a content is hashed: the oldest that can say all of it."""
    silent = [
        name
        for fields in _SINCE_13.values()
        for name, default in fields.items()
        if name in content and content[name] == default
    ]
    content = _without(content, *silent)
    if (content.get("checklist") or {}).get("reason", "") is None:
        content["checklist"] = _without(content["checklist"], "reason")
    beside = content.get("settings"), content.get("turn")
    if content.get("instrument") == BINARY and not any(beside):
        return _without(content, "instrument", "settings", "turn")
    if "expert_value" in content:
        return _without(content, "expert_value") | {"expert_met": bool(content["expert_value"])}
    if "value" not in content or not _is_binary(content):
        return content
    if "adjudicated_value" in content:
        final = content["adjudicated_value"]
        value = content["value"] if final is None else final
        return _without(content, *_OF_RATING) | {"met": bool(value)}
    value = content["value"]
    return _without(content, *_OF_RATING, *_OF_DRAFT) | {
        "met": None if value is None else bool(value),
        "rationale": content["rationale"] or "",
        "decided_at": content["judged_at"],
    }


def as_now(kind: str, content: Content) -> Content:
    """A content that version 11 or 12 may have written, in the form of now."""
    if content is None:
        return None
    content = {**_SINCE_13.get(kind, {}), **content}
    if content.get("checklist"):
        content["checklist"] = {"reason": None, **content["checklist"]}
    if kind in {"checkpoint", "proposal"} and "instrument" not in content:
        turn = {"turn": None} if kind == "checkpoint" else {}
        return content | {"instrument": BINARY, "settings": {}, **turn}
    if kind == "attribution" and "expert_met" in content:
        return _without(content, "expert_met") | {"expert_value": int(content["expert_met"])}
    if "met" not in content:
        return content
    met = content["met"]
    rating: dict[str, Any] = {
        "given": None,
        "caps": [],
        "problem": None,
        "value": None if met is None else int(met),
    }
    if kind == "judgment":
        gold = content["status"] in _GOLD
        own = 1 - int(met) if content["status"] == "overridden" else int(met)
        told = {"value": own, "state": "ok", "adjudicated_value": int(met) if gold else None}
        return _without(content, "met") | rating | told
    told = {"state": "undecided" if met is None else "ok", "judged_at": content["decided_at"]}
    return _without(content, "met", "decided_at") | rating | told | {"extra": {}}


def _is_binary(content: Mapping[str, Any]) -> bool:
    values = (content["value"], content.get("adjudicated_value"))
    return all(value in {None, 0, 1} for value in values) and not (
        content["given"] is not None or content["caps"] or content["problem"]
    )


def _without(content: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in content.items() if name not in names}
