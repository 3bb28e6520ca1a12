"""Finds responses that are all but equal to an anchored one: they are no test of a judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from xpert_studio.records import Response

THRESHOLD: Final = 95.0
"""Share of the text, 0 to 100, from which a response counts as a copy."""


def near_copies(
    anchored: Mapping[str, Iterable[Response]], responses: Iterable[Response]
) -> set[str]:
    """Ids of responses that all but equal an anchored response of the same task.

    Args:
        anchored: The anchored responses by task id.
        responses: The responses to look through; the anchored ones themselves are not returned.
    """
    from rapidfuzz import fuzz

    plain = {
        task_id: [(item.id, " ".join(item.text.split())) for item in items]
        for task_id, items in anchored.items()
    }
    found = set()
    for response in responses:
        for anchor_id, anchor_text in plain.get(response.task_id, ()):
            if response.id == anchor_id:
                continue
            text = " ".join(response.text.split())
            longest = max(len(text), len(anchor_text), 1)
            if abs(len(text) - len(anchor_text)) > longest * (1 - THRESHOLD / 100) * 2:
                continue
            if fuzz.ratio(text, anchor_text, score_cutoff=THRESHOLD) >= THRESHOLD:
                found.add(response.id)
    return found
