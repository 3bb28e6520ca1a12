"""Instruments: how checkpoints are answered. Packs bring all but the binary one.

Everything that has to do with an answer asks the instrument: the judge's prompt and the reading of
its reply, the forms of window and terminal, tables, scores, figures, the linter, exports.
"""

import json
from collections.abc import Iterable
from functools import cache
from marshal import dumps
from math import nan
from typing import Any, Final

from xpert_studio.core.errors import UsageError
from xpert_studio.core.instruments.absent import Absent
from xpert_studio.core.instruments.answer_types import (
    CellError,
    Choice,
    Fault,
    Given,
    Measurement,
    Part,
    PartKind,
    only_settings,
)
from xpert_studio.core.instruments.base import Instrument
from xpert_studio.core.instruments.binary import Binary
from xpert_studio.core.instruments.settings_texts import (
    DoubledKeyError,
    read_settings,
    without_doubled_keys,
    written_settings,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.names import LISTS, Names
from xpert_studio.core.packs import Registry
from xpert_studio.core.records import BINARY, Checkpoint, Decision, Rating, RatingState
from xpert_studio.core.resources import resource_json
from xpert_studio.core.used_packs import (
    UsedPack,
    needed,
    newer_needed,
    pack_missed,
    remembered,
)

INSTRUMENTS: Final[Registry[Instrument]] = Registry("instruments", (Binary(),))
"""By id, the recommended one first."""


def instrument_names() -> Names[str]:
    """The names of the instruments there are; packs may add some."""
    found = LISTS["instrument"] = _named(tuple(INSTRUMENTS))  # also where a pack was forgotten
    return found


@cache
def _named(ids: tuple[str, ...]) -> Names[str]:
    titles = {id_: INSTRUMENTS[id_].title for id_ in ids}
    return Names("instrument", titles, also=resource_json("rubric_sheet.json")["instruments"])


def settings_only(instrument: str, settings: str) -> Checkpoint:
    """A checkpoint that has nothing but an instrument and its settings (JSON)."""
    return only_settings(instrument, json.loads(settings or "{}"))


def instrument_of(point: Checkpoint) -> Instrument:
    """How a checkpoint is answered.

    Where no installed pack brings its instrument, or that cannot read its settings, an ``Absent``:
    of which everything can be asked that can be of others, and nothing is computed.
    """
    found = INSTRUMENTS.get(point.instrument)
    if found is not None and point.instrument == BINARY and not point.settings:
        return found
    # Far cheaper than JSON: this is asked for every rating there is.
    key = found, point.instrument, dumps(point.settings, _PLAIN), remembered()
    usable = _usable.get(key)
    if usable is None:
        if len(_usable) >= _MOST_KEPT:
            _usable.clear()
        usable = _usable[key] = _usable_one(point)
    return usable


_PLAIN: Final = 2
"""The version of ``marshal`` that writes equal settings as equal bytes."""
_MOST_KEPT: Final = 4096
_usable: Final[dict[tuple[Instrument | None, str, bytes, frozenset[UsedPack]], Instrument]] = {}


def _usable_one(point: Checkpoint) -> Instrument:
    known, problem = INSTRUMENTS.get(point.instrument), problem_of(point)
    if known is not None and problem is None:
        return known
    missed = next(filter(None, (pack_missed(*place) for place in asked_for(point))), "")
    return Absent(point.instrument, known, problem or "", missed)


def need_readable(point: Checkpoint) -> Instrument:
    """The instrument of a checkpoint that something is to be said of, or that is to be changed.

    Raises:
        UsageError: Nothing installed can read it.
    """
    found = instrument_of(point)
    if found.is_absent:
        told = Message("The instrument {problem}", problem=found.settings_problem(point))
        raise UsageError(told, remedy="Install what it needs; until then it is kept as it is.")
    return found


def judged_ids() -> tuple[str, ...]:
    """The instruments by which experts and judge models answer; programs decide others."""
    return tuple(id_ for id_, instrument in INSTRUMENTS.items() if not instrument.by_program)


def is_absent(point: Checkpoint) -> bool:
    """Whether nothing installed can read a checkpoint: it is shown, and nothing is asked of it."""
    return instrument_of(point).is_absent


def is_by_program(point: Checkpoint) -> bool:
    """Whether a program decides a checkpoint, and neither experts nor judge models are asked."""
    return instrument_of(point).by_program


def judged(rubric: Iterable[Checkpoint]) -> tuple[Checkpoint, ...]:
    """The checkpoints of a rubric that experts and judge models decide."""
    known = ((point, instrument_of(point)) for point in rubric)
    return tuple(point for point, one in known if not (one.by_program or one.is_absent))


def decided_by_program(rubric: Iterable[Checkpoint]) -> tuple[Checkpoint, ...]:
    """The checkpoints of a rubric that a program decides."""
    known = ((point, instrument_of(point)) for point in rubric)
    return tuple(point for point, one in known if one.by_program and not one.is_absent)


def problem_of(point: Checkpoint) -> str | None:
    """Why its instrument cannot answer a checkpoint: "The instrument …"; None where it can."""
    if point.instrument == BINARY and not point.settings:
        return None
    known = INSTRUMENTS.get(point.instrument)
    places = asked_for(point)
    missed = next(filter(None, (needed(*place) for place in places)), None)
    if missed is not None or known is None:
        return missed or Message("is not known: no installed pack brings it.")
    try:
        problem = known.settings_problem(point)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        problem = Message("cannot read its settings.")
    return problem and next(filter(None, (newer_needed(*place) for place in places)), problem)


def faults_of(point: Checkpoint) -> list[Fault]:
    """All that is wrong with a checkpoint's settings, each with its place in them."""
    problem = problem_of(point)
    if problem is None:
        return []
    if is_lacking(point):
        return [Fault((), problem)]
    try:
        return [*INSTRUMENTS[point.instrument].faults(point)] or [Fault((), problem)]
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return [Fault((), problem)]


def is_lacking(point: Checkpoint) -> bool:
    """Whether a checkpoint needs something installed; else its settings can be corrected."""
    places = asked_for(point)
    return is_absent(point) and (
        point.instrument not in INSTRUMENTS
        or any(needed(*place) or newer_needed(*place) for place in places)
    )


def asked_for(point: Checkpoint) -> tuple[tuple[str, str], ...]:
    """By kind and id, what packs have to bring for a checkpoint to be answered."""
    known = INSTRUMENTS.get(point.instrument)
    own = ("instruments", point.instrument)
    return (own, *known.asks_for(point)) if known is not None else (own,)


def badge_of(point: Checkpoint) -> str:
    """How a checkpoint is answered, in a word, also where its settings cannot be read."""
    return instrument_of(point).badge(point)


def parts_of(point: Checkpoint, *, is_rating: bool = False) -> tuple[Part, ...]:
    """What a checkpoint's settings say; as they are written where no pack is there to read them.

    Args:
        point: The checkpoint.
        is_rating: For those who rate a response, as for judge models, without the minimum: they say
            how good it is, and a number that decides what fails would draw theirs to itself. Where
            nobody can tell which that is, nothing is said.
    """
    instrument = instrument_of(point)
    parts = () if is_rating and instrument.is_absent else instrument.parts(point)
    return tuple(p for p in parts if not (is_rating and p.kind is PartKind.MINIMUM))


def word_for(decision: Decision | None, point: Checkpoint) -> str:
    """How a decision is written; a missing one is undecided."""
    if isinstance(decision, RatingState):
        return ABSTAINING[decision].word
    return "undecided" if decision is None else instrument_of(point).word(decision, point)


ABSTAINING: Final = {
    choice.state: choice
    for choice in (
        Choice(
            nan,
            "cannot assess",
            "Cannot assess",
            ("y",),
            "muted",
            "circle-help",
            state=RatingState.CANNOT_ASSESS,
        ),
        Choice(
            nan,
            "does not apply",
            "Does not apply",
            ("z",),
            "muted",
            "ban",
            state=RatingState.NOT_APPLICABLE,
        ),
    )
}
"""How raters abstain, whatever the instrument."""
_ABSTENTIONS: Final = {
    "cannot assess": RatingState.CANNOT_ASSESS,
    "unable to assess": RatingState.CANNOT_ASSESS,
    "无法判断": RatingState.CANNOT_ASSESS,
    "does not apply": RatingState.NOT_APPLICABLE,
    "not applicable": RatingState.NOT_APPLICABLE,
    "n/a": RatingState.NOT_APPLICABLE,
    "不适用": RatingState.NOT_APPLICABLE,
}


def choices_of(point: Checkpoint, *, may_abstain: bool) -> tuple[Choice, ...]:
    """What a person can choose on a checkpoint by a key or button."""
    own = instrument_of(point).choices(point)
    return (*own, *ABSTAINING.values()) if may_abstain else own


def abstention_in(raw: object) -> RatingState | None:
    """The abstention that a model, a table's cell or a person gave; None where it is none."""
    if not isinstance(raw, str):
        return None
    return _ABSTENTIONS.get(" ".join(raw.strip().lower().replace("_", " ").split()))


def pooled_value(said: Iterable[Decision | None], point: Checkpoint) -> float | None:
    """One value for several decisions; None where more raters abstain than give a value."""
    given = [one for one in said if one is not None]
    values = [one for one in given if not isinstance(one, RatingState)]
    return None if len(given) > 2 * len(values) else instrument_of(point).pooled(values)


def plain_decision(decision: Decision | None, point: Checkpoint) -> dict[str, Any]:
    """A decision for programs: its value under the key of the instrument, or its state."""
    instrument = instrument_of(point)
    if isinstance(decision, RatingState):
        return {**instrument.plain(None), "state": decision.value}
    return instrument.plain(decision)


def plain_rating(rating: Rating, point: Checkpoint) -> dict[str, Any]:
    """A judgment or verdict for programs: values under the key of the checkpoint's instrument."""
    found = rating.model_dump(mode="json", exclude_defaults=False)
    unused = [name for name in _SELDOM if found.get(name) in (None, [])]
    for name in unused:
        found.pop(name, None)
    value = found.pop("value")
    return found | instrument_of(point).plain(value)


_SELDOM: Final = ("given", "caps", "probability")

__all__ = [
    "ABSTAINING",
    "INSTRUMENTS",
    "CellError",
    "Choice",
    "DoubledKeyError",
    "Fault",
    "Given",
    "Instrument",
    "Measurement",
    "Part",
    "PartKind",
    "abstention_in",
    "asked_for",
    "badge_of",
    "choices_of",
    "decided_by_program",
    "faults_of",
    "instrument_names",
    "instrument_of",
    "is_absent",
    "is_by_program",
    "is_lacking",
    "judged",
    "judged_ids",
    "need_readable",
    "only_settings",
    "parts_of",
    "plain_decision",
    "plain_rating",
    "pooled_value",
    "problem_of",
    "read_settings",
    "settings_only",
    "without_doubled_keys",
    "word_for",
    "written_settings",
]
