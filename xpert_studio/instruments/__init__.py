"""Instruments: how checkpoints are answered. A new one is a file here and a line below.

Everything that has to do with an answer asks the instrument: the judge's prompt and the reading of
its reply, the forms of window and terminal, tables, scores, figures, the linter, exports.
"""

from typing import Any, Final

from xpert_studio.errors import UsageError
from xpert_studio.instruments.base import Choice, Instrument, Measurement
from xpert_studio.instruments.binary import Binary
from xpert_studio.records import Checkpoint, Rating

INSTRUMENTS: Final[dict[str, Instrument]] = {
    instrument.id: instrument
    for instrument in (
        Binary(),
    )
}  # fmt: skip
"""By id, the recommended one first."""


def instrument_of(point: Checkpoint) -> Instrument:
    """How a checkpoint is answered.

    Raises:
        UsageError: This version of the program does not know its instrument.
    """
    found = INSTRUMENTS.get(point.instrument)
    if found is None:
        raise UsageError(
            f"Checkpoint {point.id} is answered by {point.instrument!r}, "
            "which this version does not know.",
            remedy="Open the project with a newer version.",
        )
    return found


def word_for(value: float | None, point: Checkpoint) -> str:
    """How a value is written; a missing one is undecided."""
    return "undecided" if value is None else instrument_of(point).word(value, point)


def plain_rating(rating: Rating, point: Checkpoint) -> dict[str, Any]:
    """A judgment or verdict for programs: values under the key of the checkpoint's instrument."""
    found = rating.model_dump(mode="json", exclude_defaults=False)
    unused = [name for name in _SELDOM if name in found and not found[name]]
    for name in unused:
        del found[name]
    value = found.pop("value")
    return found | instrument_of(point).plain(value)


_SELDOM: Final = ("given", "caps", "probability")

__all__ = [
    "INSTRUMENTS",
    "Choice",
    "Instrument",
    "Measurement",
    "instrument_of",
    "plain_rating",
    "word_for",
]
