"""Every page, in every state it can be in, at two text sizes, themes and languages: stands well."""

from __future__ import annotations

from dataclasses import asdict
from itertools import product
from pathlib import Path

import pytest

from tests.desktop.hands import Hands
from tests.desktop.page_states import (
    LEAD,
    LOOKS,
    STATES,
    Look,
    faults_at_rest,
    make_large,
    make_projects,
    place_name,
    visits,
)
from tests.sampling import in_turn, some
from xpert_studio.core.errors import DiskError
from xpert_studio.core.resources import LOOK_AROUND
from xpert_studio.desktop.places import Place

GUEST = "expert-amara"
FORM = "eng-beam-image"
LONG_ERROR = "The project could not be written: the disk is full. Make room, then try again."
CASES = list(product(STATES, LOOKS))


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return make_projects(tmp_path_factory.mktemp("projects"))


def _enter(hands: Hands, path: Path, state: str, look: Look) -> None:
    hands.open(path, GUEST if state == "read_only" else LEAD)
    hands.window.resize(*look.window_size)
    hands.window.notice.hide()


def _faults_at(hands: Hands, place: Place, state: str) -> list[str]:
    hands.window.go(place)
    if state == "error":
        hands.window.shell.tell(DiskError(LONG_ERROR))
    hands.settle()
    return [f"{place_name(place)}: {fault}" for fault in faults_at_rest(hands)]


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("state", "look"), CASES, ids=lambda value: str(value))
def test_pages_stand_well(hands: Hands, projects: dict[str, Path], state: str, look: Look) -> None:
    hands.dress(**asdict(look))
    _enter(hands, projects[state], state, look)
    found = []
    for place in visits(state, look):
        found += _faults_at(hands, place, state)
    assert not found, "\n".join(found)


def test_pages_stand_well_with_many_tasks(hands: Hands, tmp_path: Path) -> None:
    look = LOOKS[2]
    path = tmp_path / "large.xpert"
    places = make_large(path)
    hands.dress(**asdict(look))
    _enter(hands, path, "sample", look)
    assert [
        fault for place in in_turn(places, 0, 10) for fault in _faults_at(hands, place, "sample")
    ] == []


@pytest.mark.parametrize("look", some(LOOKS, 2, "forms"), ids=str)
def test_forms_stand_well(hands: Hands, projects: dict[str, Path], look: Look) -> None:
    judged, open_one = f"{FORM}:cirrus-mini", f"{FORM}:aurora-2"
    forms = {
        LOOK_AROUND["expert"]: [
            Place("judging", task_id=FORM, item=item) for item in (judged, open_one)
        ],
        LOOK_AROUND["senior"]: [
            Place("judging", task_id=FORM, item=judged, expert_id=LOOK_AROUND["expert"])
        ],
    }
    hands.dress(**asdict(look))
    found = []
    for person_id, places in forms.items():
        hands.open(projects["sample"], person_id)
        hands.window.resize(*look.window_size)
        for place in places:
            found += _faults_at(hands, place, "sample")
    assert not found, "\n".join(found)
