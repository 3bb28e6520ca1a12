"""In the place of an instrument that is not there, or cannot read a checkpoint's settings.

The checkpoint is kept and shown. Nobody is asked, and no value of it is worth anything: scores that
would need one are undefined.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nan

from xpert_studio.core.instruments.answer_types import Choice, Measurement, Part
from xpert_studio.core.instruments.base import Instrument
from xpert_studio.core.instruments.deciding import CannotCheckError, Outcome, Runner, Subject
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Checkpoint, Rating


class Absent(Instrument):
    """Stands for an instrument, under its id.

    Args:
        id_: As checkpoints name it.
        known: The instrument of that id, where it is there and cannot read the settings.
        problem: Why it cannot be used: "needs …".
        pack: The pack that is needed; empty where that is not known.
    """

    measurement = Measurement.NOMINAL
    is_absent = True

    def __init__(self, id_: str, known: Instrument | None, problem: str, pack: str) -> None:
        name = known.title if known else id_
        said = Message("{instrument} (pack {pack} is not installed)", instrument=name, pack=pack)
        self.id = id_  # type: ignore[misc]  # of this one alone
        self.title = said if pack else name  # type: ignore[misc]
        self.by_program = known is not None and known.by_program  # type: ignore[misc]
        self.problem = problem
        self._is_told = bool(pack) or known is None

    def parts(self, point: Checkpoint) -> tuple[Part, ...]:
        """The settings as they are written, where what is known of them is nowhere else."""
        return super().parts(point) if self._is_told else ()

    def choices(self, point: Checkpoint) -> tuple[Choice, ...]:
        return ()

    def parse(self, raw: object, point: Checkpoint) -> float | None:
        """Any number: whether it is a value cannot be told, and it is kept as it is."""
        is_number = isinstance(raw, int | float) and isfinite(raw)
        return float(raw) if is_number else None  # type: ignore[arg-type]

    def score(self, value: float, point: Checkpoint) -> float:
        return nan

    def passes(self, value: float, point: Checkpoint) -> bool | None:
        return None

    def pooled(self, values: Sequence[float]) -> float | None:
        return None

    def decide(self, subject: Subject, point: Checkpoint, run: Runner | None = None) -> Outcome:
        raise CannotCheckError(
            Message("The check {problem}", problem=self.problem), Message("Install what it needs.")
        )

    def rating_problem(self, rating: Rating, point: Checkpoint) -> tuple[str, str] | None:
        return None

    def settings_problem(self, point: Checkpoint) -> str | None:
        return self.problem

    def how_to_write(self, point: Checkpoint) -> str:
        return Message("The instrument {problem}", problem=self.problem)
