"""Takes in a rubric that is a tree, as PaperBench has it, with the scores of a submission if any.

A node is scored by the average of its parts, weighted by their weights (PaperBench, arXiv
2504.01848, section 3.2). Leaves become checkpoints; the weight of one is 100 times the product,
down its branches, of each part's weight divided by the sum of the weights beside it. The weighted
share of leaves that are met is then the root's score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    MOST_CRITERIA,
    UNKNOWN_SYSTEM,
    Checkpoint,
    FileReading,
    Judge,
    Judgment,
    JudgmentStatus,
    Message,
    ProjectFile,
    Response,
    Taken,
    Task,
    Terms,
    Verdict,
    counted,
    free_id,
    id_like,
    kept_beside,
    shown,
)
from xpert_studio.core.exchange.provenance import MORE, PAPERBENCH
from xpert_studio.packs.rubric_tree.names import CHILDREN, TEXT, WEIGHT, TreeNames, names_of

GRADER: Final = "unknown-grader"
"""Who scored, where the file does not say."""
NO_TEXT: Final = "(The submission is not in the file.)"
"""The text of a response of which the file has only scores."""
WHOLE: Final = 100
"""The weights of a rubric come to this."""
_CATEGORY: Final = "task_category"
_KINDS: Final = (_CATEGORY, "category", "dimension")
_GRADED: Final = frozenset({"score", "valid_score", "explanation", "judge_metadata"})
_DEEPEST: Final = 50


@dataclass(frozen=True, slots=True)
class _Leaf:
    node: Mapping[str, Any]
    path: tuple[str, ...]
    weight: Fraction
    place: str


_NOTES: Final = {
    "unscored": Message("Leaves of weight 0, which are not scored: {n:,}."),
    "invalid": Message("Scores that are marked as not valid, and were not imported: {n:,}."),
}


class Tree(FileReading):
    """A rubric that is a tree: a task with its checkpoints, and scores if it has some."""

    notes = _NOTES

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._names = TreeNames(TEXT, CHILDREN, WEIGHT)
        self._stem = _stem_of(source)
        self._kept: Counter[str] = Counter()
        self._ids: set[str] = set()
        self.about: list[str] = []

    def read(self) -> None:
        """The root as a task, its leaves as checkpoints."""
        root = self.whole(self.source)
        names = names_of(root) if root is not None else None
        if root is None or names is None:
            if root is not None:
                remedy = Message('Give each part "requirements", "weight" and "sub_tasks".')
                self.problem("", "", "is no tree of weighted parts.", remedy)
            return
        self._names = names
        leaves = list(self._leaves(root, (), Fraction(WHOLE), ""))
        if len(leaves) > MOST_CRITERIA:
            told = Message("has {n:,} leaves; at most {most:,}.", n=len(leaves), most=MOST_CRITERIA)
            self.problem("", names.children, told, "Split it.")
        text = self._text(root, names.text) or self._stem
        fields = {"id": id_like(self._stem), "prompt": text}
        task = None if self.problems else self.once("", Task, fields)
        if task is None:
            return
        points = [self._checkpoint(task.id, n, leaf) for n, leaf in enumerate(leaves)]
        self.about += self._told(text, leaves)
        if any("score" in leaf.node for leaf in leaves):
            pairs = zip(leaves, points, strict=True)
            self._scores(task.id, [(leaf, point) for leaf, point in pairs if point])

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        self.about += kept_beside(self._kept)
        taken = super().finished()
        taken.name = self._stem
        return taken

    def _leaves(
        self, node: Mapping[str, Any], path: tuple[str, ...], weight: Fraction, place: str
    ) -> Iterator[_Leaf]:
        if len(path) > _DEEPEST:
            self.problem(place, "", "is nested too deeply.", "Make it flatter.")
            return
        parts = node.get(self._names.children) or []
        if not parts:
            yield _Leaf(node, path, weight, place)
            return
        self.unknown.update(
            key for key, value in node.items() if key not in self._known() and value is not None
        )
        weights = [self._weight(part, f"{place}{n}") for n, part in enumerate(parts, start=1)]
        total = sum(weights)
        if not total and not self.problems:
            self.problem(
                place,
                self._names.weight,
                "is 0 for all its parts, so that it can never be met.",
                "Give one of the parts a weight above 0, or remove the branch.",
            )
            return
        own = (*path, self._text(node, self._names.text)) if place else path
        for number, (part, one) in enumerate(zip(parts, weights, strict=True), start=1):
            share = weight * one / total if total else weight
            where = f"{place}.{number}" if place else str(number)
            if isinstance(part, dict):
                yield from self._leaves(part, own, share, where)

    def _known(self) -> set[str]:
        names = self._names
        return {"id", names.text, names.children, names.weight, *_KINDS, *_GRADED}

    def _weight(self, part: object, place: str) -> Fraction:
        given = part.get(self._names.weight) if isinstance(part, dict) else None
        if isinstance(given, int | float) and not isinstance(given, bool) and given >= 0:
            return Fraction(given)
        told = Message("{value} is not a weight.", value=shown(given))
        self.problem(place, self._names.weight, told, "Write a number, 0 or above.")
        return Fraction(0)

    def _text(self, node: Mapping[str, Any], name: str) -> str:
        value = node.get(name)
        return value.strip() if isinstance(value, str) else ""

    def _checkpoint(self, task_id: str, position: int, leaf: _Leaf) -> Checkpoint | None:
        own = self._text(leaf.node, self._names.text)
        branches = [text for text in leaf.path if text and text != own]
        text = f"{own}\n\nPart of: {' › '.join(branches)}" if branches and own else own
        given = leaf.node.get("id")
        kind = next((leaf.node[name] for name in _KINDS if leaf.node.get(name)), None)
        self.told["unscored"] += leaf.weight == 0
        more = {
            key: value
            for key, value in leaf.node.items()
            if key not in self._known() and value not in (None, "", [])
        }
        self._kept.update(list(more))
        point_id = free_id(id_like(str(given)) if given else f"c{position + 1}", self._ids)
        return self.once(
            leaf.place,
            Checkpoint,
            {
                "task_id": task_id,
                "id": point_id,
                "text": text,
                "weight": float(leaf.weight),
                "dimension": kind if isinstance(kind, str) else None,
                "position": position,
                "extra": {PAPERBENCH: {MORE: more}} if more else None,
            },
            task_id,
            point_id,
        )

    def _told(self, text: str, leaves: Sequence[_Leaf]) -> list[str]:
        notes: list[str] = [
            counted(
                "A tree with one leaf, which is a checkpoint of weight {whole}.",
                "A tree with {n:,} leaves. Each leaf is a checkpoint; its weight is the product of "
                "the shares down its branches, and all come to {whole}, so that the score is the "
                "root's own. Branches stand below the text of their leaves.",
                len(leaves),
                whole=WHOLE,
            ),
            Message(
                "The file has no prompt: the task's is the root's text, “{text}”.",
                text=text[:80],
            ),
        ]
        if told := self._names.told():
            notes.insert(0, Message("Like PaperBench, under other names: {told}.", told=told))
        return notes

    def _scores(self, task_id: str, pairs: Sequence[tuple[_Leaf, Checkpoint]]) -> None:
        """The scores of one submission, which the file does not hold."""
        response = Response(
            id=f"{id_like(self._stem)}-submission",
            task_id=task_id,
            model=UNKNOWN_SYSTEM,
            text=NO_TEXT,
        )
        self.found.add(response, "")
        is_judge = any(leaf.node.get("judge_metadata") for leaf, _ in pairs)
        if is_judge:
            self.found.add(Judge(id=GRADER, provider="paperbench", model=GRADER), "")
        for leaf, point in pairs:
            value = self._score(leaf)
            if value is None:
                continue
            said = leaf.node.get("explanation")
            fields = {
                "response_id": response.id,
                "checkpoint_id": point.id,
                "value": value,
                "rationale": said if isinstance(said, str) and said.strip() else None,
            }
            rating: Judgment | Verdict | None
            if is_judge:
                rating = self.record(leaf.place, Verdict, fields | {"judge_id": GRADER})
            else:
                status = JudgmentStatus.SUBMITTED
                more = {"expert_id": GRADER, "status": status}
                rating = self.record(leaf.place, Judgment, fields | more)
            if rating is not None:
                self.found.add(rating, leaf.place)
        self.about.append(
            Message(
                "The file has scores of a submission, and neither its text nor its system nor who "
                "scored it: the response says so, and the scores came in as of “{grader}”, "
                "submitted and not confirmed.",
                grader=GRADER,
            )
        )

    def _score(self, leaf: _Leaf) -> int | None:
        given = leaf.node.get("score")
        if leaf.node.get("valid_score") is False or given is None:
            self.told["invalid"] += 1
            return None
        if given in (0, 1):
            return int(given)
        told = Message("{value} is neither 0 nor 1.", value=shown(given))
        self.problem(leaf.place, "score", told, "Score each leaf with 0 or 1.")
        return None


def _stem_of(source: Path) -> str:
    """A name for the task: the file's, or the folder's where every file is called alike."""
    plain = source.stem.casefold() in {"rubric", "expected_result", "task", "tree", "graded"}
    return (source.absolute().parent.name or source.stem) if plain else source.stem
