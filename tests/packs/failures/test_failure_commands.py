"""Failures named on the command line, shown to those who may see them, kept by bundle and undo."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.imported import imported_sample
from tests.workflow.blinded import IDS, PENDING, blinded_studio
from xpert_studio.core.records import Judgment
from xpert_studio.core.records.pack_records import PackRecord
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.workflow import put_records
from xpert_studio.core.workflow.pack_records import Written
from xpert_studio.packs.failures.records import PACK_ID, SHIPPED, TAG, Tag, tag_id

LEAD = ("--as", "lead-moreau")
LIN = ("--as", "expert-lin")
RESPONSE = "law-lease-break:cirrus-mini"


def without(path, kind):
    """Takes what the sample knows of a kind out again: failures that are named, or systems."""
    with ProjectFile.open(path) as opened, opened.writing() as tx:
        for record in entities.find_all(tx, kind):
            entities.remove(tx, record)


@pytest.fixture
def project(tmp_path):
    path = imported_sample(tmp_path / "p.xpert")
    without(path, PackRecord)
    return path


def judged(project, value, person="expert-lin"):
    """The checkpoints of the response to which a person gave a value, in order."""
    with ProjectFile.open(project, read_only=True) as opened, opened.reading() as tx:
        found = entities.find_all(tx, Judgment, response_id=RESPONSE, expert_id=person)
    return sorted(one.checkpoint_id for one in found if one.value == value)


def tag(xpert, project, *words, person=LIN):
    return xpert("failure", "tag", project, RESPONSE, *words, *person)


def test_an_expert_names_a_failure_and_the_section_shows_it(xpert, project):
    first, then, *_ = judged(project, 0)
    assert tag(xpert, project, first, "hallucinated-principle", "--note", "No such rule.").code == 0
    assert tag(xpert, project, then, "cascading-error", "style", "--follows", first).code == 0
    data = xpert("sections", project, "failures", "--json", *LEAD).json
    assert data["chains"] == [
        {"first": "hallucinated-principle", "then": "cascading-error", "count": 1},
        {"first": "hallucinated-principle", "then": "style", "count": 1},
    ]
    cases = {one["checkpoint"]: one for one in data["cases"]}
    assert cases[first]["types"] == ["hallucinated-principle"]
    assert cases[first]["notes"] == ["No such rule."]
    assert cases[then]["follows"] == [first]
    assert data["failures"] - data["untyped"] == 2
    said = xpert("sections", project, "failures", *LEAD).out
    assert "One system only, or no task in common" in " ".join(said.split())
    one = xpert("sections", project, "failures", "--ask", "type=style", "--json", *LEAD).json
    assert [case["checkpoint"] for case in one["cases"]] == [then]
    for format_ in ("html", "xlsx"):
        assert xpert("report", project, f"out.{format_}", *LEAD).code == 0
    assert "Hallucinated principle" in Path("out.html").read_text("utf-8")


def test_saying_it_again_replaces_it_and_it_is_taken_back(xpert, project):
    (first, *_) = judged(project, 0)
    tag(xpert, project, first, "style")
    tag(xpert, project, first, "unsafe-advice")
    (one,) = xpert("failure", "list", project, "--json", *LIN).json
    assert (one["types"], one["person"]) == (["unsafe-advice"], "expert-lin")
    assert xpert("failure", "untag", project, RESPONSE, first, *LIN).code == 0
    assert xpert("failure", "list", project, "--json", *LIN).json == []
    again = xpert("failure", "untag", project, RESPONSE, first, *LIN)
    assert again.code == 2 and "given no type" in again.err
    assert xpert("undo", project, *LIN).code == 0
    assert len(xpert("failure", "list", project, "--json", *LIN).json) == 1


@pytest.mark.parametrize("verb", ["tag", "untag"])
def test_help_names_the_checkpoint(xpert, verb):
    said = xpert("failure", verb, "--help").out
    assert "{RESPONSE} {CHECKPOINT}" in said and "{line}" not in said


def test_what_cannot_be_said_is_refused_with_its_remedy(xpert, project):
    failed, met = judged(project, 0)[0], judged(project, 1)[0]
    for words, said in (
        ((met, "style"), "reaches all points"),
        ((failed, "wrong-dose"), "There is no type of failures wrong-dose"),
        (("99", "style"), "no checkpoint 99"),
        ((failed, "style", "--follows", failed), "does not follow from itself"),
        ((failed, "style", "--follows", met), "reaches all points"),
    ):
        refused = tag(xpert, project, *words)
        assert refused.code == 2 and said in " ".join(refused.err.split()), refused
    other = tag(xpert, project, failed, "style", person=("--as", "author-kowalska"))
    assert other.code != 0
    assert tag(xpert, project, failed, "style", person=()).code == 2
    assert xpert("failure", "list", project, "--json", *LEAD).json == []


def test_no_failure_follows_from_what_follows_from_it(xpert, project):
    first, then, last = judged(project, 0)[:3]
    for failed, cause in ((first, ()), (then, (first,)), (last, (then,))):
        assert (
            tag(xpert, project, failed, "style", *(("--follows", *cause) if cause else ())).code
            == 0
        )
    refused = tag(xpert, project, first, "style", "--follows", last)
    assert refused.code == 2 and "nor from what follows from it" in " ".join(refused.err.split())
    kept = xpert("failure", "list", project, "--json", *LIN).json
    assert {one["checkpoint"]: one["follows"] for one in kept} == {
        first: "",
        then: first,
        last: then,
    }


def test_types_of_a_projects_own(xpert, project):
    def define(*words, person=LEAD):
        return xpert("failure", "define", project, *words, *person)

    assert define("wrong-dose", "--title", "Wrong dose", "--chinese", "剂量错误").code == 0
    known = {one["id"]: one for one in xpert("failure", "types", project, "--json").json}
    assert {*known} == {*map(str, SHIPPED), "wrong-dose"}
    assert not known["wrong-dose"]["shipped"]
    failed = judged(project, 0)[0]
    assert tag(xpert, project, failed, "wrong-dose").code == 0
    assert define("style", "--title", "Mine").code == 2
    assert define("other").code == 2
    assert define("more", "--title", "More", person=LIN).code != 0
    assert define("wrong-dose", "--remove").code == 0
    data = xpert("sections", project, "failures", "--json", *LEAD).json
    assert data["cases"][0]["types"] == ["wrong-dose"], "what has it keeps it"


def test_a_bundle_keeps_them_and_a_public_one_names_nobody(xpert, project, tmp_path):
    tag(xpert, project, judged(project, 0)[0], "style", "--note", "Between us.")
    before = xpert("failure", "list", project, "--json", *LEAD).json
    assert xpert("export", project, "whole", *LEAD).code == 0
    assert xpert("import", "again.xpert", "whole", "--new", *LEAD).code == 0
    assert xpert("failure", "list", "again.xpert", "--json", *LEAD).json == before
    assert xpert("export", project, "open", "--public", "--all-stages", *LEAD).code == 0
    lines = (tmp_path / "open" / "pack.failures.tag.jsonl").read_text("utf-8").splitlines()
    text = "\n".join(lines)
    assert len(lines) == 1 and "style" in json.dumps(json.loads(lines[0]))
    assert "expert-lin" not in text and "Between us" not in text


def test_who_has_still_to_judge_sees_no_failure_of_others(xpert, tmp_path):
    studio = blinded_studio(tmp_path / "blind.xpert")
    made = Tag(person="wei", checkpoint="c1", types=("style",), note="Seen by Wei.")
    written = Written(made, id=tag_id("wei", IDS[0], "c1"), response_id=IDS[0])
    put_records(studio.wei, PACK_ID, TAG.id, [written])
    studio.project.close()
    for person, count in (("maria", 0), ("ada", 0), ("leo", 0), ("wei", 1), ("lena", 1)):
        found = xpert("failure", "list", "blind.xpert", "--json", "--as", person)
        assert (person, len(found.json)) == (person, count)
    for person in PENDING:
        told = xpert("sections", "blind.xpert", "failures", "--as", person)
        assert told.code != 0 or "Wei" not in told.out, person
