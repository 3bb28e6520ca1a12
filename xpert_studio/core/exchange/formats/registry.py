"""The formats of other tools that the studio writes; each is a file beside this and a line here.

What each carries is stated beforehand; kinds and fields are called as in bundles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.formats import inspect_ai, promptfoo
from xpert_studio.core.exchange.formats.autorubric import autorubric_losses, write_autorubric
from xpert_studio.core.exchange.formats.content import Content
from xpert_studio.core.exchange.formats.healthbench import healthbench_losses, write_healthbench
from xpert_studio.core.exchange.formats.hugging_face import write_hugging_face
from xpert_studio.core.exchange.formats.ifeval import ifeval_losses, write_ifeval
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.wording import mark

Carried = Mapping[str, frozenset[str]]

_PROMPT: Final = frozenset({"id", "prompt", "context", "materials", "deliverables"})
_SORTING: Final = frozenset({"title", "domain", "category", "language", "difficulty"})
_TASK: Final = _PROMPT | _SORTING | {"reference_answer"}
_POINT: Final = frozenset({"task_id", "id", "text", "weight", "tier", "dimension", "position"})
_ANSWERED: Final = frozenset({"instrument", "settings"})
_RESPONSE: Final = frozenset({"id", "task_id", "model", "text"})
_CALL: Final = frozenset({"finish_reason", "prompt_tokens", "completion_tokens", "latency_ms"})
_TOLD: Final = _CALL | {"role", "created_at"}
_DECISION: Final = frozenset({"response_id", "checkpoint_id", "expert_id", "met", "rationale"})
_JUDGMENT: Final = _DECISION | {"evidence", "status", "confirmed_by", "judged_at"}

HEALTHBENCH: Final[Carried] = {
    "tasks": _TASK | {"tags", "extra"},
    "checkpoints": _POINT | _ANSWERED | {"extra"},
}
AUTORUBRIC: Final[Carried] = {
    "tasks": _TASK | {"tags", "extra"},
    "checkpoints": _POINT | _ANSWERED | {"extra"},
    "responses": _RESPONSE | _TOLD | {"extra"},
    "judgments": _JUDGMENT,
}
HUGGING_FACE: Final[Carried] = {
    "tasks": _TASK | {"tags", "attachments", "system_prompt", "family"},
    "checkpoints": _POINT | _ANSWERED,
    "responses": _RESPONSE | _TOLD | {"attachments"},
    "judgments": _JUDGMENT | {"value"},
}
INSPECT_AI: Final[Carried] = {
    "tasks": _TASK | {"attachments", "system_prompt"},
    "checkpoints": _POINT | _ANSWERED,
    "responses": _RESPONSE | _CALL | {"attachments"},
    "judgments": _DECISION | {"value"},
}
PROMPTFOO: Final[Carried] = {
    "tasks": _PROMPT | _SORTING | {"attachments"},
    "checkpoints": _POINT | _ANSWERED,
    "responses": _RESPONSE | {"attachments"},
}
IFEVAL: Final[Carried] = {
    "tasks": _PROMPT | {"extra"},
    "checkpoints": frozenset({"task_id", "position"}) | _ANSWERED,
}


Write = Callable[[Content, Path], Mapping[str, int]]
Losses = Callable[[Content], Sequence[str]]


def no_losses(_content: Content) -> tuple[str, ...]:
    """Nothing is lost, or nothing that need be told."""
    return ()


@dataclass(frozen=True, slots=True)
class ForeignFormat:
    """How one tool wants a benchmark.

    Attributes:
        id: What it is called on the command line.
        tool: The tool's name.
        what: What is written, in one sentence.
        write: Writes the content to a path that nothing stands at yet: a file where ``suffix``
            names an ending, else an empty folder. Returns rows by file, or of one
            file by what its rows are.
        suffix: The file's ending; empty for a folder.
        has_card: Whether it comes with a dataset card, so that the content needs its facts.
        losses: Tells what of the content the format has no place for, a sentence each.
        carries: By kind of record, as bundles call them, the fields that go into the files.
        knows_gates: Whether gates are gates there, or ``losses`` says that they are not.
    """

    id: str
    tool: str
    what: str
    write: Write
    suffix: str = ""
    has_card: bool = False
    losses: Losses = no_losses
    carries: Mapping[str, frozenset[str]] = field(default_factory=dict)
    knows_gates: bool = False


FORMATS: Final[tuple[ForeignFormat, ...]] = (
    ForeignFormat(
        "inspect-ai",
        "Inspect AI",
        mark("A task that Inspect AI runs unchanged, with a grader for what no program decides."),
        inspect_ai.write_inspect_ai,
        losses=inspect_ai.inspect_ai_losses,
        carries=INSPECT_AI,
        knows_gates=True,
    ),
    ForeignFormat(
        "promptfoo",
        "promptfoo",
        mark(
            "A configuration that promptfoo runs unchanged, with an assertion for each checkpoint."
        ),
        promptfoo.write_promptfoo,
        losses=promptfoo.promptfoo_losses,
        carries=PROMPTFOO,
    ),
    ForeignFormat(
        id="healthbench",
        tool="HealthBench",
        what=mark("One task a line with its rubric, as HealthBench has them."),
        write=write_healthbench,
        losses=healthbench_losses,
        suffix=".jsonl",
        carries=HEALTHBENCH,
    ),
    ForeignFormat(
        id="autorubric",
        tool="autorubric",
        what=mark("The responses with rubric and gold judgments, as a dataset of autorubric."),
        write=write_autorubric,
        losses=autorubric_losses,
        suffix=".json",
        carries=AUTORUBRIC,
    ),
    ForeignFormat(
        id="ifeval",
        tool="IFEval",
        what=mark("One prompt a line with its instructions, as IFEval has them."),
        write=write_ifeval,
        losses=ifeval_losses,
        suffix=".jsonl",
        carries=IFEVAL,
        knows_gates=True,
    ),
    ForeignFormat(
        id="hugging-face",
        tool="Hugging Face datasets",
        what=mark(
            "Tables in Parquet and JSON lines that datasets.load_dataset reads, with a card."
        ),
        write=write_hugging_face,
        has_card=True,
        carries=HUGGING_FACE,
        knows_gates=True,
    ),
)
"""In the order in which they are offered."""


def find_format(format_id: str) -> ForeignFormat:
    """A format by its id.

    Raises:
        UsageError: There is none of that id.
    """
    for item in FORMATS:
        if item.id == format_id:
            return item
    raise UsageError(
        Message("There is no format {format_id}.", format_id=format_id),
        remedy=Message("Choose one of {items}.", items=joined(item.id for item in FORMATS)),
    )
