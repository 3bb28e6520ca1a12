"""How far the judgments and verdicts of an export can be relied on: agreement and alignment."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.metrics import Alignment, Figures
from xpert_studio.records import Judge
from xpert_studio.records.columns import BoolArray, Catalog, Marks
from xpert_studio.store import Transaction, judges, judgments


@dataclass(frozen=True, slots=True)
class Agreement:
    """Between the experts, on gold judgments.

    Attributes:
        experts: How many have judged.
        items: Pairs of response and checkpoint that two or more have judged.
        disputed: Those of them on which not all agree.
        figures: By id in the registry.
        pairs: Pairs of experts who share an item.
    """

    experts: int
    items: int
    disputed: int
    figures: Figures
    pairs: int


@dataclass(frozen=True, slots=True)
class Quality:
    """What is known of the data's reliability.

    Attributes:
        agreement: None where no two experts have judged the same.
        alignments: How each judge follows the experts, of those that can be compared.
        judges: Those judges.
    """

    agreement: Agreement | None = None
    alignments: tuple[Alignment, ...] = ()
    judges: tuple[Judge, ...] = ()


def read_quality(tx: Transaction, task_ids: frozenset[str]) -> Quality:
    """Computes agreement and alignment.

    Excluded are stale judgments and verdicts, the responses a judge was shown as anchors, their
    near-duplicates, and those whose attachments it was not shown in full.

    Args:
        tx: The transaction.
        task_ids: Only on these tasks.
    """
    if not judgments.count_by_expert(tx):
        return Quality()
    import numpy as np

    from xpert_studio.metrics import alignment, pooled
    from xpert_studio.store.frames import read_frames
    from xpert_studio.workflow.shown_anchors import shown_anchors

    frames = read_frames(tx)
    catalog = frames.catalog
    wanted = np.array([name in task_ids for name in catalog.tasks], np.bool_)
    experts = [here for item in frames.experts if len(here := _of(item, catalog, wanted))]
    if not experts:
        return Quality()
    reference = pooled(catalog, experts, name="experts").marks
    aligned: dict[str, Alignment] = {}
    known = judges.all_judges(tx)
    shown = shown_anchors(tx, known, catalog)
    for judge in known:
        trials = frames.judges.get(judge.id)
        if not trials:
            continue
        left_out = shown[judge.id].mask | (frames.unseen_by(judge.id) > 0)
        marks = pooled(catalog, trials, name=judge.id).marks
        found = alignment(
            catalog,
            reference,
            marks,
            left_out=left_out,
            tasks=wanted,
            anchors_known=shown[judge.id].are_known,
        )
        if found.criterion.n:
            aligned[judge.id] = found
    return Quality(
        _agreement(catalog, experts),
        tuple(aligned.values()),
        tuple(judge for judge in known if judge.id in aligned),
    )


def _of(marks: Marks, catalog: Catalog, wanted: BoolArray) -> Marks:
    """What was marked on some tasks only."""
    return marks.where(wanted[catalog.response_task[marks.response]])


def _agreement(catalog: Catalog, experts: list[Marks]) -> Agreement | None:
    from xpert_studio.metrics import expert_agreement

    if len(experts) < 2:
        return None
    found = expert_agreement(catalog, experts)
    if not found.items:
        return None
    return Agreement(
        experts=len(experts),
        items=found.items,
        disputed=len(found.disputed),
        figures=found.figures,
        pairs=len(found.pairs),
    )
