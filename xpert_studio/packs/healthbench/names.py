"""Files of HealthBench's shape under other names: which key is what, where only one can be it.

A row that has HealthBench's own names is left as it is. Otherwise a key is taken for one of these
where it is the only one that fits, and the import says so; where several fit, none is taken.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from xpert_studio.api import Message
from xpert_studio.core.exchange.formats.row_keys import PROMPT, prompts_in
from xpert_studio.packs.cases.shapes import ends_in, weight_in

RUBRICS: Final = "rubrics"
SCALE: Final = "described_scale"
"""Beside a criterion: the scale that its described parts make."""
_RUBRICS: Final = (
    "rubric", "rubric_items", "rubric_list", "criteria", "criterions", "criterion", "checklist",
    "checkpoints", "grading_rubric", "scoring_rubric", "scoring_criteria", "evaluation_criteria",
    "grading_criteria", "rubric_criteria", "decomposed_questions", "requirements",
    "评分标准", "检查点",
)  # fmt: skip
_IDS: Final = (
    "id",
    "task_id",
    "sample_id",
    "question_id",
    "example_id",
    "uid",
    "uuid",
    "index",
    "idx",
)
_REFERENCES: Final = (
    "reference_answer",
    "reference",
    "ideal_completion",
    "ideal_answer",
    "ideal_response",
    "gold_answer",
    "reference_response",
    "golden_answer",
    "参考答案",
)
_TEXTS: Final = (
    "requirement", "requirements", "criteria", "rubric", "criterion_text", "rubric_text",
    "criterion_description", "criteria_description", "statement", "description", "desc", "text",
    "question", "content", "check", "rule", "point_text", "title", "name", "标准", "描述",
)  # fmt: skip
_MORE_TEXTS: Final = (
    "criteria_description",
    "criterion_description",
    "explanation",
    "description",
    "details",
    "definition",
    "guidance",
)
_TITLES: Final = ("title", "name")
_POINTS: Final = (
    "weight",
    "weights",
    "point",
    "max_points",
    "max_score",
    "marks",
    "score",
    "importance_score",
    "分值",
    "权重",
)
_AXES: Final = ("axis", "dimension", "category", "criterion_type", "type", "section", "theme")
_MOST_TEXT: Final = 200
_LISTED: Final = re.compile(r"\s*Points?: *[-+]?[0-9.]+ *, *Item:")
"""How a rubric begins that is one text, as FrontierScience has it."""
_ITEM: Final = re.compile(
    r"^\s*Points?: *([-+]?\d+(?:\.\d+)?) *, *Item:(.+?)(?=^\s*Points?: *[-+]?\d|\Z)",
    re.MULTILINE | re.DOTALL,
)


def rubrics_in(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys that may be the rubric: HealthBench's own, else all that hold criteria."""
    if RUBRICS in row:
        return (RUBRICS,)
    taken = set(prompts_in(row))
    listed = (name for name in row if isinstance(row[name], str) and _LISTED.match(row[name]))
    names = dict.fromkeys((*(name for name in _RUBRICS if name in row), *listed))
    return tuple(name for name in names if name not in taken and criteria_of(row, name))


def text_of_rubric(row: Mapping[str, Any]) -> str:
    """The key of a rubric that is one text; empty where none is."""
    return next(
        (
            name
            for name, value in row.items()
            if ("rubric" in name.casefold() or name in _RUBRICS) and _is_text(value)
        ),
        "",
    )


def criteria_of(row: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """The criteria under a key as objects, whatever holds them; none where it holds no such."""
    value = _unpacked(row.get(name))
    weights = row.get(_key_of_weights(row, value)) or {}
    if isinstance(value, dict):
        return [item for key, held in value.items() for item in _named(key, held, weights)]
    items = value if isinstance(value, list) else []
    return [item for held in items for item in _named("", held, weights)]


def _unpacked(value: object) -> object:
    """What stands as JSON within a text, or alone within an object."""
    if isinstance(value, str) and _LISTED.match(value):
        return [
            {"criterion": text.strip(), "points": float(points)}
            for points, text in _ITEM.findall(value)
        ]
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    if isinstance(value, dict):
        inner = [value[name] for name in (RUBRICS, *_RUBRICS) if isinstance(value.get(name), list)]
        return inner[0] if len(inner) == 1 else value
    return value


def _key_of_weights(row: Mapping[str, Any], value: object) -> str:
    """The key in which groups of criteria have their weights, by group; empty where none has."""
    if not isinstance(value, dict) or not all(isinstance(held, list) for held in value.values()):
        return ""
    return next(
        (
            name
            for name, given in row.items()
            if "weight" in name
            and isinstance(given, dict)
            and given.keys() == value.keys()
            and all(map(_is_number, given.values()))
        ),
        "",
    )


def _named(key: str, held: object, weights: Mapping[str, float]) -> list[dict[str, Any]]:
    """What an entry holds as criteria, with the name it stands under."""
    if isinstance(held, str):
        return [{"title": key, "criterion": held} if key else {"criterion": held}] if held else []
    if isinstance(held, int | float) and not isinstance(held, bool) and key:
        return [{"criterion": key, "weight": held}]
    if isinstance(held, dict):
        return [{"title": key, **held} if key else held]
    if not (isinstance(held, list) and key):
        return []
    items = [item for one in held for item in _named("", one, {})]
    return [{"axis": key, **item} for item in _shared(items, weights.get(key))]


def _shared(items: list[dict[str, Any]], share: float | None) -> list[dict[str, Any]]:
    """Criteria of a group with weights that come to the group's own, if it has one."""
    given = [weight_in(item.get("weight")) for item in items]
    numbers = [item for item in given if isinstance(item, int | float)]
    if share is None or len(numbers) < len(given) or not sum(numbers):
        return items
    total = sum(numbers)
    return [
        item | {"weight": share * number / total}
        for item, number in zip(items, numbers, strict=True)
    ]


class Renaming:
    """Gives rows HealthBench's names; counts which key was taken for which.

    Attributes:
        taken: How often a key was taken for a name of HealthBench's: (path, name, key).
        unweighted: Criteria without points.
        graded: Criteria whose levels are described.
        shared: Keys with weights of groups of criteria.
    """

    def __init__(self) -> None:
        self.taken: Counter[tuple[str, str]] = Counter()
        self.unweighted = 0
        self.graded = 0
        self.shared: set[str] = set()

    def row(self, value: dict[str, Any]) -> dict[str, Any]:
        """A row under HealthBench's names, as far as only one key can be each."""
        made = dict(value)
        prompts, rubrics = prompts_in(value), rubrics_in(value)
        if len(rubrics) == 1:
            (name,) = rubrics
            items = value[name] if name == RUBRICS else None
            if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
                items = criteria_of(value, name)
            shared = _key_of_weights(value, _unpacked(value[name]))
            if shared:
                del made[shared]
                self.shared.add(shared)
            del made[name]
            is_own = name == RUBRICS and all("criterion" in item for item in items)
            made[RUBRICS] = self._criteria(items, is_own=is_own) or value[name]
            self._note(name, RUBRICS)
        if len(prompts) == 1:
            made[PROMPT] = made.pop(prompts[0])
            self._note(prompts[0], PROMPT)
        if "prompt_id" not in value:
            self._name_id(made)
        if "prompt_id" in made and isinstance(made["prompt_id"], int):
            made["prompt_id"] = str(made["prompt_id"])
        if "ideal_completions_data" not in value:
            answer = next((name for name in _REFERENCES if _is_text(made.get(name))), None)
            if answer is not None:
                made["ideal_completions_data"] = {"ideal_completion": made.pop(answer)}
                self._note(answer, "ideal_completions_data")
        return made

    def _name_id(self, made: dict[str, Any]) -> None:
        key = next((key for key in _IDS if isinstance(made.get(key), int | str)), None)
        if key is not None and str(made[key]).strip():
            made["prompt_id"] = str(made.pop(key))
            self._note(key, "prompt_id")

    def _note(self, key: str, name: str) -> None:
        if key != name:
            self.taken[key, name] += 1

    def _criteria(self, items: Sequence[Any], *, is_own: bool) -> list[Any]:
        # What is called as in HealthBench has to have points as there.
        has_points = any("points" in item or _points_in(item) for item in items) or is_own
        return [self._criterion(item, has_points=has_points) for item in items]

    def _criterion(self, item: dict[str, Any], *, has_points: bool) -> dict[str, Any]:
        made = dict(item)
        levels = {key: made.pop(key) for key in item if _is_level(key, item[key])}
        self._text(made)
        if "points" not in made:
            key = _points_in(made)
            if key is not None:
                made["points"] = weight_in(made.pop(key))
                self._note(f"{RUBRICS}.{key}", f"{RUBRICS}.points")
            elif not has_points:
                made["points"] = 1
                self.unweighted += 1
        tags = list(made["tags"]) if isinstance(made.get("tags"), list) else []
        axis = next((name for name in _AXES if _is_short(made.get(name))), None)
        if axis is not None and not any(str(tag).startswith("axis:") for tag in tags):
            tags.append(f"axis:{made.pop(axis)}")
            self._note(f"{RUBRICS}.{axis}", f"{RUBRICS}.tags (axis:)")
        if len(levels) > 1:
            made[SCALE] = _scale(levels)
            self.graded += 1
        elif levels:
            made |= levels
        if tags:
            made["tags"] = tags
        return made

    def _text(self, made: dict[str, Any]) -> None:
        """Puts the words of a criterion together: title, requirement, explanation."""
        if "criterion" in made:
            key = "criterion"
        else:
            key = next((name for name in _TEXTS if _is_text(made.get(name))), "")
        if not _is_text(made.get(key)):
            return
        parts = [made.pop(key)]
        self._note(f"{RUBRICS}.{key}", f"{RUBRICS}.criterion")
        for name in _MORE_TEXTS:
            if _is_text(made.get(name)) and made[name] not in parts[0]:
                parts.append(made.pop(name))
                self._note(f"{RUBRICS}.{name}", f"{RUBRICS}.criterion")
        for name in _TITLES:
            if _is_text(made.get(name)):
                title = made.pop(name)
                parts = [title, *parts] if title not in parts[0] else parts
        made["criterion"] = "\n\n".join(parts)

    def notes(self) -> list[str]:
        """What a person is told: which key was taken for which, and what had no points."""
        found: list[str] = []
        if self.taken:
            pairs = ", ".join(f"{key} → {name}" for key, name in self.taken)
            found.append(
                Message("Like HealthBench, under other names, and read so: {pairs}.", pairs=pairs)
            )
        if self.shared:
            found.append(
                Message(
                    "Weights of groups ({keys}) were divided among their criteria as the weights "
                    "of these say, so that each group counts as much as it should.",
                    keys=", ".join(sorted(self.shared)),
                )
            )
        if self.graded:
            found.append(
                Message(
                    "Criteria whose levels are described: {n:,}. Each became a graded checkpoint "
                    "with these as its bands.",
                    n=self.graded,
                )
            )
        if self.unweighted:
            found.append(
                Message(
                    "Criteria of rubrics without any points: {n:,}. All count alike, with weight "
                    "1.",
                    n=self.unweighted,
                )
            )
        return found


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_short(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= _MOST_TEXT


def _points_in(item: Mapping[str, Any]) -> str | None:
    return next((name for name in _POINTS if _is_number(item.get(name))), None)


def _is_number(value: object) -> bool:
    found = weight_in(value)
    return isinstance(found, int | float) and not isinstance(found, bool)


def _is_level(key: str, value: object) -> bool:
    """Whether a key is a part of a scale, such as ``7-8``, that is described."""
    found = ends_in(key, 0, 100) if key[:1].isdigit() else None
    return found is not None and not found[1] and isinstance(value, str)


def _scale(levels: Mapping[str, str]) -> dict[str, Any]:
    """Described parts of a scale as settings of a graded checkpoint."""
    bands: list[dict[str, Any]] = []
    for key, text in levels.items():
        found = ends_in(key, 0, 100)
        if found is not None:
            low, high = (int(end) if end == int(end) else end for end in found[0])
            bands.append({"low": low, "high": high, "text": text})
    bands.sort(key=lambda band: -band["low"])
    return {"low": bands[-1]["low"], "high": bands[0]["high"], "step": 1, "bands": bands}
