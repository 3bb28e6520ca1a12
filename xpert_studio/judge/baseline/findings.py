"""What of a rubric was found in a response, and where: the facts behind features and rationale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.judge.baseline.matching import CodeArray, FloatArray, gram_codes, window_credits
from xpert_studio.judge.baseline.quantities import Quantity
from xpert_studio.judge.baseline.reading import WINDOW_PENALTY, Reading
from xpert_studio.judge.baseline.rubric import Asked, Rubric, negations_in

NUMBER_WEIGHT: Final = 1.5
"""Weight of a figure beside terms."""

FOUND: Final = 0.5
"""Credit from which a term counts as found."""

SEPARATOR: Final = "\x1f"

_LONG_WINDOW: Final = 1_000


@dataclass(frozen=True, slots=True)
class Window:
    """A passage that answers to a checkpoint best.

    Attributes:
        start: Where it begins in the response.
        end: Where it ends (exclusive).
        terms: Its terms, in order, each between two of ``SEPARATOR``.
        grams: Its short runs of characters.
        negations: How many negations it has.
    """

    start: int
    end: int
    terms: str
    grams: frozenset[int]
    negations: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one checkpoint.

    Attributes:
        asked: The checkpoint.
        combined: Weighted share of its terms and figures found in the best window.
        coverage: Weighted share of its terms found in the best window.
        recall: Weighted share of its terms found anywhere.
        elsewhere: The highest ``combined`` another checkpoint reaches in the same window; 0 where
            there is no other.
        inside: Credit of each term in the best window.
        figures_inside: Whether each figure stands in the best window.
        figures: The agreeing figure of the response for each figure, or None.
        window: The best window; None for a response without text.
    """

    asked: Asked
    combined: float
    coverage: float
    recall: float
    elsewhere: float
    inside: tuple[float, ...]
    figures_inside: tuple[bool, ...]
    figures: tuple[Quantity | None, ...]
    window: Window | None


def find(rubric: Rubric, reading: Reading) -> list[Finding]:
    """Looks for every checkpoint of a rubric in a response."""
    if not reading.passages:
        return [_nothing(asked) for asked in rubric.asked]
    credit = window_credits(rubric.terms, reading)
    recalls = rubric.weights @ credit
    figures = [_figures(asked, reading) for asked in rubric.asked]
    combined = recalls.copy()
    for i, (asked, (holders, _)) in enumerate(zip(rubric.asked, figures, strict=True)):
        if holders:
            share = sum(asked.weights) / (sum(asked.weights) + NUMBER_WEIGHT * len(holders))
            held = _held(holders, reading)
            combined[i] = recalls[i] * share + held * (1 - share)
    penalty = WINDOW_PENALTY * np.minimum(reading.lengths, _LONG_WINDOW)
    best = np.argmax(combined - penalty, axis=1)
    anywhere = rubric.weights @ credit.max(axis=1)
    codes = gram_codes(reading.text[: reading.passages[-1].end], rubric.gram_size)
    windows = {at: _window(reading, at, codes, rubric.gram_size) for at in set(best.tolist())}
    found = []
    for i, asked in enumerate(rubric.asked):
        at = int(best[i])
        holders, agreeing = figures[i]
        found.append(
            Finding(
                asked=asked,
                combined=float(combined[i, at]),
                coverage=float(recalls[i, at]),
                recall=float(anywhere[i]),
                elsewhere=_elsewhere(combined[:, at], i),
                inside=tuple(credit[rubric.rows[i], at].tolist()),
                figures_inside=tuple(_is_inside(places, reading, at) for places in holders),
                figures=tuple(agreeing),
                window=windows[at],
            )
        )
    return found


def _nothing(asked: Asked) -> Finding:
    return Finding(
        asked=asked,
        combined=0.0,
        coverage=0.0,
        recall=0.0,
        elsewhere=0.0,
        inside=(0.0,) * len(asked.terms),
        figures_inside=(False,) * len(asked.figures),
        figures=(None,) * len(asked.figures),
        window=None,
    )


def _elsewhere(column: FloatArray, own: int) -> float:
    others = [value for i, value in enumerate(column.tolist()) if i != own]
    return max(others, default=0.0)


def _window(reading: Reading, at: int, codes: CodeArray, size: int) -> Window:
    start, end = reading.span(at)
    passage = reading.text[start:end]
    return Window(
        start=start,
        end=end,
        terms=SEPARATOR + SEPARATOR.join(reading.window_terms(at)) + SEPARATOR,
        grams=frozenset(codes[start : max(start, end - size + 1)].tolist()),
        negations=negations_in(passage),
    )


def _figures(asked: Asked, reading: Reading) -> tuple[list[list[int]], list[Quantity | None]]:
    """By figure asked for: the passages that have it, and the first figure that agrees."""
    holders: list[list[int]] = []
    first: list[Quantity | None] = []
    for wanted in asked.figures:
        near = np.abs(reading.values - wanted.quantity.value) <= wanted.reach
        worth = [reading.quantities[i] for i in np.flatnonzero(near | reading.other).tolist()]
        hits = [(place, item) for place, item in worth if wanted.agrees(item)]
        holders.append([place for place, _ in hits])
        first.append(hits[0][1] if hits else None)
    return holders, first


def _held(holders: Sequence[Sequence[int]], reading: Reading) -> FloatArray:
    """Share of the figures that each window has."""
    held = np.zeros(len(reading.first))
    for places in holders:
        has = np.zeros(len(reading.first), dtype=np.bool_)
        for place in dict.fromkeys(places):
            has |= (reading.first <= place) & (place <= reading.last)
        held += has
    return held / len(holders)


def _is_inside(places: Sequence[int], reading: Reading, window: int) -> bool:
    first, last = int(reading.first[window]), int(reading.last[window])
    return any(first <= place <= last for place in places)
