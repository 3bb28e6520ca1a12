"""What tests of checks need: a decision from parameters as they stand in a project."""

import json
from typing import Any, get_args

from pydantic.fields import FieldInfo

from xpert_studio.core.instruments.deciding import Outcome, Subject
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.checks.kinds.kind import NUMBERS, plain_type

NEEDED: dict[str, dict[str, Any]] = {
    "folder_content": {"path": "z", "check": 'word_count {"at_most": 60}'},
    "code_passes": {"tests": "assert True"},
    "ifeval:combination:repeat_prompt": {"prompt_to_repeat": "a b"},
    "ifeval:language:response_language": {"language": "en"},
    "ifeval:length_constraints:nth_paragraph_first_word": {
        "num_paragraphs": 2,
        "nth_paragraph": 1,
        "first_word": "a",
    },
    "banned_words": {"words": ["foo bar", "不行", "C++", "a"]},
    "constraints": {
        "constraints": ['word_count {"at_least": 1}', 'contains_none {"texts": ["zebra"]}']
    },
    "contains_all": {"texts": ["zebra"]},
    "contains_any": {"texts": ["zebra"]},
    "contains_none": {"texts": ["zebra"]},
    "cost": {"at_most": 1},
    "date": {"value": "2026-11-25"},
    "ends_with": {"text": "abc"},
    "equals": {"text": "abc"},
    "headings": {"texts": ["Intro"]},
    "json_schema": {"json_schema": '{"type": "object"}', "anywhere": True},
    "json_valid": {"anywhere": True},
    "language": {"language": "en"},
    "latency_seconds": {"at_most": 1},
    "length_ratio": {"at_least": 1, "source": "a b c"},
    "no_repetition": {"repeated_at_most": 0.2},
    "number": {"value": 42.5, "unit": "kg"},
    "regex": {"pattern": r"(a+)+\d{4}-\d{2}$"},
    "similarity": {"text": "abc " * 100, "at_least": 0.5},
    "starts_with": {"text": "abc"},
    "word_count_reduction": {"at_least": 10, "source": "a b c"},
}
"""Parameters of kinds that need particular ones; of others any will do."""


def needed(kind: str) -> dict[str, Any]:
    fields = KINDS[kind].parameters.model_fields
    if kind in NEEDED or "exactly" in fields:
        return NEEDED.get(kind, {"at_least": 1})
    return {name: any_value(field) for name, field in fields.items() if field.is_required()}


def any_value(field: FieldInfo) -> Any:
    shape = str(field.annotation)
    if "Literal" in shape:
        return get_args(field.annotation)[0]
    if "tuple" in shape:
        return ["zebra"]
    return 1 if plain_type(field.annotation) in NUMBERS else "z"


def decided(kind: str, text: str | Subject, /, **parameters: Any) -> Outcome:
    found = KINDS[kind]
    subject = Subject(text) if isinstance(text, str) else text
    return found.decide(subject, found.parameters.model_validate_json(json.dumps(parameters)))


def passes(kind: str, text: str | Subject, /, **parameters: Any) -> bool:
    return decided(kind, text, **parameters).passed
