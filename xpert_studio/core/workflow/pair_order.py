"""Which pairs are compared, and in which order."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import combinations

from xpert_studio.core.records import (
    Response,
)
from xpert_studio.core.workflow.sampling import lot

Pair = tuple[str, str]
"""Two responses in the order of their ids."""


def first_shown(person_id: str, response: Response, other: Response) -> Response:
    """Which of two responses an expert reads first: drawn by the expert and both texts.

    By texts and not by ids, so that it is the same in every file the expert works in.
    """
    ordered = sorted((response, other), key=lambda item: (_digest(item), item.id))
    mixed = "\n".join([person_id, *map(_digest, ordered)])
    return ordered[hashlib.sha256(mixed.encode()).digest()[0] % 2]


def _digest(response: Response) -> str:
    return hashlib.sha256(response.text.encode("utf-8", "surrogatepass")).hexdigest()


def pairs_to_compare(response_ids: Sequence[str], compared_with: int) -> list[Pair]:
    """The pairs of a task's responses that experts are shown.

    Args:
        response_ids: Of all its responses.
        compared_with: 0: all pairs. Else a balanced part of them: responses stand in a circle in
            the order of their lots (seed 0), and each is compared with as many of the next ones on
            either side as make this number, rounded up to an even one. So all are compared equally
            often, and every one with every other by way of others.

    Returns:
        Pairs in the order of their ids.
    """
    circle = sorted(response_ids, key=lambda id_: lot(0, id_))
    steps = (compared_with + 1) // 2
    if not compared_with or 2 * steps >= len(circle) - 1:
        return sorted((min(pair), max(pair)) for pair in combinations(circle, 2))
    near = (
        (one, circle[(place + step) % len(circle)])
        for place, one in enumerate(circle)
        for step in range(1, steps + 1)
    )
    return sorted({(min(pair), max(pair)) for pair in near})
