"""Graded checkpoints from the command line: written, judged by keys, settled, compared."""

from __future__ import annotations

import io
import sys

import pytest

from tests.desktop.looking import rubric_of
from tests.workflow.deciding import approve
from tests.workflow.studio import Studio
from xpert_studio.core.workflow import (
    NewResponse,
    add_responses,
    draw_spot_checks,
    edit_checkpoint,
    judge_line,
    open_form,
    submit_form,
    submit_rubric,
)

SCALE = (
    "--instrument", "graded", "--scale", "0-100", "--band", "90-100: Outstanding.",
    "--band", "60-89: Sound.", "--band", "0-59: Weak.", "--minimum", "60",
    "--cap", "plain<=25: plain black text on white",
)  # fmt: skip
SETTINGS = {
    "low": 0, "high": 100,
    "bands": [
        {"low": 90, "high": 100, "text": "Outstanding."}, {"low": 60, "high": 89, "text": "Sound."},
        {"low": 0, "high": 59, "text": "Weak."},
    ],
    "minimum": 60, "caps": [{"id": "plain", "text": "plain black text", "at_most": 25}],
}  # fmt: skip


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "g.xpert")
    yield made
    made.project.close()


def test_a_rubric_is_written_with_scales_and_gates(xpert, studio):
    studio.rubric()
    path = studio.project.path
    studio.project.close()
    who = ("--as", "wei")
    said = xpert("rubric", "add", path, "t1", "Is clear.", *SCALE, *who)
    assert said.code == 0, said.err
    shown = xpert("rubric", "show", path, "t1").out
    for words in (
        "[0–100]", "Scale 0–100", "90–100: Outstanding.", "Minimum 60", "At most 25 if: plain",
    ):  # fmt: skip
        assert words in " ".join(shown.split()), shown
    assert xpert("rubric", "edit", path, "t1", "1", "--gate", *who).code == 0
    assert "[Gate]" in xpert("rubric", "show", path, "t1").out
    assert xpert("rubric", "edit", path, "t1", "1", "--no-gate", *who).code == 0
    assert "[Gate]" not in xpert("rubric", "show", path, "t1").out
    # What is left out stays as it is.
    assert xpert("rubric", "edit", path, "t1", "4", "--minimum", "none", *who).code == 0
    lines = xpert("rubric", "show", path, "t1", "--json").json["lines"]
    assert lines[3]["settings"].keys() == {"low", "high", "bands", "caps"}
    for wrong, why in (
        (("--minimum", "61", "--step", "5"), "minimum that is not on its scale"),
        (("--scale", "much"), "'much' is no scale"),
        (("--gate",), "takes no --gate"),
        (("--instrument", "stars"), "has no 'stars'"),
        (("--instrument", "binary", "--scale", "1-5"), "takes no --scale"),
    ):
        said = xpert("rubric", "edit", path, "t1", "4", *wrong, *who)
        assert said.code != 0
        assert why in " ".join(said.err.split()), said.err


def graded(studio: Studio) -> str:
    """A response whose first checkpoint is graded."""
    studio.rubric()
    first = rubric_of(studio)[0]
    edit_checkpoint(studio.wei, "t1", first.id, instrument="graded", settings=SETTINGS)
    submit_rubric(studio.wei, "t1")
    approve(studio.maria, "t1")
    draw_spot_checks(studio.lena, seed=1, share=0.0)
    change = add_responses(studio.lena, [NewResponse("t1", "aurora", "Leave at month 30.")])
    return change.after("response")[0].id


@pytest.mark.parametrize(
    ("keys", "word"),
    [
        ("72 Fairly clear.\nq\n", "72 / 100 (60–89)"),
        ("= 72\nFairly clear.\nq\n", "72 / 100 (60–89)"),
        ("a Fairly clear.\nq\n", "95 / 100 (90–100)"),
        ("c\nFairly clear.\nq\n", "29 / 100 (0–59)"),
    ],
)
def test_it_is_rated_by_number_or_band_in_the_terminal(xpert, studio, monkeypatch, keys, word):
    graded(studio)
    path = studio.project.path
    studio.project.close()
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"120\n72,5\n{keys}"))
    said = xpert("judge", "start", path, "t1:A", "--as", "maria")
    assert said.out.count("Write a number from 0 to 100 in steps of 1.") == 2
    for words in ("a  90–100: Outstanding.", "At most 25 if: plain black text", "a/b/c the middle"):
        assert words in said.out
    assert "Minimum" not in said.out
    shown = xpert("judge", "show", path, "t1:A", "--as", "maria").out
    assert f"[{word}]" in shown
    assert "Fairly clear." in shown
    assert "Minimum" not in shown


def test_experts_who_differ_see_how_far_and_an_override_keeps_both_values(xpert, studio):
    response = graded(studio)
    for expert, value in (("maria", 72), ("ada", 55)):
        ctx = studio.ctx(expert)
        open_form(ctx, response)
        for point in rubric_of(studio):
            said = value if point.instrument == "graded" else 1
            judge_line(ctx, response, point.id, value=said, rationale="So.")
        submit_form(ctx, response)
    path = studio.project.path
    studio.project.close()
    forms = xpert("judge", "forms", path, "t1:A", "--as", "omar", "--json").json
    assert forms["lines"][0]["spread"] == "55 and 72, 17 apart; median 63.5"
    assert forms["lines"][1]["spread"] == ""
    order = ("judge", "override", path, "t1:A", "maria", 1, "--note", "Less.", "--as", "omar")
    refused = xpert(*order, "--value", "72")
    assert refused.code != 0
    assert "Write a number from 0 to 100" in refused.err
    assert xpert(*order, "--value", "65,0").code == 0
    read = xpert("judge", "read", path, "t1:A", "maria", "--as", "omar").out
    assert "72 / 100 (60–89): So." in read
    assert "overridden: 65 / 100 (60–89): Less." in read
