"""Which columns of a table of ratings are what, by their headings."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

ITEM: Final = "item"
RATER: Final = "rater"
CRITERION: Final = "criterion"
SCORE: Final = "score"
PROMPT: Final = "prompt"
RESPONSE: Final = "response"
SYSTEM: Final = "system"
RATIONALE: Final = "rationale"
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    RATER: (
        "rater", "rater_id", "annotator", "annotator_id", "worker", "worker_id", "workerid",
        "judge", "judge_id", "expert", "expert_id", "evaluator", "evaluator_id", "reviewer",
        "reviewer_id", "coder", "grader", "assessor", "participant", "participant_id", "user_id",
        "评判者", "专家", "评分者",
    ),
    CRITERION: (
        "criterion", "criteria", "criterion_id", "aspect", "dimension", "metric", "attribute",
        "quality", "measure", "rubric", "rubric_item", "标准", "维度",
    ),
    SCORE: ("score", "rating", "value", "grade", "label", "points", "likert", "评分", "得分"),
    PROMPT: (
        "prompt", "question", "query", "input", "instruction", "original", "source", "src",
        "source_text", "document", "article", "task", "提示", "问题",
    ),
    RESPONSE: (
        "response", "output", "completion", "answer", "generation", "generated_text", "summary",
        "simplification", "translation", "hypothesis", "system_output", "model_output",
        "candidate", "prediction", "回答", "输出",
    ),
    SYSTEM: ("model", "system", "model_name", "system_name", "system_id", "model_id", "模型"),
    RATIONALE: (
        "rationale", "reason", "comment", "comments", "explanation", "justification", "理由",
    ),
    ITEM: (
        "item", "item_id", "id", "response_id", "sample_id", "example_id", "instance_id",
        "task_id", "question_id", "prompt_id", "doc_id",
    ),
}  # fmt: skip
_BY_RATER: Final = re.compile(
    r"(?:(?:score|rating|label|grade)_?)?"
    r"(?:annotator|rater|judge|expert|coder|evaluator|worker|reviewer|grader|human|ann)_?"
    r"(?:[a-z]|\d{1,3})(?:_?(?:score|rating|label|grade))?"
    r"|(?:score|rating|label|grade)_?(?:r|a|e)?_?\d{1,3}"
)
_OURS: Final = frozenset({"kind", "类型"})


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table of ratings.

    Attributes:
        places: Of columns with one role, by role.
        raters: Columns that hold one rater's scores each, by name.
        unused: Headings without a role.
    """

    places: Mapping[str, int]
    raters: Mapping[str, int] = field(default_factory=dict)
    unused: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_long(self) -> bool:
        """Whether each row is one rating."""
        return not self.raters and {RATER, SCORE} <= self.places.keys()


def _places_of(names: Sequence[str], taken: Collection[int]) -> dict[str, int]:
    """Of headings that are not taken, the place of each role."""
    # The likeliest heading first: a table may have a task's id and a response's.
    found = {
        role: names.index(name)
        for role, known in _NAMES.items()
        if (name := next((one for one in known if one in names), None))
    }
    places = {role: place for role, place in found.items() if place not in taken}
    used = set(places.values())
    ids = [n for n, name in enumerate(names) if name.endswith("_id") and n not in used]
    return {ITEM: ids[0]} | places if ids else places


def columns_of(header: Sequence[str]) -> Columns | None:
    """The columns by their headings; None where a table is none of ratings, or is one of ours."""
    names = [re.sub(r"[\s./-]+", "_", cell.strip().casefold()) for cell in header]
    if not _OURS.isdisjoint(names):
        return None
    raters = {header[n].strip(): n for n, name in enumerate(names) if _BY_RATER.fullmatch(name)}
    raters = raters if len(raters) > 1 else {}
    places = _places_of(names, raters.values())
    used = {*places.values(), *raters.values()}
    unused = {header[n]: n for n, name in enumerate(names) if name and n not in used}
    has_item = not {ITEM, RESPONSE}.isdisjoint(places)
    has_scores = raters or (RATER in places and (SCORE in places or unused))
    return Columns(places, raters, unused) if has_item and has_scores else None
