"""What a node of a rubric tree calls its text, weight and parts: as PaperBench, or alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

TEXT: Final = "requirements"
CHILDREN: Final = "sub_tasks"
WEIGHT: Final = "weight"
_TEXTS: Final = (
    TEXT,
    "requirement",
    "criterion",
    "description",
    "text",
    "name",
    "title",
    "question",
    "label",
)
_CHILDREN: Final = (
    CHILDREN,
    "subtasks",
    "sub_criteria",
    "subcriteria",
    "children",
    "criteria",
    "items",
    "sub_items",
    "nodes",
)
_WEIGHTS: Final = (WEIGHT, "weights", "points", "weightage", "max_points", "share")


@dataclass(frozen=True, slots=True)
class TreeNames:
    """The names in one tree."""

    text: str
    children: str
    weight: str

    def told(self) -> str:
        """Which names stand for which of PaperBench's."""
        pairs = ((self.text, TEXT), (self.children, CHILDREN), (self.weight, WEIGHT))
        return ", ".join(f"“{name}” for “{own}”" for name, own in pairs if name != own)


def names_of(root: Mapping[str, Any]) -> TreeNames | None:
    """The names that a tree uses; None where an object is no tree of weighted parts.

    A tree has parts that have a text and a weight, and parts of their own; a list of criteria
    alone is none, except under PaperBench's own names.
    """
    children = next((name for name in _CHILDREN if _are_parts(root.get(name))), None)
    if children is None:
        is_leaf = TEXT in root and root.get(CHILDREN) == []
        return TreeNames(TEXT, CHILDREN, WEIGHT) if is_leaf else None
    parts = root[children]
    text = next((name for name in _TEXTS if all(isinstance(p.get(name), str) for p in parts)), None)
    weight = next((name for name in _WEIGHTS if all(name in part for part in parts)), None)
    is_deep = any(_are_parts(part.get(children)) for part in parts)
    if text is None or weight is None or not (is_deep or children == CHILDREN):
        return None
    return TreeNames(text, children, weight)


def _are_parts(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(part, dict) for part in value)
