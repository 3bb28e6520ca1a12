"""The values of a record's fields as texts that a person can compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from xpert_studio.desktop.names import (
    ASPECTS,
    DIFFICULTIES,
    ROLES,
    SEVERITIES,
    STAGE_MEANINGS,
    STAGES,
    TIERS,
    dimension_name,
    domain_name,
    language_name,
)
from xpert_studio.desktop.pages.packets.record_words import (
    checkpoint_of,
    field_words,
    response_words,
)
from xpert_studio.desktop.rating_words import settings_words
from xpert_studio.desktop.wording import listed, mark, moment, number, percent, t
from xpert_studio.instruments import INSTRUMENTS, instrument_of
from xpert_studio.records import (
    BINARY,
    Aspect,
    Checkpoint,
    Difficulty,
    Role,
    Severity,
    Stage,
    Tier,
)
from xpert_studio.workflow.merging.three_way import WHOLE
from xpert_studio.workflow.merging.together import UNKNOWN
from xpert_studio.workflow.merging.weighing import Item
from xpert_studio.workflow.packets.coherence import LINES, RUBRIC
from xpert_studio.workflow.views import House, RecordNames

_WORDS: Final[dict[str, Mapping[Any, str]]] = {
    "stage": STAGES,
    RUBRIC: STAGE_MEANINGS,
    "tier": TIERS,
    "difficulty": DIFFICULTIES,
    "aspect": ASPECTS,
    "severity": SEVERITIES,
    "status": {
        "submitted": mark("Submitted"),
        "confirmed": mark("Confirmed"),
        "overridden": mark("Overridden"),
    },
    "outcome": {
        "approved": mark("Approved"),
        "sent_back": mark("Sent back"),
        "passed": mark("Passed"),
        "returned": mark("Returned"),
        "discarded": mark("Discarded"),
    },
    "state": {
        "frozen": mark("Frozen"),
        "approved": mark("Approved"),
        "sent_back": mark("Sent back"),
        "open": mark("Still open"),
        "taken": mark("Taken as a checkpoint"),
        "dropped": mark("Dropped"),
    },
    "role": {"baseline": mark("Baseline"), "candidate": mark("Candidate")},
}
_ENUMS: Final = (Stage, Tier, Difficulty, Aspect, Severity, Role)
_PEOPLE: Final = frozenset(
    {
        "author_id", "expert_id", "senior_id", "confirmed_by", "resolved_by", "frozen_by",
        "drawn_by", "chosen_by", "by",
    }
)  # fmt: skip
_BOOKKEEPING: Final = frozenset(
    {
        "extra",
        "revision",
        "origin",
        "source",
        "drafted_by",
        "task_id",
        "author_id",
        "batch",
        "position",
        "line",
        "judgments",
        "verdicts",
        "text_hash",
        "drawn_with_seed",
        "drawn_from",
        "prompt_tokens",
        "completion_tokens",
        "latency_ms",
    }
)
"""Fields that say little to a person; they are left out where the rest of a record is shown."""
_OF_RATING: Final = frozenset({"state", "given", "caps", "problem"})


@dataclass(frozen=True, slots=True)
class ValueWords:
    """Says values of one record.

    Attributes:
        item: The record.
        names: What it and others are called.
        house: Who is who.
    """

    item: Item
    names: RecordNames
    house: House

    def say(self, name: str, value: Any) -> str:
        """A value of a field as a text; a dash where there is none."""
        if value is UNKNOWN:
            return t("Not known")
        if name == WHOLE:
            return self._whole(value)
        if value is None or value == "" or value == [] or value == {}:
            return "–"
        if name in {"model", "attachments"} and self.names.hides_system(self.item):
            return t("Hidden from you, since you may still judge the task")
        special = self._special().get(name)
        if special is not None:
            return special(value)
        if name in _WORDS and isinstance(value, str):
            return _worded(_WORDS[name], value)
        if name in _PEOPLE:
            return self.house.called(str(value))
        if name.endswith("_at") and isinstance(value, str):
            return _when(value)
        return self._plain(value)

    def tells(self, name: str) -> bool:
        """Whether a field tells a person something, rather than the program."""
        unsaid = {"attribution": {"text"}, "decision": _OF_RATING, "judgment": _OF_RATING}
        return name not in _BOOKKEEPING and name not in unsaid.get(self.item.kind, ())

    def summary(self, content: Mapping[str, Any] | None) -> list[tuple[str, str]]:
        """The fields of a record that hold something, each with its name."""
        if content is None:
            return []
        return [
            (field_words(name), text)
            for name, value in content.items()
            if self.tells(name) and (text := self.say(name, value)) != "–"
        ]

    def _special(self) -> Mapping[str, Callable[[Any], str]]:
        return {
            **dict.fromkeys(("value", "adjudicated_value", "expert_value"), self._rated),
            "dimension": lambda value: dimension_name(str(value)),
            "domain": lambda value: domain_name(str(value)),
            "language": lambda value: language_name(str(value)),
            "roles": lambda found: listed(_worded(ROLES, role) for role in found),
            "domains": lambda found: listed(domain_name(one) for one in found),
            "taxonomy.domains": lambda found: listed(domain_name(one) for one in found),
            "taxonomy.dimensions": lambda found: listed(dimension_name(one) for one in found),
            "taxonomy.descriptions": lambda found: "\n".join(
                f"{dimension_name(name)}: {text}" for name, text in found.items()
            ),
            "policies.spot_check_share": lambda share: percent(float(share)),
            "policies.default_weights": self._weights,
            "grading_policy": lambda policy: str(policy.get("text", "")),
            "evidence": lambda found: "\n".join(f"“{one.get('quote', '')}”" for one in found),
            "replies": self._replies,
            "attachments": lambda found: "\n".join(str(one.get("path", "")) for one in found),
            "checkpoints": self._checkpoints,
            "instrument": self._instrument,
            "settings": self._settings,
            "given": self._rated,
            "weight": lambda weight: f"{weight:g}",
            LINES: self._order,
            "response_id": lambda one: response_words(str(one), self.names),
            "checkpoint_id": self._line,
            "origin": lambda ids: "\n".join(self._line(one) for one in ids),
            "task_ids": lambda ids: "\n".join(self.names.titles.get(one, one) for one in ids),
            "strata": lambda found: listed(
                f"{domain_name(one.get('domain'))} {one.get('drawn')}" for one in found
            ),
        }

    def _rated(self, value: float) -> str:
        place = self.names.task_of(self.item), checkpoint_of(self.item)
        point = self.names.points.get(place)
        return f"{value:g}" if point is None else t(instrument_of(point).shown(value, point).title)

    def _instrument(self, id_: str) -> str:
        return t(INSTRUMENTS[id_].title) if id_ in INSTRUMENTS else id_

    def _settings(self, settings: Mapping[str, Any]) -> str:
        """What a checkpoint's settings say; the instrument is that of the side that has them."""
        sides = (self.item.mine, self.item.theirs, self.item.result)
        own = next((side for side in sides if side and side.get("settings") == settings), {})
        point = Checkpoint(
            task_id="-", id="-", text="-", weight=1,
            instrument=own.get("instrument", BINARY), settings=dict(settings),
        )  # fmt: skip
        return "\n".join(settings_words(point)) or self._plain(settings)

    def _whole(self, value: Any) -> str:
        if value is None:
            return t("It is not there, or was removed")
        found = [f"{name}: {text}" for name, text in self.summary(value)]
        return "\n".join(found) or t("It is there")

    def _replies(self, found: Sequence[Mapping[str, Any]]) -> str:
        return "\n".join(
            f"{self.house.called(one.get('author_id'))}: {one.get('text', '')}" for one in found
        )

    def _checkpoints(self, found: Sequence[Mapping[str, Any]]) -> str:
        return "\n".join(
            f"{place}. {one.get('text', '')} ({t('Weight {n}', n=one.get('weight'))})"
            for place, one in enumerate(found, start=1)
        )

    def _order(self, ids: Sequence[str]) -> str:
        task_id = self.names.task_of(self.item)
        return "\n".join(
            f"{place}. {self.names.line(task_id, one)}" for place, one in enumerate(ids, start=1)
        )

    def _line(self, checkpoint_id: str) -> str:
        return self.names.line(self.names.task_of(self.item), checkpoint_id)

    def _weights(self, found: Mapping[str, int]) -> str:
        return listed(f"{_worded(TIERS, tier)} {weight}" for tier, weight in found.items())

    def _plain(self, value: Any) -> str:
        if isinstance(value, bool):
            return t("Yes") if value else t("No")
        if isinstance(value, int):
            return number(value)
        if isinstance(value, list):
            return listed(self._plain(one) for one in value)
        if isinstance(value, dict):
            return "\n".join(
                f"{field_words(str(name))}: {self._plain(one)}"
                for name, one in value.items()
                if one not in (None, "", [], {})
            )
        return str(value)


def _worded(words: Mapping[Any, str], value: str) -> str:
    """The word for a value, by its enumeration where it has one."""
    for kind in _ENUMS:
        if value in set(kind) and kind(value) in words:
            return t(words[kind(value)])
    return t(words[value]) if value in words else value


def _when(value: str) -> str:
    try:
        return moment(datetime.fromisoformat(value))
    except ValueError:
        return value
