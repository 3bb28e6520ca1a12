"""Graded checkpoints for tests: one of each sort, and all there can be."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from xpert_studio.core.records import Checkpoint

CAP = {"id": "plain", "text": "Plain black text on white, without headings.", "at_most": 25}
BANDS = [
    {"low": 90, "high": 100, "text": "Every risk is named, with what to do about it."},
    {"low": 70, "high": 89, "text": "The main risks are named."},
    {"low": 60, "high": 69, "text": "Some risks are named."},
    {"low": 0, "high": 59, "text": "No risk is named."},
]
CLARITY = Checkpoint(
    task_id="t", id="g", text="Names the risks of the treatment.", weight=4, instrument="graded",
    settings={"low": 0, "high": 100, "step": 1, "bands": BANDS, "minimum": 60, "caps": [CAP]},
)  # fmt: skip
FIVE_STEPS = Checkpoint(
    task_id="t", id="f", text="Tone fits the reader.", weight=2, instrument="graded",
    settings={
        "low": 1, "high": 5, "step": 1,
        "bands": [{"low": n, "high": n, "text": f"Degree {n}."} for n in range(1, 6)],
    },
)  # fmt: skip


def graded(**settings: object) -> Checkpoint:
    """A graded checkpoint with some settings."""
    return CLARITY.model_copy(update={"settings": {"low": 0, "high": 100, **settings}})


@st.composite
def scales(draw: st.DrawFn) -> tuple[Checkpoint, list[float]]:
    """A checkpoint with a scale of decimals, and all values of the scale."""
    digits = draw(st.integers(0, 3))
    unit = Fraction(1, 10**digits)
    step, low = draw(st.integers(1, 40)), draw(st.integers(-500, 500))
    steps = draw(st.integers(1, 60))
    values = [float((low + n * step) * unit) for n in range(steps + 1)]
    point = graded(low=values[0], high=values[-1], step=float(step * unit))
    return point, values
