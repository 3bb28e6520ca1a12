"""The parts and fields of a submission in words that a person can compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from xpert_studio.core.instruments import INSTRUMENTS, instrument_of, only_settings
from xpert_studio.core.records import (
    ASPECTS,
    BINARY,
    CAUSES,
    DIFFICULTIES,
    ROLES,
    SEVERITIES,
    SPOT_OUTCOMES,
    STAGES,
    TIERS,
)
from xpert_studio.core.records.assignments import Part
from xpert_studio.core.wording import labelled, listed, mark, moment, number, short, t
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.core.workflow.views.submissions import (
    PartName,
)
from xpert_studio.desktop.names import language_name, settings_words
from xpert_studio.desktop.pages.assignments.words import KINDS
from xpert_studio.desktop.pages.history.words import FIELDS
from xpert_studio.report.part_names import dimension_name, domain_name

Fields = Mapping[str, Any]
_OTHER_FIELDS: Final = {
    "": mark("Whether it exists"),
    "name": mark("Name"),
    "roles": mark("Roles"),
    "domains": mark("Domains"),
    "credentials": mark("Credentials"),
    "qualification": mark("Qualification"),
    "taxonomy": mark("Domains and dimensions"),
    "policies": mark("Rules"),
    "grading_policy": mark("Grading policy"),
    "licence": mark("Licence"),
    "citation": mark("Citation"),
    "stage": mark("Stage"),
    "outcome": mark("Outcome"),
    "summary": mark("Summary"),
    "note": mark("Note"),
    "aspect": mark("Aspect"),
    "severity": mark("Severity"),
    "replies": mark("Replies"),
    "reason": mark("Reason"),
    "model": mark("System"),
    "role": mark("Role"),
    "value": mark("Decision"),
    "adjudicated_value": mark("Adjudicated decision"),
    "rationale": mark("Rationale"),
    "evidence": mark("Evidence"),
    "status": mark("Status"),
    "cause": mark("Cause"),
    "checkpoints": mark("Checkpoints"),
    "task_ids": mark("Tasks"),
}
_SAID: Final[dict[str, Mapping[Any, str]]] = {
    "stage": STAGES,
    "tier": TIERS,
    "difficulty": DIFFICULTIES,
    "aspect": ASPECTS,
    "severity": SEVERITIES,
    "cause": CAUSES,
    "status": {
        "submitted": mark("Submitted"),
        "confirmed": mark("Confirmed"),
        "overridden": mark("Overridden"),
    },
    "outcome": {
        **SPOT_OUTCOMES,
        "approved": mark("Approved"),
        "sent_back": mark("Sent back"),
    },
    "role": {"baseline": mark("Baseline"), "candidate": mark("Candidate")},
}
_COMPARED: Final[Mapping[Any, str]] = {
    1: mark("First response better"),
    -1: mark("Second response better"),
    0: mark("Tie"),
}
_SHOWN: Final[dict[str, Callable[[Any], str]]] = {
    "dimension": dimension_name,
    "domain": domain_name,
    "language": language_name,
    "roles": lambda found: listed(_said(ROLES, role) for role in found),
    "domains": lambda found: listed(domain_name(one) for one in found),
    "evidence": lambda found: "\n".join(f"“{one.get('quote', '')}”" for one in found),
    "attachments": lambda found: "\n".join(str(one.get("path", "")) for one in found),
    "grading_policy": lambda policy: str(policy.get("text", "")),
    "instrument": lambda id_: t(INSTRUMENTS[id_].title) if id_ in INSTRUMENTS else id_,
    "checkpoints": lambda found: "\n".join(
        f"{place}. {one.get('text', '')} ({t('Weight {n}', n=one.get('weight'))})"
        for place, one in enumerate(found, start=1)
    ),
}
_SUMMARIES: Final[dict[str, tuple[str, ...]]] = {
    "judgment": ("value", "rationale", "evidence"),
    "comparison": ("value", "rationale"),
    "adjudication": ("status", "adjudicated_value", "note"),
    "comment": ("text", "aspect", "severity", "replies"),
    "review": ("outcome", "summary"),
    "spot_check": ("outcome", "note"),
    "revision": ("checkpoints", "reason"),
    "open_form": (),
    "read_mark": (),
    "unblinding": (),
}
"""The fields that tell a person something, of kinds that are not edits."""


@dataclass(frozen=True, slots=True)
class PartWords:
    """Words for one part.

    Attributes:
        part: The part.
        name: What it is about.
        project_state: Names of people.
    """

    part: Part
    name: PartName
    project_state: ProjectState

    @property
    def title(self) -> str:
        """The text of the checkpoint or comment, the task's title, or the kind."""
        text = str((self.part.after or {}).get("text") or "")
        if self.name.checkpoint is not None and self.part.kind != "comment":
            text = self.name.checkpoint.text
        if self.part.kind == "person":
            text = self.project_state.called(self.part.key[0])
        if self.part.kind == "system":
            text = self.part.key[0]
        return short(text or self.name.task or self.kind, 200)

    @property
    def kind(self) -> str:
        """What kind of part it is."""
        return t(KINDS[self.part.kind]) if self.part.kind in KINDS else self.part.kind

    @property
    def where(self) -> str:
        """The kind, the task with the response, and who did it."""
        response = t("Response {label}", label=self.name.label) if self.name.label else ""
        task = "" if self.title == self.name.task else short(self.name.task)
        by = self.project_state.called(self.part.by)
        return " · ".join(filter(None, (self.kind, task, response, by)))

    def summary(self) -> list[tuple[str, str]]:
        """The fields of the part that hold something, each with its title."""
        after = self.part.after
        if after is None:
            return [(t(_OTHER_FIELDS[""]), t("Removed"))]
        names = _SUMMARIES.get(self.part.kind, tuple(name for name in after if tells(name)))
        return [
            (field_title(name), text)
            for name in names
            if (text := self.value(name, after.get(name), after)) != "–"
        ]

    def value(self, name: str, value: Any, of: Fields | None = None) -> str:
        """A value of a field as a text; a dash where there is none.

        Args:
            name: The field; empty for the record as a whole.
            value: As it is in the file.
            of: The other fields of the same side.
        """
        if not name:
            return self._whole(value)
        if value is None or value == "" or value == [] or value == {}:
            return "–"
        try:
            return str(self._known(name, value, of or {}))
        except (
            ArithmeticError,
            AttributeError,
            KeyError,
            TypeError,
            ValueError,
        ):  # files may hold anything
            return _plain(value)

    def _known(self, name: str, value: Any, of: Fields) -> str:
        point = self.name.checkpoint
        if self.part.kind == "comparison" and name == "value":
            return _said(_COMPARED, value)
        if name in _SAID:
            return _said(_SAID[name], value)
        if name in {"value", "adjudicated_value"} and point is not None:
            return t(instrument_of(point).shown(float(value), point).title)
        if name == "settings":
            return self._settings(value, of)
        if name == "replies":
            return "\n".join(
                labelled(self.project_state.called(one["author_id"]), one["text"]) for one in value
            )
        if name.endswith("_id") or name == "by":
            return self.project_state.called(str(value))
        return _SHOWN[name](value) if name in _SHOWN else _plain(value)

    def _whole(self, value: Any) -> str:
        if value is None:
            return t("Removed")
        found = [
            labelled(field_title(name), text)
            for name, one in value.items()
            if tells(name) and (text := self.value(name, one, value)) != "–"
        ]
        return "\n".join(found)

    def _settings(self, settings: Any, of: Fields) -> str:
        here = self.name.checkpoint
        instrument = of.get("instrument") or (here.instrument if here else BINARY)
        point = only_settings(str(instrument), settings)
        return "\n".join(settings_words(point)) or _plain(settings)


def tells(name: str) -> bool:
    """Whether a field tells a person something, rather than the program."""
    return bool(name) and (name in FIELDS or name in _OTHER_FIELDS)


def field_title(name: str) -> str:
    """What a field is called."""
    known = FIELDS.get(name) or _OTHER_FIELDS.get(name)
    return t(known) if known else name


def _said(words: Mapping[Any, str], value: str) -> str:
    found = next((said for key, said in words.items() if str(key) == value), None)
    return t(found) if found else value


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return t("Yes") if value else t("No")
    if isinstance(value, int | float):
        is_small = isinstance(value, int) and abs(value) < 2**53
        return number(value) if is_small else f"{value:g}" if isinstance(value, float) else "…"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return listed(_plain(one) for one in value)
    if isinstance(value, Mapping):
        return "\n".join(
            labelled(field_title(str(name)), _plain(one))
            for name, one in value.items()
            if one not in (None, "", [], {})
        )
    text = str(value)
    try:
        return moment(datetime.fromisoformat(text)) if text[4:5] == "-" and "T" in text else text
    except ValueError:
        return text
