"""Checks and multiple choice from the command line: written, edited, refused."""

from __future__ import annotations

import pytest

from tests.workflow.studio import Studio

WHO = ("--as", "wei")
CHOICE = ("--instrument", "choice", "--option", "Paris", "--option", "London, UK", "--key", "b")
CHECK = ("--instrument", "check", "--check", "word_count", "--parameter", "at_most=50")


@pytest.fixture
def path(tmp_path):
    made = Studio(tmp_path / "g.xpert")
    made.rubric()
    made.project.close()
    return made.project.path


def last_line(xpert, path):
    return xpert("rubric", "show", path, "t1", "--json").json["lines"][-1]


def edited(xpert, path, *options):
    return xpert("rubric", "edit", path, "t1", last_line(xpert, path)["id"], *options, *WHO)


def test_a_multiple_choice_is_written_and_edited(xpert, path):
    said = xpert("rubric", "add", path, "t1", "Names London.", *CHOICE, *WHO)
    assert said.code == 0, said.err
    line = last_line(xpert, path)
    assert line["instrument"] == "choice"
    assert line["settings"] == {"options": ["Paris", "London, UK"], "key": "B"}
    shown = " ".join(xpert("rubric", "show", path, "t1").out.split())
    for words in ("[Multiple choice]", "Option A: Paris", "Option B: London, UK", "Key B"):
        assert words in shown, shown
    assert edited(xpert, path, "--key", "A", "--gate").code == 0
    assert last_line(xpert, path)["settings"] == {
        "options": ["Paris", "London, UK"], "key": "A", "gate": True,
    }  # fmt: skip


def test_a_check_is_written_and_edited(xpert, path):
    said = xpert("rubric", "add", path, "t1", "Is short.", *CHECK, *WHO)
    assert said.code == 0, said.err
    assert last_line(xpert, path)["settings"] == {
        "check": "word_count", "parameters": {"at_most": 50},
    }  # fmt: skip
    changed = edited(xpert, path, "--parameter", "at_least=5", "--parameter", "at_most=60")
    assert changed.code == 0, changed.err
    assert last_line(xpert, path)["settings"]["parameters"] == {"at_most": 60, "at_least": 5}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--instrument", "choice", "--key", "A"), "needs its options and the key"),
        (("--instrument", "choice", "--option", "x", "--option", "y"), "needs its options and"),
        ((*CHOICE[:-1], "C"), "a letter from A to B"),
        ((*CHOICE, "--option", "Paris"), "twice"),
        ((*CHOICE, "--parameter", "at_most=5"), "takes no --parameter"),
        (("--option", "x"), "takes no --option"),
        (("--instrument", "check", "--parameter", "at_most=5"), "There is no check"),
        ((*CHECK, "--parameter", "at_most"), "is no parameter"),
        ((*CHECK, "--parameter", "size=5"), "knows no parameter"),
        (("--instrument", "check", "--check", "charm"), "There is no check 'charm'"),
        ((*CHECK, "--key", "A"), "takes no --key"),
    ],
)
def test_what_makes_none_is_refused(xpert, path, options, why):
    before = len(xpert("rubric", "show", path, "t1", "--json").json["lines"])
    said = xpert("rubric", "add", path, "t1", "Is good.", *options, *WHO)
    assert said.code != 0
    assert why in " ".join(said.err.split()), said.err
    assert len(xpert("rubric", "show", path, "t1", "--json").json["lines"]) == before
