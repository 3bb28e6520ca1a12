"""The formats of other tools that the studio writes; each is a file beside this and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from xpert_studio.errors import UsageError
from xpert_studio.exchange.foreign import carried, inspect_ai, promptfoo
from xpert_studio.exchange.foreign.autorubric import autorubric_losses, write_autorubric
from xpert_studio.exchange.foreign.content import Content
from xpert_studio.exchange.foreign.healthbench import healthbench_losses, write_healthbench
from xpert_studio.exchange.foreign.hugging_face import write_hugging_face

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
    """

    id: str
    tool: str
    what: str
    write: Write
    suffix: str = ""
    has_card: bool = False
    losses: Losses = no_losses
    carries: Mapping[str, frozenset[str]] = field(default_factory=dict)


FORMATS: Final[tuple[ForeignFormat, ...]] = (
    ForeignFormat(
        "inspect-ai",
        "Inspect AI",
        "A task that Inspect AI runs as it stands, with a grader for every checkpoint.",
        inspect_ai.write_inspect_ai,
        carries=carried.INSPECT_AI,
    ),
    ForeignFormat(
        "promptfoo",
        "promptfoo",
        "A configuration that promptfoo runs as it stands, with an llm-rubric for each checkpoint.",
        promptfoo.write_promptfoo,
        carries=carried.PROMPTFOO,
    ),
    ForeignFormat(
        id="healthbench",
        tool="HealthBench",
        what="One task a line with its rubric, as HealthBench has them.",
        write=write_healthbench,
        losses=healthbench_losses,
        suffix=".jsonl",
        carries=carried.HEALTHBENCH,
    ),
    ForeignFormat(
        id="autorubric",
        tool="autorubric",
        what="The responses with rubric and gold judgments, as a dataset of autorubric.",
        write=write_autorubric,
        losses=autorubric_losses,
        suffix=".json",
        carries=carried.AUTORUBRIC,
    ),
    ForeignFormat(
        id="hugging-face",
        tool="Hugging Face datasets",
        what="Tables in Parquet and JSON lines that datasets.load_dataset reads, with a card.",
        write=write_hugging_face,
        has_card=True,
        carries=carried.HUGGING_FACE,
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
        f"There is no format {format_id}.",
        remedy=f"Choose one of {', '.join(item.id for item in FORMATS)}.",
    )
