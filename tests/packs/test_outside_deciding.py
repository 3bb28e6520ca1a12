"""A stranger's judge, drafter, reader, runner and probe: named and used as ours are."""

from __future__ import annotations

import json
import zipfile

import pytest

from tests.packs.test_outside import answered, installed, lab, program, project, site  # noqa: F401 - fixtures
from xpert_studio.core.generation import suggested
from xpert_studio.core.judge.providers import registry

OLD_WORD = bytes.fromhex("d0cf11e0a1b11ae1") + "WordDocument".encode("utf-16-le")
SAID = "The moon clause ends the lease in May."


def test_its_judge_is_named_in_score_and_its_verdicts_are_kept(lab, answered):  # noqa: F811
    assert "lab-words" in " ".join(lab("score", "--help").split())
    done = json.loads(lab("score", answered, "--judge", "lab-words", "--as", "lena", "--json"))
    assert done["state"] == "done"
    assert done["judge_id"].startswith("lab-words:lab-words:zero_shot:")
    assert done["cost"] == 0
    again = json.loads(lab("score", answered, "--judge", "lab-words", "--as", "lena", "--json"))
    assert again["judge_id"] == done["judge_id"]
    lab("export", answered, "used.zip", "--as", "lena")
    with zipfile.ZipFile(answered.with_name("used.zip")) as archive:
        (used,) = json.loads(archive.read("manifest.json"))["packs"]
    assert used["providers"] == ["lab-words"]


def test_a_run_of_its_judge_cannot_be_repeated_without_it(lab, answered, tmp_path):  # noqa: F811
    done = json.loads(lab("score", answered, "--judge", "lab-words", "--as", "lena", "--json"))
    before = json.loads(lab("runs", answered, "--json"))
    words = ("score", answered, "--again", done["run_id"], "--as", "lena", "--json")
    named = ("score", answered, "--judge", "lab-words", "--as", "lena", "--json")
    beside = ("score", answered, "--judge", "baseline", *named[2:])
    for asked in (words, named, beside, (*named, "--dry-run")):
        refused = program(*asked, home=tmp_path)
        assert refused.returncode == 2, refused.stdout
        said = json.loads(refused.stdout)
        assert said["message"] == "There is no provider 'lab-words'."
        assert said["remedy"] == (
            "It needs the pack Scales of the lab (lab_scales), which is not installed."
        )
    assert json.loads(lab("runs", answered, "--json")) == before
    board = json.loads(lab("leaderboard", answered, "--as", "lena", "--json"))
    assert done["judge_id"] in json.dumps(board)


def test_its_judge_and_drafter_are_offered_in_the_window(lab):  # noqa: F811
    shown = lab(code=(
        "from PySide6.QtWidgets import QApplication; app = QApplication([]); "
        "from xpert_studio.desktop.pages.runs.composer.judge import _providers as p; "
        "from xpert_studio.desktop.pages.task.rubric.drafting import _drafters as d; "
        "print([one for one in p() if 'lab' in one[1]], [one for one in d() if 'lab' in one[1]])"
    ))  # fmt: skip
    assert shown.strip() == (
        "[('Scales of the lab: lab-words (no model)', 'lab-words'), "
        "('Scales of the lab: lab-weighed (no model)', 'lab-weighed'), "
        "('Scales of the lab: lab-second-look (no model)', 'lab-second-look'), "
        "(\"The lab's host\", 'lab-host')] "
        "[('Scales of the lab: lab-lines (offline, free)', 'lab-lines'), "
        "(\"The lab's host\", 'lab-host')]"
    )


def test_none_takes_the_name_of_a_provider(monkeypatch):
    given = {"judges": {"openai": "X", "acme": "X", "ours": "X"}, "providers": {"acme": "X"}}
    given["drafters"] = given["judges"]
    for module in (registry, suggested):
        monkeypatch.setattr(module, "listed_with_packs", given.__getitem__)
    assert set(registry._Local()) == {"baseline", "checks", "ours"}
    assert set(suggested.drafters()) == {"ours"}


def test_its_drafter_drafts(lab, project):  # noqa: F811
    assert "outline, lab-lines (offline)" in " ".join(lab("draft", "make", "--help").split())
    made = json.loads(
        lab("draft", "make", project, "b", "--by", "lab-lines", "--as", "lena", "--dry-run",
            "--json")
    )  # fmt: skip
    assert made == {"cost": 0.0, "lines": 1}


def test_its_reader_reads_what_ours_does_not(lab, tmp_path):  # noqa: F811
    path = tmp_path / "old.doc"
    path.write_bytes(OLD_WORD + b"\x00" * 600 + SAID.encode() + b"\x00")
    code = (
        "from pathlib import Path; from xpert_studio.core.documents import read_document; "
        f"found = read_document(Path({str(path)!r}).read_bytes(), 'application/msword'); "
        "print(found.text, [gap.what.name for gap in found.gaps])"
    )
    assert lab(code=code).strip() == f"{SAID} ['SHORTENED']"


@pytest.mark.parametrize(("files", "said"), [({"a.py": b""}, "0"), ({"a.py": b"1"}, "no bwrap")])
def test_its_runner_runs_where_ours_cannot(lab, files, said):  # noqa: F811
    code = (
        "from xpert_studio.packs.code.sandbox import running\n"
        "from xpert_studio.core.instruments.deciding import CannotCheckError, Program, sandbox\n"
        "def refuse(_): raise CannotCheckError('no bwrap', '')\n"
        "running.run = refuse\n"
        f"program = Program('python', 'a.py', {files!r})\n"
        "try: print(sandbox()(program).exit_code)\n"
        "except CannotCheckError as error: print(error.message)"
    )
    assert lab(code=f"exec({code!r})").strip() == said


def test_its_probe_and_its_attacks_are_told(lab, site, project, tmp_path):  # noqa: F811
    found = {one["name"]: one for one in json.loads(lab("doctor", "--json"))["findings"]}
    assert found["telescope"]["remedy"] == "Ask the lab for a telescope."
    linted = program("lint", "check", project, "a", "--json", site=site, home=tmp_path)
    assert "met_by_attack" in linted.stdout, linted.stdout + linted.stderr


def test_its_column_its_step_and_what_it_asks_for_are_there(lab, answered):  # noqa: F811
    code = f"""
from pathlib import Path
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.pending import entries
from xpert_studio.core.workflow.steps import STEPS
from xpert_studio.core.judge.failure_kinds import failure_kinds
from xpert_studio.cli.acting import now
from xpert_studio.report.board_columns import board_columns
from xpert_studio.report.section import View
from xpert_studio.report.sections.registry import SECTIONS
from xpert_studio.report.blocks import Action

with ProjectFile.open(Path({str(answered)!r})) as project:
    view = View.on(project)
    made = SECTIONS['lab-summary'].blocks(view).blocks
    (action,) = [one for one in made if isinstance(one, Action)]
    ctx = CommandContext(project, 'lena', now)
    print(STEPS[action.step[0]].run(ctx, action.step[1:]))
    with project.reading() as tx:
        print([one(tx) for one in entries('asked_for')][-1])
        print([one.line('en') for one in failure_kinds(tx)][-1])
    print({{name: one.value for name, one in board_columns(view)['lab_seen'].figures.items()}})
"""
    said = lab(code=code)
    assert "The lab plans: look again." in said
    assert "frozenset({'a-1'})" in said
    assert "- moon: Moon. It speaks of the moon." in said
    assert "1.0" in said.splitlines()[-1]
