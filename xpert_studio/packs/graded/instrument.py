"""A degree on a scale of numbers, with described bands, a minimum and caps."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, ClassVar, Final, TypedDict

from pydantic import JsonValue

from xpert_studio.api import Message, mark
from xpert_studio.api.instruments import (
    Asks,
    Checkpoint,
    Choice,
    Fault,
    Given,
    Instrument,
    Measurement,
    Part,
    PartKind,
    UsageError,
)
from xpert_studio.core.instruments.answer_types import only_settings
from xpert_studio.core.instruments.range_columns import exact, name_of, number_of, range_name, shown
from xpert_studio.core.messages import joined
from xpert_studio.packs.graded.cells import graded_cells, graded_settings
from xpert_studio.packs.graded.scale import (
    LARGEST,
    SIGNED,
    Cap,
    GradedScale,
    band_faults,
    scale_of,
    settings_faults,
    typed_number,
)

MOST_KEYS: Final = 10
_MOST_DRAFTED: Final = 10
CAP_WITHOUT_EVIDENCE: Final = "cap_without_evidence"
CAP_NOT_KEPT: Final = "cap_not_kept"
CAP_UNKNOWN: Final = "cap_unknown"
_NUMBER: Final = re.compile(r"(-?\d{1,12}(?:\.\d{1,12})?)(?:\s*/\s*(-?\d{1,12}(?:\.\d{1,12})?))?")
_BAND_KEYS: Final = "abcdfhilow"
"""Of the bands, the best first. Forms use other letters for other things, such as e: evidence."""
_RANGE: Final = re.compile(rf"({SIGNED})(?:\s*(?:-|–|—|\.\.|to)\s*({SIGNED}))?")
_CAP_OPTION: Final = re.compile(rf"([\w.-]+)\s*(?:<=|≤)\s*({SIGNED})\s*:\s*(.*\S)", re.DOTALL)


def _preset(low: int, high: int, *bands: tuple[int, int]) -> dict[str, JsonValue]:
    parts: list[JsonValue] = [{"low": a, "high": b, "text": ""} for a, b in bands]
    return {"low": low, "high": high, "step": 1, "bands": parts}


class GradedAnswers(TypedDict, total=False):
    """What a person is asked for to set a scale."""

    scale: Annotated[str, Asks("Of a graded checkpoint: 0-100, 1-5.", "0-100")]
    step: Annotated[str, Asks("From one value to the next: 5.", "5")]
    band: Annotated[
        list[str], Asks('"90-100: what it is like"; repeat it for each band.', '"90-100: Sound."')
    ]
    minimum: Annotated[str, Asks("Below it the task is failed; none removes it.", "60")]
    cap: Annotated[
        list[str], Asks('"plain<=25: condition"; repeat it for each cap.', '"plain<=25: Plain."')
    ]


class Graded(Instrument):
    """A value from ``low`` to ``high``; its score is (value - low) / (high - low)."""

    id = "graded"
    draft_key = "bands"
    title = "Graded scale"
    measurement = Measurement.INTERVAL
    sheet_columns = ("Scale", "Minimum", "Caps")
    unusable = "the value was not on the scale, or the caps could not be read"
    presets: ClassVar = {
        "0–100": _preset(0, 100, (90, 100), (70, 89), (60, 69), (0, 59)),
        "1–5": _preset(1, 5, *((value, value) for value in (5, 4, 3, 2, 1))),
        "0–10": _preset(0, 10, (9, 10), (7, 8), (6, 6), (0, 5)),
    }
    answers: ClassVar[type | None] = GradedAnswers
    form: ClassVar[type | None] = GradedScale

    def choices(self, point: Checkpoint) -> tuple[Choice, ...]:
        """Every value of a short scale, else the middle of every band."""
        scale = scale_of(point)
        if self.has_keys(point):
            values = scale.values()[::-1]
            return tuple(self._choice(v, shown(v), shown(v), point) for v in values)
        return tuple(
            self._choice(scale.middle(band), key, f"{key.upper()}: {band.name}", point)
            for key, band in zip(_BAND_KEYS, scale.descending, strict=False)
        )

    def _choice(self, value: float, key: str, title: str, point: Checkpoint) -> Choice:
        band = scale_of(point).band_of(value)
        tone, picture = self._look(value, point)
        text = band.text if band else ""
        return Choice(value, self.word(value, point), title, (key,), tone, picture, text)

    def has_keys(self, point: Checkpoint) -> bool:
        """A short scale of single digits."""
        scale = scale_of(point)
        return scale.steps < MOST_KEYS and all(
            value in range(10) for value in (scale.low, scale.high, scale.step)
        )

    def parse(self, raw: object, point: Checkpoint) -> float | None:
        scale = scale_of(point)
        value = _read_number(raw, scale)
        return value if value is not None and scale.holds(value) else None

    def score(self, value: float, point: Checkpoint) -> float:
        scale = scale_of(point)
        low = exact(scale.low)
        return float((exact(value) - low) / (exact(scale.high) - low))

    def passes(self, value: float, point: Checkpoint) -> bool | None:
        minimum = scale_of(point).minimum
        return None if minimum is None else value >= minimum

    def can_fail_task(self, point: Checkpoint) -> bool:
        return scale_of(point).minimum is not None

    def scale(self, point: Checkpoint) -> str:
        return scale_of(point).name

    def ends(self, point: Checkpoint) -> tuple[float, float]:
        scale = scale_of(point)
        return scale.low, scale.high

    def value_rules(self, point: Checkpoint) -> Mapping[str, Any]:
        """Without its words: scales that differ in these alone are one."""
        scale = scale_of(point)
        return {
            "ends": [scale.low, scale.high, scale.step],
            "minimum": scale.minimum,
            "bands": sorted((band.low, band.high) for band in scale.bands),
        }

    def band(self, value: float, point: Checkpoint) -> str | None:
        found = scale_of(point).band_of(value)
        return found.name if found else None

    def cap_limits(self, point: Checkpoint) -> Mapping[str, float]:
        return {cap.id: cap.at_most for cap in scale_of(point).caps}

    def faults(self, point: Checkpoint) -> Iterator[Fault]:
        return settings_faults(point)

    def doubts(self, point: Checkpoint) -> Iterator[Fault]:
        found = [] if self.settings_problem(point) else band_faults(scale_of(point))
        words = {"overlap": mark("In two bands: {values}"), "gap": mark("In no band: {values}")}
        for fault, said in words.items():
            if values := [value for kind, value in found if kind == fault]:
                yield Fault(("bands",), Message(said, values=joined(values)))

    def part_added(self, name: str, settings: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """A band begins with the first part of the scale that has none."""
        point = only_settings(self.id, settings)
        if name != "bands" or self.settings_problem(point):
            return {}
        scale = scale_of(point)
        gaps = [values for fault, values in band_faults(scale) if fault == "gap"]
        part = gaps[0].split("–") if gaps else (shown(scale.low), shown(scale.high))
        ends = [typed_number(end) for end in part if gaps or not scale.bands]
        return {"low": ends[0], "high": ends[-1]} if ends else {}

    def badge(self, point: Checkpoint) -> str:
        return scale_of(point).name

    def parts(self, point: Checkpoint) -> tuple[Part, ...]:
        scale = scale_of(point)
        ends = name_of(scale.low, scale.high)
        found = [Part(PartKind.SCALE, "scale", "Scale {value}", ends)]
        if scale.step != 1:
            found.append(Part(PartKind.SCALE, "step", "Steps of {value}", shown(scale.step)))
        found += [
            Part(PartKind.BAND, band.name, "{value}", band.name, band.text)
            for band in scale.descending
        ]
        if scale.minimum is not None:
            name = "Minimum {value}: below it the task is failed"
            found.append(Part(PartKind.MINIMUM, "minimum", name, shown(scale.minimum)))
        found += [
            Part(PartKind.CAP, cap.id, "At most {value} if", shown(cap.at_most), cap.text)
            for cap in scale.caps
        ]
        return tuple(found)

    def answered(
        self, settings: Mapping[str, JsonValue], answers: Mapping[str, Any]
    ) -> dict[str, JsonValue]:
        found = dict(settings)
        if "scale" in answers:
            ends = _RANGE.fullmatch(answers["scale"].strip())
            if ends is None or ends[2] is None:
                raise UsageError(
                    Message("{scale!r} is no scale.", scale=answers["scale"]),
                    remedy="Write it as 0-100 or 1-5.",
                )
            found |= {"low": _option(ends[1]), "high": _option(ends[2])}
        if "step" in answers:
            found["step"] = _option(answers["step"])
        if "band" in answers:
            found["bands"] = [_band_option(text) for text in answers["band"]]
        if "minimum" in answers:
            found.pop("minimum", None)
            if answers["minimum"].strip().lower() != "none":
                found["minimum"] = _option(answers["minimum"])
        if "cap" in answers:
            found["caps"] = [_cap_option(text) for text in answers["cap"]]
        return found

    def word(self, value: float, point: Checkpoint) -> str:
        scale = scale_of(point)
        told = f"{shown(value)} / {shown(scale.high)}"
        if scale.low not in {0, 1}:
            told = f"{shown(value)} ({shown(scale.low)} … {shown(scale.high)})"
        band = scale.band_of(value)
        is_inside = band is not None and band.low <= value <= band.high != band.low
        return f"{told} ({band.name})" if band and is_inside else told

    def shown(self, value: float, point: Checkpoint) -> Choice:
        word = self.word(value, point)
        return Choice(value, word, word, (), *self._look(value, point))

    def _look(self, value: float, point: Checkpoint) -> tuple[str, str]:
        if self.passes(value, point) is False:
            return "bad", "circle-x"
        return ("good", "circle-check") if self.fulfils(value, point) else ("warn", "circle")

    def reads(self, column: str) -> bool:
        return super().reads(column) or range_name(column) is not None

    def cell(self, value: float) -> str:
        return shown(value)

    def cells(self, point: Checkpoint) -> dict[str, str]:
        return graded_cells(point.settings)

    def settings_in(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        return graded_settings(cells)

    def drafted(self, written: object) -> dict[str, JsonValue] | None:
        parts: list[JsonValue] = [
            {"low": band.get("low"), "high": band.get("high"), "text": band.get("text")}
            for band in (written if isinstance(written, list) else ())[:_MOST_DRAFTED]
            if isinstance(band, dict)
        ]
        settings: dict[str, JsonValue] = {"low": 0, "high": 100, "step": 1, "bands": parts}
        point = only_settings(self.id, settings)
        if self.settings_problem(point):
            return None
        scale = scale_of(point)
        is_described = bool(scale.bands) and all(band.text for band in scale.bands)
        return settings if is_described and not band_faults(scale) else None

    def scoring(self, point: Checkpoint) -> dict[str, Any]:
        scale = scale_of(point)
        return {
            "low": scale.low,
            "high": scale.high,
            "step": scale.step,
            "minimum": scale.minimum,
            "caps": [{"id": cap.id, "at_most": cap.at_most} for cap in scale.caps],
        }

    def how_to_write(self, point: Checkpoint) -> str:
        scale = scale_of(point)
        ends = Message("from {low} to {high}", low=shown(scale.low), high=shown(scale.high))
        return Message(
            "Write a number {ends} in steps of {step}.", ends=ends, step=shown(scale.step)
        )

    def read(self, entry: Mapping[str, Any], point: Checkpoint) -> Given | None:
        found = super().read(entry, point)
        caps = _caps_in(entry.get("caps"))
        if found is None or caps is None:
            return None
        known = self.cap_limits(point)
        as_known = {name.casefold(): name for name in known}
        caps = [(as_known.get(name.casefold(), name), own) for name, own in caps]
        applied = tuple(dict.fromkeys(name for name, _ in caps if name in known))
        quotes = tuple(quote for name, own in caps if name in known for quote in own)
        most = min((known[name] for name in applied), default=found.value)
        flags = [CAP_UNKNOWN] if any(name not in known for name, _ in caps) else []
        quoted = {name for name, own in caps if own}
        flags += [CAP_WITHOUT_EVIDENCE] if set(applied) - quoted else []
        if found.value <= most:
            return Given(found.value, caps=applied, quotes=quotes, flags=tuple(flags))
        return Given(most, found.value, applied, quotes, (*flags, CAP_NOT_KEPT))

    def reply_fields(self, point: Checkpoint) -> dict[str, Any]:
        """No bounds: not all providers take them, and ``read`` refuses what is outside."""
        scale = scale_of(point)
        is_whole = all(float(number).is_integer() for number in (scale.low, scale.step))
        value = {"type": "integer" if is_whole else "number"}
        caps = {"caps": _caps_schema(scale.caps)} if scale.caps else {}
        return {**caps, self.reply_keys[0]: value}

    def prompt(self, point: Checkpoint, language: str) -> str:
        scale, words = scale_of(point), _WORDS[language]
        ends = {"low": shown(scale.low), "high": shown(scale.high), "step": shown(scale.step)}
        lines = [words["value"].format(key=self.reply_keys[0], **ends)]
        lines += [f"{band.name}: {_one_line(band.text)}" for band in scale.descending if band.text]
        if scale.caps:
            lines.append(words["caps"].format(key=self.reply_keys[0]))
        lines += [
            words["cap"].format(id=cap.id, text=_one_line(cap.text), most=shown(cap.at_most))
            for cap in scale.caps
        ]
        return "\n    ".join(lines)


_WORDS: Final = {
    "en": {
        "value": 'Give "{key}": a number from {low} to {high} in steps of {step}.',
        "caps": 'List in "caps" the id of each of these conditions that holds, with quotes as its '
        '"evidence" ([] where none holds). "{key}" is then at most the number given:',
        "cap": "- {id} (at most {most}): {text}",
    },
    "zh": {
        "value": "请给出 “{key}”：从 {low} 到 {high} 的数值，步长为 {step}。",
        "caps": "若以下条件成立，请在 “caps” 中列出其 id，并以引文作为 “evidence”"
        "（均不成立时为 []）。此时 “{key}” 不得超过所给数值：",
        "cap": "- {id}（最高 {most}）：{text}",
    },
}


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _read_number(raw: object, scale: GradedScale) -> float | None:
    """A JSON number, or a number as people write it, also with "/ high"; None for all else."""
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        return None
    text = unicodedata.normalize("NFKC", raw).strip() if isinstance(raw, str) else repr(raw)
    try:
        if isinstance(raw, str):
            found = _NUMBER.fullmatch(text)
            if found is None or (found[2] and exact(scale.high) != Decimal(found[2])):
                return None
            text = found[1]
        value = Decimal(text)
    except (InvalidOperation, ValueError):  # repr of a very long whole number is refused
        return None
    return None if not value.is_finite() or abs(value) > LARGEST else number_of(value)


Applied = tuple[str, tuple[str, ...]]
"""A cap that applies: its id as the judge wrote it, and quotes."""


def _caps_in(raw: object) -> list[Applied] | None:
    """Caps that a judge says apply; None where that cannot be read.

    Read are lists of ids or objects, one object, and objects by id. What is said not to apply
    (false, null, "applies": false, no quotes below an id) is left out.
    """
    if raw is None or (isinstance(raw, str) and raw.strip().lower() in {"", "none"}):
        return []
    if isinstance(raw, Mapping):
        is_one = isinstance(raw.get("id"), str)
        raw = [raw] if is_one else [_cap_by_id(*item) for item in raw.items()]
    if not isinstance(raw, list):
        return None
    found = [_cap_in(one) for one in raw if not _is_denied(one)]
    return None if None in found else [one for one in found if one is not None]


def _cap_by_id(name: object, said: object) -> dict[str, Any]:
    """An entry of an object by id, as an object of a list has it."""
    if isinstance(said, Mapping):
        return {"id": name, **said}
    if isinstance(said, str | list):
        return {"id": name, "evidence": said, "applies": bool(said)}
    return {"id": name, "applies": said}


def _is_denied(raw: object) -> bool:
    return isinstance(raw, Mapping) and raw.get("applies", True) in (False, None)


def _cap_in(raw: object) -> Applied | None:
    if isinstance(raw, str):
        return raw.strip(), ()
    if not isinstance(raw, Mapping) or not isinstance(raw.get("id"), str):
        return None
    if not isinstance(raw.get("applies", True), bool):
        return None
    quotes = raw.get("evidence")
    listed = quotes if isinstance(quotes, list) else [quotes]
    own = [one.get("quote") if isinstance(one, Mapping) else one for one in listed]
    return raw["id"].strip(), tuple(q for q in own if isinstance(q, str) and q.strip())


def _caps_schema(caps: Sequence[Cap]) -> dict[str, Any]:
    item = {
        "type": "object",
        "properties": {
            "id": {"type": "string", "enum": [cap.id for cap in caps]},
            "evidence": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["id", "evidence"],
        "additionalProperties": False,
    }
    return {"type": "array", "items": item}


def _option(text: str) -> float:
    """A number that an option gives."""
    found = typed_number(text)
    if found is None:
        raise UsageError(
            Message("{text!r} is not a number.", text=text), remedy="Write one such as 60 or 0.5."
        )
    return found


def _band_option(text: str) -> dict[str, JsonValue]:
    """A band as ``90-100: text``, or ``5: text`` where it is one value."""
    values, _, said = text.partition(":")
    ends = _RANGE.fullmatch(values.strip())
    if ends is None:
        raise UsageError(
            Message("{text!r} is no band.", text=text),
            remedy='Write it as "90-100: what it is like".',
        )
    low = _option(ends[1])
    return {"low": low, "high": _option(ends[2]) if ends[2] else low, "text": said.strip()}


def _cap_option(text: str) -> dict[str, JsonValue]:
    """A cap as ``id<=25: condition``."""
    found = _CAP_OPTION.fullmatch(text.strip())
    if found is None:
        raise UsageError(
            Message("{text!r} is no cap.", text=text),
            remedy='Write it as "plain<=25: its condition".',
        )
    return {"id": found[1], "text": found[3], "at_most": _option(found[2])}


GRADED: Final = Graded()
