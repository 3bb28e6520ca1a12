"""The disagreements of a judge with the experts as a work queue: open, resolved or outdated."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records import Attribution
from xpert_studio.core.records.columns import BoolArray, MetArray
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow.blinding import Blinding
from xpert_studio.core.workflow.disagreements import Pair, attributions_of, outdated, stands
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.cases import CaseFilter, Cases, select_cases


class QueueState(Listed):
    """Where a disagreement stands.

    ``RESOLVED``: a person has found its cause, and nothing has changed since. ``OUTDATED``: text,
    judgment or verdict have changed since its cause was found.
    """

    OPEN = "open"
    RESOLVED = "resolved"
    OUTDATED = "outdated"


STATE_NAMES: Final = Names(
    "QueueState",
    {
        QueueState.OPEN: mark("Not resolved"),
        QueueState.RESOLVED: mark("Resolved"),
        QueueState.OUTDATED: mark("Outdated"),
    },
)

STATES: Final = tuple(QueueState)


@dataclass(frozen=True, slots=True)
class CaseQueue:
    """Disagreements, the most costly first.

    Attributes:
        cases: Those asked for.
        states: Per case, the place of its state in ``STATES``.
        found: What was found on them, lapsed findings included, by response and checkpoint.
        outdated: What has changed since, for outdated findings.
        counts: How many stand where, whatever state was asked for.
        causes: How many settled ones were attributed to what.
        resolved: Findings on which judge and experts agree by now.
        pending: Findings on which one side has no current answer: it is to be decided anew.
        withheld: Disagreements that the person may not look at.
    """

    cases: Cases
    states: MetArray
    found: dict[Pair, Attribution]
    outdated: dict[Pair, tuple[str, ...]]
    counts: dict[QueueState, int]
    causes: dict[str, int]
    resolved: int
    pending: int
    withheld: int

    def __len__(self) -> int:
        return len(self.cases)


def read_queue(
    project: ProjectFile,
    analysis: Analysis,
    wanted: CaseFilter,
    *,
    state: str = "",
    cause: str = "",
    blinding: Blinding | None = None,
) -> CaseQueue:
    """The disagreements of a judge, the most costly first: weight × certainty.

    Args:
        project: Where the findings are.
        analysis: All figures.
        wanted: Which disagreements; cells of the confusion table may be named.
        state: Of this state only; all where empty.
        cause: Only those with this cause.
        blinding: What is kept from the person; nothing where None.

    Raises:
        NotFoundError: The judge has no verdicts.
    """
    if wanted.said not in {"fp", "fn"}:
        wanted = wanted.but(said="differ")
    every = select_cases(analysis, wanted)
    seen = seen_cases(analysis, every, blinding)
    with project.reading() as tx:
        found = attributions_of(tx, wanted.judge)
        standing = stands(tx, wanted.judge, list(found))
    changed = {
        pair: outdated(item, standing[pair]) for pair, item in found.items() if pair in standing
    }
    states = _states(analysis, seen, changed)
    keep = np.ones(len(seen), np.bool_)
    if state:
        keep &= states == STATES.index(QueueState(state))
    if cause:
        keep &= _with_cause(analysis, seen, found, cause)
    sides = [
        (stand.expert_value is not None and stand.judge_value is not None, stand.differs)
        for stand in standing.values()
    ]
    return CaseQueue(
        cases=seen.where(keep),
        states=states[keep],
        found=found,
        outdated={pair: since for pair, since in changed.items() if since},
        counts={item: int((states == place).sum()) for place, item in enumerate(STATES)},
        causes=_causes(
            analysis, seen, found, settled={pair for pair, since in changed.items() if not since}
        ),
        resolved=sum(1 for both, differs in sides if both and not differs),
        pending=sum(1 for both, _ in sides if not both),
        withheld=len(every) - len(seen),
    )


def seen_cases(analysis: Analysis, cases: Cases, blinding: Blinding | None) -> Cases:
    """Those cases of which the person may know what others decided."""
    return (
        cases
        if blinding is None
        else cases.where(~hidden_responses(analysis, blinding)[cases.paired.response])
    )


def hidden_responses(analysis: Analysis, blinding: Blinding) -> BoolArray:
    """Per response, whether the person may not know what others decided on it."""
    catalog = analysis.catalog
    tasks = np.array([name in blinding.withheld for name in catalog.tasks], np.bool_)
    waiting = np.array([name in blinding.pending for name in catalog.responses], np.bool_)
    return np.asarray(tasks[catalog.response_task] | waiting)


def pair_keys(analysis: Analysis, cases: Cases) -> npt.NDArray[np.int64]:
    """One number a case, the same for the same response and checkpoint."""
    width = max(len(analysis.catalog.checkpoints), 1)
    return cases.paired.response.astype(np.int64) * width + cases.paired.checkpoint


def _keys_of(analysis: Analysis, pairs: Collection[Pair]) -> dict[int, Pair]:
    """The same numbers for pairs of ids; those the catalogue does not have are left out."""
    catalog = analysis.catalog
    width = max(len(catalog.checkpoints), 1)
    wanted = {response_id for response_id, _ in pairs}
    responses = {name: place for place, name in enumerate(catalog.responses) if name in wanted}
    names = {checkpoint_id for _, checkpoint_id in pairs}
    # Ids of checkpoints are the same in several tasks; the task of the response tells them apart.
    points = {
        (int(catalog.checkpoint_task[place]), name): place
        for place, name in enumerate(catalog.checkpoints)
        if name in names
    }
    found = {}
    for pair in pairs:
        response = responses.get(pair[0])
        if response is None:
            continue
        point = points.get((int(catalog.response_task[response]), pair[1]))
        if point is not None:
            found[response * width + point] = pair
    return found


def _states(analysis: Analysis, cases: Cases, changed: dict[Pair, tuple[str, ...]]) -> MetArray:
    states = np.zeros(len(cases), np.int8)
    keys = pair_keys(analysis, cases)
    by_key = _keys_of(analysis, list(changed))
    settled = [key for key, pair in by_key.items() if not changed[pair]]
    gone = [key for key, pair in by_key.items() if changed[pair]]
    states[np.isin(keys, settled)] = STATES.index(QueueState.RESOLVED)
    states[np.isin(keys, gone)] = STATES.index(QueueState.OUTDATED)
    return states


def _with_cause(
    analysis: Analysis, cases: Cases, found: dict[Pair, Attribution], cause: str
) -> BoolArray:
    wanted = [pair for pair, item in found.items() if item.cause.value == cause]
    return np.asarray(np.isin(pair_keys(analysis, cases), list(_keys_of(analysis, wanted))))


def _causes(
    analysis: Analysis, cases: Cases, found: dict[Pair, Attribution], settled: Collection[Pair]
) -> dict[str, int]:
    there = set(pair_keys(analysis, cases).tolist())
    counts: dict[str, int] = {}
    for key, pair in _keys_of(analysis, settled).items():
        if key in there:
            cause = found[pair].cause.value
            counts[cause] = counts.get(cause, 0) + 1
    return counts
