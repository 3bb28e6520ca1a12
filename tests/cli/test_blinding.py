"""No command tells a person with a judgment pending which system answered or what others said."""

from __future__ import annotations

import pytest

from tests.cli.all_commands import leaves
from tests.workflow.blinded import IDS, PENDING, REASON, SYSTEMS, VERDICT, blinded_studio, judge
from xpert_studio.core.exchange.formats import FORMATS

READING: dict[str, tuple[str, ...]] = {
    "info": ("p.xpert",),
    "describe": ("p.xpert",),
    "search": ("p.xpert", "stated verbatim month answer"),
    "history": ("p.xpert", "--limit", "0"),
    "export": ("p.xpert", "out.zip"),
    "score": ("p.xpert", "--judge", "baseline", "--dry-run"),
    "runs": ("p.xpert",),
    "batches list": ("p.xpert",),
    "verdict": ("p.xpert", "t1:A", "1"),
    "align": ("p.xpert", "--by", "expert"),
    "disagreements": ("p.xpert",),
    "leaderboard": ("p.xpert",),
    "sections": ("p.xpert", "results"),
    "report": ("p.xpert", "out.html"),
    "site": ("p.xpert", "out-site"),
    "wish list": ("p.xpert",),
    "verify": ("p.xpert",),
    "people list": ("p.xpert",),
    "people policy": ("p.xpert",),
    "people grading-policy": ("p.xpert",),
    "people vocabulary": ("p.xpert",),
    "panel list": ("p.xpert",),
    "task list": ("p.xpert",),
    "task show": ("p.xpert", "t1"),
    "rubric revisions": ("p.xpert", "t1"),
    "rubric diff": ("p.xpert", "t1"),
    "rubric show": ("p.xpert", "t1"),
    "rubric export": ("p.xpert", "out.xlsx"),
    "rubric suggest": ("p.xpert", "t1", "states the month"),
    "lint check": ("p.xpert",),
    "attack": ("p.xpert",),
    "suite list": ("p.xpert",),
    "suite show": ("p.xpert", "core"),
    "suite compare": ("p.xpert",),
    "suite gate": ("p.xpert", "--no-regression"),
    "variant list": ("p.xpert",),
    "variant cases": ("p.xpert", "t1"),
    "failure types": ("p.xpert",),
    "failure list": ("p.xpert",),
    "dispute list": ("p.xpert",),
    "dispute show": ("p.xpert", "d-1"),
    "region list": ("p.xpert", "t1:A"),
    "conversation show": ("p.xpert", "t1"),
    "conversation response": ("p.xpert", "t1:A"),
    "workspace show": ("p.xpert", "t1"),
    "workspace write": ("p.xpert", "t1", "written"),
    "workspace check": ("p.xpert", "t1", "checked"),
    "draft show": ("p.xpert", "t1"),
    "review list": ("p.xpert",),
    "review show": ("p.xpert", "t1"),
    "review read": ("p.xpert", "t1"),
    "response list": ("p.xpert",),
    "media list": ("p.xpert",),
    "response show": ("p.xpert", "t1:A"),
    "response compare": ("p.xpert", "t1"),
    "system list": ("p.xpert",),
    "category list": ("p.xpert",),
    "system show": ("p.xpert", "zephyrium"),
    "judge list": ("p.xpert",),
    "judge show": ("p.xpert", "t1:A"),
    "judge forms": ("p.xpert", "t1:A"),
    "judge read": ("p.xpert", "t1:A", "wei"),
    "judge agreement": ("p.xpert",),
    "judge probe": ("p.xpert", "--judge", "baseline", "--dry-run"),
    "judge recheck": ("p.xpert",),
    "judge link": ("p.xpert", "j1", "j2"),
    "compare list": ("p.xpert",),
    "compare figures": ("p.xpert",),
    "compare judge": ("p.xpert", "--judge", "openai:m", "--dry-run"),
    "gold list": ("p.xpert",),
    "labels plan": ("p.xpert", "--figure", "kappa-within", "--responses", "9", "--dry-run"),
    "labels list": ("p.xpert",),
    "assignment list": ("p.xpert",),
    "exam list": ("p.xpert",),
    "exam show": ("p.xpert",),
    "exam quality": ("p.xpert",),
    "norm list": ("p.xpert",),
    "training read": ("p.xpert",),
    "pretest show": ("p.xpert", "t1"),
    "training results": ("p.xpert",),
    "norm show": ("p.xpert", "n1"),
}
"""Commands that show something of a project, and what to give them."""

WRITING = {
    "new", "undo", "redo", "import", "backup", "sample", "people found", "people add",
    "category define", "category rename", "category merge", "category remove", "category target",
    "people practice", "people change", "people qualify", "task new", "task edit", "task attach", "task submit",
    "task accept", "task return", "task discard", "task reopen", "task reassign", "rubric add",
    "rubric edit", "rubric set", "rubric split", "rubric merge", "rubric duplicate", "rubric move",
    "rubric remove", "rubric submit", "rubric import", "lint fix", "lint dismiss", "lint rules", "checks list", "checks try",
    "draft make", "draft accept", "draft reject", "review start", "review comment", "review reply",
    "review resolve", "review reopen", "review withdraw", "review approve", "review request-changes", "review sample",
    "review spot-check", "response add", "response generate", "response baseline",
    "response exclude", "response include", "people recipe", "panel define", "panel remove",
    "response remove", "media render", "system set", "system merge", "judge start", "judge mark", "judge submit", "judge confirm",
    "judge override", "judge unblind", "compare start", "compare record", "compare withdraw", "gold sample", "gold remove", "gold anchor", "gold release",
    "assignment send", "assignment open", "assignment submit", "assignment import",
    "assignment close", "assignment reopen", "copy create", "copy submit", "copy update", "copy transfer",
    "library add", "library list", "library remove",
    "packs list", "packs add", "packs remove", "keys list", "keys set", "keys remove", "keys prices", "doctor", "documents show",
    "suite define", "suite remove", "suite run", "suite local",
    "people exclude", "people include", "exam ask", "exam change", "exam retire", "exam answer",
    "exam rate", "exam rules", "exam trial", "exam untrial", "norm start", "norm reveal",
    "pretest ask", "pretest bring", "pretest rate", "training add", "training remove", "training test", "norm again", "norm close", "norm comment",
    "failure define", "failure tag", "failure untag",
    "dispute add", "dispute support", "dispute withdraw", "dispute resolve", "dispute repair",
    "region add", "region remove",
    "variant set", "variant harden", "variant draft", "variant accept", "variant reject",
    "conversation set", "conversation plan", "conversation play",
    "workspace set", "workspace take", "workspace run", "workspace local", "workspace pack",
    "page rubric", "page open", "wish import", "batches fetch", "batches cancel",
}  # fmt: skip
"""Commands that change something, and those that open no project."""


@pytest.fixture
def studio(tmp_path):
    studio = blinded_studio(tmp_path / "p.xpert")
    yield studio
    studio.project.close()


def everything_told(xpert, tmp_path, monkeypatch, person: str) -> dict[str, str]:
    """What each reading command tells a person: printed, as JSON, and in the file it writes."""
    known = {" ".join(words): {param.name for param in found.params} for words, found in leaves()}
    told = {}
    for name, words in READING.items():
        monkeypatch.setenv("XPERT_STUDIO_AS", person)
        named = ("--as", person) if person and "person" in known[name] else ()
        for more in ((), ("--json",), named):
            said = xpert(*name.split(), *words, *more)
            told[name] = told.get(name, "") + said.out + said.err
            for made in tmp_path.glob("out*"):
                told[name] += made.read_bytes().decode("latin-1")
                made.unlink()
    return told


def test_every_command_is_known_here():
    assert {" ".join(words) for words, _ in leaves()} == READING.keys() | WRITING


@pytest.mark.sampled(3)
@pytest.mark.parametrize("person", [*PENDING, "", "unknown-person"])
def test_no_command_tells_a_person_who_still_judges(xpert, studio, tmp_path, monkeypatch, person):
    hidden = [*SYSTEMS, *IDS, REASON, VERDICT]
    told = everything_told(xpert, tmp_path, monkeypatch, person)
    for name, text in told.items():
        found = [word for word in hidden if word in text]
        assert not found, f"{name} tells {person or 'an unnamed reader'} {found}"
    assert "Answer 0" in told["response show"] + told["judge show"], "the response itself is shown"


EXPORTS = [
    ("out.csv",), ("out.xlsx",), ("out.zip",), ("out", "--public"), ("out.zip", "--preview"),
    *((f"out-{item.id}{item.suffix}", "--format", item.id) for item in FORMATS.values()),
]  # fmt: skip


@pytest.mark.parametrize("words", EXPORTS, ids=" ".join)
@pytest.mark.parametrize("named", [(), ("--as", "")], ids=["unnamed", "empty"])
def test_nobody_in_particular_exports_while_judgments_are_pending(
    xpert, studio, tmp_path, monkeypatch, words, named
):
    monkeypatch.setenv("XPERT_STUDIO_AS", "lena" if named else "")
    said = xpert("export", "p.xpert", *words, *named)
    assert said.code == 5, said.out + said.err
    assert not list(tmp_path.glob("out*"))


def test_results_are_refused_with_what_is_left_and_open_after_judging(xpert, studio):
    said = xpert("leaderboard", "p.xpert", "--as", "leo")
    assert said.code == 5
    assert "2 responses wait for your own blind judgment" in said.err
    assert "t1:A" in said.err
    assert "judge unblind" in said.err
    assert SYSTEMS[0] in xpert("leaderboard", "p.xpert", "--as", "lena").out
    for id_ in IDS:
        judge(studio, id_, "leo")
    assert SYSTEMS[0] in xpert("leaderboard", "p.xpert", "--as", "leo").out
    assert xpert("leaderboard", "p.xpert", "--as", "omar").code == 5


def test_a_lead_who_unblinds_sees_results_and_the_bundle_marks_later_judgments(
    xpert, studio, tmp_path
):
    assert xpert("judge", "unblind", "p.xpert", "--as", "ada").code == 5
    assert "Responses: 2." in xpert("judge", "unblind", "p.xpert", "--as", "leo").out
    assert SYSTEMS[0] in xpert("leaderboard", "p.xpert", "--as", "leo").out
    judge(studio, IDS[1], "leo")
    assert xpert("export", "p.xpert", "out", "--as", "leo").code == 0
    text = (tmp_path / "out" / "judgments.jsonl").read_text(encoding="utf-8")
    marked = [line for line in text.splitlines() if '"unblinded":true' in line.replace(" ", "")]
    assert len(marked) == 3
    assert all('"leo"' in line for line in marked)
    assert xpert("import", "again.xpert", "out", "--new", "--as", "leo").code == 0
    assert xpert("export", "again.xpert", "twice", "--as", "lena").code == 0
    assert (tmp_path / "twice" / "judgments.jsonl").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("person", [*PENDING, ""])
@pytest.mark.parametrize(
    "words",
    [
        ("export", "p.xpert", "o.zip", "--preview"),
        ("export", "p.xpert", "o", "--format", "hugging-face", "--preview"),
        ("score", "p.xpert", "--judge", "baseline", "--show-prompt", "--systems", SYSTEMS[0]),
        ("score", "p.xpert", "--judge", "baseline", "--dry-run", "--systems", "nix"),
        ("score", "p.xpert", "--judge", "baseline", "--dry-run", "--systems", SYSTEMS[0]),
        ("score", "p.xpert", "--judge", "openai:m", "--dry-run", "--responses", IDS[1]),
        (
            "compare",
            "judge",
            "p.xpert",
            "--judge",
            "openai:m",
            "--dry-run",
            "--systems",
            SYSTEMS[1],
        ),
        ("copy", "create", "p.xpert", "o"),
        ("copy", "transfer", "p.xpert", "o"),
        ("response", "remove", "p.xpert", "t1:A"),
    ],
    ids=lambda words: " ".join(words[:1] + words[2:]),
)
def test_no_option_tells_either(xpert, studio, tmp_path, monkeypatch, person, words):
    monkeypatch.setenv("XPERT_STUDIO_AS", person)
    for more in ((), ("--json",)):
        said = xpert(*words, *more)
        assert said.code, "refused"
        found = [word for word in (*SYSTEMS, *IDS, REASON, VERDICT) if word in said.out + said.err]
        assert not found
        assert not list(tmp_path.glob("o*"))


def test_worked_examples_are_shown_to_those_who_see_judgments(xpert, studio, monkeypatch):
    for id_ in IDS:
        for person in ("maria", "leo"):
            judge(studio, id_, person)
    words = ("score", "p.xpert", "--judge", "openai:m", "--show-prompt")
    words += ("--mode", "anchored", "--anchor-seed", "1")
    for person, sees in (("lena", True), ("maria", False), ("wei", False)):
        monkeypatch.setenv("XPERT_STUDIO_AS", person)
        said = xpert(*words)
        assert (said.code == 0, REASON in said.out) == (sees, sees), person
        assert sees or "leads and senior experts alone" in said.err


@pytest.mark.parametrize(("person", "sees"), [("lena", True), ("leo", False), ("maria", False)])
def test_judges_that_read_nothing_are_for_those_who_see_judgments(xpert, studio, person, sees):
    told = xpert("attack", "p.xpert", "--json", "--as", person).json
    assert bool(told["judges"]) is sees


@pytest.mark.parametrize("person", ["leo", "maria", ""])
def test_runs_do_not_tell_which_systems_they_covered(xpert, studio, monkeypatch, person):
    score = ("score", "p.xpert", "--judge", "baseline", "--systems", SYSTEMS[1])
    assert xpert(*score, "--as", "lena").code == 0
    monkeypatch.setenv("XPERT_STUDIO_AS", person)
    (run,) = xpert("runs", "p.xpert", "--json").json
    for more in ((), ("--show", run["id"]), ("--problems", run["id"])):
        told = xpert("runs", "p.xpert", "--json", *more).out + xpert("runs", "p.xpert", *more).out
        assert not [word for word in (*SYSTEMS, *IDS) if word in told]


def test_what_verbs_print_for_programs_names_no_system(xpert, studio, monkeypatch):
    judge(studio, IDS[1], "maria")
    label = next(
        item["response"]
        for item in xpert("judge", "list", "p.xpert", "--json", "--as", "omar").json["to_confirm"]
    )
    monkeypatch.setenv("XPERT_STUDIO_AS", "omar")
    told = ""
    for words in (
        ("judge", "confirm", "p.xpert", label, "maria", "1"),
        ("judge", "override", "p.xpert", label, "maria", "2", "--note", "No."),
        ("undo", "p.xpert"),
        ("redo", "p.xpert"),
        ("verdict", "p.xpert", "t1:A", "1"),
        ("verdict", "p.xpert", "t1:B", "1"),
    ):
        told += xpert(*words, "--json").out
    monkeypatch.setenv("XPERT_STUDIO_AS", "ada")
    told += xpert("judge", "mark", "p.xpert", "t1:A", "1", "--met", "--json").out
    told += xpert("undo", "p.xpert", "--json").out
    assert '"records"' in told
    assert not [word for word in (*SYSTEMS, *IDS) if word in told]


def test_the_end_of_a_run_tells_no_alignment_to_who_still_judges(xpert, studio):
    score = ("score", "p.xpert", "--judge", "baseline")
    assert xpert(*score, "--as", "maria").code == 5
    blind = xpert(*score, "--as", "leo")
    assert "shown after you have judged" in blind.out
    assert "κ" not in blind.out


def test_a_system_names_a_response_only_where_systems_are_not_hidden(xpert, studio):
    by_system = f"t1:{SYSTEMS[0]}"
    assert "Answer 0" in xpert("response", "show", "p.xpert", by_system, "--as", "lena").out
    assert "Answer 0" in xpert("response", "show", "p.xpert", IDS[0], "--as", "lena").out
    for person in (*PENDING, "unknown-person"):
        said = xpert("response", "show", "p.xpert", by_system, "--as", person)
        assert said.code == 2, person
        assert "Answer" not in said.out
    assert xpert("judge", "show", "p.xpert", by_system, "--as", "maria").code == 2


def test_figures_by_system_are_refused_where_systems_are_hidden(xpert, studio):
    said = xpert("align", "p.xpert", "--by", "system", "--as", "omar")
    assert said.code == 5
    assert "Systems are hidden from you." in said.err
    assert SYSTEMS[0] in xpert("align", "p.xpert", "--by", "system", "--as", "lena").out
