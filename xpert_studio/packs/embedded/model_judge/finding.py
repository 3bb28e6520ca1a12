"""Finds the terms of a rubric in a response: the facts behind features and rationale.

A term weighs one by the number of checkpoints of the rubric that have it: what every checkpoint
names ("the answer states", "the patient") tells one from another as little as "the".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from xpert_studio.packs.embedded.model_judge.text import is_figure, sentences_of, terms_of

_FIGURE: Final = 2.0
"""Weight of a number beside other terms."""


@dataclass(frozen=True, slots=True)
class CheckpointFinding:
    """What was found of one checkpoint.

    Attributes:
        coverage: Weighted share of its terms found in the best sentence.
        margin: ``coverage`` less the highest coverage of another checkpoint in that sentence.
        absent: Share of its numbers that are nowhere in the response.
        terms: How many terms it has.
        missing: Its terms that are not in the best sentence, as it writes them, heaviest first.
        start: Where the best sentence begins in the response.
        end: Where it ends (exclusive).
    """

    coverage: float
    margin: float
    absent: float
    terms: int
    missing: tuple[str, ...]
    start: int
    end: int


def find(texts: Sequence[str], response: str) -> list[CheckpointFinding]:
    """Looks for every checkpoint of a rubric in a response.

    Args:
        texts: All checkpoints of the rubric.
        response: The response's text.
    """
    asked = [terms_of(text) for text in texts]
    counts = Counter(key for terms in asked for key in terms)
    weights = {key: (_FIGURE if is_figure(key) else 1.0) / counts[key] for key in counts}
    places = sentences_of(response) or [(0, 0)]
    said = [counts.keys() & terms_of(response[start:end]).keys() for start, end in places]
    shares = [[_share(terms, keys, weights) for keys in said] for terms in asked]
    return [_finding(i, terms, weights, shares, said, places) for i, terms in enumerate(asked)]


def _share(terms: Mapping[str, str], said: Set[str], weights: Mapping[str, float]) -> float:
    found = sum(weights[key] for key in terms if key in said)
    return found / sum(weights[key] for key in terms) if found else 0.0


def _finding(
    number: int,
    terms: Mapping[str, str],
    weights: Mapping[str, float],
    shares: Sequence[Sequence[float]],
    said: Sequence[Set[str]],
    places: Sequence[tuple[int, int]],
) -> CheckpointFinding:
    coverage = max(shares[number])
    best = shares[number].index(coverage)
    others = [share[best] for i, share in enumerate(shares) if i != number]
    missing = sorted((key for key in terms if key not in said[best]), key=lambda k: -weights[k])
    figures = [key for key in terms if is_figure(key)]
    absent = sum(not any(key in keys for keys in said) for key in figures)
    return CheckpointFinding(
        coverage=coverage,
        margin=coverage - max(others, default=0.0),
        absent=absent / max(len(figures), 1),
        terms=len(terms),
        missing=tuple(terms[key] for key in missing),
        start=places[best][0],
        end=places[best][1],
    )
