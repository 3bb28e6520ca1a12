"""The first disagreements of a queue as plain data, each by the name that commands take."""

from __future__ import annotations

from typing import Any

from xpert_studio.core.instruments import Instrument, word_for
from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.records.columns import NONE
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow import blind_labels
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.queue import STATES, CaseQueue


def case_rows(
    project: ProjectFile, analysis: Analysis, queue: CaseQueue, limit: int
) -> list[dict[str, Any]]:
    """The first of a queue as plain data; responses by their letters, which name no system."""
    catalog, paired = analysis.catalog, queue.cases.paired
    asked = asked_of(catalog)
    labels: dict[str, str] = {}
    rows = []
    with project.reading() as tx:
        for place in range(min(limit, len(queue))):
            response, point = int(paired.response[place]), int(paired.checkpoint[place])
            task_id = catalog.tasks[catalog.response_task[response]]
            pair = catalog.responses[response], catalog.checkpoints[point]
            if pair[0] not in labels:
                labels |= blind_labels(tx, task_id)
            found = queue.found.get(pair)
            tier = int(catalog.checkpoint_tier[point])
            instrument, own = asked.at(point)
            values = {
                "experts": float(paired.first_value[place]),
                "judge": float(paired.second_value[place]),
            }
            plain = {side: instrument.plain(value) for side, value in values.items()}
            rows.append(
                {
                    "case": f"{task_id}:{labels[pair[0]]}/{pair[1]}",
                    "task": task_id,
                    "checkpoint": pair[1],
                    "text": catalog.checkpoint_texts[point],
                    "tier": None if tier == NONE else catalog.tiers[tier],
                    "weight": float(catalog.checkpoint_weight[point]),
                    "certainty": float(queue.cases.certainty[place]),
                    "cost": float(queue.cases.cost[place]),
                    **{f"{side}_value": next(iter(said.values())) for side, said in plain.items()},
                    "distance": round(float(paired.distance[place]), 9),
                    "same_band": _same_band(instrument, own, *values.values()),
                    "words": {side: word_for(value, own) for side, value in values.items()},
                    "state": STATES[int(queue.states[place])].value,
                    "cause": found.cause.value if found else None,
                    "reason": found.reason if found else None,
                    "by": found.by if found else None,
                    "changed_since": list(queue.outdated.get(pair, ())),
                }
            )
    return rows


def _same_band(
    instrument: Instrument, point: Checkpoint, first: float, second: float
) -> bool | None:
    """Whether two values are in one band; None where the scale has no bands."""
    bands = [instrument.band(value, point) for value in (first, second)]
    return None if None in bands else bands[0] == bands[1]
