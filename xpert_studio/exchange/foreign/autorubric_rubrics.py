"""Rubrics of autorubric as checkpoints: exact in what they weigh, or refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from xpert_studio.exchange.foreign.autorubric import BESIDE, checkpoint_text
from xpert_studio.exchange.foreign.autorubric_rows import BesideTask, Criterion, RawRubric
from xpert_studio.exchange.foreign.ids import free_id, id_like
from xpert_studio.exchange.foreign.reading import Reading
from xpert_studio.exchange.origins import AUTORUBRIC, MORE, AutorubricCriterion, plain
from xpert_studio.records import Checkpoint


def read_rubric(
    reading: Reading, place: str, task_id: str, raw: RawRubric, beside: BesideTask | None
) -> list[Checkpoint] | None:
    """The checkpoints of a rubric; None after noting what is wrong with it.

    Args:
        reading: The file being read.
        place: Where in the file.
        task_id: The task they belong to.
        raw: The rubric as it stands there.
        beside: What a file of ours says of the task beside it.
    """
    came = [_criterion(reading, place, number, item) for number, item in enumerate(raw.criteria)]
    sound = [item for item in came if item is not None]
    if len(sound) < len(came):
        return None
    weights = reading.weights(place, "rubric", "weight", [item.weight for item in sound])
    if weights is None:
        return None
    said = beside.checkpoints if beside else []
    ids: set[str] = set()
    found = []
    for position, (item, weight) in enumerate(zip(sound, weights, strict=True)):
        own = said[position] if position < len(said) else {}
        fields = {"task_id": task_id, "weight": weight, "position": position}
        where = f"{place}, rubric.{position}"
        found.append(_checkpoint(reading, where, item, own, fields, ids))
    whole = [point for point in found if point is not None]
    return whole if len(whole) == len(found) else None


def _criterion(reading: Reading, place: str, number: int, value: object) -> Criterion | None:
    found = reading.made(f"{place}, rubric.{number}", Criterion.model_validate, value)
    if found is not None and found.options is not None:
        reading.problem(
            place, f"rubric.{number}.options",
            "offers a choice; a checkpoint here is met or not met.",
            "Split it into criteria that are.",
        )  # fmt: skip
        return None
    return found


def _checkpoint(
    reading: Reading,
    where: str,
    came: Criterion,
    own: Mapping[str, Any],
    fields: dict[str, Any],
    ids: set[str],
) -> Checkpoint | None:
    told = came.model_dump(exclude_unset=True, include={"name", "weight", "requirement"})
    origin = AutorubricCriterion.model_validate({"weight": came.weight, **told})
    name = own.get("id") or came.name
    wanted = id_like(name) if isinstance(name, str) and name.strip() else ""
    fields |= {
        "id": free_id(wanted or f"c{fields['position'] + 1}", ids),
        "text": checkpoint_text(origin),
        "tier": own.get("tier"),
        "dimension": own.get("dimension"),
    }
    point = reading.record(where, Checkpoint, fields)
    if point is None:
        return None
    again = {"name": point.id, "weight": point.weight, "requirement": point.text}
    is_same = json.dumps(told, sort_keys=True) == json.dumps(again, sort_keys=True)
    kept = {} if is_same else plain(origin)
    more = {key: item for key, item in (came.model_extra or {}).items() if key != BESIDE}
    kept |= {MORE: more} if more else {}
    return point.model_copy(update={"extra": {AUTORUBRIC: kept}}) if kept else point
