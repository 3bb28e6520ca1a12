"""Failures in bundles that other hands wrote: what is left out is said, one's own is one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.desktop.conftest import config, hands, qtbot
from tests.packs.failures.test_failure_section import LEAD, bundle, rows

__all__ = ["config", "hands", "qtbot"]
MARIA = ("--as", "maria")


def tags_of(folder):
    lines = (folder / "pack.failures.tag.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture
def folder(tmp_path):
    return bundle(tmp_path / "b", 3)


def test_a_tag_on_a_checkpoint_that_is_not_there_is_kept_and_said(xpert, folder):
    tags = tags_of(folder)
    for one, field in ((tags[0], "checkpoint"), (tags[1], "checkpoint"), (tags[2], "follows")):
        one["content"][field] = "nowhere"
    rows(folder, "pack.failures.tag", tags)
    taken = xpert("import", "p.xpert", folder, "--new", *LEAD)
    said = " ".join((taken.out + taken.err).split())
    assert taken.code == 0
    for field, place in (("checkpoint", "row 1 and 1 more"), ("follows", "row 3")):
        assert (
            f"pack.failures.tag.jsonl: {field} is a checkpoint that the task does not have; the "
            f"record is kept, and no figure counts it ({place})."
        ) in said
    assert len(xpert("failure", "list", "p.xpert", "--json", *LEAD).json) == len(tags)
    data = xpert("sections", "p.xpert", "failures", "--json", *LEAD).json
    assert data["left_out"] == {"lost": 2, "passed": 0}
    for words in ((), ("--full",)):
        said = " ".join(xpert("sections", "p.xpert", "failures", *words, *LEAD).out.split())
        assert "2 failures are named on checkpoints that their tasks do not have" in said


def test_a_tag_on_what_is_not_failed_is_said_to_be_left_out(xpert, folder):
    judged = [json.loads(line) for line in (folder / "judgments.jsonl").open(encoding="utf-8")]
    met = next(one for one in judged if one["met"])
    tags = tags_of(folder)
    tags[0]["response_id"] = met["response_id"]
    tags[0]["content"]["checkpoint"] = met["checkpoint_id"]
    rows(folder, "pack.failures.tag", tags)
    assert xpert("import", "p.xpert", folder, "--new", *LEAD).code == 0
    assert xpert("report", "p.xpert", "r.html", *LEAD).code == 0
    said = Path("r.html").read_text("utf-8")
    assert "1 named failure is left out: the response does not fail" in said


def test_what_a_bundle_says_under_any_id_is_taken_back_and_replaced(xpert, folder):
    first, second, *others = tags_of(folder)
    again = json.loads(json.dumps(first)) | {"id": "twice"}
    again["content"]["types"] = ["unsafe-advice"]
    rows(folder, "pack.failures.tag", [first, again, second, *others])
    xpert("import", "p.xpert", folder, "--new", *LEAD)

    def listed(one):
        place = one["response_id"], one["content"]["checkpoint"]
        known = xpert("failure", "list", "p.xpert", "--json", *LEAD).json
        return [
            found["types"] for found in known if (found["response"], found["checkpoint"]) == place
        ]

    place = first["response_id"], first["content"]["checkpoint"]
    assert len(listed(first)) == 2
    assert xpert("failure", "tag", "p.xpert", *place, "style", *MARIA).code == 0
    assert listed(first) == [["style"]]
    assert xpert("failure", "untag", "p.xpert", *place, *MARIA).code == 0
    assert listed(first) == []
    place = second["response_id"], second["content"]["checkpoint"]
    assert xpert("failure", "untag", "p.xpert", *place, *MARIA).code == 0
    assert listed(second) == []


def test_the_form_shows_what_a_bundle_says_under_any_id(xpert, hands, tmp_path):
    folder = bundle(tmp_path / "b", 3, "submitted")
    one = tags_of(folder)[0]
    path = tmp_path / "p.xpert"
    assert xpert("import", path, folder, "--new", *LEAD).code == 0
    hands.open(path, "maria")
    hands.go("judging", task_id=one["response_id"].split("-")[0], item=one["response_id"])
    hands.settle()
    (part,) = hands.page.form.parts
    assert one["content"]["checkpoint"] in part._tags
