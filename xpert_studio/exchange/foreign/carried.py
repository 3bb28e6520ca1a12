"""Which fields of which records each foreign format carries, for whoever wants to know beforehand.

Kinds and fields are called as in bundles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Carried = Mapping[str, frozenset[str]]

_PROMPT: Final = frozenset({"id", "prompt", "context", "materials", "deliverables"})
_SORTING: Final = frozenset({"title", "domain", "category", "language", "difficulty"})
_TASK: Final = _PROMPT | _SORTING | {"reference_answer"}
_POINT: Final = frozenset({"task_id", "id", "text", "weight", "tier", "dimension", "position"})
_RESPONSE: Final = frozenset({"id", "task_id", "model", "text"})
_TOLD: Final = frozenset(
    {"role", "finish_reason", "prompt_tokens", "completion_tokens", "latency_ms", "created_at"}
)
_DECISION: Final = frozenset({"response_id", "checkpoint_id", "expert_id", "met", "rationale"})
_JUDGMENT: Final = _DECISION | {"evidence", "status", "confirmed_by", "judged_at"}

HEALTHBENCH: Final[Carried] = {
    "tasks": _TASK | {"tags", "extra"},
    "checkpoints": _POINT | {"extra"},
}
AUTORUBRIC: Final[Carried] = {
    "tasks": _TASK | {"tags", "extra"},
    "checkpoints": _POINT | {"extra"},
    "responses": _RESPONSE | _TOLD | {"extra"},
    "judgments": _JUDGMENT,
}
HUGGING_FACE: Final[Carried] = {
    "tasks": _TASK | {"tags", "attachments"},
    "checkpoints": _POINT,
    "responses": _RESPONSE | _TOLD | {"attachments"},
    "judgments": _JUDGMENT,
}
INSPECT_AI: Final[Carried] = {
    "tasks": _TASK | {"attachments"},
    "checkpoints": _POINT,
    "responses": _RESPONSE | {"attachments"},
    "judgments": _DECISION,
}
PROMPTFOO: Final[Carried] = {
    "tasks": _PROMPT | {"title", "domain", "category", "attachments"},
    "checkpoints": _POINT,
    "responses": frozenset({"task_id", "model", "text", "attachments"}),
}
