"""The formats of other tools that the studio writes, which packs bring as ``exports``.

What each carries is stated beforehand; kinds and fields are called as in bundles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.formats.content import Content
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.packs import Registry

PROMPT_CARRIED: Final = frozenset({"id", "prompt", "context", "materials", "deliverables"})
SORTING_CARRIED: Final = frozenset({"title", "domain", "category", "language", "difficulty"})
TASK_CARRIED: Final = PROMPT_CARRIED | SORTING_CARRIED | {"reference_answer"}
POINT_CARRIED: Final = frozenset(
    {"task_id", "id", "text", "weight", "tier", "dimension", "position"}
)
ANSWERED_CARRIED: Final = frozenset({"instrument", "settings"})
RESPONSE_CARRIED: Final = frozenset({"id", "task_id", "model", "text"})
CALL_CARRIED: Final = frozenset(
    {"finish_reason", "prompt_tokens", "completion_tokens", "latency_ms"}
)
TOLD_CARRIED: Final = CALL_CARRIED | {"role", "created_at"}
DECISION_CARRIED: Final = frozenset(
    {"response_id", "checkpoint_id", "expert_id", "met", "rationale"}
)
JUDGMENT_CARRIED: Final = DECISION_CARRIED | {"evidence", "status", "confirmed_by", "judged_at"}

Write = Callable[..., Mapping[str, int]]
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
            file by what its rows are. The third argument is ``options``, where it has some.
        suffix: The file's ending; empty for a folder.
        has_card: Whether it comes with a dataset card, so that the content needs its facts.
        is_rated: Whether it holds what experts and judges said, which ``content.rated`` gives.
        losses: Tells what of the content the format has no place for, a sentence each.
        nothing: What to say where the files have no row at all; empty where they always have.
        carries: By kind of record, as bundles call them, the fields that go into the files.
        instruments: Ids of those whose checkpoints it holds.
        extra: The extra that it needs, see ``core.extras``; empty for none.
        knows_gates: Whether gates are gates there, or ``losses`` says that they are not.
        options: A model of what a person can choose besides, see ``core.fields``: a field of it is
            an option of the command line and of the form in the window.
    """

    id: str
    tool: str
    what: str
    write: Write
    suffix: str = ""
    has_card: bool = False
    is_rated: bool = False
    losses: Losses = no_losses
    nothing: str = ""
    carries: Mapping[str, frozenset[str]] = field(default_factory=dict)
    knows_gates: bool = False
    instruments: frozenset[str] = frozenset()
    extra: str = ""
    options: type[BaseModel] | None = None

    def write_chosen(
        self, content: Content, path: Path, chosen: BaseModel | None
    ) -> Mapping[str, int]:
        """Writes the content, as ``write``, with what was chosen; as by default where None."""
        if self.options is None:
            return self.write(content, path)
        return self.write(content, path, chosen or self.options())


FORMATS: Final[Registry[ForeignFormat]] = Registry("exports")
"""By id, in the order in which they are offered."""


def find_format(format_id: str) -> ForeignFormat:
    """A format by its id.

    Raises:
        UsageError: There is none of that id.
    """
    if format_id in FORMATS:
        return FORMATS[format_id]
    raise UsageError(
        Message("There is no format {format_id}.", format_id=format_id),
        remedy=Message("Choose one of {items}.", items=joined(FORMATS)),
    )
