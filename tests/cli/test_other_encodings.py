"""Every command prints on a terminal of any encoding, and JSON is JSON on each."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable

import pytest

from tests.cli.all_commands import leaves
from tests.cli.test_blinding import READING
from tests.program import Said, exit_code_of
from tests.sampling import in_turn
from tests.workflow.blinded import blinded_studio
from tests.workflow.studio import BRIEF
from xpert_studio.cli.main import run
from xpert_studio.core.streams import ready_streams
from xpert_studio.core.wording import speak

TITLE, NAME = "提前终止租约 é 😀", "李明 é 😀"
ENCODINGS = ("ascii", "cp1252")


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(BRIEF, "title", TITLE)
    studio = blinded_studio(tmp_path / "p.xpert")
    studio.project.close()
    for person in ("lena", "wei"):
        renamed = printed(
            "utf-8", "people", "change", "p.xpert", person, "--name", NAME, "--namesake", by="lena"
        )
        assert renamed.code == 0, renamed.err
    return tmp_path


def printed(encoding: str, *words: str, by: str = "lena") -> Said:
    """What a command writes where both streams have an encoding, as the program sets them up."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["xpert-studio", *words])
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        patch.setenv("XPERT_STUDIO_AS", by)
        ready_streams()
        code = exit_code_of(run)
        out.flush()
        err.flush()
    speak("en")
    is_json = "--json" in words  # who reads JSON reads UTF-8, whatever the terminal shows
    read = ("utf-8", "strict") if is_json else (encoding, "replace")
    return Said(
        code, out.buffer.getvalue().decode(*read), err.buffer.getvalue().decode(encoding, "replace")
    )


def _carried_out(project, encoding: str, names: Iterable[str], *more: str) -> dict[str, Said]:
    told = {}
    for name in names:
        words = READING[name]
        told[name] = printed(encoding, *name.split(), *words, *more)
        for made in project.glob("out*"):
            shutil.rmtree(made) if made.is_dir() else made.unlink()
    return told


def test_json_is_read_as_utf8_whatever_the_encoding(project):
    told = {}
    for place, encoding in enumerate(ENCODINGS):
        names = in_turn([*READING], place, len(ENCODINGS))
        told |= _carried_out(project, encoding, names, "--json")
    for name, said in told.items():
        assert said.code in {0, 1, 2, 4, 5}, (name, said.err)
        assert "Traceback" not in said.err, name
        json.loads(said.out)
    assert told["task show"].json["title"] == TITLE
    assert NAME in {one["name"] for one in told["people list"].json}


def test_no_command_fails_over_a_character_of_another_alphabet(project):
    expected = _carried_out(project, "utf-8", READING)
    for place, encoding in enumerate(ENCODINGS):
        names = in_turn([*READING], place + 1, len(ENCODINGS))
        for name, said in _carried_out(project, encoding, names).items():
            assert said.code == expected[name].code, (name, said.err)
            assert "UnicodeEncodeError" not in said.err, name
        shown = printed(encoding, "task", "show", "p.xpert", "t1").out
        assert TITLE.encode(encoding, "backslashreplace").decode(encoding) in shown


@pytest.mark.parametrize("place", range(len(ENCODINGS)))
def test_help_in_chinese_is_printed_in_any_encoding(monkeypatch, place):
    monkeypatch.setenv("XPERT_STUDIO_LANG", "zh")
    for words, _ in in_turn([*leaves()], place, len(ENCODINGS)):
        said = printed(ENCODINGS[place], *words, "--help")
        assert said.code == 0, (words, said.err)


def test_the_c_locale_is_no_obstacle(project):
    environment = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    words = [sys.executable, "-m", "xpert_studio.start", "task", "show", "p.xpert", "t1"]
    for more in ((), ("--json",)):
        done = subprocess.run([*words, *more], capture_output=True, env=environment, check=False)
        assert done.returncode == 0, done.stderr
        if more:
            assert json.loads(done.stdout)["title"] == TITLE
