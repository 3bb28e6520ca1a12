"""What is right in an examination is in no view, command or file of those who take it."""

from __future__ import annotations

import pytest

from tests.cli.conftest import xpert
from tests.packs.qualification.conftest import (
    SECRETS,
    answered,
    examined_studio,
    standing,
    trial_responses,
)
from xpert_studio.core.errors import NotAllowedError
from xpert_studio.core.records import Mode, Role
from xpert_studio.core.workflow import (
    add_person,
    change_person,
    form_view,
    open_form,
    qualify,
    set_policies,
)
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.pack_records import seen_records
from xpert_studio.packs.qualification.kept import trials_in
from xpert_studio.packs.qualification.page_read import read_seen

__all__ = ["xpert"]
GOLD_WORDS = "It says so plainly."


@pytest.fixture
def exam(tmp_path):
    studio = examined_studio(tmp_path / "exam.xpert")
    yield studio
    studio.project.close()


READING = (
    ("exam", "show"), ("exam", "list"), ("exam", "rules"), ("info", "--list-records"), ("history",),
    ("people", "list"), ("sections", "qualifications"), ("sections", "expert-quality"),
    ("judge", "show", "t1:A"), ("judge", "forms", "t1:A"), ("judge", "agreement"),
    ("judge", "read", "t1:A", "maria"), ("exam", "show", "--whom", "omar"),
    ("exam", "show", "--domain", "Law"), ("report", "out.html"), ("export", "out.zip"),
    ("search", "plainly"),
)  # fmt: skip


@pytest.mark.parametrize("roles", [("expert",), ("expert", "senior"), ("expert", "lead")])
@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_no_command_shows_keys_guides_or_gold_to_a_recruit(exam, xpert, tmp_path, words, roles):
    change_person(exam.lena, "rae", roles=tuple(map(Role, roles)))
    exam.project.close()
    place = 2 if words[0] in {"exam", "judge", "people"} else 1
    given = (*words[:place], "exam.xpert", *words[place:])
    for as_json in ((), ("--json",)):
        said = xpert(*given, "--as", "rae", *as_json)
        told = said.out + said.err
        assert all(secret not in told for secret in SECRETS), words
        assert '"key": "B"' not in told and '"key":"B"' not in told
        if words[0] != "search":
            assert GOLD_WORDS not in told, words
    for made in (tmp_path / "out.html", tmp_path / "out.zip"):
        assert not made.exists(), "a report or a bundle is not made for who is examined"


def test_records_are_seen_by_those_alone_who_may_know_what_is_right(exam):
    answered(exam)
    with exam.project.reading() as tx:
        for who, kinds in {
            "rae": {"answer": 2}, "wei": {}, "": {}, "omar": {"question": 2, "answer": 2, "mark": 1},
            "lena": {"question": 2, "answer": 2, "mark": 1},
        }.items():  # fmt: skip
            found = {
                kind: len(seen_records(tx, who, "qualification", kind))
                for kind in ("question", "answer", "mark")
            }
            assert {kind: n for kind, n in found.items() if n} == kinds, who
        assert not seen_records(tx, None, "qualification", "question"), "nor in any report"


def test_a_paper_has_no_key_and_a_trial_form_nothing_of_others(exam):
    found = read_seen(exam.ctx("rae"))
    assert not found.makes and not found.places and not found.questions
    with exam.project.reading() as tx:
        response = next(iter(trials_in(tx)))
        assert blinding_for(tx, "rae").sees_results is False
        assert response in blinding_for(tx, "rae").pending
    open_form(exam.ctx("rae"), response)
    assert all(line.decision is None for line in form_view(exam.ctx("rae"), response).lines)


def test_a_lead_who_is_examined_sees_nothing_until_it_is_decided(exam):
    add_person(exam.lena, "lou", roles=(Role.LEAD, Role.EXPERT), domains=("Law",))
    with exam.project.reading() as tx:
        assert not blinding_for(tx, "lou").sees_results
        assert not seen_records(tx, "lou", "qualification", "question")
    qualify(exam.lena, "lou", "passed", exemption="Known.")
    with exam.project.reading() as tx:
        assert len(seen_records(tx, "lou", "qualification", "question")) == 2


def test_the_story_by_the_command_line(exam, xpert):
    exam.project.close()

    def run(*words, who="rae", code=0):
        said = xpert("exam", words[0], "exam.xpert", *words[1:], "--as", who, "--json")
        assert said.code == code, said.err
        return said

    (paper,) = run("show").json
    assert [one["id"] for one in paper["to_answer"]] == ["q-choice", "q-short"]
    assert paper["trials"] == ["t1:A", "t2:A"]
    run("answer", "q-choice", "B")
    run("answer", "q-short", "Six months.")
    assert "final" in run("answer", "q-choice", "A", code=1).out
    (theirs,) = run("show", "--whom", "rae", who="omar").json
    short = next(one for one in theirs["answers"] if one["of"] == 3)
    run("rate", short["id"], "3", who="omar")
    refused = xpert("people", "qualify", "exam.xpert", "rae", "passed", "--as", "omar")
    assert refused.code != 0 and "0 of at least 2 trial tasks" in refused.err
    said = xpert("people", "qualify", "exam.xpert", "rae", "returned", "--comments", "No trial.",
                 "--as", "omar")  # fmt: skip
    assert said.code == 0, said.err
    (place,) = [one for one in run("list", who="omar").json if one["person"] == "rae"]
    assert (place["state"], place["attempt"]) == ("returned", 2)
    assert standing is not None


def differing(studio):
    """Maria and Wei decide differently on a response to t1; returns it."""
    response = trial_responses(studio)[0]
    studio.judged(response, "wei", met=False)
    return response


@pytest.mark.parametrize(
    ("person", "roles", "sees"),
    [
        ("rae", (Role.EXPERT,), False),
        ("rae", (Role.SENIOR,), False),
        ("wei", (Role.AUTHOR,), False),
        ("omar", (Role.SENIOR,), True),
        ("lena", (Role.LEAD,), True),
        ("fin", (Role.SENIOR,), False),
    ],
)
def test_disagreements_between_experts_are_for_those_who_see_judgments(
    exam, xpert, person, roles, sees
):
    response = differing(exam)
    if person == "fin":
        add_person(exam.lena, "fin", roles=roles, domains=("Finance",))
    else:
        change_person(exam.lena, person, roles=roles)
    exam.project.close()
    told = xpert("judge", "agreement", "exam.xpert", "--as", person, "--json").json
    assert bool(told["disagreements"]) is sees
    assert (told["withheld"] == 0) is sees
    said = xpert("judge", "agreement", "exam.xpert", "--as", person).out
    assert (GOLD_WORDS in said) is sees
    assert ("hidden from you" in said) is not sees
    grid = xpert("sections", "exam.xpert", "expert-disagreements", "--as", person)
    assert sees or GOLD_WORDS not in grid.out
    assert response


@pytest.mark.parametrize("role", [Role.EXPERT, Role.REVIEWER, Role.AUTHOR])
def test_a_recruit_knows_systems_by_labels_until_it_is_decided(exam, xpert, role):
    change_person(exam.lena, "rae", roles=(role,))
    set_policies(exam.lena, max_tasks_per_expert=9)
    exam.answered("t3", ("quasarette-2",))
    exam.project.close()
    for words in (
        ("response", "list"),
        ("response", "compare", "t3"),
        ("response", "show", "t3:A"),
    ):
        place = (*words[:2], "exam.xpert", *words[2:])
        said = xpert(*place, "--as", "rae", "--json")
        assert said.code == 0 or words[1] == "compare"
        told = (said.out + said.err).replace("quasarette-2 says", "")
        assert "quasarette" not in told, words
    lead = xpert("response", "list", "exam.xpert", "--as", "lena", "--json")
    assert "quasarette-2" in lead.out.replace("quasarette-2 says", "")


def test_a_lead_does_not_end_an_examination_of_their_own(exam):
    add_person(exam.lena, "lou", roles=(Role.LEAD, Role.EXPERT), domains=("Law", "Finance"))
    for changes in ({"domains": ("Finance",)}, {"domains": ()}, {"roles": (Role.LEAD,)}):
        with pytest.raises(NotAllowedError, match="You are examined in Law"):
            change_person(exam.ctx("lou"), "lou", **changes)
    for policies in ({"qualification_required": False}, {"mode": Mode.SOLO}):
        with pytest.raises(NotAllowedError, match="You are examined in Law"):
            set_policies(exam.ctx("lou"), **policies)
    change_person(exam.ctx("lou"), "lou", name="Lou")
    change_person(exam.ctx("lou"), "lou", domains=("Law",))
    change_person(exam.lena, "lou", domains=("Finance",))


def test_a_lead_who_only_leads_is_not_examined_and_another_reads_why(exam, xpert):
    add_person(exam.lena, "max", roles=(Role.LEAD,), domains=("Law",))
    add_person(exam.lena, "lou", roles=(Role.LEAD, Role.EXPERT), domains=("Law",))
    exam.project.close()
    assert xpert("leaderboard", "exam.xpert", "--as", "max").code == 0
    said = xpert("leaderboard", "exam.xpert", "--as", "lou")
    assert said.code == 5
    assert "You are examined in Law; until it is decided, results are hidden from you." in said.err


def test_a_reader_without_a_name_sees_no_more_than_a_recruit(exam, xpert):
    exam.project.close()
    searched = ("search", "exam.xpert", GOLD_WORDS, "--kind", "rationale")
    assert GOLD_WORDS in xpert(*searched, "--as", "lena").out
    said = xpert(*searched)
    assert said.code == 0
    assert GOLD_WORDS not in said.out
    for reading in ("leaderboard", "site", "align"):
        said = xpert(reading, "exam.xpert", *(["out"] if reading == "site" else []))
        assert said.code != 0, reading
        assert "shown to leads" in " ".join(said.err.split()), reading
