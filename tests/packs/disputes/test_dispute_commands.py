"""Disputes on the command line: said, listed, resolved into edits, undone, and kept by a bundle."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.workflow.blinded import IDS, PENDING, SYSTEMS
from xpert_studio.core.records import Judgment, JudgmentStatus, Stage
from xpert_studio.core.store import ProjectFile, entities, log, tasks
from xpert_studio.packs.disputes.records import Outcome, Stance
from xpert_studio.packs.disputes.section import FEWEST, counted, verdict

LENA, OMAR, WEI = ("--as", "lena"), ("--as", "omar"), ("--as", "wei")
P = "p.xpert"
WHY = ("--reason", "The words “month 30” are in it.")


@pytest.fixture(autouse=True)
def _closed(studio):
    studio.project.close()


def a_response(xpert):
    """The response that Wei judged, by the letter that it has for those who are blind."""
    with ProjectFile.open(Path(P), read_only=True) as opened, opened.reading() as tx:
        from xpert_studio.core.workflow.blinding import blind_labels

        return f"t1:{blind_labels(tx, 't1')[IDS[0]]}"


def disputed(xpert, *words, person=LENA, on=("--judge", "j1"), point="1"):
    """Disputes a decision; gives the id of the dispute."""
    done = xpert(
        "dispute", "add", P, a_response(xpert), point, *on, *(words or WHY), "--json", *person
    )
    assert done.code == 0, done
    return done.json["dispute"]


def listed(xpert, *words, person=LENA):
    return xpert("dispute", "list", P, *words, "--json", *person).json


def resolved(xpert, id_, outcome, *words, person=OMAR):
    return xpert("dispute", "resolve", P, id_, outcome, "--reason", "So it is.", *words, *person)


def test_a_verdict_is_disputed_and_dismissed_with_a_reason(xpert):
    id_ = disputed(xpert)
    (one,) = listed(xpert, "--open", person=OMAR)
    assert (one["id"], one["state"], one["may_resolve"]) == (id_, "open", True)
    assert (one["judge"], one["expert"], one["person"]) == ("j1", None, "lena")
    assert one["response"].startswith("t1:") and not any(it in str(one) for it in SYSTEMS)
    assert id_ in xpert("judge", "list", P, *OMAR).out
    assert resolved(xpert, id_, "dismissed").code == 0
    assert listed(xpert, "--open") == []
    shown = xpert("dispute", "show", P, id_, *LENA).out
    assert "Dismissed, by omar: So it is." in " ".join(shown.split())
    again = resolved(xpert, id_, "dismissed")
    assert again.code == 1 and "not an open dispute" in again.err
    assert xpert("undo", P, *OMAR).code == 0
    assert [it["id"] for it in listed(xpert, "--open")] == [id_]


def test_said_again_it_replaces_and_is_open_again_and_it_is_withdrawn(xpert):
    id_ = disputed(xpert)
    assert resolved(xpert, id_, "dismissed").code == 0
    assert disputed(xpert, "--reason", "Still.") == id_
    (one,) = listed(xpert)
    assert (one["reason"], one["state"]) == ("Still.", "open")
    assert xpert("dispute", "withdraw", P, id_, *OMAR).code != 0, "it is lena's word"
    assert xpert("dispute", "withdraw", P, id_, *LENA).code == 0
    assert listed(xpert) == []
    said = xpert("dispute", "support", P, a_response(xpert), "1", "--expert", "wei", *LENA)
    assert said.code == 0 and [it["state"] for it in listed(xpert)] == ["support"]
    assert listed(xpert, "--open") == []


def test_an_upheld_dispute_of_a_judgment_has_it_decided_again(xpert):
    theirs = disputed(xpert, on=("--expert", "wei"))
    assert resolved(xpert, theirs, "judgment").code != 0, "Omar confirmed it"
    assert xpert("dispute", "withdraw", P, theirs, *LENA).code == 0
    id_ = disputed(xpert, on=("--expert", "wei"), person=OMAR)
    own = resolved(xpert, id_, "judgment")
    assert own.code != 0 and "your own dispute" in own.err
    assert resolved(xpert, id_, "judge", person=LENA).code == 2, "no verdict is disputed"
    done = xpert(
        "dispute", "resolve", P, id_, "judgment", "--reason", "Look again.", "--json", *LENA
    ).json
    with ProjectFile.open(Path(P), read_only=True) as opened, opened.reading() as tx:
        (one,) = entities.find_all(
            tx, Judgment, response_id=IDS[0], expert_id="wei", checkpoint_id=listed_point(xpert)
        )
        assert log.find_change(tx, done["change"]) is not None
    assert (one.status, one.note) == (JudgmentStatus.SUBMITTED, "Look again.")
    (seen,) = listed(xpert)
    assert seen["resolution"]["change"] == done["change"]
    assert seen["changed_since"] == ["said"]
    assert xpert("judge", "list", P, *OMAR).out.count("wei") == 1, "it waits to be confirmed"
    assert xpert("undo", P, *LENA).code == 0
    (seen,) = listed(xpert)
    assert (seen["state"], seen["changed_since"]) == ("open", [])


def listed_point(xpert):
    return listed(xpert)[0]["checkpoint"]


def test_an_upheld_dispute_reopens_the_rubric_or_changes_the_policy(xpert):
    id_ = disputed(xpert)
    refused = resolved(xpert, id_, "checkpoint")
    assert refused.code != 0 and "not a lead" in refused.err, "only leads open a rubric again"
    assert [it["state"] for it in listed(xpert)] == ["open"], "nothing of it was done"
    assert xpert("dispute", "withdraw", P, id_, *LENA).code == 0
    id_ = disputed(xpert, person=OMAR)
    assert resolved(xpert, id_, "checkpoint", person=LENA).code == 0
    with ProjectFile.open(Path(P), read_only=True) as opened, opened.reading() as tx:
        assert tasks.get_task(tx, "t1").standing is Stage.RUBRIC
    other = disputed(xpert, point="2", person=OMAR)
    assert resolved(xpert, other, "policy", "--policy", "Round half up.", person=LENA).code == 0
    assert "Round half up." in xpert("people", "grading-policy", P, "--json").out
    assert resolved(xpert, other, "dismissed", "--policy", "x", person=LENA).code == 1


def test_a_dispute_says_what_has_changed_since(xpert, studio):
    id_ = disputed(xpert, person=OMAR)
    assert xpert("task", "reopen", P, "t1", "--reason", "Typo.", *LENA).code == 0
    with ProjectFile.open(Path(P), read_only=True) as opened, opened.reading() as tx:
        author = tasks.get_task(tx, "t1").author_id
    edited = xpert("rubric", "edit", P, "t1", "1", "--text", "Names another month.", "--as", author)
    assert edited.code == 0, edited
    (one,) = listed(xpert)
    assert one["changed_since"] == ["gone"], "the verdict rests on another text"
    assert "not there any more" in xpert("dispute", "list", P, *LENA).out
    assert resolved(xpert, id_, "judge", person=LENA).code != 0
    assert resolved(xpert, id_, "dismissed", person=LENA).code == 0


def test_an_expert_disputes_only_how_their_own_judgment_was_overridden(xpert):
    own = xpert("dispute", "add", P, a_response(xpert), "1", "--expert", "wei", *WHY, *WEI)
    assert own.code != 0 and "your own judgment" in own.err
    verdict = xpert("dispute", "add", P, a_response(xpert), "1", "--judge", "j1", *WHY, *WEI)
    assert verdict.code != 0
    assert xpert("disagreements", P, "--judge", "j1", *LENA).code == 0
    id_ = disputed(xpert, on=("--expert", "wei"), person=OMAR)
    assert resolved(xpert, id_, "judgment", person=LENA).code == 0
    done = xpert(
        "judge",
        "override",
        P,
        a_response(xpert),
        "wei",
        "1",
        "--value",
        "not met",
        "--note",
        "No.",
        *OMAR,
    )
    assert done.code == 0, done
    mine = disputed(xpert, on=("--expert", "wei"), person=WEI)
    assert [it["id"] for it in listed(xpert, person=WEI)] == [mine]
    assert resolved(xpert, mine, "dismissed", person=WEI).code != 0
    assert resolved(xpert, mine, "dismissed", person=OMAR).code != 0, "he overrode it"
    assert resolved(xpert, mine, "dismissed", person=LENA).code == 0


def test_texts_say_who_reads_a_reason_and_what_became_of_it(xpert):
    at = ("add", P, a_response(xpert), "1", "--judge", "j1")
    missing = xpert("dispute", *at, *LENA).err
    assert "adjudicator reads" in missing and "author" not in missing
    assert "at most 2,000" in xpert("dispute", *at, "--reason", "x" * 2_001, *LENA).err
    id_ = disputed(xpert, "--reason", "y" * 2_000)
    assert "y" * 90 not in xpert("dispute", "list", P, *LENA).out
    assert "y" * 2_000 in xpert("dispute", "list", P, "--json", *LENA).out
    done = resolved(xpert, id_, "judge").out
    assert "Upheld: the judge’s error." in done and "judge." not in done.split()


@pytest.mark.parametrize("is_gone", [False, True])
def test_nobody_decides_on_their_own_dispute(xpert, is_gone):
    id_ = disputed(xpert)
    if is_gone:
        assert xpert("task", "reopen", P, "t1", "--reason", "Typo.", *LENA).code == 0
        with ProjectFile.open(Path(P), read_only=True) as opened, opened.reading() as tx:
            author = tasks.get_task(tx, "t1").author_id
        xpert("rubric", "edit", P, "t1", "1", "--text", "Names month 31.", "--as", author)
    (seen,) = listed(xpert)
    assert (seen["may_resolve"], "gone" in seen["changed_since"]) == (False, is_gone)
    done = resolved(xpert, id_, "dismissed", person=LENA)
    assert done.code == 5 and "your own dispute" in done.err and "withdraw" in done.err
    assert "Resolve it" not in xpert("dispute", "show", P, id_, *LENA).out
    assert listed(xpert, person=OMAR)[0]["may_resolve"]
    assert resolved(xpert, id_, "dismissed").code == 0


@pytest.mark.parametrize("person", [*PENDING, "vera"])
def test_who_is_blind_does_not_learn_whether_others_have_decided(xpert, person):
    at = ("add", P, a_response(xpert), "1", *WHY, "--as", person)
    said = {
        xpert("dispute", *at, *on).err
        for on in (("--expert", "wei"), ("--expert", "nobody"), ("--expert", "kim"),
                   ("--judge", "j1"))
    }  # fmt: skip
    assert len(said) == 1 and "has submitted" not in said.pop()
    unknown = xpert("dispute", *at, "--judge", "j9").err
    assert "j1" not in unknown


@pytest.mark.parametrize("person", [*PENDING, "wei", "vera"])
def test_who_still_judges_or_must_not_see_decisions_sees_and_does_nothing(xpert, person):
    id_ = disputed(xpert)
    assert listed(xpert, person=("--as", person)) == []
    for words in (
        ("add", P, a_response(xpert), "1", "--judge", "j1", *WHY),
        ("support", P, a_response(xpert), "1", "--judge", "j1"),
        ("show", P, id_),
        ("withdraw", P, id_),
        ("resolve", P, id_, "dismissed", "--reason", "So."),
        ("repair", P, "t1/c1"),
    ):
        done = xpert("dispute", *words, "--as", person)
        assert done.code != 0, (person, words)
        assert "month 30” are" not in done.out + done.err


def test_what_cannot_be_meant_is_refused_with_its_remedy(xpert):
    at = (P, a_response(xpert))
    for words, said in (
        (("add", *at, "1", *WHY), "--judge or --expert"),
        (("add", *at, "1", "--judge", "j1", "--expert", "wei", *WHY), "--judge or --expert"),
        (("add", *at, "99", "--judge", "j1", *WHY), "no checkpoint 99"),
        (("add", *at, "1", "--judge", "j9", *WHY), "j9"),
        (("add", *at, "1", "--expert", "maria", *WHY), "has submitted no judgment"),
        (("add", *at, "1", "--judge", "j1"), "say why"),
        (("show", P, "d-none"), "no dispute d-none"),
        (("repair", P, "c1"), "No checkpoint c1 is disputed"),
    ):
        done = xpert("dispute", *words, *LENA)
        assert done.code != 0 and said in " ".join(done.err.split()), (words, done)
    assert xpert("dispute", "list", P, *LENA).out.startswith("Nothing is disputed")
    of_judge, of_expert = (
        disputed(xpert, on=on, person=OMAR) for on in (("--judge", "j1"), ("--expert", "wei"))
    )
    for words, said in (
        ((of_judge, "judgment"), "no judgment"),
        ((of_expert, "judge"), "no verdict"),
        ((of_judge, "judge", "--policy", "Be strict."), "the outcome is another one"),
        ((of_judge, "judge", "--reason", " "), "say why"),
    ):
        done = xpert("dispute", "resolve", P, "--reason", "So.", *words, *LENA)
        assert done.code != 0 and said in " ".join(done.err.split()), (words, done)
    assert "wei: met" in xpert("dispute", "show", P, of_expert, *OMAR).out


def test_the_share_that_is_upheld_is_over_families():
    said = [
        SimpleNamespace(
            task=SimpleNamespace(id=f"t{place}", family="a" if place < 8 else "b"),
            value=SimpleNamespace(says=Stance.DISPUTE),
            resolution=SimpleNamespace(outcome=Outcome.JUDGE if place < 6 else Outcome.DISMISSED),
            is_upheld=place < 6,
        )
        for place in range(FEWEST)
    ]
    found = counted("j1", "j1", said)
    assert (found.upheld, found.dismissed, found.open) == (6, 4, 0)
    assert (found.upheld_share.value, found.upheld_share.tasks) == (0.6, 2)
    assert "60 % of the resolved are upheld" in verdict(found)
    assert counted("j1", "j1", said[1:]).upheld_share is None


def test_the_section_counts_and_a_bundle_keeps_disputes_private(xpert, tmp_path):
    first = disputed(xpert)
    disputed(xpert, point="2", on=("--expert", "wei"))
    xpert("dispute", "support", P, a_response(xpert), "2", "--judge", "j1", *LENA)
    assert resolved(xpert, first, "judge").code == 0
    data = xpert("sections", P, "disputes", "--json", *LENA).json
    told = {
        name: data[name] for name in ("disputed", "supported", "open", "upheld", "upheld_share")
    }
    assert told == {"disputed": 2, "supported": 1, "open": 1, "upheld": 1, "upheld_share": None}
    (judge,) = data["by"]["judge"]
    assert (judge["id"], judge["disputed"], judge["supported"]) == ("j1", 1, 1)
    assert data["by"]["checkpoint"][0]["upheld"] == 1
    said = " ".join(xpert("sections", P, "disputes", *LENA).out.split())
    assert "not enough resolved for a share: 1 of 10" in said
    before = listed(xpert)
    assert xpert("export", P, "whole", *LENA).code == 0
    assert xpert("import", "again.xpert", "whole", "--new", *LENA).code == 0
    after = xpert("dispute", "list", "again.xpert", "--json", *LENA).json
    assert [{**it, "response": ""} for it in after] == [{**it, "response": ""} for it in before]
    assert xpert("export", P, "open", "--public", "--all-stages", *LENA).code == 0
    assert not any("dispute" in path.name for path in (tmp_path / "open").iterdir())


def test_disputes_and_resolutions_of_a_bundle_are_known_by_what_they_say(xpert, tmp_path):
    """The records of a bundle may have other ids than the program makes."""
    assert resolved(xpert, disputed(xpert), "dismissed").code == 0
    disputed(xpert, point="2")
    assert xpert("export", P, tmp_path / "b", *LENA).code == 0
    (tmp_path / "b" / "manifest.json").unlink()
    for kind in ("dispute", "resolution"):
        file = tmp_path / "b" / f"pack.disputes.{kind}.jsonl"
        found = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        one = found[-1]  # the second dispute; the resolution is of the first
        del one["content_hash"]
        one["id"] = "other"
        made = [*found, one | {"id": "twice"}] if kind == "dispute" else found
        file.write_text("".join(f"{json.dumps(row)}\n" for row in made), "utf-8")
    assert xpert("import", "again.xpert", tmp_path / "b", "--new", *LENA).code == 0
    known = xpert("dispute", "list", "again.xpert", "--json", *LENA).json
    assert [one["state"] for one in known] == ["dismissed", "open", "open"]
    words = ("2", "--judge", "j1", "--reason", "Said anew.")
    assert xpert("dispute", "add", "again.xpert", a_response(xpert), *words, *LENA).code == 0
    known = xpert("dispute", "list", "again.xpert", "--json", *LENA).json
    assert [(one["state"], one["reason"]) for one in known][1:] == [("open", "Said anew.")]
