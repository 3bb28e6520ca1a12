"""Ratings that two copies differ on are told in the words of the checkpoint's instrument."""

from __future__ import annotations

import pytest

from tests.instruments.grading import CLARITY
from tests.instruments.steps import BINARY, STEPS, Steps
from tests.workflow.studio import START
from xpert_studio.desktop.pages.packets.record_words import field_words
from xpert_studio.desktop.pages.packets.value_words import ValueWords
from xpert_studio.instruments import INSTRUMENTS
from xpert_studio.records import Judgment, JudgmentStatus, ProjectInfo
from xpert_studio.workflow.merging.contents import content_of
from xpert_studio.workflow.merging.weighing import Fate, Item
from xpert_studio.workflow.views import House, RecordNames

INFO = ProjectInfo(name="House", created_at=START, canary="c")


@pytest.mark.parametrize(
    ("point", "value", "said"),
    [(BINARY, 1, "Met"), (BINARY, 0, "Not met"), (STEPS, 2, "In part"), (None, 2, "2")],
)
def test_a_judgment_is_told_by_its_word(qapp, monkeypatch, point, value, said):
    monkeypatch.setitem(INSTRUMENTS, "steps", Steps())
    judgment = Judgment(
        response_id="r", checkpoint_id="c", expert_id="e", value=value, rationale="So.",
        status=JudgmentStatus.SUBMITTED, judged_at=START,
    )  # fmt: skip
    content = content_of("judgment", judgment)
    item = Item("judgment", ("r", "c", "e"), Fate.TAKEN, None, content, content, None)
    points = {("t", "c"): point} if point else {}
    names = RecordNames(points=points, responses={"r": ("t", "A")})
    words = ValueWords(item, names, House(INFO, (), (), (), 0))
    told = dict(words.summary(content))
    assert told[field_words("value")] == said
    assert told.keys() - {field_words("unblinded"), field_words("self_adjudicated")} == {
        "Decision",
        "Rationale",
        "Status",
        "Judged at",
    }


def test_a_scale_is_told_in_words(qapp):
    content = content_of("checkpoint", CLARITY)
    item = Item("checkpoint", ("t", "g"), Fate.TAKEN, None, content, content, None)
    told = dict(ValueWords(item, RecordNames(), House(INFO, (), (), (), 0)).summary(content))
    assert told["Instrument"] == "Graded scale"
    assert "70–89: The main risks are named." in told["Scale and rules"]
    assert "At most 25 if: Plain black text" in told["Scale and rules"]
    assert "{" not in told["Scale and rules"]
