"""A better and a weaker response beside the brief, in the form of a draft."""

from __future__ import annotations

import pytest

from tests.desktop.rooms import room_of
from xpert_studio.desktop.pages.task.rubric.drafting import DraftBar


@pytest.fixture
def draft(qtbot, tmp_path):
    with room_of(qtbot, tmp_path) as room:
        made = DraftBar(room.window.shell)
        qtbot.addWidget(made)
        yield made


def test_two_responses_are_asked_for_only_of_models(draft):
    draft.form.inputs["provider"].show("outline")
    draft.form.inputs["better"].show("Leave at month 30.")
    draft.form.inputs["weaker"].show("Leave whenever you like.")
    assert (draft.asked.better, draft.asked.weaker) == ("", "")
    draft.form.inputs["provider"].show("openai")
    assert draft.asked.better == "Leave at month 30."
    assert draft.asked.weaker == "Leave whenever you like."


def test_one_response_alone_is_no_contrast(draft):
    draft.form.inputs["provider"].show("openai")
    draft.form.inputs["model"].show("gpt-6")
    assert not draft.form.gaps()
    draft.form.inputs["better"].show("Leave at month 30.")
    assert draft.form.gaps()
    draft.form.inputs["weaker"].show("Leave whenever you like.")
    assert not draft.form.gaps()
