"""Three people write, review and judge a task from the command line, and try to cheat."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
from pathlib import Path

import pytest

from xpert_studio.cli.terminal_form import excerpts
from xpert_studio.core.store import checksums
from xpert_studio.core.store.schema import log as table

BRIEF = {
    "--title": "A lease", "--domain": "Law", "--language": "en", "--difficulty": "hard",
    "--context": "You advise the tenant of a shop.",
    "--materials": "The lease runs for 5 years. Clause 9 allows a break at month 30.",
    "--deliverables": "Write a memo that says whether the tenant can leave. Name the clause.",
    "--reference": "The tenant can leave at month 30. Clause 9 is the ground.",
    "--checklist": "ynyy,0.3",
}  # fmt: skip
LINES = (
    "States that the tenant can leave at month 30.",
    "Names clause 9 as the ground.",
    "Warns that rent is due until month 30.",
)


@pytest.mark.parametrize("name", ["Chen  Wei", "chen wei", "CHEN-WEI", "Ｃｈｅｎ Ｗｅｉ"])
def test_a_second_person_of_one_name_is_not_added_unless_that_is_said(xpert, name):
    assert xpert("new", "p.xpert", "--as", "lena").code == 0
    add = ("people", "add", "p.xpert")
    assert xpert(*add, "wei", "--name", "Chen Wei", "--as", "lena").code == 0
    refused = xpert(*add, "wei2", "--name", name, "--as", "lena")
    assert refused.code == 2
    assert "Chen Wei is in the project already: wei." in refused.err
    assert "--namesake" in refused.err
    assert xpert(*add, "other", "--as", "lena").code == 0
    renamed = ("people", "change", "p.xpert", "other", "--name", name, "--as", "lena")
    assert "Chen Wei is in the project already" in xpert(*renamed).err
    assert xpert(*renamed, "--namesake").code == 0
    assert xpert(*add, "WEI", "--as", "lena").code == 0, "an id is no name"
    assert xpert(*add, "Wei", "--as", "lena").code == 2, "but two ids differ by more than case"
    assert xpert(*add, "wei2", "--name", name, "--namesake", "--as", "lena").code == 0
    people = xpert("people", "list", "p.xpert", "--json").json
    assert {one["id"]: one["name"] for one in people}["other"] == name


def test_a_lead_describes_dimensions(law, xpert):
    def told():
        return xpert("people", "vocabulary", "law.xpert", "--json").json

    plain = told()
    assert plain["own_descriptions"] == {}
    assert set(plain["descriptions"]) == set(plain["dimensions"])
    assert all(plain["descriptions"].values())
    words = ("people", "vocabulary", "law.xpert", "--as")
    done = xpert(
        *words, "lena", "--add-dimension", "Form", "--describe", "form = As a=b\nasks.",
        "--describe", "Other=The rest.",
    )  # fmt: skip
    assert done.code == 0
    after = told()
    assert after["own_descriptions"] == {"Form": "As a=b asks.", "Other": "The rest."}
    assert after["descriptions"] == plain["descriptions"] | after["own_descriptions"]
    assert "  Form: As a=b asks.\n" in xpert("people", "vocabulary", "law.xpert").out
    assert xpert(*words, "lena", "--describe", "Other=", "--json").json["change"]
    assert told()["own_descriptions"] == {"Form": "As a=b asks."}
    assert told()["descriptions"]["Other"] == plain["descriptions"]["Other"]
    for who, pair, why in (
        ("wei", "Form=No.", "not a lead"), ("lena", "Shape=Round.", "not a dimension"),
        ("lena", "Form", "names nothing"),
    ):  # fmt: skip
        refused = xpert(*words, who, "--describe", pair)
        assert refused.code != 0
        assert why in refused.err
    assert told()["own_descriptions"] == {"Form": "As a=b asks."}


def found_law(xpert) -> None:
    """A project with a lead, an author, a reviewer and a senior expert."""
    assert xpert("new", "law.xpert", "--as", "lena", "--your-name", "Lena").code == 0
    for who, *roles in (
        ("wei", "author", "expert"), ("maria", "reviewer", "expert"), ("omar", "senior"),
    ):  # fmt: skip
        options = [word for role in roles for word in ("--role", role)]
        add = ("people", "add", "law.xpert", who, "--as", "lena", "--domain", "law", *options)
        assert xpert(*add).code == 0
        qualify = ("people", "qualify", "law.xpert", who, "passed", "--as", "lena")
        assert xpert(*qualify, "--exemption", "Known.").code == 0
    assert (
        xpert("people", "policy", "law.xpert", "--as", "lena", "--min-checkpoints", "3").code == 0
    )


def write_brief(xpert) -> None:
    found_law(xpert)
    options = [word for pair in BRIEF.items() for word in pair]
    new = ("task", "new", "law.xpert", "--id", "t", *options, "--as", "wei")
    assert xpert(*new).code == 0


def write_rubric(xpert) -> None:
    write_brief(xpert)
    assert xpert("task", "submit", "law.xpert", "t", "--as", "wei").code == 0
    accept = ("task", "accept", "law.xpert", "t", "--criteria", "yyyyy", "--as", "lena")
    assert xpert(*accept).code == 0
    for text in LINES:
        add = ("rubric", "add", "law.xpert", "t", text, "--dimension", "Domain Expertise")
        assert xpert(*add, "--as", "wei").code == 0


def get_ready(xpert) -> None:
    write_rubric(xpert)
    assert xpert("rubric", "submit", "law.xpert", "t", "--as", "wei").code == 0
    assert xpert("review", "read", "law.xpert", "t", "--as", "maria").code == 0
    assert xpert("review", "approve", "law.xpert", "t", "--as", "maria").code == 0
    draw = ("review", "sample", "law.xpert", "--seed", "1", "--share", "0")
    assert xpert(*draw, "--as", "lena").code == 0
    Path("a.md").write_text("The tenant can leave at month 30 under clause 9.")
    Path("b.md").write_text("Stay where you are.")
    for system, file, *more in (("aurora", "a.md", "--baseline"), ("borealis", "b.md")):
        add = ("response", "add", "law.xpert", system, f"t={file}", *more)
        assert xpert(*add, "--as", "lena").code == 0


@pytest.fixture
def law(xpert, begin):
    """Runs a command ``by`` a person; the project has people."""
    begin(found_law)

    def call(*words, by=None, keys=None, monkeypatch=None):
        return xpert(*words, *(("--as", by) if by else ()))

    return call


@pytest.fixture
def brief(law, begin):
    begin(write_brief)
    return law


@pytest.fixture
def rubric(brief, begin):
    begin(write_rubric)
    return brief


@pytest.fixture
def ready(rubric, begin):
    begin(get_ready)
    return rubric


@pytest.fixture
def type_keys(xpert, monkeypatch):
    """Judges with keys that come from a pipe, one a line."""

    def type_keys(keys, *words):
        monkeypatch.setattr(sys, "stdin", io.StringIO(keys))
        return xpert("judge", "start", "law.xpert", *words)

    return type_keys


def test_a_brief_that_lacks_something_says_what(law):
    law("task", "new", "law.xpert", "--id", "t", "--title", "A lease", by="wei")
    said = law("task", "submit", "law.xpert", "t", "--json", by="wei")
    assert said.code == 1
    assert said.json["error"] == "IncompleteError"
    assert any("Reference answer" in line for line in said.json["missing"])
    assert "Work context is missing." in law("task", "show", "law.xpert", "t").out


@pytest.mark.parametrize(
    ("words", "who", "why"),
    [
        (("task", "accept", "law.xpert", "t"), "wei", "not a lead or a senior"),
        (("task", "edit", "law.xpert", "t", "--title", "Mine"), "maria", "Only its author"),
        (("rubric", "add", "law.xpert", "t", "Names it."), "lena", "Only its author"),
        (("people", "add", "law.xpert", "eve"), "wei", "not a lead"),
        (("people", "qualify", "law.xpert", "lena", "passed"), "lena", "their own qualification"),
        (("people", "policy", "law.xpert", "--min-checkpoints", "1"), "maria", "not a lead"),
        (("review", "approve", "law.xpert", "t"), "maria", "cannot be reviewed now"),
        (("task", "discard", "law.xpert", "t", "--reason", "No."), "maria", "not a lead"),
        (("undo", "law.xpert"), "maria", "nothing of"),
    ],
)
def test_cheating_at_a_gate_is_refused_with_a_reason(brief, words, who, why):
    said = brief(*words, by=who)
    assert said.code == (1 if why in {"cannot be reviewed now", "nothing of"} else 5), said.out
    assert why in said.err


def test_who_you_are_has_to_be_said_and_known(brief):
    said = brief("task", "submit", "law.xpert", "t")
    assert (said.code, "Who are you?" in said.err) == (2, True)
    said = brief("task", "submit", "law.xpert", "t", by="mallory")
    assert (said.code, "no person mallory" in said.err) == (2, True)


def test_a_rubric_is_written_split_merged_moved_and_taken_back(rubric):
    split = ("rubric", "split", "law.xpert", "t", "2", "Names clause 9.", "Quotes clause 9.")
    assert rubric(*split, by="wei").code == 0
    assert rubric("rubric", "merge", "law.xpert", "t", "3", "4", by="wei").code == 0
    assert rubric("rubric", "move", "law.xpert", "t", "3", "--to", "1", by="wei").code == 0
    lines = rubric("rubric", "show", "law.xpert", "t", "--json").json["lines"]
    assert [line["text"] for line in lines] == [
        "Quotes clause 9. Warns that rent is due until month 30.",
        "States that the tenant can leave at month 30.",
        "Names clause 9.",
    ]
    for _ in range(3):
        assert rubric("undo", "law.xpert", by="wei").code == 0
    lines = rubric("rubric", "show", "law.xpert", "t", "--json").json["lines"]
    assert tuple(line["text"] for line in lines) == LINES
    for _ in range(3):
        assert rubric("redo", "law.xpert", by="wei").code == 0
    assert rubric("redo", "law.xpert", by="wei").code == 1


def test_the_linter_finds_and_fixes(rubric):
    text = "Names clause 9 and cites the break date of month 30."
    add = ("rubric", "add", "law.xpert", "t", text, "--dimension", "Other")
    assert rubric(*add, by="wei").code == 0
    said = rubric("lint", "check", "law.xpert", "t", "--json")
    assert said.code == 1
    (finding,) = (f for f in said.json[0]["findings"] if f["rule"] == "compound")
    assert finding["line"] == 4
    assert text[finding["start"] : finding["end"]].strip() == "and"
    assert rubric("lint", "fix", "law.xpert", "t", "4", by="wei").code == 0
    lines = rubric("rubric", "show", "law.xpert", "t", "--json").json["lines"]
    assert [line["text"] for line in lines][3:] == [
        "Names clause 9.", "Cites the break date of month 30.",
    ]  # fmt: skip


def test_a_dismissed_finding_comes_back_when_the_line_is_edited(rubric):
    add = ("rubric", "add", "law.xpert", "t", "Gives a good summary of clause 9.")
    rubric(*add, "--dimension", "Other", by="wei")
    dismiss = ("lint", "dismiss", "law.xpert", "t", "subjective", "4")
    assert rubric(*dismiss, by="wei").code == 2
    assert rubric(*dismiss, "--reason", "House style.", by="wei").code == 0
    told = rubric("lint", "check", "law.xpert", "t", "--dismissed").out
    assert "4  subjective: dismissed by wei: House style." in told
    rules = {
        f["rule"] for f in rubric("lint", "check", "law.xpert", "t", "--json").json[0]["findings"]
    }
    assert "subjective" not in rules
    rubric("rubric", "edit", "law.xpert", "t", "4", "--text", "Gives a good summary.", by="wei")
    rules = {
        f["rule"] for f in rubric("lint", "check", "law.xpert", "t", "--json").json[0]["findings"]
    }
    assert "subjective" in rules


def test_an_outline_is_a_proposal_line_by_line(rubric):
    made = rubric("draft", "make", "law.xpert", "t", "--json", by="wei").json
    assert made["cost"] == 0
    suggestions = rubric("draft", "show", "law.xpert", "t", "--json").json
    assert all(item["source"] for item in suggestions)
    assert len(rubric("rubric", "show", "law.xpert", "t", "--json").json["lines"]) == 3
    assert rubric("draft", "reject", "law.xpert", "t", "2", by="wei").code == 0
    take = ("draft", "accept", "law.xpert", "t", "1", "--text", "Writes a memo on the break.")
    assert rubric(*take, by="wei").code == 0
    last = rubric("rubric", "show", "law.xpert", "t", "--json").json["lines"][-1]
    assert last["text"] == "Writes a memo on the break."
    assert last["drafted_by"] is None
    left = rubric("draft", "show", "law.xpert", "t", "--json").json
    assert len(left) == len(suggestions) - 2


def test_review_round_by_round(rubric):
    assert rubric("rubric", "submit", "law.xpert", "t", by="wei").code == 0
    comment = ("review", "comment", "law.xpert", "t", "Which month?", "--checkpoint", "1")
    made = rubric(*comment, "--aspect", "clarity", "--json", by="maria").json["comment"]
    assert rubric("review", "approve", "law.xpert", "t", by="maria").code == 1
    assert rubric("review", "request-changes", "law.xpert", "t", by="maria").code == 0
    edit = ("rubric", "edit", "law.xpert", "t", "1", "--text", "States the exit at month 30.")
    assert rubric(*edit, by="wei").code == 0
    diff = rubric("rubric", "diff", "law.xpert", "t", "--json").json
    (line,) = diff["lines"]
    assert line["class"] == "substance"
    assert "".join(w["text"] for w in line["words"] if w["op"] != "added") == LINES[0]
    shown = rubric("rubric", "diff", "law.xpert", "t").out
    assert shown.startswith("1  edited, substance\n")
    assert "[-tenant" in shown
    assert "{+exit" in shown
    assert rubric("rubric", "diff", "law.xpert", "t", "--old", "7").code == 2
    assert rubric("rubric", "submit", "law.xpert", "t", by="wei").code == 1
    assert rubric("review", "reply", "law.xpert", made, "Said it.", by="wei").code == 0
    assert rubric("rubric", "submit", "law.xpert", "t", by="wei").code == 0
    assert rubric("review", "resolve", "law.xpert", made, by="wei").code == 5
    assert rubric("review", "resolve", "law.xpert", made, by="maria").code == 0
    assert rubric("review", "approve", "law.xpert", "t", by="wei").code == 5
    assert rubric("review", "read", "law.xpert", "t", by="maria").code == 0
    assert rubric("review", "approve", "law.xpert", "t", by="maria").code == 0
    revisions = rubric("rubric", "revisions", "law.xpert", "t", "--json").json
    assert [item["state"] for item in revisions] == ["sent_back", "approved"]


def test_judging_in_the_terminal_is_blind_and_resumes(ready, type_keys):
    waiting = ready("judge", "list", "law.xpert", "--json", by="maria").json["to_judge"]
    first = waiting[0]["response"]
    said = type_keys("m It says month 30.\nq\n", first, "--as", "maria")
    assert said.code == 0
    assert "1 of 3 checkpoints are done" in said.out
    assert "aurora" not in said.out + said.err
    assert "borealis" not in said.out + said.err
    said = type_keys("s\nm Clause 9 it is.\nn\nIt is silent.\nu\nx\nn It is silent.\ns\n", first,
                     "--as", "maria")  # fmt: skip
    assert "Checkpoint 2 is undecided." in said.out
    assert "The form is submitted" in said.out
    shown = ready("judge", "show", "law.xpert", first, "--json", by="maria").json
    assert [line["met"] for line in shown["lines"]] == [True, True, False]
    assert shown["submitted_at"]
    assert ready("judge", "mark", "law.xpert", first, "1", "--not-met", by="maria").code == 1


def test_evidence_is_looked_up_in_the_response(ready, type_keys):
    waiting = ready("judge", "list", "law.xpert", "--json", by="maria").json["to_judge"]
    first = waiting[0]["response"]  # the baseline comes first
    keys = "e month  30\ne tenant ... month\ne nowhere to be found\n/ MONTH 30\n/ year\nq\n"
    said = type_keys(keys, first, "--as", "maria").out
    assert "… The tenant can leave at month 30" in said
    assert "It is not in the response." in said
    shown = ready("judge", "show", "law.xpert", first, "--json", by="maria").json
    assert shown["lines"][0]["evidence"] == ["month 30", "tenant can leave at month"]


def test_places_of_words_are_shown_where_folded_letters_are_longer():
    (shown,) = excerpts("ß" * 200 + " The NOTICE came late. " + "ß" * 200, "notice")
    assert " The NOTICE came late. " in shown


def test_one_checkpoint_is_judged_with_two_passages_and_taken_back(ready):
    (first, *_) = ready("judge", "list", "law.xpert", "--json", by="maria").json["to_judge"]
    mark = ("judge", "mark", "law.xpert", first["response"], "2")
    quotes = ("--quote", "month 30", "--quote", "clause 9")
    said = ready(*mark, "--met", "--rationale", "It does.", *quotes, by="maria")
    assert (said.code, said.out) == (0, "Judged a checkpoint (t).\n"), said.err
    shown = ("judge", "show", "law.xpert", first["response"], "--json")
    line = ready(*shown, by="maria").json["lines"][1]
    assert (line["met"], line["rationale"]) == (True, "It does.")
    assert line["evidence"] == ["month 30", "clause 9"]
    assert ready(*mark, "--undecided", by="maria").code == 0
    line = ready(*shown, by="maria").json["lines"][1]
    assert (line["met"], line["rationale"]) == (None, "It does.")
    assert ready(*mark, "--value", "much", by="maria").code == 2
    assert ready(*mark[:-1], "1-3", "--met", by="maria").code == 2


def test_confirming_overriding_and_agreeing(ready, type_keys):
    first = ready("judge", "list", "law.xpert", "--json", by="maria").json["to_judge"][0][
        "response"
    ]
    type_keys("m a\nm b\nn c\ns\n", first, "--as", "maria")
    type_keys("m a\nn b\nn c\ns\n", first, "--as", "wei")
    assert ready("judge", "confirm", "law.xpert", first, "maria", by="maria").code == 5
    unread = ready("judge", "confirm", "law.xpert", first, "maria", by="omar")
    assert unread.code == 1
    assert "has been read" in unread.err
    shown = ready("judge", "read", "law.xpert", first, "maria", by="omar")
    assert "judgments read." in shown.out
    assert ready("judge", "confirm", "law.xpert", first, "maria", by="omar").code == 0
    override = ("judge", "override", "law.xpert", first, "wei", "2")
    assert ready(*override, by="omar").code == 2
    assert ready(*override, "--note", "It does.", by="omar").code == 0
    assert ready("judge", "read", "law.xpert", first, "wei", by="omar").code == 0
    assert ready("judge", "confirm", "law.xpert", first, "wei", by="omar").code == 0
    agreement = ready("judge", "agreement", "law.xpert", "--json", by="lena").json
    assert (agreement["items"], agreement["agreed"], agreement["kappa"]) == (3, 3, None)
    (pair,) = agreement["pairs"]
    assert (pair["items"], pair["accuracy"], pair["kappa"]) == (3, 1.0, None)
    said = ready("judge", "agreement", "law.xpert", by="lena").out
    assert f"fewer than {agreement['least_shared_for_kappa']} shared ratings" in said
    assert ready("undo", "law.xpert", by="omar").code == 0
    assert ready("undo", "law.xpert", by="omar").code == 0
    agreement = ready("judge", "agreement", "law.xpert", "--json", by="lena").json
    assert (agreement["disagreements"], agreement["withheld"]) == ([], 1), "she may judge it too"
    assert ready("judge", "unblind", "law.xpert", first, by="wei").code == 5
    assert (
        "Unblinded responses. Responses: 2."
        in ready("judge", "unblind", "law.xpert", by="lena").out
    )
    agreement = ready("judge", "agreement", "law.xpert", "--json", by="lena").json
    assert agreement["disagreements"][0]["text"] == LINES[1]
    side = ready("judge", "forms", "law.xpert", first, "--json", by="omar").json
    assert [line["disputed"] for line in side["lines"]] == [False, True, False]
    assert ready("judge", "forms", "law.xpert", first, by="maria").code == 5
    forms = ready("gold", "list", "law.xpert", "--json").json["forms"]
    assert [(form["expert"], form["anchor"]) for form in forms] == [("maria", None)], "blind"
    forms = ready("gold", "list", "law.xpert", "--json", by="lena").json["forms"]
    assert [(form["expert"], form["anchor"]) for form in forms] == [("maria", "by rule")]


def test_search_and_history_tell_and_do_not_give_systems_away(ready, type_keys):
    type_keys("m It is in the memo.\nq\n", "--as", "maria")
    hits = ready("search", "law.xpert", "clause", "--json").json
    assert {hit["kind"] for hit in hits} >= {"task", "checkpoint", "response"}
    assert "aurora" not in str(hits)
    assert ready("search", "law.xpert", "nothing-like-it").out.strip() == "Nothing was found."
    ready("judge", "unblind", "law.xpert", by="lena")
    events = ready("history", "law.xpert", "--limit", "0", "--json", by="lena").json
    assert [event["command"] for event in events][:2] == ["response.unblind", "response.unblind"]
    assert [event["command"] for event in events][-1] == "project.create"
    assert {"task.accept", "rubric.submit", "review.approve", "judgment.draft"} <= {
        e["command"] for e in events
    }
    assert ready("history", "law.xpert", "--task", "nowhere").code == 2


def test_a_log_is_verified_and_an_altered_row_is_named(ready, tmp_path):
    verify = ("history", "law.xpert", "--verify")
    fits = ready(*verify, "--json")
    assert fits.code == 0
    assert fits.json["problems"] == []
    assert f"{fits.json['rows']} rows, head {fits.json['head'][:16]}" in ready(*verify).out
    raw = sqlite3.connect(tmp_path / "law.xpert")
    checksums.teach(raw)
    raw.execute("UPDATE log SET reason = 'another' WHERE pk = 2")
    checksums.fill(raw, table)
    raw.commit()
    raw.close()
    altered = ready(*verify)
    assert altered.code == 1
    assert "Row 2 of the log is not as it was written" in altered.out
    assert "backup" in altered.out
    assert len(ready(*verify, "--json").json["problems"]) == 1


def test_an_edit_says_what_it_makes_stale(ready, type_keys):
    first = ready("judge", "list", "law.xpert", "--json", by="maria").json["to_judge"][0][
        "response"
    ]
    type_keys("m a\nm b\nn c\ns\n", first, "--as", "maria")
    assert ready("score", "law.xpert", "--judge", "baseline", by="lena").code == 0
    reopen = ("task", "reopen", "law.xpert", "t", "--reason", "Line 1.")
    assert ready(*reopen, by="lena").code == 0
    edit = ("rubric", "edit", "law.xpert", "t", "1", "--text", "States that it ends at month 36.")
    said = ready(*edit, "--json", by="wei").json
    assert said["made_stale"] == {"judgments": 1, "verdicts": 2}
    facts = ready("info", "law.xpert", "--json").json
    assert facts["stale"] == {"judgments": 1, "verdicts": 2}
    assert "excluded" in ready("leaderboard", "law.xpert", by="lena").err
    assert ready("undo", "law.xpert", "--json", by="wei").json["renewed"]["verdicts"] == 2
    ready("redo", "law.xpert", by="wei")
    assert ready("score", "law.xpert", "--judge", "baseline", by="lena").code == 0
    facts = ready("info", "law.xpert", "--json").json
    assert facts["stale"]["verdicts"] == 2  # the new rubric makes another embedded judge
    assert len(facts["judges"]) == 2


def test_a_rubric_goes_out_to_a_spreadsheet_and_comes_back(rubric, tmp_path):
    assert rubric("rubric", "export", "law.xpert", "r.xlsx", "t").code == 0
    said = rubric("rubric", "import", "law.xpert", "t", "r.xlsx", "--json", by="wei").json
    assert (said["added"], said["changed"], said["unchanged"]) == (0, 0, 3)
    (tmp_path / "more.csv").write_text(
        "评分标准,分值,重要性,标签\n指出违约金上限为20%。,10.0,必要,深度\n", encoding="gb18030"
    )
    take = ("rubric", "import", "law.xpert", "t", "more.csv")
    said = rubric(*take, "--json", by="wei")
    assert said.code == 1
    assert "Depth of Analysis" in said.json["missing"][0]
    assert rubric(*take, "--tag", "深度=Depth of Analysis", by="wei").code == 0
    last = rubric("rubric", "show", "law.xpert", "t", "--json").json["lines"][-1]
    assert (last["text"], last["tier"], last["dimension"]) == (
        "指出违约金上限为20%。", "Essential", "Depth of Analysis",
    )  # fmt: skip


def test_nothing_in_a_project_steers_the_terminal(rubric):
    evil = "Names \x1b[2J\x1b]0;owned\x07 clause 9\u202e."
    assert rubric("rubric", "add", "law.xpert", "t", evil, by="wei").code == 0
    for words in (("rubric", "show", "law.xpert", "t"), ("search", "law.xpert", "owned"),
                  ("lint", "check", "law.xpert", "t")):  # fmt: skip
        said = rubric(*words)
        assert "\x1b" not in said.out + said.err
        assert "\u202e" not in said.out + said.err
    assert rubric("task", "new", "law.xpert", "--id", "../x", by="wei").code == 2


def test_a_rubric_with_few_checkpoints_is_submitted_with_a_reason(rubric, tmp_path):
    submit = ("rubric", "submit", "law.xpert", "t")
    assert rubric("rubric", "remove", "law.xpert", "t", "3", by="wei").code == 0
    refused = rubric(*submit, by="wei")
    assert refused.code == 2
    assert "The number of checkpoints is 2; 3 to 40 are recommended." in refused.err
    assert "--reason" in refused.err
    assert rubric(*submit, "--reason", "One narrow question", by="wei").code == 0

    shown = rubric("review", "show", "law.xpert", "t")
    assert "reason for the number of checkpoints: One narrow question" in shown.out
    assert rubric("review", "show", "law.xpert", "t", "--json").json["reason"] == (
        "One narrow question"
    )
    assert "“One narrow question”" in rubric("history", "law.xpert", "--task", "t").out
    listed = rubric("rubric", "revisions", "law.xpert", "t", "--json").json
    assert [row["reason"] for row in listed] == ["One narrow question"]

    assert rubric("export", "law.xpert", "law-bundle").code == 0
    row = json.loads((tmp_path / "law-bundle" / "revisions.jsonl").read_text("utf-8"))
    assert row["reason"] == "One narrow question"
    assert rubric("new", "copy.xpert").code == 0
    assert rubric("import", "copy.xpert", "law-bundle", by="lena").code == 0
    copied = rubric("rubric", "revisions", "copy.xpert", "t", "--json").json
    assert [row["reason"] for row in copied] == ["One narrow question"]


def test_new_dimensions_come_with_the_rubric_or_not_at_all(brief, tmp_path):
    assert brief("task", "submit", "law.xpert", "t", by="wei").code == 0
    assert brief("task", "accept", "law.xpert", "t", "--criteria", "yyyyy", by="lena").code == 0
    (tmp_path / "more.csv").write_text("text,weight,tier,dimension\nNames it.,5,Important,Deep\n")
    take = ("rubric", "import", "law.xpert", "t", "more.csv", "--add-tags")

    def dimensions():
        return brief("people", "vocabulary", "law.xpert", "--json").json["dimensions"]

    before = dimensions()
    assert brief(*take, by="lena").code == 5  # not its author
    assert brief(*take, by="wei").code == 5  # no lead
    assert dimensions() == before
    roles = ("--role", "lead", "--role", "author")
    assert brief("people", "change", "law.xpert", "wei", *roles, by="lena").code == 0
    assert brief(*take, by="wei").code == 0
    assert [*before, "Deep"] == dimensions()
    assert brief("undo", "law.xpert", by="wei").code == 0
    assert dimensions() == before


def test_a_missing_and_an_empty_file_of_a_response_are_each_said(ready, tmp_path):
    Path("empty.md").write_text(" \n")
    Path("unclear.md").write_bytes("é".encode("latin-1"))
    for name, words in (
        ("none.md", "There is no file none.md."),
        ("unclear.md", "The encoding of unclear.md is not sure."),
        ("empty.md", "The response to t is empty, and no file is attached."),
    ):
        said = ready("response", "add", "law.xpert", "cygnus", f"t={name}", by="lena")
        assert said.code in {1, 2, 3}
        assert words in said.err
    attached = ("--attach", "t=a.md")
    add = ("response", "add", "law.xpert", "cygnus", "t=empty.md")
    assert ready(*add, *attached, by="lena").code == 0
