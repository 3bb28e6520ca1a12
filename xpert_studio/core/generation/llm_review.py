"""A model's second look at a rubric: findings beyond the rules, each checked before it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.generation.asking import ModelChoice, ask, connect
from xpert_studio.core.generation.draft import language_of
from xpert_studio.core.instruments import parts_of
from xpert_studio.core.judge.json_reply import candidates, complete_entries
from xpert_studio.core.judge.providers.base import ChatRequest
from xpert_studio.core.lint import Finding, Level
from xpert_studio.core.records import Checkpoint, Task
from xpert_studio.core.resources import resource_text

RULE: Final = "model"
_MOST: Final = 80
_LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class SecondLook:
    """What a model found; ``unusable`` of its findings named no line and were left out."""

    findings: tuple[Finding, ...]
    unusable: int
    cost: float | None


async def second_look(task: Task, rubric: Sequence[Checkpoint], choice: ModelChoice) -> SecondLook:
    """Asks a model for faults that rules cannot see: wrong facts, gaps, lines that overlap.

    Raises:
        ProviderError: The call failed.
        JudgeError: There is no key.
    """
    provider = connect(choice)
    language = language_of(task)
    lines = "\n".join(_line(n, point) for n, point in enumerate(rubric, start=1))
    request = ChatRequest(
        system=resource_text("generation", "look", f"system.{language}.md"),
        prefix=f"<<<\n{task.full_prompt}\n>>>\n\n<<<\n{task.reference_answer or '–'}\n>>>\n\n",
        suffix=f"<<<\n{lines}\n>>>\n",
        schema_name="findings",
        schema=_SCHEMA,
        parameters=choice.parameters,
    )
    bill = choice.new_bill()
    try:
        reply = await ask(provider, request, bill, max_retries=choice.max_retries)
    finally:
        await provider.close()
    findings, unusable = read_findings(reply.text, rubric)
    return SecondLook(findings, unusable, bill.cost)


def _line(number: int, point: Checkpoint) -> str:
    """A checkpoint with its number, and what its settings say below it."""
    return "\n".join(
        [f"{number}. {point.text}", *[f"   {part.words()}" for part in parts_of(point)]]
    )


_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "findings": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "line": {"type": "integer"},
                    "problem": {"type": "string"},
                    "remedy": {"type": "string"},
                },
                "required": ["line", "problem", "remedy"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["findings"],
    "additionalProperties": False,
}


def read_findings(reply: str, rubric: Sequence[Checkpoint]) -> tuple[tuple[Finding, ...], int]:
    """The findings of a reply that name a line of the rubric, and how many do not."""
    entries: list[Any] = []
    for value in candidates(reply):
        if isinstance(value, dict) and isinstance(value.get("findings"), list):
            entries = value["findings"]
            break
    else:
        entries = complete_entries(reply)
    found = []
    for entry in entries[:_MOST]:
        finding = _finding(entry, rubric)
        if finding is not None:
            found.append(finding)
    return tuple(found), len(entries) - len(found)


def _finding(entry: Any, rubric: Sequence[Checkpoint]) -> Finding | None:  # noqa: ANN401
    if not isinstance(entry, dict):
        return None
    number, problem = entry.get("line"), entry.get("problem")
    if isinstance(number, bool) or not isinstance(number, int) or not isinstance(problem, str):
        return None
    if not 0 <= number <= len(rubric) or not problem.strip():
        return None
    remedy = entry.get("remedy")
    return Finding(
        rule=RULE,
        level=Level.HINT,
        checkpoint_id=rubric[number - 1].id if number else None,
        start=None,
        end=None,
        message=" ".join(problem.split())[:_LONGEST],
        remedy=" ".join(remedy.split())[:_LONGEST] if isinstance(remedy, str) else "",
    )
