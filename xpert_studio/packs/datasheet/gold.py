"""Gold forms as a frozen set: which responses, and what the experts' judgments are worth."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from xpert_studio.api.records import Transaction
from xpert_studio.core.metrics.consensus import pooled
from xpert_studio.core.records import Judge, content_hash, grouped
from xpert_studio.core.records.columns import Catalog
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.workflow.anchors import shown_anchors

_EXPERTS = "experts"


@dataclass(frozen=True, slots=True)
class GoldForms:
    """What experts hold for true.

    Attributes:
        scores: What a judgment is worth, 0 to 1, by response id and checkpoint id.
        cluster: The cluster of each response, by its id.
    """

    scores: Mapping[str, Mapping[str, float]]
    cluster: Mapping[str, int]

    def some(self, count: int) -> tuple[str, ...]:
        """Ids of responses with gold: one of each cluster in turn, always the same.

        Args:
            count: How many at most.
        """
        by_cluster = grouped((self.cluster[name], name) for name in self.scores)
        ordered = [sorted(names, key=content_hash) for _, names in sorted(by_cluster.items())]
        rounds = max(map(len, ordered), default=0)
        found = [names[place] for place in range(rounds) for names in ordered if place < len(names)]
        return tuple(found[:count])


def gold_forms(tx: Transaction, judge: Judge, shown: Collection[str]) -> GoldForms:
    """The experts' judgments of responses that a judge was not shown as anchors, nor nearly.

    Args:
        tx: The transaction.
        judge: The judge, with the anchors it was shown.
        shown: Ids of responses that it would be shown now.
    """
    frames = read_frames(tx, judge_ids=())
    catalog = frames.catalog
    cluster = clusters_of(catalog)
    if not frames.experts:
        return GoldForms({}, cluster)
    told = judge.model_copy(update={"anchors": tuple(dict.fromkeys((*judge.anchors, *shown)))})
    left_out = shown_anchors(tx, [told], catalog)[judge.id].mask
    marks = pooled(catalog, frames.experts, name=_EXPERTS).marks
    scores: dict[str, dict[str, float]] = {}
    for place in (marks.has_score & ~left_out[marks.response]).nonzero()[0].tolist():
        response = catalog.responses[marks.response[place]]
        point = catalog.checkpoints[marks.checkpoint[place]]
        scores.setdefault(response, {})[point] = float(marks.score[place])
    return GoldForms(scores, cluster)


def clusters_of(catalog: Catalog) -> dict[str, int]:
    """The cluster of each response, by its id."""
    return dict(zip(catalog.responses, catalog.response_cluster.tolist(), strict=True))
