"""The labelled checkpoints, and how well the linter finds what a careful reader marked.

Half of the lines, drawn by the hash of their id, were looked at while the rules were written
(``dev``); the other half only for the figures (``held``). Most of the lines were labelled by
somebody who did not know the rules: ``others`` are those of them that are held out.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from xpert_studio.core.lint import lint_rubric
from xpert_studio.core.records import Checkpoint, Policies, Task, Tier

HERE = Path(__file__).parent
ANY = ("Accuracy",)

RULES_OF = {
    "compound": {"compound"},
    "vague": {
        "subjective",
        "vague_quantity",
        "generic_boilerplate",
        "missing_specifics",
        "hedging",
    },
    "not_checkable": {"unfalsifiable"},
    "negative_unclear": {"double_negation", "unclear_sign"},
    "weight_text": {"points_in_text"},
    "reference_only": {"unanchored_grounding"},
    "duplicate": {"near_duplicate"},
    "contradiction": {"contradicting_numbers", "contradiction"},
}
"""The rules that find what the labels of the second set name."""


@dataclass
class Tally:
    """Right, wrong and missed findings of one rule."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float | None:
        found = self.right + self.wrong
        return self.right / found if found else None

    @property
    def recall(self) -> float | None:
        there = self.right + self.missed
        return self.right / there if there else None


@dataclass
class Quality:
    rules: dict[str, Tally] = field(default_factory=dict)
    errors: list[tuple[str, str, str, str]] = field(default_factory=list)
    lines: int = 0

    def total(self) -> Tally:
        tallies = self.rules.values()
        return Tally(
            sum(t.right for t in tallies), sum(t.wrong for t in tallies),
            sum(t.missed for t in tallies),
        )  # fmt: skip


def part_of(id_: str) -> str:
    return "dev" if hashlib.sha256(id_.encode()).digest()[0] % 2 else "held"


def _belongs(id_: str, part: str | None) -> bool:
    if part == "others":
        return id_.startswith("m-") and part_of(id_) == "held"
    return part in {None, part_of(id_)}


def labelled_lines() -> list[dict]:
    """All labelled lines; those of ``labelled_more`` were labelled without knowledge of the rules."""
    texts = [(HERE / f"{name}.jsonl").read_text(encoding="utf-8") for name in
             ("labelled", "labelled_more")]  # fmt: skip
    return [json.loads(line) for text in texts for line in text.splitlines() if line]


def labelled_rubrics() -> list[dict]:
    text = (HERE / "labelled_rubrics.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


def checkpoint(row: dict, task_id: str = "t") -> Checkpoint:
    return Checkpoint(
        task_id=task_id,
        id=row["id"],
        text=row["text"],
        weight=row.get("weight", 7),
        tier=Tier(row.get("tier", "Important")) if row.get("tier", "Important") else None,
        dimension=row.get("dimension", "Accuracy") or None,
    )


def found_in_line(row: dict) -> set[str]:
    findings = lint_rubric([checkpoint(row)], policies=Policies(min_checkpoints=1), dimensions=ANY)
    return {finding.rule for finding in findings}


def found_in_rubric(row: dict) -> set[tuple[str, str]]:
    task = Task(id="t", prompt=row["prompt"]) if row.get("prompt") else None
    policies = Policies(min_checkpoints=row.get("least", 1), max_checkpoints=row.get("most", 40))
    findings = lint_rubric(
        [checkpoint(line) for line in row["lines"]],
        task=task, policies=policies, dimensions=row.get("dimensions", ANY),
    )  # fmt: skip
    return {(finding.rule, finding.checkpoint_id or "") for finding in findings}


def measure(part: str | None = None) -> Quality:
    quality = Quality()
    for row in labelled_lines():
        if _belongs(row["id"], part):
            wanted = {(rule, "") for rule in row["labels"]}
            found = {(rule, "") for rule in found_in_line(row)}
            _count(quality, row["id"], row["text"], wanted, found)
            quality.lines += 1
    for row in labelled_rubrics():
        if _belongs(row["id"], part):
            wanted = {(rule, line) for rule, line in row["labels"]}
            _count(quality, row["id"], "", wanted, found_in_rubric(row))
            quality.lines += len(row["lines"])
    return quality


def measure_labels(points: Path | None, pairs: Path | None) -> dict[tuple[str, str], Quality]:
    """What the rules find of the labels of the second set, by label and language.

    Args:
        points: Lines with ``text`` and ``labels``.
        pairs: Lines with ``one``, ``two`` and ``label``, one of them or ``neither``.

    Returns:
        By label and language (``all``, ``en``, ``zh``); each has one tally, under the label.
    """
    found: dict[tuple[str, str], Quality] = {}
    for row in _rows(points):
        here = found_in_line(row)
        for label in RULES_OF.keys() - {"duplicate", "contradiction"}:
            _add(found, row, label, label in row["labels"], here, row["text"])
    for row in _rows(pairs):
        lines = [{"id": name, "text": row[name]} for name in ("one", "two")]
        here = {rule for rule, _ in found_in_rubric({"lines": lines})}
        for label in ("duplicate", "contradiction"):
            text = f"{row['one']} | {row['two']}"
            _add(found, row, label, label == row["label"], here, text)
    return found


def _rows(path: Path | None) -> list[dict]:
    text = path.read_text(encoding="utf-8") if path else ""
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _add(found: dict, row: dict, label: str, is_labelled: bool, rules: set[str], text: str) -> None:
    is_found = bool(rules & RULES_OF[label])
    for language in ("all", row["language"]):
        quality = found.setdefault((label, language), Quality())
        quality.lines += 1
        wanted = {(label, "")} if is_labelled else set()
        _count(quality, row["id"], text, wanted, {(label, "")} if is_found else set())


def _count(quality: Quality, id_: str, text: str, wanted: set, found: set) -> None:
    counts: Counter = Counter()
    for rule, line in wanted | found:
        kind = (
            "right" if (rule, line) in wanted & found
            else "missed" if (rule, line) in wanted else "wrong"
        )  # fmt: skip
        counts[rule, kind] += 1
        if kind != "right":
            quality.errors.append((kind, rule, f"{id_} {line}".strip(), text))
    for (rule, kind), n in counts.items():
        tally = quality.rules.setdefault(rule, Tally())
        setattr(tally, kind, getattr(tally, kind) + n)
