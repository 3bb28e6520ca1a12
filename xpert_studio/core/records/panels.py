"""Panels: several judges as one rater.

What a panel says is derived from the verdicts of its judges and never stored. Its definition is
kept as a ``Judge`` without verdicts, so that it is named, exported and certified as one.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Self

from pydantic import AfterValidator, ValidationError

from xpert_studio.core.fields import Asks
from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Id, Record
from xpert_studio.core.records.judges import Judge, JudgeMode
from xpert_studio.core.wording import mark

PANEL: Final = "panel"
"""Provider of the judge that stands for a panel; it asks no model."""


_MOST: Final = 100


class PanelRule(Listed):
    """What the votes of a panel come to.

    ``MEAN``: the mean of the scores; what is met or not met is decided by majority. ``MAJORITY``:
    the median, of an even number the lower one in the middle; for met or not met that is more than
    half of the votes. ``UNANIMOUS``: the lowest vote; for met or not met, met where all say so.
    """

    MEAN = "mean"
    MAJORITY = "majority"
    UNANIMOUS = "unanimous"


RULES: Final = Names(
    "PanelRule",
    {
        PanelRule.MEAN: mark("mean"),
        PanelRule.MAJORITY: mark("majority"),
        PanelRule.UNANIMOUS: mark("unanimous"),
    },
)


PanelAsked = Annotated[
    PanelRule | None,
    Asks(
        "Take the judges together as a panel: mean, majority or unanimous.",
        form="RULE",
        title=mark("Panel rule"),
        empty=mark("none: separate judges"),
        hint=mark(
            "How their votes count together. Only judges with complete coverage of a system count "
            "for it."
        ),
    ),
]
WithoutFamily = Annotated[
    bool,
    Asks(
        "In the panel, a judge counts for no system of its own model family.",
        title=mark("Same family"),
    ),
]


def _several(judges: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(sorted(set(judges)))
    if not 2 <= len(found) <= _MOST:
        raise ValueError(f"a panel has 2 to {_MOST} judges")
    return found


class Panel(Record):
    """The definition of a panel.

    Attributes:
        judges: Ids of its judges; sorted, since their order means nothing.
        exclude_same_family: Whether a judge counts for no system of its own family.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = ("judges", "rule", "exclude_same_family")

    judges: Annotated[tuple[Id, ...], AfterValidator(_several)]
    rule: PanelRule = PanelRule.MAJORITY
    exclude_same_family: bool = False

    def as_judge(self, members: tuple[Judge, ...] = ()) -> Judge:
        """The judge that stands for it; its id is made from the hash of the definition.

        Args:
            members: Its judges: it counts as shown what any of them was shown.
        """
        anchors = dict.fromkeys(anchor for member in members for anchor in member.anchors)
        is_anchored = any(member.mode is JudgeMode.ANCHORED for member in members)
        unnamed = Judge(id="unnamed", provider=PANEL, parameters=self.model_dump(mode="json"))
        name = f"{PANEL}:{self.rule.value}:{unnamed.content_hash[:8]}"
        mode = JudgeMode.ANCHORED if is_anchored else JudgeMode.ZERO_SHOT
        return unnamed.model_copy(update={"id": name, "anchors": tuple(anchors), "mode": mode})

    @classmethod
    def of(cls, judge: Judge) -> Self | None:
        """The panel that a judge stands for; None where it is an ordinary judge, or names none."""
        if judge.provider != PANEL:
            return None
        try:
            return cls.model_validate(judge.parameters, strict=False)
        except ValidationError:
            return None
