"""Many answers at once: what values pass, are worth, and come to where there are several."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from xpert_studio.instruments import Instrument, Measurement, instrument_of
from xpert_studio.records import Checkpoint
from xpert_studio.records.columns import NONE, Catalog, FloatArray, IntArray, Marks, MetArray

Places = npt.NDArray[np.integer[Any]]
Rule = Callable[[Instrument, float, Checkpoint], float | None]
Even = Literal["nothing", "lowest"]
"""What equally many votes for different values of a nominal scale come to."""


def settings_only(instrument: str, settings: str) -> Checkpoint:
    """A checkpoint that has nothing but an instrument and its settings (JSON)."""
    return Checkpoint(
        task_id="-", id="-", text="-", weight=1,
        instrument=instrument, settings=json.loads(settings or "{}"),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """The instruments of many checkpoints.

    Attributes:
        kinds: Each instrument with settings that there is, by a checkpoint that has it.
        kind: Place in ``kinds`` of each checkpoint.
    """

    kinds: tuple[tuple[Instrument, Checkpoint], ...]
    kind: IntArray

    @classmethod
    def of(cls, kinds: Sequence[tuple[str, str]], kind: IntArray) -> Asked:
        """From instruments and settings (JSON), and the place among these of every checkpoint."""
        points = [settings_only(*item) for item in kinds]
        return cls(tuple((instrument_of(p), p) for p in points), kind)

    def rated(self, checkpoint: IntArray, value: FloatArray) -> tuple[FloatArray, MetArray]:
        """What values are worth, and whether they pass, as ``score`` and ``met`` of ``Marks``."""
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
        kind = self.kind[checkpoint]
        for number, (instrument, _) in enumerate(self.kinds):
            groups = np.flatnonzero(kind == number)
            mine = given & (kind[place] == number)
            own = np.searchsorted(groups, place[mine])
            if instrument.measurement is Measurement.NOMINAL:
                found[groups] = _majority(own, value[mine], groups.size, even)
            else:
                found[groups] = _median(own, value[mine], groups.size)
        return found

    def _applied(self, checkpoint: IntArray, value: FloatArray, *rules: Rule) -> list[FloatArray]:
        """Rules of the instruments, applied to each different value; NaN where there is none."""
        found = [np.full(value.size, np.nan) for _ in rules]
        kind = self.kind[checkpoint]
        given = ~np.isnan(value)
        for place, (instrument, point) in enumerate(self.kinds):
            own = np.flatnonzero(given & (kind == place))
            usual = [choice.value for choice in instrument.choices(point)]
            different, which = _different(value[own], usual)
            for column, rule in zip(found, rules, strict=True):
                answers = [rule(instrument, one, point) for one in different]
                table = [np.nan if answer is None else float(answer) for answer in answers]
                column[own] = np.array(table, np.float64)[which]
        return found


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
    catalog: Catalog, rater: str, response: IntArray, checkpoint: IntArray, value: FloatArray
) -> Marks:
    """Values as a rater's answers, with what they are worth and whether they pass.

    Args:
        catalog: What there is to judge.
        rater: Whose answers.
        response: Places of the responses in the catalogue.
        checkpoint: Places of the checkpoints.
        value: In the checkpoints' units, or between them where several were pooled; NaN where there
            is none.
    """
    score, met = asked_of(catalog).rated(checkpoint, value)
    return Marks(rater, response, checkpoint, value, score, met)


def asked_of(catalog: Catalog) -> Asked:
    """The instruments of a catalogue's checkpoints."""
    return Asked.of(catalog.kinds, catalog.checkpoint_kind)


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
    found[known] = (ordered[low] + ordered[high]) / 2
    return found
