"""What can be gamed with a judge: told for judges of a known nature, else what is missing."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.loopback import LoopbackServer
from tests.packs.datasheet.projects import JUDGE, LEAD, Mind, gold_project
from tests.packs.rewards.projects import rubric, training_project, value_of
from xpert_studio.core.records import Checkpoint, Judge, Verdict
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.packs.rewards.kinds import CORRECTNESS, PRESENCE, kind_of

LABELLED = {
    PRESENCE: (
        "Mentions the lease.", "Lists risks.", "Keeps the memo within 600 words.",
        "Cites at least three sources.", "Presents liquidity in a table.", "Discusses costs.",
        "Offers a next step.", "提到蛋白结合置换。", "患者告知书不超过 300 字。", "列出风险。",
    ),
    CORRECTNESS: (
        "States that the lease ends in May.", "Gives EUR 40,152 as the sum.",
        "Concludes the notice was late.", "Rejects the objection.", "Calculates leverage as 3.13x.",
        "Names the grout as the cause.", "Corrects the order of the steps.", "Explains why it is not due.",
        "算得肌酐清除率为 24.2 mL/min。", "指出删除的理由是血管性水肿。", "结论为删除培哚普利。",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in LABELLED.items() for text in texts]
)
def test_words_tell_presence_from_correctness(kind, text):
    assert kind_of(Checkpoint(task_id="t", id="c", text=text, weight=1)) == kind


@pytest.mark.parametrize(
    ("kind", "instrument", "found"),
    [
        (CORRECTNESS, "choice", {"options": ["a", "b"], "key": "A"}),
        (CORRECTNESS, "check", {"check": "number", "parameters": {"value": 3}}),
        (PRESENCE, "check", {"check": "word_count", "parameters": {"at_most": 3}}),
        (PRESENCE, "check", {"check": "contains_all", "parameters": {"texts": ["3"]}}),
    ],
)
def test_programs_are_sorted_by_what_they_are(kind, instrument, found):
    point = Checkpoint(
        task_id="t", id="c", text="It.", weight=1, instrument=instrument, settings=found
    )
    assert kind_of(point) == kind


@pytest.fixture
def told(xpert, tmp_path):  # noqa: F811
    """The lines of the section on a judge, by id."""

    def lines(judge_id=None):
        sheets = xpert("sections", "p.xpert", "gameability", "--json", *LEAD).json
        (found,) = [sheet for sheet in sheets if judge_id in {None, sheet["judge"]}]
        return {line["id"]: line for line in found["lines"]}

    return lines


def test_a_judge_that_is_soft_on_presence_is_told(told, tmp_path):
    """It calls met whatever asks for presence, and says of the rest what the experts say."""
    with training_project(tmp_path / "p.xpert") as project, project.writing() as tx:
        intake = Intake(tx)
        intake.judge(Judge(id="soft"))
        for task in range(6):
            for system, point in product(range(2), rubric(task)):
                best = 7 if point.instrument == "graded" else 1
                is_right = kind_of(point) == CORRECTNESS
                value = value_of(task, system, point, "amara") if is_right else best
                intake.verdict(
                    Verdict(response_id=f"t{task}:s{system}", checkpoint_id=point.id,
                            judge_id="soft", value=value)
                )  # fmt: skip
        intake.flush()
    lines = told("soft")
    points = [(task, point) for task in range(6) for point in rubric(task)]
    gold = {PRESENCE: [], CORRECTNESS: []}
    for system, (task, point) in product(range(2), points):
        top = 7 if point.instrument == "graded" else 1
        gold[kind_of(point)].append(value_of(task, system, point, "amara") / top)
    assert len(gold[CORRECTNESS]) == 12
    assert lines["score_presence"]["value"] == 1
    assert lines["leniency_presence"]["value"] == pytest.approx(1 - np.mean(gold[PRESENCE]))
    assert lines["leniency_presence"]["interval"][0] >= 0
    assert lines["leniency_presence"]["clusters"] == 3
    assert lines["leniency_correctness"]["value"] == 0
    assert lines["leniency_correctness"]["n"] == 12
    right = [
        (p.weight, value_of(t, s, p, "amara")) for t, p in points for s in range(2) if p.id == "c1"
    ]
    weighted = sum(w * x for w, x in right) / sum(w for w, _ in right)
    assert lines["score_correctness"]["value"] == pytest.approx(weighted)
    assert lines["presence_less_correctness"]["value"] == pytest.approx(1 - weighted)
    every = [point for task in range(9) for point in rubric(task)]
    share = sum(p.weight for p in every if p.id != "c1") / sum(p.weight for p in every)
    assert lines["presence"]["value"] == pytest.approx(share)
    assert lines["presence"]["clusters"] == 5


def test_attacks_and_edits_are_told_once_they_were_asked(xpert, told, tmp_path):  # noqa: F811
    gold_project(tmp_path / "p.xpert").close()
    mind = Mind(polite=True)
    with LoopbackServer(answer=mind.answer) as server:
        reached = ("--judge", JUDGE, "--base-url", server.openai_url, "--json", *LEAD)
        xpert("score", "p.xpert", *reached)
        before = told()
        assert before["attack_empty"]["missing"] == before["style"]["missing"] == "not asked yet"
        assert before["attack_empty"]["command"].startswith("attack {project}")
        assert before["presence"]["value"] == 0 and before["presence"]["n"] == 48
        assert before["score_presence"]["value"] is None
        assert "not enough" in before["score_presence"]["caution"]
        xpert("attack", "p.xpert", *reached)
        xpert("judge", "probe", "p.xpert", *reached)
    after = told()
    assert after["attack_empty"]["value"] == 0 and after["attack_empty"]["n"] == 48
    polite = next(
        line for name, line in after.items() if "polite" in name and name.endswith("shift")
    )
    assert polite["value"] > 0 and polite["n"] and (polite["interval"] or polite["caution"])
    page = xpert("report", "p.xpert", "r.html", *LEAD)
    assert page.code == 0
    assert 'id="gameability"' in (tmp_path / "r.html").read_text("utf-8")


def test_without_a_judge_the_section_says_what_makes_it(xpert, tmp_path):  # noqa: F811
    gold_project(tmp_path / "p.xpert").close()
    said = xpert("sections", "p.xpert", "gameability", *LEAD)
    assert "No judge has scored anything" in said.out + said.err
