"""Checks of packs from outside: their version counts, and one that never ends is ended."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packs.lab_project import ROOT, lab_into, program
from tests.waiting import PATIENCE, wait_until
from xpert_studio.core.store import ProjectFile, verdicts

LENA = ("--as", "lena")
ENDLESS = """
    from pathlib import Path
    if "borage" in subject.text:
        Path(__file__).with_name(f"begun-{__import__('os').getpid()}").touch()
        while True:
            pass
"""
FAILS = "\n    raise SystemExit(3)\n"


@pytest.fixture(scope="module")
def origin(tmp_path_factory):
    return lab_into(tmp_path_factory.mktemp("origin"))


@pytest.fixture(scope="module")
def variant(origin, tmp_path_factory):
    """Another version of the pack, as pip installs it."""

    def variant(body="", more="", version="1.3"):
        site = shutil.copytree(origin / "site", tmp_path_factory.mktemp("variant") / "site")
        kinds = site / "lab_scales" / "kinds.py"
        text = kinds.read_text().replace("-> Outcome:", f"-> Outcome:{body}")
        kinds.write_text(text.replace("_decide)", f"_decide{more})"))
        (about,) = site.glob("*.dist-info/METADATA")
        about.write_text(about.read_text().replace("Version: 1.2\n", f"Version: {version}\n"))
        return site

    return variant


@pytest.fixture
def project(origin, tmp_path):
    return shutil.copy(origin / "p.xpert", tmp_path / "p.xpert")


def said_of_palindromes(path):
    with ProjectFile.open(path) as file, file.reading() as tx:
        found = verdicts.all_verdicts(tx, judge_id="checks")
        return {item.response_id: item for item in found if item.checkpoint_id == "c3"}


def test_what_an_earlier_version_decided_is_decided_again(project, variant, tmp_path):
    same = program("score", project, "--checks", *LENA, site=variant(), home=tmp_path)
    assert "known already: 6" in same.stdout, same.stderr
    raised = variant(more=", version=2")
    found = program("score", project, "--checks", *LENA, site=raised, home=tmp_path)
    assert "known already: 3" in found.stdout, found.stderr
    assert "3 verdicts, 0 invalid, 0 errors" in found.stdout


def test_a_check_that_never_ends_is_ended_and_others_decide(project, variant, tmp_path):
    endless = variant(ENDLESS, ", version=2")
    short = "from xpert_studio.core.judge.check_process import PROCESSES as p; p.seconds = 5; "
    run = short + "from xpert_studio.start import run; run()"
    done = program("score", project, "--checks", *LENA, site=endless, home=tmp_path, code=run)
    assert done.returncode == 4, done.stdout + done.stderr
    found = said_of_palindromes(project)
    assert {id_: item.state.value for id_, item in found.items()} == {
        "t1-aster": "ok",
        "t1-borage": "error",
        "t1-clover": "ok",
    }
    problem = "The check of the pack lab_scales took longer than 5 s and was ended."
    assert problem in found["t1-borage"].problem


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_who_interrupts_a_run_ends_the_check(project, variant, tmp_path):
    endless = variant(ENDLESS, ", version=2")
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(endless)]),
        "XPERT_STUDIO_CONFIG": str(tmp_path),
    }
    code = "import sys; sys.argv[0] = 'xpert-studio'; from xpert_studio.start import run; run()"
    command = [sys.executable, "-c", code, "score", str(project), "--checks", *LENA]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as run:
        package = endless / "lab_scales"
        wait_until(lambda: any(package.glob("begun-*")))
        run.send_signal(signal.SIGINT)
        run.send_signal(signal.SIGINT)
        run.wait(PATIENCE)
    wait_until(lambda: not alive(package))


def alive(package):
    """The processes in which the check never ends that are still there."""
    ids = [int(path.name.removeprefix("begun-")) for path in package.glob("begun-*")]
    return [id_ for id_ in ids if Path(f"/proc/{id_}").exists()]


def test_a_check_that_ends_its_process_is_an_error(project, variant, tmp_path):
    ends = variant(FAILS, ", version=2")
    done = program("score", project, "--checks", *LENA, site=ends, home=tmp_path)
    assert done.returncode == 4, done.stdout + done.stderr
    problems = {item.problem for item in said_of_palindromes(project).values()}
    assert problems == {"The check of the pack lab_scales was ended."}
    tried = program("checks", "try", "palindrome", "Anna", site=ends, home=tmp_path)
    assert (tried.returncode, "was ended" in tried.stderr) == (2, True), tried.stderr


def test_its_reason_is_in_the_language_of_who_asks(variant, tmp_path):
    site = variant(version="1.2")
    tried = program("checks", "try", "palindrome", "Anna", "--json", site=site, home=tmp_path)
    assert json.loads(tried.stdout) == {"passed": True, "reason": "It was read from its end."}
