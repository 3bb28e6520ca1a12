"""How the labels of each system were chosen: by the program with known probabilities, or otherwise.

Labels are of a sample where the pack's own plan, or a gold subset, says which responses were
sampled, and all of them are judged in full. Where everything is labelled nothing had to be sampled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from xpert_studio.api.records import ProjectFile, Transaction
from xpert_studio.core.records import Subset
from xpert_studio.core.records.columns import NONE, BoolArray, Catalog
from xpert_studio.core.records.record_kinds import reading_of
from xpert_studio.core.store import entities, pack_records
from xpert_studio.packs.correction.estimator import Floats
from xpert_studio.packs.correction.records import INCLUSION, PACK_ID, Inclusion


class Way(StrEnum):
    """How labels were chosen.

    ``SAMPLED``: by the program. ``ALL``: everything is labelled. ``UNFINISHED``: sampled, and not
    all of the sample is labelled yet. ``OTHERWISE``: the project does not know.
    """

    SAMPLED = "sampled"
    ALL = "all"
    UNFINISHED = "unfinished"
    OTHERWISE = "not at random"


@dataclass(frozen=True, slots=True)
class Chosen:
    """How the labels of one system were chosen.

    Attributes:
        sampled: Responses in the sample, 0 where there is none.
        missing: Of these, such as are not labelled yet.
        source: Names the sample; empty for none.
    """

    way: Way
    sampled: int = 0
    missing: int = 0
    source: str = ""

    @property
    def is_random(self) -> bool:
        """Whether intervals hold, and systems may be ranked."""
        return self.way in {Way.SAMPLED, Way.ALL}


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample of responses.

    Attributes:
        probability: By response; NaN for those that it does not know of.
        sampled: By response.
    """

    name: str
    probability: Floats
    sampled: BoolArray


def read_samples(project: ProjectFile, catalog: Catalog) -> list[Sample]:
    """The samples that the project keeps: of the pack's plans, and its gold subsets.

    Args:
        project: The project.
        catalog: Its responses.
    """
    with project.reading() as tx:
        planned = _planned(catalog, inclusions(tx))
        subsets = [_of_subset(catalog, one) for one in entities.find_all(tx, Subset)]
    return [one for one in (planned, *subsets) if one is not None]


def inclusions(tx: Transaction) -> dict[str, Inclusion]:
    """The records of the pack by response; those that cannot be read here are left out."""
    return {
        one.record.response_id: one.value
        for one in map(reading_of, pack_records.records_in(tx, (PACK_ID, INCLUSION.id)))
        if one.value is not None and one.record.response_id is not None
    }


def _planned(catalog: Catalog, known: Mapping[str, Inclusion]) -> Sample | None:
    if not known:
        return None
    found = [known.get(name) for name in catalog.responses]
    return Sample(
        "",
        np.array([np.nan if one is None else one.probability for one in found]),
        np.array([one is not None and one.sampled for one in found], np.bool_),
    )


def _of_subset(catalog: Catalog, subset: Subset) -> Sample | None:
    """A gold subset: tasks by domain, all of a domain with the same probability.

    None where a domain has more tasks by now than the subset was sampled from.
    """
    strata = {one.domain: one for one in subset.strata}
    domains = [catalog.domains[code] if code != NONE else "" for code in catalog.task_domain]
    has_responses = np.zeros(len(catalog.tasks), np.bool_)
    has_responses[catalog.response_task] = True
    counts = dict.fromkeys(domains, 0)
    for name, is_there in zip(domains, has_responses, strict=True):
        counts[name] += bool(is_there)
    if any(n > (strata[name].available if name in strata else 0) for name, n in counts.items()):
        return None
    chance = np.array(
        [
            strata[domain].drawn / strata[domain].available if domain in strata else np.nan
            for domain in domains
        ]
    )
    chosen = set(subset.task_ids)
    inside = np.array([name in chosen for name in catalog.tasks], np.bool_)
    task = catalog.response_task
    return Sample(subset.name, chance[task], inside[task])


def choose(
    catalog: Catalog,
    is_scored: BoolArray,
    is_labelled: BoolArray,
    samples: Sequence[Sample],
) -> tuple[dict[str, Chosen], Floats]:
    """How the labels of each system were chosen, and the probability of each label.

    Args:
        catalog: What there is to judge.
        is_scored: By response, whether the judge has scored it, and it may be counted.
        is_labelled: By response, whether experts have judged all of it: labels of a part of the
            rubric are of checkpoints that were chosen.
        samples: Those that the project keeps.

    Returns:
        By system; and by response the probability, 1 where labels were not sampled, and NaN for
        labels beside a sample, which must not count.
    """
    ways: dict[str, Chosen] = {}
    probability = np.ones(len(catalog.responses))
    for code, system in enumerate(catalog.systems):
        own = is_scored & (catalog.response_system == code)
        if not (own & ~is_labelled).any():
            ways[system] = Chosen(Way.ALL if own.any() else Way.OTHERWISE)
            continue
        ways[system] = Chosen(Way.OTHERWISE)
        for sample in samples:
            chosen = _way_of(sample, own, is_labelled)
            if chosen is None or _merit(chosen) <= _merit(ways[system]):
                continue
            ways[system] = chosen
            inside = np.where(sample.sampled, sample.probability, np.nan)
            probability[own] = inside[own] if chosen.way is Way.SAMPLED else 1.0
    return ways, probability


def _merit(chosen: Chosen) -> tuple[bool, int]:
    return chosen.way is Way.SAMPLED, chosen.sampled


def _way_of(sample: Sample, own: BoolArray, is_labelled: BoolArray) -> Chosen | None:
    """What a sample says of a system; None where it does not know all of its responses."""
    chance = sample.probability[own]
    if not np.isfinite(chance).all() or (chance <= 0).any():
        return None
    inside = own & sample.sampled
    missing = int((inside & ~is_labelled).sum())
    way = Way.UNFINISHED if missing else Way.SAMPLED
    return Chosen(way, int(inside.sum()), missing, sample.name) if inside.any() else None
