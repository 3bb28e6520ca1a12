"""A judge of judges that a stranger's pack brings: it decides by what others said before it."""

from __future__ import annotations

import json

import pytest

from tests.packs.lab_project import JUDGE, lab_into, program
from xpert_studio.core.judge.planning import files_reader
from xpert_studio.core.records import Attachment, Judge, JudgeSettings, Response, Task

SECOND, WEIGHED, WORDS = "lab-second-look", "lab-weighed", "lab-words"
BOTH = ("--members", f"openai,{WORDS}")


class Lab:
    """The lab's project, where its pack is installed."""

    def __init__(self, folder):
        self.folder = lab_into(folder)

    def call(self, *words, code=0, site=True, source=""):
        there = self.folder / "site" if site else ""
        done = program(*words, site=there, home=self.folder, code=source)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def score(self, judge, *words, code=0, site=True):
        """What a run of a judge says as JSON."""
        asked = ("score", "p.xpert", "--judge", judge, *words, "--as", "lena", "--json")
        return json.loads(self.call(*asked, code=code, site=site).stdout)

    def rows(self, project="p.xpert"):
        """The rows of its bundle, by file."""
        self.call("export", project, "rows-out", "--replace", "--as", "lena")
        return {
            path.stem: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            for path in (self.folder / "rows-out").glob("*.jsonl")
        }


def said_by(rows, judge):
    """The verdicts of a judge, by response and checkpoint."""
    return {
        (one["response_id"], one["checkpoint_id"]): one
        for one in rows["verdicts"]
        if one["judge_id"].startswith(judge)
    }


@pytest.fixture
def lab(tmp_path):
    return Lab(tmp_path)


def test_it_decides_by_the_verdicts_of_those_named_and_stands_as_any_judge(lab):
    words = lab.score(WORDS)["judge_id"]
    done = lab.score(SECOND, *BOTH)
    assert (done["state"], done["ok"], done["cost"]) == ("done", 15, 0)
    rows = lab.rows()
    made, first, second = (said_by(rows, one) for one in (SECOND, JUDGE, WORDS))
    stars = {(f"t1-{system}", "c2") for system in ("aster", "borage", "clover")}
    met = {at for at, one in first.items() if one["value"] >= (3 if at in stars else 1)}
    assert len(made) == 15
    assert 0 < len(met) < 15
    assert {at: one["value"] for at, one in made.items()} == {
        at: (first if at in met else second)[at]["value"] for at in made
    }
    (judge,) = [one for one in rows["judges"] if one["provider"] == SECOND]
    assert judge["settings"]["members"] == [JUDGE, words]

    again = lab.score(SECOND, *BOTH)
    assert (again["judge_id"], again["known"], again["calls"]) == (done["judge_id"], 15, 0)
    other = lab.score(SECOND, "--members", f"{WORDS},openai")
    assert other["judge_id"] != done["judge_id"]
    board = lab.call("leaderboard", "p.xpert", "--as", "lena", "--json").stdout
    assert done["judge_id"] in board
    lab.call("report", "p.xpert", "r.html", "--as", "lena")
    assert done["judge_id"] in (lab.folder / "r.html").read_text("utf-8")
    told = json.loads(lab.call("history", "p.xpert", "--as", "lena", "--json").stdout)
    assert done["run_id"] in json.dumps(told)
    assert "is sound" in lab.call("verify", "p.xpert").stdout

    lab.call("new", "q.xpert", "--solo", "--as", "lena")
    lab.call("import", "q.xpert", "rows-out", "--as", "lena")
    there = lab.rows("q.xpert")
    assert said_by(there, SECOND).keys() == made.keys()
    assert judge in there["judges"]

    alone = lab.call("leaderboard", "p.xpert", "--as", "lena", "--json", site=False).stdout
    assert done["judge_id"] in alone
    refused = lab.call(
        "score", "p.xpert", "--again", done["run_id"], "--as", "lena", "--json", code=2, site=False
    )
    assert "Scales of the lab" in json.loads(refused.stdout)["remedy"]


def test_where_a_member_has_not_judged_the_verdict_is_invalid_and_names_it(lab):
    unknown = lab.score(SECOND, *BOTH, code=2)
    assert unknown["message"] == f"There is no judge {WORDS} with verdicts here."
    assert f"--judge {WORDS}'" in unknown["remedy"]
    words = lab.score(WORDS, "--systems", "aster")["judge_id"]
    plan = lab.score(SECOND, *BOTH, "--dry-run")
    assert f"{words} has not judged 10 checkpoints of 15" in "".join(plan["notices"])
    partly = lab.score(SECOND, *BOTH, code=4)
    assert (partly["ok"], partly["invalid"]) == (10, 5)
    bad = [one for one in said_by(lab.rows(), SECOND).values() if one["state"] == "invalid"]
    assert len(bad) == 5
    assert {one["problem"] for one in bad} == {
        f"The judge {words} has no verdict on it. Run {words} first, then this judge again."
    }
    assert not any("value" in one for one in bad)
    none = lab.score(SECOND, "--members", WORDS, "--systems", "borage", code=2)
    assert none["message"] == f"None of these was judged by {words}."

    lab.score(WORDS)
    done = lab.score(SECOND, *BOTH)
    assert (done["state"], done["judge_id"]) == ("done", partly["judge_id"])
    # What rests on new verdicts of the second judge, though it needed none, is decided anew too.
    assert (done["known"], done["ok"]) == (5, 10)


def test_what_members_say_of_a_text_that_was_edited_is_not_heard_until_that_is_undone(lab):
    lab.score(WORDS)
    first = lab.score(SECOND, *BOTH)
    lab.call("task", "reopen", "p.xpert", "t3", "--reason", "Too long.", "--as", "lena")
    lab.call("rubric", "edit", "p.xpert", "t3", "c1", "--text", "Names the rent.", "--as", "lena")
    after = lab.score(SECOND, *BOTH, code=2)
    assert after["message"].startswith(f"None of these was judged by {JUDGE}, {WORDS}:")
    lab.call("undo", "p.xpert", "--as", "lena")
    again = lab.score(SECOND, *BOTH)
    assert (again["judge_id"], again["known"], again["calls"]) == (first["judge_id"], 15, 0)


def test_weights_come_from_certificates_and_are_part_of_the_judge(lab):
    lab.score(WORDS)
    none = lab.score(WEIGHED, *BOTH, code=2)
    assert none["message"] == f"The judge {JUDGE} has no certificate with kappa_within."
    lab.call("align", "p.xpert", "--certify", "--as", "lena")
    done = lab.score(WEIGHED, *BOTH)
    assert (done["state"], done["ok"]) == ("done", 15)
    rows = lab.rows()
    (judge,) = [one for one in rows["judges"] if one["provider"] == WEIGHED]
    assert judge["parameters"].keys() == {"version", "weights"}
    assert len(judge["parameters"]["weights"]) == 64
    # The other judge follows the experts no better than chance: it has no weight.
    made, heavy = said_by(rows, WEIGHED), said_by(rows, JUDGE)
    assert {at: one["value"] for at, one in made.items()} == {at: heavy[at]["value"] for at in made}


def test_judges_that_decide_by_no_others_refuse_them_and_it_needs_some(lab):
    none = lab.score(SECOND, code=2)
    assert none["message"] == f"The judge {SECOND} decides by the verdicts of others."
    for judge in (WORDS, "baseline", "openai:m1"):
        refused = lab.score(judge, "--members", "openai", "--dry-run", code=2)
        assert "does not decide by other judges" in refused["message"], judge


def test_the_form_of_the_window_asks_for_the_judges_of_such_a_judge(lab):
    shown = lab.call(source=(
        "from PySide6.QtWidgets import QApplication; app = QApplication([]); "
        "from xpert_studio.core.judge.request import ScoreRequest as Asked; "
        "from xpert_studio.core.records import JudgeSettings as Has; "
        "from xpert_studio.desktop.pages.runs.composer.judge import JudgePart; "
        "part = JudgePart(); part.offer(members=[(one, one) for one in 'abc']); "
        f"had = Asked('{SECOND}', '{SECOND}', settings=Has(members=('b', 'a'))); "
        "part.show_request(had); made = part.entered(); "
        "print(made['provider'], made['model'], made['settings'].members); "
        "part.show_values({'members': ('a', 'b', 'c')}); print(part.entered()['settings'].members); "
        "part.show_values({'provider': 'baseline'}); print(part.entered()['settings'].members)"
    )).stdout  # fmt: skip
    assert shown.splitlines() == [f"{SECOND} {SECOND} ('b', 'a')", "('b', 'a', 'c')", "()"]


def test_files_that_it_does_not_read_itself_are_not_said_to_be_missing():
    file = Attachment(path="a.png", media_type="image/png", sha256="0" * 64)
    response = Response(id="r", task_id="t", model="m", text="Yes.", attachments=(file,))
    for members, unseen in (((), 1), (("a",), 0)):
        judge = Judge(id="j", provider="baseline", settings=JudgeSettings(members=members))
        files = files_reader(None, judge, {})(Task(id="t", prompt="Why?"), response, ())
        assert len(files.unseen) == unseen


def test_what_members_were_shown_or_not_counts_for_the_judge_that_hears_them(lab):
    rows = lab.folder / "rows"
    (judge,) = [json.loads(line) for line in (rows / "judges.jsonl").read_text().splitlines()]
    (rows / "judges.jsonl").write_text(json.dumps(judge | {"anchors": ["t1-aster"]}) + "\n")
    said = [json.loads(line) for line in (rows / "verdicts.jsonl").read_text().splitlines()]
    said[0]["flags"] = ["attachments_not_seen"]
    (rows / "verdicts.jsonl").write_text("".join(json.dumps(one) + "\n" for one in said))
    (lab.folder / "p.xpert").unlink()
    lab.call("new", "p.xpert")
    lab.call("import", "p.xpert", "rows", "--as", "lena")
    lab.score(SECOND, "--members", "openai")
    found = lab.rows()
    (made,) = [one for one in found["judges"] if one["provider"] == SECOND]
    assert made["anchors"] == ["t1-aster"]
    flagged = {at for at, one in said_by(found, SECOND).items() if one.get("flags")}
    assert flagged == {(said[0]["response_id"], said[0]["checkpoint_id"])}
