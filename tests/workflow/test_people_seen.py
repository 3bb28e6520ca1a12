"""Practice, and how a qualification was decided, are seen by those whom it concerns."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import xpert
from tests.workflow.studio import Studio
from xpert_studio.core.records import Mode, Role
from xpert_studio.core.records.practice import Institution
from xpert_studio.core.workflow import add_person, qualify, set_policies, set_practice

__all__ = ["xpert"]
TOLD = {"practice", "Read clause 9.", "Known in Finance.", "by_domain"}


@pytest.fixture
def studio(tmp_path):
    """Rae was returned in Law, and is exempt in Finance; Fin decides in Finance, Omar in both."""
    made = Studio(tmp_path / "p.xpert")
    add_person(made.lena, "rae", roles=(Role.EXPERT,), domains=("Law", "Finance"))
    add_person(made.lena, "fin", roles=(Role.SENIOR,), domains=("Finance",))
    add_person(made.lena, "new", roles=(Role.SENIOR,), domains=("Law", "Finance"))
    qualify(made.lena, "fin", "passed", exemption="Known.")
    set_practice(made.ctx("rae"), "rae", years=12, institution=Institution.FIRM)
    qualify(made.omar, "rae", "returned", domain="Law", comments="Read clause 9.")
    qualify(made.lena, "rae", "passed", domain="Finance", exemption="Known in Finance.")
    yield made
    made.project.close()


def told(xpert, person):
    named = ("--as", person) if person else ()
    said = xpert("people", "list", "p.xpert", *named, "--json")
    assert said.code == 0, said.err
    (rae,) = [one for one in said.json if one["id"] == "rae"]
    assert rae["qualification"]["outcome"] == "passed"
    text = json.dumps(rae)
    return {word for word in TOLD if word in text}


@pytest.mark.parametrize(
    ("person", "seen"),
    [
        ("rae", TOLD),
        ("lena", TOLD),
        ("omar", TOLD),
        ("fin", {"practice", "Known in Finance.", "by_domain"}),
        ("new", set()),
        ("maria", set()),
        ("wei", set()),
        ("", set()),
    ],
)
def test_only_the_person_leads_and_those_who_decide_see_it(studio, xpert, person, seen):
    studio.project.close()
    assert told(xpert, person) == seen


@pytest.mark.parametrize(
    ("person", "sees"),
    [("rae", True), ("lena", True), ("omar", True), ("maria", False), ("", False)],
)
def test_the_history_keeps_why_from_others(studio, xpert, person, sees):
    studio.project.close()
    named = ("--as", person) if person else ()
    for as_json in ((), ("--json",)):
        said = xpert("history", "p.xpert", *named, *as_json)
        assert said.code == 0 and "qualif" in said.out
        assert ("Read clause 9." in said.out) is sees
        assert ("Known in Finance." in said.out) is sees


def test_alone_nothing_is_kept_back(studio, xpert):
    set_policies(studio.lena, mode=Mode.SOLO)
    studio.project.close()
    assert told(xpert, "") == TOLD


def test_a_person_who_is_not_there_is_refused(studio, xpert):
    studio.project.close()
    assert xpert("people", "list", "p.xpert", "--as", "nobody").code != 0
