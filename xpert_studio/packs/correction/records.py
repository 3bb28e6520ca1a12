"""What the pack keeps: with which probability a response was sampled to be labelled.

A record hangs on its response, so that those who still judge it learn nothing of the sample.
"""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from xpert_studio.api.records import Hangs, RecordKind, RecordValue, mark, tn

PACK_ID: Final = "correction"


class Inclusion(RecordValue):
    """How a response came to be, or not to be, in the sample of responses to label.

    Attributes:
        plan: Names the sample: its seed and the number of the plan, as ``7-2``.
        seed: Of the sample.
        probability: To be in this sample or an earlier one.
        sampled: Whether it is in one of them.
        figure: For which figure the response was sampled, as it is typed; empty where its label was
            there before, and counts for itself.
    """

    plan: str
    seed: int
    probability: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
    sampled: bool
    figure: str = ""

    @property
    def planned(self) -> bool:
        """Whether a plan asked for it; a label that was there before is in without one."""
        return self.sampled and bool(self.figure)


INCLUSION: Final = RecordKind(
    counted=lambda n: tn("{n} sampled label", "{n} sampled labels", n),
    id="inclusion",
    title=mark("Sampled label"),
    model=Inclusion,
    hangs_on=Hangs.RESPONSE,
)
