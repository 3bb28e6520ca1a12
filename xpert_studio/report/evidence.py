"""The answers a certificate was computed from, as a few kilobytes that can be read back for ever.

By task: the responses, the checkpoints with hashes of what they said, and one character a response
and checkpoint: ``.`` no answer of one side, else 2 × experts + judge, with 1 for met. Where values
say more than that, they are kept beside.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from xpert_studio.core.errors import DamagedProjectError
from xpert_studio.core.instruments.columns import asked_of, marks_of
from xpert_studio.core.metrics import Paired, pair_up
from xpert_studio.core.records import Checkpoint, content_hash
from xpert_studio.core.records.columns import NONE, Catalog

_NOTHING: Final = "."
_HASH: Final = 16
_USUAL: Final = (Checkpoint.model_fields["instrument"].default, "")
_MOST: Final = 400_000_000
"""More than this many bytes of answers are no evidence but an attack on memory."""


@dataclass(frozen=True, slots=True)
class CheckpointState:
    """A checkpoint as it was: hashes of its text, and of weight, tier, dimension and instrument."""

    text: str
    worth: str


@dataclass(frozen=True, slots=True)
class TaskEvidence:
    """The answers on one task.

    Attributes:
        responses: Their ids.
        checkpoints: What they were, by id, in the order of the rubric.
        cells: One character a response and checkpoint, response by response.
        values: By checkpoint whose values are numbers: by response those of experts and judge.
    """

    responses: tuple[str, ...]
    checkpoints: Mapping[str, CheckpointState]
    cells: str
    values: Mapping[str, Mapping[str, tuple[float, float]]] = field(default_factory=dict)


Evidence = Mapping[str, TaskEvidence]


def evidence_of(catalog: Catalog, paired: Paired) -> Evidence:
    """The answers as evidence, by task id.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts and judge.
    """
    has_cells = asked_of(catalog).is_nominal[paired.checkpoint]
    task = catalog.response_task[paired.response]
    lines = _lines(catalog, np.unique(task))
    found = {}
    for code in np.unique(task).tolist():
        mine = task == code
        responses = np.unique(paired.response[mine])
        points = np.flatnonzero(catalog.checkpoint_task == code)
        grid = np.full((responses.size, points.size), _NOTHING, "U1")
        own = paired.where(mine & has_cells).decided()
        rows = np.searchsorted(responses, own.response)
        columns = np.searchsorted(points, own.checkpoint)
        grid[rows, columns] = (own.first * 2 + own.second).astype("U1")
        found[catalog.tasks[code]] = TaskEvidence(
            tuple(catalog.responses[place] for place in responses),
            {catalog.checkpoints[place]: lines[place] for place in points.tolist()},
            "".join(grid.ravel()),
            _values(catalog, paired.where(mine & ~has_cells)),
        )
    return found


def _values(catalog: Catalog, paired: Paired) -> dict[str, dict[str, tuple[float, float]]]:
    columns = (paired.checkpoint, paired.response, paired.first_value, paired.second_value)
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for point, response, first, second in zip(*(c.tolist() for c in columns), strict=True):
        of_point = found.setdefault(catalog.checkpoints[point], {})
        of_point[catalog.responses[response]] = first, second
    return found


def _lines(catalog: Catalog, tasks: np.ndarray[Any, Any]) -> dict[int, CheckpointState]:
    return {
        place: CheckpointState(
            hashlib.sha256(
                catalog.checkpoint_texts[place].encode("utf-8", "surrogatepass")
            ).hexdigest()[:_HASH],
            content_hash(
                [
                    float(catalog.checkpoint_weight[place]),
                    _name(catalog.tiers, int(catalog.checkpoint_tier[place])),
                    _name(catalog.dimensions, int(catalog.checkpoint_dimension[place])),
                    *_kind(catalog.kinds[catalog.checkpoint_kind[place]]),
                ]
            )[:_HASH],
        )
        for place in np.flatnonzero(np.isin(catalog.checkpoint_task, tasks)).tolist()
    }


def _kind(kind: tuple[str, str]) -> tuple[str, ...]:
    """What is hashed of how a checkpoint is answered; nothing of the usual way."""
    return () if kind == _USUAL else kind


def _name(names: tuple[str, ...], code: int) -> str | None:
    return None if code == NONE else names[code]


def paired_of(evidence: Evidence, catalog: Catalog) -> Paired:
    """Evidence as answers on what the catalogue still has; the rest is left out."""
    responses = {name: place for place, name in enumerate(catalog.responses)}
    points = {
        (int(task), name): place
        for place, (name, task) in enumerate(
            zip(catalog.checkpoints, catalog.checkpoint_task, strict=True)
        )
    }
    tasks = {name: code for code, name in enumerate(catalog.tasks)}
    rows: list[tuple[int, int, float, float]] = []
    for task_id, part in evidence.items():
        code = tasks.get(task_id)
        if code is None:
            continue
        places = [points.get((code, name)) for name in part.checkpoints]
        width = len(places)
        for number, name in enumerate(part.responses):
            response = responses.get(name)
            if response is None:
                continue
            cells = part.cells[number * width : (number + 1) * width]
            rows.extend(
                (response, place, *divmod(int(cell), 2))
                for place, cell in zip(places, cells, strict=True)
                if place is not None and cell != _NOTHING
            )
        rows.extend(
            (responses[name], place, *both)
            for point, kept in part.values.items()
            if (place := points.get((code, point))) is not None
            for name, both in kept.items()
            if name in responses
        )
    table = np.array(sorted(rows), np.float64).reshape(-1, 4)
    answered, asked = table[:, 0].astype(np.int32), table[:, 1].astype(np.int32)
    first, second = (
        marks_of(catalog, "", answered, asked, side) for side in (table[:, 2], table[:, 3])
    )
    on_scale = [(side.score >= 0) & (side.score <= 1) for side in (first, second)]
    return pair_up(catalog, first.where(on_scale[0]), second.where(on_scale[1]))


def rubrics_hash(evidence: Evidence) -> str:
    """Hash of all that its checkpoints said and were worth."""
    return content_hash(
        {
            task_id: [[name, line.text, line.worth] for name, line in part.checkpoints.items()]
            for task_id, part in evidence.items()
        }
    )


def verdicts_hash(evidence: Evidence) -> str:
    """Hash of the judge's answers."""
    return content_hash(
        {
            task_id: [
                part.responses,
                list(part.checkpoints),
                part.cells.translate(str.maketrans("23", "01")),
                *_given(part),
            ]
            for task_id, part in evidence.items()
        }
    )


def _given(part: TaskEvidence) -> list[dict[str, dict[str, float]]]:
    """The judge's values, where there are any."""
    found = {p: {name: v for name, (_, v) in kept.items()} for p, kept in part.values.items()}
    return [found] if found else []


def pack(evidence: Evidence) -> bytes:
    """Evidence as bytes; the same evidence gives the same bytes."""
    plain = {
        task_id: {
            "responses": part.responses,
            "checkpoints": [
                [name, line.text, line.worth] for name, line in part.checkpoints.items()
            ],
            "cells": part.cells,
            **({"values": part.values} if part.values else {}),
        }
        for task_id, part in sorted(evidence.items())
    }
    return zlib.compress(json.dumps(plain, separators=(",", ":")).encode(), 9)


def unpack(data: bytes) -> Evidence:
    """Evidence from its bytes.

    Raises:
        DamagedProjectError: They are not what ``pack`` made.
    """
    try:
        unpacker = zlib.decompressobj()
        found = {
            task_id: TaskEvidence(
                tuple(part["responses"]),
                {name: CheckpointState(text, worth) for name, text, worth in part["checkpoints"]},
                part["cells"],
                {
                    point: {name: (float(a), float(b)) for name, (a, b) in kept.items()}
                    for point, kept in part.get("values", {}).items()
                },
            )
            for task_id, part in json.loads(unpacker.decompress(data, _MOST)).items()
        }
        whole = all(
            len(part.cells) == len(part.responses) * len(part.checkpoints)
            and set(part.cells) <= set(".0123")
            for part in found.values()
        )
        whole = whole and unpacker.eof
    except (zlib.error, ValueError, TypeError, KeyError, AttributeError) as error:
        raise _damaged() from error
    if not whole:
        raise _damaged()
    return found


def _damaged() -> DamagedProjectError:
    return DamagedProjectError(
        "The answers kept with a certificate are damaged.",
        remedy="Its figures still stand; compare with another certificate, or go back to a backup.",
    )
