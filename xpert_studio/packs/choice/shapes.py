"""Shapes in which data sets of multiple choice write a question, its options and the right ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from string import ascii_uppercase
from typing import Any, Final, NamedTuple

OPTIONS: Final = ("choices", "endings", "options")
QUESTIONS: Final = ("input", "question", "query", "ctx", "Question")
_INCORRECT: Final = re.compile(r"Incorrect Answer [0-9]{1,2}")
_MC1: Final = "mc1_targets"


class Shaped(NamedTuple):
    """A row in the plain shape.

    Attributes:
        row: It, with ``question``, ``choices`` and, where it was shaped otherwise, ``target``.
        used: The names that were read for it.
        is_sorted: Whether the right option came first, so that its place gives it away.
    """

    row: dict[str, Any]
    used: frozenset[str] = frozenset()
    is_sorted: bool = False


def shaped(row: dict[str, Any]) -> Shaped:
    """A row in the plain shape; as it is where it has none of the others."""
    for shape in _SHAPES:
        found = shape(row)
        if found is not None:
            return found
    return Shaped(row)


def _nested(row: dict[str, Any]) -> Shaped | None:
    """A question that is an object with its own choices, as ARC was first published."""
    question = row.get("question")
    if not isinstance(question, dict):
        return None
    return Shaped(row | {"question": question.get("stem"), "choices": question.get("choices")})


def _columns(row: dict[str, Any]) -> Shaped | None:
    """Columns A, B, C … as C-Eval and CMMLU have, or ending0, ending1 … behind sent1 (SWAG)."""
    letters = list(_present(row, iter(ascii_uppercase)))
    if len(letters) > 1:
        texts = [row[name] for name in letters]
        return Shaped(row | {"choices": {"text": texts, "label": letters}}, frozenset(letters))
    endings = list(_present(row, (f"ending{n}" for n in range(len(ascii_uppercase)))))
    if len(endings) < 2 or not isinstance(row.get("sent1"), str):
        return None
    question = " ".join(part for part in [row["sent1"], str(row.get("sent2") or "")] if part)
    used = frozenset({*endings, "sent1", "sent2"})
    return Shaped(row | {"question": question, "choices": [row[name] for name in endings]}, used)


def _present(row: Mapping[str, Any], names: Iterator[str]) -> Iterator[str]:
    """The first of these names that a row has, up to one that it has not, or not as text."""
    for name in names:
        if not isinstance(row.get(name), str):
            return
        yield name


def _by_letter(row: dict[str, Any]) -> Shaped | None:
    """Options as an object by their letters, as MedQA has."""
    for name in OPTIONS:
        given = row.get(name)
        if isinstance(given, dict) and given and all(len(key) == 1 for key in given):
            labels = sorted(given)
            texts = [given[label] for label in labels]
            return Shaped(row | {name: {"text": texts, "label": labels}})
    return None


def _truthful(row: dict[str, Any]) -> Shaped | None:
    """Targets with 1 for the right one and 0 for the others, as TruthfulQA has (mc1)."""
    given = row.get(_MC1)
    if not isinstance(given, dict):
        return None
    texts, labels = given.get("choices"), given.get("labels")
    if texts is None and labels is None:
        texts, labels = list(given), list(given.values())
    labels = labels if isinstance(labels, list) else []
    is_sound = isinstance(texts, list) and len(texts) == len(labels)
    target = [n for n, one in enumerate(labels) if one == 1] if is_sound else []
    return Shaped(row | {"choices": texts, "target": target}, frozenset({_MC1}), is_sorted=True)


def _correct_first(row: dict[str, Any]) -> Shaped | None:
    """The correct answer and the incorrect ones in columns of their own, as GPQA has."""
    if "Correct Answer" not in row:
        return None
    names = ["Correct Answer", *sorted(name for name in row if _INCORRECT.fullmatch(name))]
    texts = [text.strip() if isinstance(text := row[name], str) else text for name in names]
    return Shaped(row | {"choices": texts, "target": 0}, frozenset(names), is_sorted=True)


_SHAPES: Final[tuple[Callable[[dict[str, Any]], Shaped | None], ...]] = (
    _nested,
    _truthful,
    _correct_first,
    _columns,
    _by_letter,
)
