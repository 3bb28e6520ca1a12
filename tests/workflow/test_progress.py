"""How far a project has come, and for whom it waits."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio
from xpert_studio.core.errors import NotAllowedError
from xpert_studio.core.workflow.views.progress import WEEKS, progress_of


def test_responses_are_counted_from_judged_to_scored(studio: Studio) -> None:
    first, second, _ = studio.answered(models=("aurora", "borealis", "cirrus"))
    studio.judged(first)
    studio.judged(second)
    found = progress_of(studio.lena)
    assert (found.responses, found.judged, found.gold, found.scored) == (3, 2, 0, 0)
    confirm(studio.omar, first, "maria")
    studio.scored(first)
    found = progress_of(studio.lena)
    assert (found.responses, found.judged, found.gold, found.scored) == (3, 2, 1, 1)
    studio.scored(second, "checks")
    assert progress_of(studio.lena).scored == 1, "a check by itself is no judge"


def test_who_is_waited_for_is_named_with_how_much(studio: Studio) -> None:
    first, _ = studio.answered(models=("aurora", "borealis"))
    studio.judged(first)
    found = {one.person.id: one for one in progress_of(studio.lena).waited_for}
    assert found["maria"].to_judge == 1
    assert found["omar"].to_confirm == 1
    assert "lena" not in found, "a lead who does not judge"


def test_a_judgment_counts_in_its_week(studio: Studio) -> None:
    (response_id,) = studio.answered()
    studio.judged(response_id)
    assert progress_of(studio.lena).weeks == (*(0,) * (WEEKS - 1), 3)
    now = studio.lena.clock()
    later = replace(studio.lena, clock=lambda: now + timedelta(days=8))
    assert progress_of(later).weeks[-2:] == (3, 0)
    gone = replace(studio.lena, clock=lambda: now + timedelta(days=7 * WEEKS + 1))
    assert not any(progress_of(gone).weeks)


def test_the_counts_are_for_leads(studio: Studio) -> None:
    studio.answered()
    with pytest.raises(NotAllowedError):
        progress_of(studio.maria)
