"""What a record of a packet is called: by its kind and its words, never by its id alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from xpert_studio.desktop.pages.history.words import FIELDS
from xpert_studio.desktop.wording import mark, short, t
from xpert_studio.workflow.merging.three_way import WHOLE
from xpert_studio.workflow.merging.weighing import Item
from xpert_studio.workflow.packets.coherence import LINES, RUBRIC
from xpert_studio.workflow.views import House, RecordNames

KINDS: Final = {
    "project": mark("Project"),
    "person": mark("Person"),
    "task": mark("Brief"),
    "checkpoint": mark("Checkpoint"),
    "order": mark("Order of the rubric"),
    "revision": mark("Frozen rubric"),
    "review": mark("Review"),
    "remark": mark("Remark"),
    "spot_check": mark("Spot check"),
    "proposal": mark("Proposed checkpoint"),
    "dismissal": mark("Dismissed finding"),
    "response": mark("Response"),
    "open_sheet": mark("Sheet"),
    "decision": mark("Decision on a checkpoint"),
    "judgment": mark("Judgment"),
    "subset": mark("Gold subset"),
    "anchor_choice": mark("Chosen anchor"),
    "attribution": mark("Cause of a disagreement"),
}
_OTHER_FIELDS: Final = {
    WHOLE: mark("Whether it is there at all"),
    RUBRIC: mark("Whether the rubric stays frozen"),
    LINES: mark("Order of the lines"),
    "name": mark("Name"),
    "licence": mark("Licence"),
    "citation": mark("Citation"),
    "canary": mark("Canary"),
    "grading_policy": mark("Grading policy"),
    "taxonomy.domains": mark("Domains"),
    "taxonomy.dimensions": mark("Dimensions"),
    "taxonomy.descriptions": mark("Descriptions of dimensions"),
    "taxonomy.tiers": mark("Tiers"),
    "policies.mode": mark("Who decides on whose work"),
    "policies.max_tasks_per_expert": mark("Tasks for each expert"),
    "policies.min_checkpoints": mark("Checkpoints at least"),
    "policies.max_checkpoints": mark("Checkpoints at most"),
    "policies.reviewers_needed": mark("Reviewers"),
    "policies.spot_check_share": mark("Spot checks"),
    "policies.fewest_tasks": mark("Small groups"),
    "policies.default_weights": mark("Default weights"),
    "policies.qualification_required": mark("Qualification"),
    "roles": mark("Roles"),
    "domains": mark("Domains"),
    "credentials": mark("Credentials"),
    "qualification": mark("Qualification"),
    "author_id": mark("Author"),
    "stage": mark("Stage"),
    "checkpoints": mark("Checkpoints"),
    "state": mark("State"),
    "frozen_at": mark("Frozen at"),
    "frozen_by": mark("Frozen by"),
    "outcome": mark("Outcome"),
    "summary": mark("Summary"),
    "note": mark("Note"),
    "aspect": mark("Aspect"),
    "severity": mark("Severity"),
    "replies": mark("Replies"),
    "resolved_by": mark("Resolved by"),
    "reason": mark("Reason"),
    "model": mark("System"),
    "role": mark("Role"),
    "value": mark("Decision"),
    "adjudicated_value": mark("Decision of the senior expert"),
    "expert_value": mark("Decision of the experts"),
    "rationale": mark("Rationale"),
    "evidence": mark("Evidence"),
    "status": mark("Status"),
    "confirmed_by": mark("Confirmed by"),
    "judged_at": mark("Judged at"),
    "unblinded": mark("Made when results were open"),
    "self_adjudicated": mark("Self-adjudicated"),
    "self_accepted": mark("Self-accepted"),
    "triage": mark("Triage"),
    "decided_at": mark("Decided at"),
    "opened_at": mark("Opened at"),
    "submitted_at": mark("Submitted at"),
    "started_at": mark("Begun at"),
    "ended_at": mark("Ended at"),
    "senior_id": mark("Checked by"),
    "expert_id": mark("Expert"),
    "task_ids": mark("Tasks"),
    "seed": mark("Seed"),
    "cause": mark("Cause"),
    "origin": mark("Made of"),
    "drafted_by": mark("Drafted by"),
    "source": mark("Source"),
    "extra": mark("Further facts"),
}
_ALONE: Final = frozenset({"project", "person", "subset"})


def kind_words(item: Item) -> str:
    """What sort of thing a record is."""
    return t(KINDS[item.kind]) if item.kind in KINDS else item.kind.replace("_", " ")


def field_words(name: str) -> str:
    """What a field, or a decision, is called."""
    found = FIELDS.get(name) or _OTHER_FIELDS.get(name)
    return t(found) if found else name.replace("_", " ").replace(".", ", ")


def title_of(item: Item, names: RecordNames, house: House) -> str:
    """What a record is called among its kind."""
    content = item.result or item.theirs or item.mine or {}
    say = _TITLES.get(item.kind)
    return kind_words(item) if say is None else say(item, content, names, house)


def where_of(item: Item, names: RecordNames, house: House) -> str:
    """Its kind, whose it is, and the task it belongs to."""
    parts = [kind_words(item)]
    if item.kind in {"decision", "judgment"}:
        parts.append(house.called(item.key[-1]))
    if item.kind in {"decision", "judgment", "open_sheet", "attribution"}:
        place = 1 if item.kind == "attribution" else 0
        parts.append(response_words(item.key[place], names))
    if item.kind == "remark":
        content = item.theirs or item.mine or {}
        parts.append(house.called(str(content.get("author_id") or "")))
    task_id = names.task_of(item)
    if item.kind not in _ALONE and item.kind != "task" and task_id:
        parts.append(short(names.titles.get(task_id, task_id)))
    return " · ".join(filter(None, parts))


def checkpoint_of(item: Item) -> str:
    """The checkpoint that a record is on; empty for none."""
    return item.key[2] if item.kind == "attribution" else item.key[1] if item.key[1:] else ""


def _line(item: Item, names: RecordNames) -> str:
    checkpoint = checkpoint_of(item)
    return names.line(names.task_of(item), checkpoint)


def response_words(response_id: str, names: RecordNames) -> str:
    """A response by its blind letter."""
    letter = names.responses.get(response_id, ("", ""))[1]
    return t("Response {label}", label=letter) if letter else t("A response that is not here yet")


def _text(item: Item, content: Mapping[str, Any], names: RecordNames, _house: House) -> str:
    return short(str(content.get("text") or _line(item, names)), 300)


def _judged(item: Item, _content: Mapping[str, Any], names: RecordNames, _house: House) -> str:
    return short(_line(item, names), 300)


def _revision(item: Item, *_: object) -> str:
    return t("Revision {n}", n=item.key[1])


_TITLES: Final[dict[str, Callable[[Item, Mapping[str, Any], RecordNames, House], str]]] = {
    "project": lambda _item, _content, _names, house: house.info.name,
    "person": lambda item, content, _names, house: short(
        str(content.get("name") or house.called(item.key[0]))
    ),
    "subset": lambda item, *_: item.key[0],
    "task": lambda item, content, *_: short(str(content.get("title") or item.key[0]), 200),
    "checkpoint": _text,
    "remark": _text,
    "proposal": _text,
    "decision": _judged,
    "judgment": _judged,
    "attribution": _judged,
    "open_sheet": lambda item, _content, _names, house: t(
        "Sheet of {name}", name=house.called(item.key[-1])
    ),
    "response": lambda item, _content, names, _house: response_words(item.key[0], names),
    "review": lambda item, _content, _names, house: t(
        "Review by {name}", name=house.called(item.key[-1])
    ),
    "revision": _revision,
    "spot_check": _revision,
    "anchor_choice": lambda _item, content, names, _house: response_words(
        str(content.get("response_id", "")), names
    ),
}
