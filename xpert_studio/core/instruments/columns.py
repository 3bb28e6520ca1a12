"""Many answers at once: what values pass, are worth, and come to where there are several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from xpert_studio.core.instruments import Instrument, Measurement, instrument_of, settings_only
from xpert_studio.core.instruments.answer_types import POOLED_DECIMALS
from xpert_studio.core.records import AbstentionRule, Checkpoint, canonical_json
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    MetArray,
    Ratings,
)

Places = npt.NDArray[np.integer[Any]]
Rule = Callable[[Instrument, float, Checkpoint], float | None]
Even = Literal["nothing", "lowest"]
"""What equally many votes for different values of a nominal scale come to."""


_Kinds = tuple[tuple[Instrument, Checkpoint], ...]
_MANY: Final = 1_000
"""From so many values on, sorting them takes longer than looking for the usual ones."""


@dataclass(frozen=True, slots=True)
class Scales:
    """Scales of values with units.

    Attributes:
        names: Of each.
        checkpoint: By checkpoint its place in ``names``; ``NONE`` where it has no such scale.
        low, high: The ends of each.
    """

    names: tuple[str, ...]
    checkpoint: IntArray
    low: FloatArray
    high: FloatArray


@dataclass(frozen=True, slots=True)
class CheckpointInstruments:
    """The instruments of many checkpoints.

    Attributes:
        kinds: Instruments with settings that give the same meaning to values, each by a checkpoint
            that has it.
        kind: Place in ``kinds`` of each checkpoint.
    """

    kinds: _Kinds
    kind: IntArray

    @classmethod
    def of(cls, kinds: Sequence[tuple[str, str]], kind: IntArray) -> CheckpointInstruments:
        """From instruments and settings (JSON), and the place among these of every checkpoint."""
        found, place = _alike(tuple(kinds))
        return cls(found, place[kind] if place.size else kind)

    def at(self, checkpoint: int) -> tuple[Instrument, Checkpoint]:
        """The instrument of the checkpoint at a place, and a checkpoint with its settings."""
        return self.kinds[self.kind[checkpoint]]

    def rated(self, checkpoint: IntArray, value: FloatArray) -> tuple[FloatArray, MetArray]:
        """What values are worth, and whether they pass, as ``score`` and ``met`` of ``Ratings``."""
        score, met = self._applied(
            checkpoint, value, lambda i, v, p: i.score(v, p), lambda i, v, p: i.passes(v, p)
        )
        return score, np.where(np.isnan(met), NONE, met).astype(np.int8)

    def fulfilled(self, checkpoint: IntArray, value: FloatArray) -> MetArray:
        """1 where a value fulfils its checkpoint, else 0; see ``Instrument.fulfils``."""
        (found,) = self._applied(checkpoint, value, lambda i, v, p: i.fulfils(v, p))
        return np.asarray(found == 1, np.int8)

    def require_values(self, checkpoint: IntArray, value: FloatArray) -> None:
        """Refuse what is no value of its checkpoint: figures would count it as an answer.

        Raises:
            ValueError: One is none.
        """
        (known,) = self._applied(checkpoint, value, lambda i, v, p: i.parse(v, p) is not None)
        if np.any(known == 0):
            raise ValueError("a rating has a value that is on no scale of its checkpoint")

    def pooled(
        self, checkpoint: IntArray, value: FloatArray, place: Places, even: Even
    ) -> FloatArray:
        """One value for all that were given of the same.

        Args:
            checkpoint: Of each group of values.
            value: Values; NaN where a rater gave none.
            place: The group of each value.
            even: For nominal scales without a majority.

        Returns:
            By group: as ``Instrument.pooled``, NaN where there is none.
        """
        found = np.full(checkpoint.size, np.nan)
        given = ~np.isnan(value)
        for nominal in (True, False):
            groups = np.flatnonzero(self.is_nominal[checkpoint] == nominal)
            mine = given & (self.is_nominal[checkpoint[place]] == nominal)
            own = np.searchsorted(groups, place[mine])
            found[groups] = (
                _majority(own, value[mine], groups.size, even)
                if nominal
                else _median(own, value[mine], groups.size)
            )
        return found

    def bands(self, checkpoint: IntArray, value: FloatArray) -> FloatArray:
        """The part of the scale that values are in, by number; NaN where there are no parts.

        Two values of one checkpoint have the same number where they are in the same part.
        """
        names: dict[str, int] = {}

        def number(instrument: Instrument, one: float, point: Checkpoint) -> float | None:
            name = instrument.band(one, point)
            return None if name is None else names.setdefault(name, len(names))

        (found,) = self._applied(checkpoint, value, number)
        return found

    @property
    def can_fail_task(self) -> BoolArray:
        """By checkpoint, whether its task is failed where it is."""
        found = np.array([instrument.can_fail_task(point) for instrument, point in self.kinds])
        return np.asarray(found[self.kind] if found.size else self.kind > 0, np.bool_)

    @property
    def by_program(self) -> BoolArray:
        """By checkpoint, whether a program decides it."""
        found = np.array([instrument.by_program for instrument, _ in self.kinds])
        return np.asarray(found[self.kind] if found.size else self.kind > 0, np.bool_)

    @property
    def is_absent(self) -> BoolArray:
        """By checkpoint, whether nothing installed can read it; see ``instruments.absent``."""
        found = np.array([instrument.is_absent for instrument, _ in self.kinds])
        return np.asarray(found[self.kind] if found.size else self.kind > 0, np.bool_)

    @property
    def is_nominal(self) -> BoolArray:
        """By checkpoint, whether its values are equal or not, and nothing more."""
        found = np.array([i.measurement is Measurement.NOMINAL for i, _ in self.kinds])
        return np.asarray(found[self.kind] if found.size else self.kind > 0, np.bool_)

    def scales(self) -> Scales:
        """The scales in whose units figures may be."""
        names: dict[str, int] = {}
        ends: list[tuple[float, float]] = []
        places = []
        for instrument, point in self.kinds:
            name, own = instrument.scale(point), instrument.ends(point)
            if name is None or own is None:
                places.append(NONE)
                continue
            if name not in names:
                names[name] = len(ends)
                ends.append(own)
            places.append(names[name])
        low, high = np.array(ends, np.float64).reshape(-1, 2).T
        of_kind = np.array(places, np.int32)
        return Scales(tuple(names), of_kind[self.kind] if places else self.kind, low, high)

    def _applied(self, checkpoint: IntArray, value: FloatArray, *rules: Rule) -> list[FloatArray]:
        """Rules of the instruments, applied to each different value; NaN where there is none."""
        found = [np.full(value.size, np.nan) for _ in rules]
        given = np.flatnonzero(~np.isnan(value))
        kind = self.kind[checkpoint[given]]
        if len(self.kinds) > 1:
            order = np.argsort(kind, kind="stable")
            given, kind = given[order], kind[order]
        ends = np.cumsum(np.bincount(kind, minlength=len(self.kinds))).tolist()
        for (instrument, point), start, end in zip(self.kinds, [0, *ends], ends, strict=False):
            if start == end:
                continue
            own = given[start:end]
            usual = [c.value for c in instrument.choices(point)] if own.size >= _MANY else []
            different, which = _different(value[own], usual)
            for column, rule in zip(found, rules, strict=True):
                answers = [rule(instrument, one, point) for one in different]
                table = [np.nan if answer is None else float(answer) for answer in answers]
                column[own] = np.array(table, np.float64)[which]
        return found


@lru_cache(maxsize=8)  # every rater of a project asks
def _alike(kinds: tuple[tuple[str, str], ...]) -> tuple[_Kinds, IntArray]:
    """Those that give different meanings to values, and the place of each among them."""
    places: dict[tuple[str, bytes], int] = {}
    found: list[tuple[Instrument, Checkpoint]] = []
    place = []
    for point in (settings_only(*item) for item in kinds):
        instrument = instrument_of(point)
        rules = point.instrument, canonical_json(instrument.value_rules(point))
        if rules not in places:
            places[rules] = len(found)
            found.append((instrument, point))
        place.append(places[rules])
    return tuple(found), np.array(place, np.int32)


def _different(value: FloatArray, usual: list[float]) -> tuple[list[float], IntArray]:
    """Different values, and the place of each among these; usual ones are found without sorting."""
    place = np.full(value.size, NONE, np.int32)
    for number, one in enumerate(usual):
        place[value == one] = number
    rest = place == NONE
    others, which = np.unique(value[rest], return_inverse=True)
    place[rest] = len(usual) + which
    return [*usual, *others.tolist()], place


def marks_of(
    catalog: Catalog,
    rater: str,
    response: IntArray,
    checkpoint: IntArray,
    value: FloatArray,
    abstained: BoolArray | None = None,
) -> Ratings:
    """Values as a rater's answers, with what they are worth and whether they pass.

    Args:
        catalog: What there is to judge.
        rater: Whose answers.
        response: Places of the responses in the catalogue.
        checkpoint: Places of the checkpoints.
        value: In the checkpoints' units, or between them where several were pooled; NaN where there
            is none. What nothing installed can read is none either.
        abstained: Where the rater abstained; nowhere if None. In a project without abstentions
            that is no answer.
    """
    asked = asked_of(catalog)
    if abstained is None or catalog.abstentions is AbstentionRule.NONE:
        abstained = np.zeros(value.size, np.bool_)
    unread = asked.is_absent[checkpoint]
    if unread.any():
        value, abstained = np.where(unread, np.nan, value), abstained & ~unread
    score, met = asked.rated(checkpoint, value)
    return Ratings(rater, response, checkpoint, value, score, met, abstained)


def asked_of(catalog: Catalog) -> CheckpointInstruments:
    """The instruments of a catalogue's checkpoints."""
    return CheckpointInstruments.of(catalog.kinds, catalog.checkpoint_kind)


def _majority(place: Places, value: FloatArray, groups: int, even: Even) -> FloatArray:
    names, code = np.unique(value, return_inverse=True)
    if not names.size:
        return np.full(groups, np.nan)
    shape = groups, names.size
    votes = np.bincount(place.astype(np.int64) * names.size + code, minlength=groups * names.size)
    votes = votes.reshape(shape)
    whole, most = votes.sum(axis=1), votes.max(axis=1)
    counts = most * 2 > whole if even == "nothing" else whole > 0
    return np.where(counts, names[votes.argmax(axis=1)], np.nan)  # the lowest of equal ones


def _median(place: Places, value: FloatArray, groups: int) -> FloatArray:
    order = np.lexsort((value, place))
    count = np.bincount(place, minlength=groups)
    start = np.cumsum(count) - count
    known = np.flatnonzero(count)
    found = np.full(groups, np.nan)
    ordered = value[order]
    low, high = ((start + (count - 1 + step) // 2)[known] for step in (0, 1))
    found[known] = np.round((ordered[low] + ordered[high]) / 2, POOLED_DECIMALS)
    return found
