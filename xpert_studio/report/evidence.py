"""The answers a certificate was computed from, as a few kilobytes that can be read back for ever.

By task: the responses, the checkpoints with hashes of what they said, and one character a response
and checkpoint: ``.`` no answer of one side, else 2 × experts + judge, with 1 for met.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from xpert_studio.errors import DamagedProjectError
from xpert_studio.metrics import Paired
from xpert_studio.records import content_hash
from xpert_studio.records.columns import NONE, Catalog

_NOTHING: Final = "."
_HASH: Final = 16
_MOST: Final = 400_000_000
"""More than this many bytes of answers are no evidence but an attack on memory."""


@dataclass(frozen=True, slots=True)
class Line:
    """A checkpoint as it was: hashes of its text, and of weight, tier and dimension."""

    text: str
    worth: str


@dataclass(frozen=True, slots=True)
class TaskEvidence:
    """The answers on one task.

    Attributes:
        responses: Their ids.
        checkpoints: What they were, by id, in the order of the rubric.
        cells: One character a response and checkpoint, response by response.
    """

    responses: tuple[str, ...]
    checkpoints: Mapping[str, Line]
    cells: str


Evidence = Mapping[str, TaskEvidence]


def evidence_of(catalog: Catalog, paired: Paired) -> Evidence:
    """The answers as evidence, by task id.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts and judge.
    """
    paired = paired.decided()
    task = catalog.response_task[paired.response]
    lines = _lines(catalog, np.unique(task))
    found = {}
    for code in np.unique(task).tolist():
        mine = task == code
        responses = np.unique(paired.response[mine])
        points = np.flatnonzero(catalog.checkpoint_task == code)
        grid = np.full((responses.size, points.size), _NOTHING, "U1")
        kinds = (paired.first[mine] * 2 + paired.second[mine]).astype("U1")
        rows = np.searchsorted(responses, paired.response[mine])
        columns = np.searchsorted(points, paired.checkpoint[mine])
        grid[rows, columns] = kinds
        found[catalog.tasks[code]] = TaskEvidence(
            tuple(catalog.responses[place] for place in responses),
            {catalog.checkpoints[place]: lines[place] for place in points.tolist()},
            "".join(grid.ravel()),
        )
    return found


def _lines(catalog: Catalog, tasks: np.ndarray[Any, Any]) -> dict[int, Line]:
    return {
        place: Line(
            hashlib.sha256(
                catalog.checkpoint_texts[place].encode("utf-8", "surrogatepass")
            ).hexdigest()[:_HASH],
            content_hash(
                [
                    float(catalog.checkpoint_weight[place]),
                    _name(catalog.tiers, int(catalog.checkpoint_tier[place])),
                    _name(catalog.dimensions, int(catalog.checkpoint_dimension[place])),
                ]
            )[:_HASH],
        )
        for place in np.flatnonzero(np.isin(catalog.checkpoint_task, tasks)).tolist()
    }


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
    rows: list[tuple[int, int, int]] = []
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
                (response, place, int(cell))
                for place, cell in zip(places, cells, strict=True)
                if place is not None and cell != _NOTHING
            )
    table = np.array(sorted(rows), np.int64).reshape(-1, 3)
    pairs = table[:, 0].astype(np.int32), table[:, 1].astype(np.int32)
    first, second = np.divmod(table[:, 2].astype(np.int8), 2)
    return Paired(*pairs, first, second, first.astype(float), second.astype(float))


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
            task_id: [part.responses, list(part.checkpoints), _judges_side(part.cells)]
            for task_id, part in evidence.items()
        }
    )


def _judges_side(cells: str) -> str:
    return cells.translate(str.maketrans("23", "01"))


def pack(evidence: Evidence) -> bytes:
    """Evidence as bytes; the same evidence gives the same bytes."""
    plain = {
        task_id: {
            "responses": part.responses,
            "checkpoints": [
                [name, line.text, line.worth] for name, line in part.checkpoints.items()
            ],
            "cells": part.cells,
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
        plain = json.loads(unpacker.decompress(data, _MOST))
        found = {
            task_id: TaskEvidence(
                tuple(part["responses"]),
                {name: Line(text, worth) for name, text, worth in part["checkpoints"]},
                part["cells"],
            )
            for task_id, part in plain.items()
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
