"""The bars beside a rubric show parts of all its points."""

from __future__ import annotations

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.records import Tier
from xpert_studio.core.wording import percent
from xpert_studio.core.workflow import edit_checkpoint
from xpert_studio.desktop.look import colour
from xpert_studio.desktop.pages.task.rubric.side import PointsBar
from xpert_studio.report.part_names import TIERS


def _filled(bar: PointsBar) -> float:
    """The part of a bar's width that is coloured."""
    picture = bar.grab().toImage()
    middle = [picture.pixelColor(x, bar.height() // 2) for x in range(bar.width())]
    grounds = (colour("sunken"), colour("border"))
    return sum(pixel not in grounds for pixel in middle) / bar.width()


def test_a_bar_is_as_long_as_its_part_of_all_points(hands: Hands, studio: Studio) -> None:
    lines = studio.rubric()
    edit_checkpoint(studio.wei, "t1", lines[0], tier=Tier.OPTIONAL, weight=3)
    studio.project.close()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    hands.panel.side.tabs.setCurrentIndex(2)
    hands.settle()
    balance = hands.panel.side.balance
    parts = [*balance.by_tier, *(share for share in balance.by_dimension if share.checkpoints)]
    assert any(0 < share.part < 1 for share in parts)
    bars = hands.seen(PointsBar)
    assert len(bars) == len(parts) >= len(TIERS)
    for bar in bars:
        share = next(
            one for one in parts if bar.accessibleName().endswith(f", {percent(one.part)}")
        )
        assert abs(_filled(bar) - share.part) < 0.06, bar.accessibleName()
