"""The command line, as a lead uses it from end to end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.loopback import LoopbackServer, behaviours
from tests.sampling import NIGHTLY
from xpert_studio.core.records import Stage
from xpert_studio.core.resources import LOOK_AROUND, sample_project_path

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("XPERT_SHARED", ROOT.parent / "shared"))
COMMANDS = (
    "new", "info", "import", "export", "score", "runs", "align", "leaderboard", "report", "verify",
    "backup", "keys", "sample", "search", "history", "undo", "redo", "verdict",
)  # fmt: skip
SCORE_KEYS = {
    "run_id", "calls", "verdicts", "ok", "invalid", "error", "coverage", "input_tokens",
    "cached_tokens", "output_tokens", "cost", "seconds",
}  # fmt: skip


def sample(folder: Path, *options: str) -> str:
    """What the sample prints: in a process of its own, with which its two gigabytes go."""
    command = [sys.executable, "-m", "xpert_studio.cli.main", "sample", str(folder), *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_sample_goes_all_the_way(xpert, tmp_path):
    said = sample(tmp_path / "out")
    assert "built-in judge (no LLM)" in said
    assert "--waiting --as NAME" in said
    lines = said.splitlines()
    assert sum(max(1, -(-len(line) // 100)) for line in lines) <= 25
    assert any("has the highest score" in line for line in lines)
    assert any("whether built-in judge (no LLM), anchored follows" in line for line in lines)
    page = (tmp_path / "out" / "sample-report.html").read_text(encoding="utf-8")
    for heading in ("Leaderboard", "Alignment with the experts", "Worst disagreements"):
        assert heading in page
    for person_id in LOOK_AROUND.values():
        assert person_id in said
    around = tmp_path / "out" / "look-around.xpert"
    waiting = xpert("task", "list", around, "--waiting", "--as", "expert-osei")
    assert "eng-beam-image" in waiting.out
    project = tmp_path / "out" / "sample.xpert"
    assert xpert("verify", project).code == 0
    facts = xpert("info", project, "--json").json
    assert facts["tasks"] >= 4
    assert len(facts["judges"]) == 8


@pytest.mark.skipif(not NIGHTLY, reason="run by make nightly")
def test_the_sample_says_as_json_what_it_made(tmp_path):
    results = json.loads(sample(tmp_path / "out", "--json"))
    assert results.keys() == {"project", "bundle", "html", "pdf", "xlsx", "look_around"}
    assert all(Path(made).exists() for made in results.values())


def test_the_sample_project_is_what_a_newcomer_was_promised(xpert, tmp_path):
    assert (
        xpert(
            "import", "s.xpert", sample_project_path("four_professions"), "--new", "--as", "wei"
        ).code
        == 0
    )
    facts = xpert("info", "s.xpert", "--list-tasks", "--json").json
    tasks = facts["task_list"]
    assert len({task["domain"] for task in tasks}) >= 4
    assert any(task["language"].startswith("zh") for task in tasks)
    ready = {task["id"]: task["checkpoints"] for task in tasks if task["stage"] == "ready"}
    small = {"law-deposit-letter": 10, "med-treat-number": 1}
    small |= {"law-break-page": 8, "eng-free-body": 5, "finance-cash-sheet": 5}
    small |= {f"med-treat-{level}": 1 for level in ("medium", "hard")}
    small |= {f"finance-terms-{level}": 2 for level in ("basic", "medium", "hard")}
    assert {name: ready.pop(name) for name in small} == small
    assert all(count >= 15 for count in ready.values())
    assert {task["stage"] for task in tasks} == {stage.value for stage in Stage}
    shown = xpert("review", "show", "s.xpert", "law-nda-review", "--json").json
    assert any(comment["open"] and comment["replies"] for comment in shown["comments"])
    assert xpert("review", "show", "s.xpert", "med-warfarin-zh", "--json").json["spot_checks"]
    disputed = xpert("judge", "agreement", "s.xpert", "--json").json["disagreements"]
    assert disputed
    assert len(facts["responses"]) >= 4
    with zipfile.ZipFile(tmp_path / "s.zip", "w"):
        pass
    assert xpert("export", "s.xpert", "b").code == 0
    assert list((tmp_path / "b" / "attachments").iterdir())
    scores = xpert("leaderboard", "s.xpert", "--judge", "experts", "--json").json["experts"]
    means = [standing["score"] for standing in scores["standings"]]
    assert means == sorted(means, reverse=True)
    assert means[0] > 0.85
    assert means[-1] < 0.25


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared real data is not here")
def test_align_gives_the_golden_figures_for_the_published_judges(xpert):
    assert xpert("import", "s.xpert", SHARED / "data" / "summhay", "--new").code == 0
    said = xpert("align", "s.xpert", "--json")
    assert said.code == 0
    golden = json.loads((SHARED / "golden" / "summhay_alignment.json").read_text())
    assert said.json.keys() == golden.keys()
    for judge, figures in golden.items():
        found = said.json[judge]
        rounded = {
            k: round(v, 4) if isinstance(v, float) else v for k, v in found.items() if k in figures
        }
        assert rounded == figures
        low, high = found["cdr_interval"]
        assert low < found["cdr"] < high
        assert found["kappa_interval"][0] < found["kappa"] < found["kappa_interval"][1]


def test_out_and_in_again_is_the_same(xpert, project, tmp_path):
    assert xpert("score", project).code == 0
    assert xpert("export", project, "one.zip").code == 0
    assert xpert("import", "q.xpert", "one.zip", "--new").code == 0
    assert xpert("export", "q.xpert", "two.zip").code == 0
    with zipfile.ZipFile(tmp_path / "one.zip") as one, zipfile.ZipFile(tmp_path / "two.zip") as two:
        assert one.namelist() == two.namelist()
        for name in one.namelist():
            if name != "manifest.json":
                assert one.read(name) == two.read(name), name
    again = xpert("import", "q.xpert", "one.zip", "--json").json
    assert not any(again["added"].values())
    assert again["unchanged"]["verdicts"] == 18


def test_score_says_what_it_did(xpert, project):
    said = xpert("score", project, "--mode", "anchored", "--json")
    assert said.code == 0, said.err
    assert said.json.keys() >= SCORE_KEYS
    assert (said.json["ok"], said.json["coverage"], said.json["cost"]) == (18, 1.0, 0.0)
    again = xpert("score", project, "--mode", "anchored", "--json").json
    assert (again["calls"], again["coverage"]) == (0, 1.0)
    listed = xpert("runs", project, "--json").json
    assert [run["state"] for run in listed] == ["done", "done"]
    shown = xpert("runs", project, "--show", said.json["run_id"], "--json").json
    assert len(shown["calls"]) == 6


def test_a_timeout_makes_the_cost_unknown_or_a_lower_bound(xpert, project, monkeypatch, tmp_path):
    price = {"provider": "compatible", "model": "priced", "input": 1000.0, "output": 1000.0}
    (tmp_path / "prices.json").write_text(json.dumps({"models": [price]}), encoding="utf-8")
    monkeypatch.setenv("XPERT_STUDIO_PRICES", str(tmp_path / "prices.json"))

    def scored(model, *options):
        with LoopbackServer([behaviours.SILENT]) as server:
            return xpert(
                "score", project, "--judge", f"compatible:{model}", "--base-url", server.openai_url,
                "--timeout", "3", "--retries", "0", "--concurrency", "1", *options,
            )  # fmt: skip

    for model, words in (("local", "unknown cost (6 calls)"), ("priced", "at least ")):
        said = scored(model)
        assert said.code == 4
        assert words in said.out
        assert "0.00 USD" not in said.out
    assert "USD (1 call of unknown cost)" in said.out
    told = scored("priced", "--mode", "anchored", "--json").json
    assert (told["cost"], told["unknown_cost_calls"]) == (None, 1)
    assert told["known_cost"] > 0
    listed = xpert("runs", project)
    assert listed.out.count("at least ") == 2
    assert [run["cost"] for run in xpert("runs", project, "--json").json] == [None] * 3


def test_a_dry_run_sends_and_writes_nothing(xpert, project):
    with LoopbackServer() as server:
        said = xpert(
            "score", project, "--judge", "compatible:m", "--base-url", server.openai_url,
            "--dry-run", "--json",
        )  # fmt: skip
        shown = xpert(
            "score", project, "--judge", "compatible:m", "--base-url", server.openai_url,
            "--mode", "anchored", "--show-prompt",
        )  # fmt: skip
        assert not server.requests
    assert said.json["calls"] == 6
    assert said.json["cost"] is None
    assert "Gold reason" in shown.out
    assert xpert("info", project, "--json").json["judges"] == {}


def test_tables_come_back(xpert, project, tmp_path):
    assert xpert("score", project).code == 0
    for name in ("t.csv", "t.xlsx"):
        assert xpert("export", project, name).code == 0
        said = xpert("import", project, name, "--json")
        assert said.code in {0, 3}  # the project's own judgments say more than a table can hold
    table = tmp_path / "new.csv"
    table.write_text(
        "task_id,model,criterion,judge,kind,met,rationale\n"
        't0,s1,"Says fact 0 of case 0.",Dr. Li,expert,是,"=1+1"\n'
        "t0,s1,c1,gpt,judge,no,\n",
        encoding="utf-8",
    )
    said = xpert("import", project, table, "--json")
    assert said.code == 0, said.out
    assert said.json["added"] == {"judgments": 1, "verdicts": 1}


def test_reports_are_written_whole_and_never_over_others(xpert, project, tmp_path):
    xpert("score", project)
    for name in ("r.html", "r.xlsx"):
        assert xpert("report", project, name).code == 0
        assert xpert("report", project, name).code == 2
        assert xpert("report", project, name, "--replace").code == 0
    assert xpert("report", project, "r.doc").code == 2
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".r")]


def test_backup_and_restore(xpert, project):
    assert xpert("backup", project).code == 0
    (copy,) = xpert("backup", project, "--list", "--json").json
    xpert("score", project)
    said = xpert("backup", project, "--restore", Path(copy["path"]).name)
    assert said.code == 0
    assert xpert("info", project, "--json").json["judges"] == {}
    assert xpert("backup", project, "--restore", "nothing.xpert").code == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(xpert, command):
    said = xpert(command, "--help")
    assert said.code == 0
    if command != "keys":
        assert "Example: xpert-studio" in " ".join(said.out.split())
        assert "--json" in said.out
