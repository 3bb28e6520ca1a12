"""A project whose pack is not installed: it opens, loses nothing, and says which pack it needs."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from datetime import UTC, datetime

import pytest
from pypdf import PdfReader

from tests.cli.all_commands import leaves
from tests.packs.lab_project import JUDGE, SYSTEMS, lab_into, program
from tests.program import carried_out
from xpert_studio.cli.acting import named_response
from xpert_studio.core.store import ProjectFile, judgments, verdicts
from xpert_studio.core.workflow import CommandContext, open_form

NEEDED = "Scales of the lab (lab_scales)"
LENA = ("--as", "lena")


@pytest.fixture(scope="module")
def origin(tmp_path_factory):
    """The folder with the project as it was made where the pack is installed."""
    return lab_into(tmp_path_factory.mktemp("origin"))


@pytest.fixture(scope="module")
def site(origin):
    return origin / "site"


@pytest.fixture
def project(origin, tmp_path, monkeypatch):
    """A copy of it, where the pack is not installed."""
    shutil.copy(origin / "p.xpert", tmp_path / "p.xpert")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path))
    return tmp_path / "p.xpert"


def there(site, home, *words):
    """What a command says where the pack is installed."""
    done = program(*words, site=site, home=home)
    assert done.returncode == 0, (words, done.stdout + done.stderr)
    return done.stdout


COMMANDS: dict[str, tuple[tuple[str, ...], int]] = {
    "info": (("p.xpert",), 0),
    "describe": (("p.xpert",), 0),
    "search": (("p.xpert", "break clause"), 0),
    "history": (("p.xpert",), 0),
    "undo": (("p.xpert",), 1),  # nothing was done since
    "redo": (("p.xpert",), 1),
    "import": (("p.xpert", "rows"), 0),
    "export": (("p.xpert", "out.zip"), 0),
    "score": (("p.xpert", "--checks"), 0),
    "attack": (("p.xpert",), 1),  # it has findings
    "site": (("p.xpert", "out-site"), 0),
    "wish list": (("p.xpert",), 0),
    "suite list": (("p.xpert",), 0),
    "suite define": (("p.xpert", "core", "--capability", "All=t1"), 0),
    "suite local": (("p.xpert",), 0),
    "variant list": (("p.xpert",), 0),
    "variant cases": (("p.xpert", "t4"), 0),
    "variant set": (("p.xpert", "t1", "--variant", "trap"), 0),
    "variant harden": (("p.xpert", "1.0"), 0),
    "failure types": (("p.xpert",), 0),
    "failure list": (("p.xpert",), 0),
    "dispute list": (("p.xpert",), 0),
    "dispute show": (("p.xpert", "d-1"), 2),  # there is none
    "dispute withdraw": (("p.xpert", "d-1"), 2),
    "dispute resolve": (("p.xpert", "d-1", "dismissed", "--reason", "So."), 2),
    "dispute repair": (("p.xpert", "c1"), 2),
    "dispute add": (("p.xpert", "t1-aster", "1", "--expert", "wei", "--reason", "So."), 0),
    "dispute support": (("p.xpert", "t1-aster", "1", "--expert", "wei"), 0),
    "failure define": (("p.xpert", "slow", "--title", "Slow"), 0),
    "workspace show": (("p.xpert", "t1"), 0),
    "workspace write": (("p.xpert", "t1", "written"), 0),
    "workspace local": (("p.xpert",), 0),
    "system list": (("p.xpert",), 0),
    "category list": (("p.xpert",), 0),
    "category define": (("p.xpert", "Contracts", "--domain", "Law"), 0),
    "category rename": (("p.xpert", "Contracts", "Leases"), 2),
    "category merge": (("p.xpert", "Leases", "Leases"), 2),
    "category target": (("p.xpert", "Law", "--tasks", "3"), 0),
    "category remove": (("p.xpert", "Leases"), 2),
    "people practice": (("p.xpert", "wei", "--years", "12"), 0),
    "media list": (("p.xpert",), 0),
    "media render": (("p.xpert",), 0),
    "system show": (("p.xpert", "aster"), 0),
    "system set": (("p.xpert", "aster", "--provider", "openai"), 0),
    "runs": (("p.xpert",), 0),
    "batches list": (("p.xpert",), 0),
    "batches fetch": (("p.xpert",), 2),  # none is posted
    "batches cancel": (("p.xpert", "run-1"), 2),
    "verdict": (("p.xpert", "t1-aster", "2"), 0),
    "align": (("p.xpert",), 0),
    "disagreements": (("p.xpert",), 0),
    "leaderboard": (("p.xpert",), 0),
    "sections": (("p.xpert", "results"), 0),
    "report": (("p.xpert", "out.html"), 0),
    "people list": (("p.xpert",), 0),
    "people policy": (("p.xpert", "--abstentions", "left-out"), 0),
    "people grading-policy": (("p.xpert",), 0),
    "people recipe": (("p.xpert", "composite"), 0),
    "people add": (("p.xpert", "kim", "--role", "expert"), 0),
    "people change": (("p.xpert", "wei", "--name", "Wei Chen"), 0),
    "people qualify": (("p.xpert", "wei", "passed", "--exemption", "bar"), 0),
    "people exclude": (("p.xpert", "wei", "--reason", "So."), 0),
    "exam list": (("p.xpert",), 0),
    "exam show": (("p.xpert",), 0),
    "exam rules": (("p.xpert",), 0),
    "exam ask": (("p.xpert", "Law", "Why?", "--guide", "So."), 0),
    "exam quality": (("p.xpert",), 0),
    "norm list": (("p.xpert",), 0),
    "pretest show": (("p.xpert", "t1"), 0),
    "training read": (("p.xpert",), 0),
    "training results": (("p.xpert",), 0),
    "training test": (("p.xpert", "BABB"), 0),
    "people vocabulary": (("p.xpert", "--add-domain", "Finance"), 0),
    "panel list": (("p.xpert",), 0),
    "task list": (("p.xpert",), 0),
    "task show": (("p.xpert", "t1"), 0),
    "task new": (("p.xpert", "--title", "New", "--domain", "Law"), 5),  # there are enough
    "rubric show": (("p.xpert", "t1"), 0),
    "rubric revisions": (("p.xpert", "t1"), 0),
    "rubric export": (("p.xpert", "out.xlsx", "t1"), 0),
    "rubric suggest": (("p.xpert", "t4", "names the court"), 0),
    "rubric add": (("p.xpert", "t4", "Names the court."), 0),
    "rubric edit": (("p.xpert", "t4", "2", "--text", "Other."), 2),
    "rubric set": (("p.xpert", "t4", "1", "2", "--weight", "3"), 2),
    "rubric duplicate": (("p.xpert", "t4", "2"), 2),
    "rubric split": (("p.xpert", "t4", "2", "Weighs one.", "Weighs the other."), 2),
    "rubric merge": (("p.xpert", "t4", "1", "2"), 2),
    "rubric move": (("p.xpert", "t4", "2", "--to", "1"), 0),
    "rubric remove": (("p.xpert", "t4", "3"), 0),
    "lint check": (("p.xpert", "t1"), 1),
    "draft show": (("p.xpert", "t4"), 0),
    "review list": (("p.xpert",), 0),
    "review show": (("p.xpert", "t1"), 0),
    "response list": (("p.xpert",), 0),
    "response show": (("p.xpert", "t1-aster"), 0),
    "response compare": (("p.xpert", "t1"), 0),
    "response exclude": (("p.xpert", "aster", "--reason", "So."), 0),
    "response baseline": (("p.xpert", "aster"), 0),
    "judge forms": (("p.xpert", "t1-aster"), 0),
    "judge agreement": (("p.xpert",), 0),
    "judge probe": (("p.xpert", "--judge", "baseline", "--dry-run"), 0),
    "judge recheck": (("p.xpert",), 0),
    "judge link": (("p.xpert", JUDGE, "checks"), 0),
    "compare list": (("p.xpert",), 0),
    "compare figures": (("p.xpert",), 0),
    "gold list": (("p.xpert",), 0),
    "labels plan": (
        ("p.xpert", "--figure", "kappa-within", "--responses", "9"),
        2,
    ),  # nothing scored
    "labels list": (("p.xpert",), 0),
    "gold sample": (("p.xpert", "--size", "1", "--seed", "7"), 0),
    "gold anchor": (("p.xpert", "t1", "t1-aster", "wei"), 0),
    "assignment list": (("p.xpert",), 0),
    "assignment send": (("p.xpert", "out.xassignment", "--purpose", "judge", "--for", "ada"), 0),
    "copy create": (("p.xpert", "out.xpert"), 0),
}
"""Commands on the project of lena, who leads it, and with what they end."""

OF_ADA = {
    "judge list": (("p.xpert",), 0),
    "judge show": (("p.xpert", "t1:A"), 0),
    "judge mark": (("p.xpert", "t1:A", "2", "--value", "4"), 2),
    "judge submit": (("p.xpert", "t1:A"), 1),
    "failure tag": (("p.xpert", "t1:A", "1", "style"), 2),
    "failure untag": (("p.xpert", "t1:A", "1"), 2),
    "region add": (("p.xpert", "t1:A", "1", "0", "0", "1", "1"), 2),
    "region remove": (("p.xpert", "t1:A", "1", "1"), 2),
    "region list": (("p.xpert", "t1:A"), 0),
    "compare start": (("p.xpert", "t1"), 0),
}
"""Of Ada, who has not judged yet."""
OTHERS = {
    "new",
    "sample",
    "people found",
    "documents show",
    "lint rules",
    "checks list",
    "checks try",
    "doctor",
    "packs list",
    "packs add",
    "packs remove",
    "keys list",
    "keys set",
    "keys remove",
    "keys prices",  # on no project
    "exam answer",
    "exam change",
    "exam rate",
    "exam retire",
    "exam trial",
    "exam untrial",
    "norm again",
    "norm close",
    "norm comment",
    "norm reveal",
    "norm show",
    "norm start",
    "people include",
    "pretest ask",
    "pretest bring",
    "pretest rate",
    "training add",
    "training remove",
    "task accept",
    "task return",
    "task discard",
    "task reopen",
    "task edit",
    "task submit",
    "task reassign",
    "task attach",
    "rubric diff",
    "variant draft",
    "variant accept",
    "variant reject",
    "library add",
    "library list",
    "library remove",
    "rubric submit",
    "rubric import",
    "lint fix",
    "lint dismiss",
    "draft make",
    "draft accept",
    "draft reject",
    "review start",
    "review comment",
    "review withdraw",
    "review reply",
    "review resolve",
    "review reopen",
    "review approve",
    "review request-changes",
    "review sample",
    "review spot-check",
    "review read",
    "response remove",
    "system merge",
    "response include",
    "response add",
    "response generate",
    "judge start",
    "conversation show",
    "conversation response",
    "conversation set",
    "conversation plan",
    "conversation play",
    "wish import",
    "suite show",
    "suite remove",
    "suite run",
    "suite compare",
    "suite gate",
    "workspace set",
    "workspace take",
    "workspace check",
    "workspace run",
    "workspace pack",
    "page rubric",
    "page open",
    "judge read",
    "judge confirm",
    "judge override",
    "judge unblind",
    "compare record",
    "compare withdraw",
    "compare judge",
    "panel define",
    "panel remove",
    "gold remove",
    "gold release",
    "assignment open",
    "assignment submit",
    "assignment import",
    "assignment close",
    "assignment reopen",
    "copy submit",
    "copy transfer",
    "copy update",
    "backup",
    "verify",
}
"""On no project, or on what this one does not have, or with tests of their own."""


NOT_FOR_IT = {
    "batches fetch", "batches cancel",
    "category rename", "category merge", "category remove", "labels plan",
    *(f"dispute {word}" for word in ("show", "withdraw", "resolve", "repair")),
}  # fmt: skip
"""Refused for another reason than the missing pack."""


def test_every_command_is_known_here():
    known = COMMANDS.keys() | OF_ADA.keys() | OTHERS
    assert {" ".join(words) for words, _ in leaves()} == known


def need_once(name, words, code, person):
    said = carried_out(*name.split(), *words, "--as", person)
    assert "went wrong" not in said.err, said.err
    assert said.code == code, (said.out, said.err)
    assert said.err.count(NEEDED) == (2 if code == 2 and name not in NOT_FOR_IT else 1), said.err
    return said


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_works_and_says_once_which_pack_is_needed(project, origin, name):
    shutil.copytree(origin / "rows", "rows")
    need_once(name, *COMMANDS[name], "lena")


def test_experts_are_not_asked_what_nobody_can_read(project, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    begun = carried_out("judge", "start", "p.xpert", "t1:A", "--as", "ada")
    assert (begun.code, "Checkpoint 2 of the rubric is not judged" in begun.out) == (0, True)
    for name, (words, code) in OF_ADA.items():
        said = carried_out(*name.split(), *words, "--as", "ada")
        assert said.code == code, (name, said.out, said.err)
        assert "went wrong" not in said.err, (name, said.err)
    shown = carried_out("judge", "show", "p.xpert", "t1:A", "--as", "ada").out
    assert "Explains the break clause." not in shown
    assert "Checkpoint 2 of the rubric is not judged here" in shown


def figures(read):
    """Boards and alignment, as a command gives them to a program."""
    boards = json.loads(read("leaderboard", "p.xpert", "--list-tasks", "--json", *LENA))
    return boards, json.loads(read("align", "p.xpert", "--json", *LENA))


def here(*words):
    said = carried_out(*words)
    assert said.code == 0, said.err
    return said.out


def test_a_score_without_the_checkpoint_is_undefined_and_others_are_as_before(
    project, origin, site
):
    before, _ = figures(lambda *words: there(site, origin, *words))
    after, aligned = figures(here)
    assert before.keys() == after.keys() == {"experts", JUDGE, "checks"}
    for rater, board in after.items():
        assert all(row["rank"] is None and not row["complete"] for row in board["standings"])
        assert {gap["unreadable"] for gap in board["gaps"].values()} == {1}
        (said,) = board["lacking"]
        assert NEEDED in said
        scores = {row["system"]: row["score"] for row in board["standings"]}
        for system in SYSTEMS:
            was, now = (
                {one["task_id"]: one["scores"][system] for one in known[rater]["task_scores"]}
                for known in (before, after)
            )
            assert was.pop("t1") is not None
            assert now == was
            assert scores[system] == pytest.approx(sum(now.values()) / len(now))
    assert NEEDED in aligned[JUDGE]["lacking"][0]
    assert aligned[JUDGE]["n"] == 12  # of 15: what was said of the stars is left out


def rows_of(bundle):
    with zipfile.ZipFile(bundle) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_a_bundle_is_taken_in_and_goes_out_as_it_came(project, origin, site, tmp_path):
    there(site, origin, "export", "p.xpert", "with.zip", *LENA)
    there(site, origin, "export", "p.xpert", "with-public.zip", "--public", *LENA)
    first = rows_of(origin / "with.zip")
    (named,) = json.loads(first["manifest.json"])["packs"]
    assert named == {
        "id": "lab_scales",
        "title": "Scales of the lab",
        "version": "1.2",
        "instruments": ["stars"],
        "checks": ["palindrome"],
    }
    public = json.loads(rows_of(origin / "with-public.zip")["manifest.json"])
    assert public["packs"] == [named]
    assert carried_out("new", "q.xpert").code == 0
    said = carried_out("import", "q.xpert", origin / "with.zip", *LENA)
    assert (said.code, NEEDED in said.err) == (0, True), said.err
    here("export", "q.xpert", "again.zip", *LENA)
    second = rows_of(tmp_path / "again.zip")
    assert first.keys() == second.keys()
    told = {"manifest.json", "README.md", "croissant.json"}
    # What was decided by a program is never believed: the word count was decided here again.
    same = {name for name in first if first[name] == second[name]}
    assert first.keys() - same <= told | {"people.jsonl", "verdicts.jsonl"}
    verdicts = [
        sorted(map(json.loads, of["verdicts.jsonl"].splitlines()), key=repr)
        for of in (first, second)
    ]
    assert verdicts[0] == verdicts[1]
    assert json.loads(second["manifest.json"])["packs"] == [named]
    assert carried_out("import", "q.xpert", origin / "with.zip", *LENA).code == 0


def test_no_bundle_of_the_programs_own_packs_names_any(project, tmp_path):
    here("export", "p.xpert", "own.zip", "--tasks", "t2", *LENA)
    assert "packs" not in json.loads(rows_of(tmp_path / "own.zip")["manifest.json"])


@pytest.mark.parametrize(
    ("packs", "field"),
    [
        ("x", "packs"),
        ([5], "packs"),
        ([{"id": 7}], "packs"),
        ([{"id": "a" * 300}], "packs"),
        ([], "instrument"),
        ([{"id": "lab_scales", "instruments": ["moons"]}], "instrument"),
        ([{"id": "graded", "version": "99", "checks": ["stars"]}], "instrument"),
    ],
)
def test_what_no_named_pack_brings_is_refused(project, origin, tmp_path, packs, field):
    rows = shutil.copytree(origin / "rows", tmp_path / "rows")
    manifest = {"format": "xpert-bundle", "format_version": 2, "packs": packs}
    (rows / "manifest.json").write_text(json.dumps(manifest))
    assert carried_out("new", "q.xpert").code == 0
    said = carried_out("import", "q.xpert", rows, *LENA)
    assert (said.code, field in said.err) == (3, True), said.err


def verdict_rows(path):
    with ProjectFile.open(path) as file, file.reading() as tx:
        return [item.model_dump() for item in verdicts.all_verdicts(tx)]


def test_what_was_decided_with_the_pack_stays(project):
    before = verdict_rows(project)
    here("score", "p.xpert", "--checks", *LENA)
    assert verdict_rows(project) == before
    assert {row["state"] for row in before} == {"ok"}
    dry = here("score", "p.xpert", "--judge", "openai:m2", "--dry-run", *LENA)
    assert "12 verdicts" in dry


def test_all_comes_back_with_the_pack(project, origin, site, tmp_path):
    before = figures(lambda *words: there(site, origin, *words))
    for name in ("people add", "gold sample", "response exclude", "people recipe", "copy create"):
        here(*name.split(), *COMMANDS[name][0], *LENA)
    here("score", "p.xpert", "--checks", *LENA)
    for _ in range(4):
        here("undo", "p.xpert", *LENA)
    said = there(site, tmp_path, "verify", "p.xpert")
    assert "sound" in said
    assert figures(lambda *words: there(site, tmp_path, *words)) == before
    assert NEEDED not in there(site, tmp_path, "rubric", "show", "p.xpert", "t1")


def test_reports_name_the_pack_once(project, tmp_path):
    for name in ("r.html", "r.xlsx", "r.pdf"):
        here("report", "p.xpert", name, *LENA)
    assert (tmp_path / "r.html").read_text(encoding="utf-8").count(NEEDED) == 1
    with zipfile.ZipFile(tmp_path / "r.xlsx") as book:
        text = "".join(book.read(name).decode() for name in book.namelist() if name.endswith("xml"))
    assert text.count(NEEDED) == 1
    reader = PdfReader(tmp_path / "r.pdf")
    assert sum(" ".join(page.extract_text().split()).count(NEEDED) for page in reader.pages) == 1


def test_an_assignment_names_the_pack_and_what_was_judged_with_it_waits_for_it(
    project, site, tmp_path
):
    sent = ("out.xassignment", "--purpose", "judge", "--for", "ada")
    here("assignment", "send", "p.xpert", *sent, *LENA)
    ada = ("--as", "ada")
    here("assignment", "open", "out.xassignment", "without.xpert", *ada)
    assert carried_out("judge", "list", "without.xpert", *ada).err.count(NEEDED) == 1
    there(site, tmp_path, "assignment", "open", "out.xassignment", "ada.xpert", *ada)
    response = "t1:A"
    with ProjectFile.open(tmp_path / "ada.xpert") as file:
        desk = CommandContext(file, "ada", clock=lambda: datetime.now(UTC))
        open_form(desk, named_response(desk, response))
    for point, value in (("1", "met"), ("2", "4")):
        words = ("--value", value, "--rationale", "So.")
        there(site, tmp_path, "judge", "mark", "ada.xpert", response, point, *words, *ada)
    there(site, tmp_path, "judge", "submit", "ada.xpert", response, *ada)
    there(site, tmp_path, "assignment", "submit", "ada.xpert", "back.xsubmission", *ada)
    refused = carried_out("assignment", "import", "p.xpert", "back.xsubmission", *LENA)
    assert "needs the pack" in refused.out
    there(site, tmp_path, "assignment", "import", "p.xpert", "back.xsubmission", *LENA)
    with ProjectFile.open(project) as file, file.reading() as tx:
        own = [one for one in judgments.all_judgments(tx) if one.expert_id == "ada"]
    assert sorted((one.checkpoint_id, one.value) for one in own) == [("c1", 1), ("c2", 4)]
