"""Which keys of a row hold the prompt and the expected answer, and which values are rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

PROMPT: Final = "prompt"
_PROMPTS: Final = (
    ("question", "query", "messages", "conversation", "prompts", "user_prompt", "user_query"),
    ("instruction", "instructions", "task", "input", "problem", "task_prompt", "task_description",
     "scenario", "dialogue", "dialog", "request", "context", "问题", "提示", "题目"),
)  # fmt: skip
"""Names of the prompt; those of the second line only where none of the first is there."""
_ENVELOPES: Final = (
    "tasks",
    "data",
    "examples",
    "samples",
    "items",
    "questions",
    "rows",
    "prompts",
    "instances",
)
IDEAL: Final = "ideal"
ANSWERS: Final = (
    IDEAL, "ground_truth", "correct_answer", "expected", "expected_output", "expected_answer",
    "reference", "reference_answer", "correct_label", "label", "answer", "target", "gold_answer",
    "golden_answer", "答案",
)  # fmt: skip
"""Names of the expected answer."""


def rows_in(value: object) -> list[Any] | None:
    """The rows of a JSON value: of a list, or of an object that holds one list of objects."""
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return None
    held = [value[name] for name in _ENVELOPES if _are_rows(value.get(name))]
    return held[0] if len(held) == 1 and not prompts_in(value) else [value]


def _are_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def prompts_in(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys that may be the prompt: HealthBench's own, else those of the likelier names."""
    if PROMPT in row:
        return (PROMPT,)
    for names in _PROMPTS:
        found = tuple(name for name in names if _is_prompt(row.get(name)))
        if found:
            return found
    return ()


def _is_prompt(value: object) -> bool:
    if isinstance(value, str):
        return bool(value.strip())
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(turn, dict) and {"role", "content"} <= turn.keys() for turn in value)
    )


def answers_in(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys that may be the expected answer: that of OpenAI Evals, else all of known names."""
    names = (name for name in ANSWERS if isinstance(row.get(name), str | list) and row[name])
    return (IDEAL,) if IDEAL in row else tuple(names)
