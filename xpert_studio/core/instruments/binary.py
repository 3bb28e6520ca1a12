"""Met or not met: the instrument of XpertBench (arXiv 2604.02368), and the default.

It may be a gate: where it is not met, the task is failed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final, TypedDict

from pydantic import JsonValue

from xpert_studio.core.fields import Asks
from xpert_studio.core.instruments.answer_types import (
    CellError,
    Choice,
    Fault,
    Measurement,
    Part,
    PartKind,
)
from xpert_studio.core.instruments.base import Instrument
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.wording import mark

_CHOICES: Final = (
    Choice(1, "met", "Met", ("1", "m"), "good", "circle-check"),
    Choice(0, "not met", "Not met", ("0", "n"), "bad", "circle-x"),
)
_ANY: Final = Checkpoint(task_id="-", id="-", text="-", weight=1)
_YES: Final = frozenset({"1", "1.0", "true", "yes", "met", "satisfied", "fulfilled"}) | frozenset(
    {"是", "满足", "符合"}
)
_NO: Final = frozenset(
    {"0", "0.0", "false", "no", "not met", "unmet", "not_met", "not satisfied"}
) | frozenset({"否", "不满足", "不符合", "未满足"})


class GateAnswers(TypedDict, total=False):
    """What a person is asked for to set a checkpoint that is met or not."""

    gate: Annotated[bool, Asks(mark("Gate: not met fails the task."))]


class Binary(Instrument):
    """Value 1 is met, 0 not met."""

    id = "binary"
    title = "Met or not met"
    measurement = Measurement.NOMINAL
    reply_keys = ("met", "criteria_met", "verdict", "satisfied", "fulfilled")
    unusable = "met was neither yes nor no"
    no_value = "is neither met nor not met"
    embedded = True
    answers: ClassVar[type | None] = GateAnswers
    form: ClassVar[type | None] = GateAnswers
    sheet_columns: ClassVar[tuple[str, ...]] = ("Gate",)
    settings_known: ClassVar[frozenset[str]] = frozenset({"gate"})

    def choices(self, point: Checkpoint) -> tuple[Choice, ...]:
        return _CHOICES

    def parse(self, raw: object, point: Checkpoint) -> float | None:
        if isinstance(raw, bool | int | float) and raw in {0, 1}:
            return int(raw)
        if not isinstance(raw, str):
            return None
        word = " ".join(raw.strip().lower().rstrip(".。!").split())
        return 1 if word in _YES else 0 if word in _NO else None

    def score(self, value: float, point: Checkpoint) -> float:
        return value

    def passes(self, value: float, point: Checkpoint) -> bool | None:
        return bool(value)

    def can_fail_task(self, point: Checkpoint) -> bool:
        return point.settings.get("gate") is True

    def faults(self, point: Checkpoint) -> Iterator[Fault]:
        yield from self.others(point, self.settings_known)
        if not isinstance(point.settings.get("gate", False), bool):
            yield Fault(("gate",), "has a gate that is neither true nor false.")

    def badge(self, point: Checkpoint) -> str:
        return "Gate" if self.can_fail_task(point) else ""

    def parts(self, point: Checkpoint) -> tuple[Part, ...]:
        gate = Part(PartKind.OTHER, "gate", "Gate: not met fails the task")
        return (gate,) if self.can_fail_task(point) else ()

    def answered(
        self, settings: Mapping[str, JsonValue], answers: Mapping[str, Any]
    ) -> dict[str, JsonValue]:
        found = dict(settings)
        if "gate" in answers:
            found.pop("gate", None)
            found |= {"gate": True} if answers["gate"] else {}
        return found

    def cells(self, point: Checkpoint) -> dict[str, str]:
        return {"Gate": "yes"} if self.can_fail_task(point) else {}

    def settings_in(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        said = cells.get("Gate", "no")
        gate = self.parse(said, _ANY)
        if gate is None:
            raise CellError("Gate", f"{str(said)!r} is neither yes nor no.", "Write yes or no.")
        return {"gate": True} if gate else {}

    def how_to_write(self, point: Checkpoint) -> str:
        return Message("Write 1/0, true/false, yes/no, met/unmet, or 是/否.")

    def other(self, value: float) -> float | None:
        return 1 - value

    def plain(self, value: float | None) -> dict[str, Any]:
        return {"met": None if value is None else bool(value)}

    def reply_fields(self, point: Checkpoint) -> dict[str, Any]:
        return {self.reply_keys[0]: {"type": "boolean"}}

    def prompt(self, point: Checkpoint, language: str) -> str:
        return ""

    def prompt_word(self, value: float, point: Checkpoint, words: Mapping[str, str]) -> str:
        return words["met"] if value else words["not_met"]
