"""Pages with long scales stand well at every text size, in both themes and languages."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of
from tests.desktop.page_states import LONG, LOOKS, Look, faults_at_rest, place_name
from tests.desktop.test_caps_shown import capped
from tests.sampling import some
from tests.workflow.studio import Studio
from xpert_studio.core.records import Checkpoint, Role
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import add_person, edit_checkpoint, open_form, qualify, set_policies
from xpert_studio.desktop.places import Place, verdict_place

SCALE = {
    "low": 0, "high": 100, "step": 0.5, "minimum": 60,
    "bands": [
        {"low": low, "high": high, "text": text}
        for low, high, text in ((90, 100, LONG), (60, 89.5, "Sound " * 40), (0, 59.5, ""))
    ],
    "caps": [{"id": "cap-1", "text": LONG, "at_most": 25}],
}  # fmt: skip


@pytest.mark.parametrize("look", some(LOOKS, 2, "graded pages"), ids=str)
def test_they_stand_well(hands: Hands, studio: Studio, look: Look) -> None:
    set_policies(studio.lena, max_tasks_per_expert=9)
    studio.rubric("t2")
    second = rubric_of(studio, "t2")[1]
    edit_checkpoint(studio.wei, "t2", second.id, instrument="graded", settings=SCALE)
    response = capped(studio)
    with studio.project.writing() as tx:
        found = entities.find(tx, Checkpoint, "t1", rubric_of(studio)[0].id)
        entities.put(tx, found.model_copy(update={"settings": SCALE}))
    add_person(studio.lena, "third", name="Third", roles=(Role.EXPERT,), domains=("Law",))
    qualify(studio.lena, "third", "passed", exemption="bar exam")
    open_form(studio.ctx("third"), response)
    hands.dress(**asdict(look))
    told = []
    for person, place in (
        ("wei", Place("task", task_id="t2", tab="rubric", item=second.id)),
        ("third", Place("judging", task_id="t1", item=response)),
        ("omar", Place("judging", task_id="t1", item=response, expert_id="ada")),
        ("omar", Place("judging", task_id="t1", item=response, tab="side_by_side")),
        ("lena", verdict_place("t1", response)),
    ):
        hands.open(studio.project.path, person)
        hands.window.resize(*look.window_size)
        hands.window.go(place)
        hands.settle()
        if place.tab == "rubric":
            hands.panel.answering.unfold_form()
            hands.settle()
            assert hands.panel.answering.form_area.isVisible()
        told += [f"{place_name(place)}: {fault}" for fault in faults_at_rest(hands)]
    assert not told, "\n".join(told)
