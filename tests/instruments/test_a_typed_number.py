"""An instrument without choices that neither passes nor fails, in words, reports and forms."""

from __future__ import annotations

import io
import json
import sys
from typing import cast

import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.instruments.percent import PERCENT, Percent
from tests.instruments.steps import BINARY, STEPS, Steps
from tests.loopback import LoopbackServer
from tests.loopback.answers import asked_ids
from tests.report.test_pdf import page_with, text_of
from tests.workflow.studio import Studio
from xpert_studio.core.exchange.composition import Composition
from xpert_studio.core.instruments import INSTRUMENTS, instrument_of, problem_of
from xpert_studio.core.judge.prompt import reply_schema
from xpert_studio.core.records import Checkpoint, Judgment, JudgmentStatus, Response, Task, Verdict
from xpert_studio.core.store import entities, tasks
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.store.verdict_list import read_columns
from xpert_studio.core.workflow import judge_line, open_form, submit_form
from xpert_studio.core.workflow.revision_diff import ChangeClass, compare
from xpert_studio.core.workflow.views import responses_of
from xpert_studio.report.html import render_html
from xpert_studio.report.pdf import render_pdf
from xpert_studio.report.queue import CaseQueue
from xpert_studio.report.results.verdict_csv import write_verdicts
from xpert_studio.report.results.verdicts import VerdictList
from xpert_studio.report.sections.cases import Disagreement, Disagreements, _case


@pytest.fixture(autouse=True)
def known(monkeypatch):
    monkeypatch.setitem(INSTRUMENTS.loaded, "steps", Steps())
    monkeypatch.setitem(INSTRUMENTS.loaded, "percent", Percent())


@pytest.fixture
def studio(tmp_path):
    """A response to judge, with a number as its first checkpoint."""
    made = Studio(tmp_path / "n.xpert")
    (made.response,) = made.answered()
    with made.project.writing() as tx:
        made.points = [point.id for point in tasks.rubric_of(tx, "t1")]
        first = entities.find(tx, Checkpoint, "t1", made.points[0])
        entities.put(tx, first.model_copy(update={"instrument": "percent"}))
    yield made
    made.project.close()


def judge(studio: Studio) -> None:
    open_form(studio.maria, studio.response)
    for point, said in zip(studio.points, (70, 1, 0), strict=True):
        judge_line(studio.maria, studio.response, point, value=said, rationale="So.")
    submit_form(studio.maria, studio.response)


def test_how_it_is_shown_and_asked_without_choices():
    number = instrument_of(PERCENT)
    assert not number.has_keys(PERCENT)
    assert instrument_of(STEPS).has_keys(STEPS)
    shown = [number.shown(value, PERCENT) for value in (100, 95)]
    assert [(one.word, one.tone) for one in shown] == [("100 / 100", "good"), ("95 / 100", "warn")]
    assert instrument_of(STEPS).shown(2, STEPS).picture == "circle-dashed"
    items = reply_schema((PERCENT,))["properties"]["verdicts"]["items"]
    assert items["properties"]["value"] == {"type": "number"}
    assert (
        problem_of(PERCENT.model_copy(update={"instrument": "none"}))
        == "is not known: no installed pack brings it."
    )


def test_a_report_says_its_values():
    said = Judgment(
        response_id="r", checkpoint_id="p", expert_id="maria", value=70, rationale="Fairly.",
        status=JudgmentStatus.CONFIRMED,
    )  # fmt: skip
    verdict = Verdict(response_id="r", checkpoint_id="p", judge_id="j", value=100, rationale="All.")
    found = Disagreement(
        "Task", "aurora", "r", "p", PERCENT.text, "", 2, 1.0, PERCENT, 100, (said,), verdict
    )
    every = Disagreements("j", "judge", cast("CaseQueue", ()), [], (found,), str, in_full=True)
    case = _case(found, every)
    assert [(side.word, side.tone) for side in case.sides] == [
        ("70 / 100", "warn"), ("100 / 100", "good"),
    ]  # fmt: skip
    page = page_with(case)
    assert ">70 / 100</span>" in render_html(page)
    assert 'class="met">100 / 100</span>' in render_html(page)
    assert "maria:70/100Fairly." in text_of(render_pdf(page)[0])
    assert "judge:✓100/100All." in text_of(render_pdf(page)[0])


def test_a_form_is_summed_up_by_what_passes_or_fails(studio):
    judge(studio)
    (state,) = responses_of(studio.lena, "t1").responses
    (form,) = state.forms
    assert (form.lines, form.met, form.neither) == (3, 1, 1)


def test_a_card_counts_binary_judgments_only():
    counts = Composition()
    counts.see(Task(id="t", prompt="Go."))
    for record in (BINARY, PERCENT, Response(id="r", task_id="t", model="m", text="x")):
        counts.see(record)
    for point, value in ((BINARY, 1), (PERCENT, 1), (PERCENT, 70)):
        counts.see(
            Judgment(
                response_id="r", checkpoint_id=point.id, expert_id="e", value=value,
                rationale="So.", status=JudgmentStatus.CONFIRMED,
            )
        )  # fmt: skip
    assert (counts.gold, counts.binary, counts.met) == (3, 1, 1)


def test_another_instrument_is_a_change_of_substance():
    (line,) = compare([PERCENT.model_copy(update={"instrument": "binary"})], [PERCENT])
    assert (line.depth, line.fields) == (ChangeClass.SUBSTANCE, ("instrument",))
    assert line.changes_text


def test_the_command_line_takes_overrides_scores_and_lists_it(xpert, studio, tmp_path):  # noqa: F811
    judge(studio)
    path = studio.project.path
    studio.project.close()
    order = ("judge", "override", path, "t1:A", "maria", 1, "--note", "Less.", "--as", "omar")
    assert "Write a number from 0 to 100" in xpert(*order, "--value", "33").err
    assert xpert(*order, "--value", "65").code == 0

    def answer(request):
        said = zip(asked_ids(request), ({"value": 80}, {"met": True}, {"met": False}), strict=True)
        entries = [{"id": id_, "evidence": [], "rationale": "Not met.", **one} for id_, one in said]
        return json.dumps({"verdicts": entries})

    with LoopbackServer(answer=answer) as server:
        said = xpert(
            "score", path, "--judge", "compatible:m", "--base-url", server.openai_url, "--as",
            "lena",
        )  # fmt: skip
    assert "3 verdicts, 0 invalid" in said.out
    assert "[Number from 0 to 100]" in xpert("rubric", "show", path, "t1").out
    shown = xpert("verdict", path, "t1:A", "1", "--as", "lena", "--json").json
    assert "contradicts_rationale" not in json.dumps(shown)
    told = xpert("verdict", path, "t1:A", "1", "--as", "lena").out
    assert "80 / 100" in told
    assert "65 / 100" in told
    (judge_id,) = xpert("info", path, "--json").json["judges"]
    project = type(studio.project).open(path)
    with project.reading() as tx:
        found = VerdictList(read_frames(tx).catalog, read_columns(tx, judge_id))
    counts = found.counts()
    assert (counts["met"], counts["not_met"]) == (1, 1)
    write_verdicts(project, found, range(len(found)), tmp_path / "v.csv")
    project.close()
    rows = (tmp_path / "v.csv").read_text("utf-8-sig").splitlines()
    answers = [row.split(",")[9] for row in rows]
    assert answers == ["verdict", "80", "met", "not_met"]


def test_it_is_typed_in_the_terminal(xpert, studio, monkeypatch):  # noqa: F811 - the fixture
    path = studio.project.path
    studio.project.close()
    refused = xpert("judge", "mark", path, "t1:A", 1, "--met", "--as", "maria")
    assert "'met' is no value of the checkpoint" in refused.err
    monkeypatch.setattr(sys, "stdin", io.StringIO("= 33\n= 70\nFairly clear.\nq\n"))
    said = xpert("judge", "start", path, "t1:A", "--as", "maria")
    assert "= type the value" in said.out
    assert "Write a number from 0 to 100 in steps of 5." in said.out
    shown = xpert("judge", "show", path, "t1:A", "--as", "maria").out
    assert "[70 / 100]" in shown
    assert "Fairly clear." in shown
