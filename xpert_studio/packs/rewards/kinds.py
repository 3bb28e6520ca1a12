"""Whether a checkpoint says what is right, or asks that something be there.

What asks for presence is met by a response that names the thing, whatever it says of it; a model
that is rewarded for it learns to name things. The words decide (``resources/rewards/kinds.json``),
in English and Chinese; of choices and checks, what they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np

from xpert_studio.api.instruments import Checkpoint
from xpert_studio.core.lint.findings import LintedLine
from xpert_studio.core.lint.words import pattern
from xpert_studio.core.records.columns import BoolArray, Catalog
from xpert_studio.core.resources import resource_json
from xpert_studio.packs.checks.instrument import Check
from xpert_studio.packs.choice.instrument import MultipleChoice

PRESENCE: Final = "presence"
CORRECTNESS: Final = "correctness"
_RESOURCE: Final = ("rewards", "kinds.json")
_OF_PRESENCE: Final = ("proxy", "counting", "boilerplate")
"""Lists of the linter: words that stand for quality, numbers of things, praise."""
_EXACT: Final = re.compile(r"\d|[“”\"「」『』]")


def kind_of(point: Checkpoint) -> str:
    """What a checkpoint asks for: ``PRESENCE`` or ``CORRECTNESS``."""
    if point.instrument == MultipleChoice.id:
        return CORRECTNESS
    if point.instrument == Check.id:
        found = point.settings.get("check") in resource_json(*_RESOURCE)["checks"]
        return CORRECTNESS if found else PRESENCE
    line = LintedLine(point)
    language, text = line.language, line.text
    if any(pattern(language, name).search(line.masked) for name in _OF_PRESENCE):
        return PRESENCE
    if _words(PRESENCE, language).search(text):
        return PRESENCE
    is_right = _EXACT.search(text) or _words(CORRECTNESS, language).search(text)
    return CORRECTNESS if is_right else PRESENCE


@cache
def _words(kind: str, language: str) -> re.Pattern[str]:
    joined = "|".join(resource_json(*_RESOURCE)[kind][language])
    return re.compile(joined if language == "zh" else rf"\b(?:{joined})\b", re.IGNORECASE)


def are_of_presence(catalog: Catalog, rubrics: Mapping[str, Sequence[Checkpoint]]) -> BoolArray:
    """Per checkpoint of a catalogue, whether it asks for presence.

    Args:
        catalog: What there is to judge.
        rubrics: The checkpoints by task id.
    """
    kinds = {(p.task_id, p.id): kind_of(p) for many in rubrics.values() for p in many}
    of_task = (catalog.tasks[task] for task in catalog.checkpoint_task)
    keys = zip(of_task, catalog.checkpoints, strict=True)
    return np.array([kinds.get(key) == PRESENCE for key in keys], np.bool_)
