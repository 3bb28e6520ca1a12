"""Tables of ratings: a row a rating, a column a criterion, or a column a rater."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exchange.conftest import NOW, records_of, refusal, sound_bundle
from xpert_studio.core.exchange import import_any
from xpert_studio.core.records import JudgmentStatus
from xpert_studio.core.workflow import new_project

LONG = """prompt,response,criterion,rater,score
What?,It.,clarity,ann,4
What?,It.,clarity,bo,5
What?,It.,truth,ann,2
What?,It.,truth,bo,3
"""
BY_CRITERION = """prompt,response,rater,clarity,truth
What?,It.,ann,4,2
What?,It.,bo,5,3
"""
BY_RATER = """prompt,response,criterion,rater_a,rater_b
What?,It.,clarity,4,5
What?,It.,truth,2,3
"""


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def ratings(project) -> dict[tuple[str, str], float]:
    return {(j.expert_id, j.checkpoint_id): j.value for j in records_of(project)["judgments"]}


@pytest.mark.parametrize(
    ("text", "raters"),
    [(LONG, ("ann", "bo")), (BY_CRITERION, ("ann", "bo")), (BY_RATER, ("rater_a", "rater_b"))],
)
def test_the_three_shapes_say_the_same(project, tmp_path, text, raters):
    report = import_any(project, write(tmp_path / "r.csv", text), now=NOW)
    assert report.format == "ratings"
    one, other = raters
    assert ratings(project) == {
        (one, "clarity"): 4, (other, "clarity"): 5, (one, "truth"): 2, (other, "truth"): 3
    }  # fmt: skip
    found = records_of(project)
    assert {item.status for item in found["judgments"]} == {JudgmentStatus.SUBMITTED}
    assert [point.weight for point in found["checkpoints"]] == [1, 1]
    assert any("clarity: 1 to 5" in note and "weight 1" in note for note in report.warnings)


def test_yes_and_no_are_met_or_not_met(project, tmp_path):
    text = "prompt,response,rater,score\nWhat?,It.,ann,yes\nWhat?,It.,bo,0\n"
    import_any(project, write(tmp_path / "r.csv", text), now=NOW)
    assert {expert: value for (expert, _), value in ratings(project).items()} == {"ann": 1, "bo": 0}
    (point,) = records_of(project)["checkpoints"]
    assert (point.text, point.instrument) == ("Overall quality", "binary")


def test_items_without_texts_are_responses_of_the_project(project, tmp_path):
    import_any(project, sound_bundle(tmp_path / "b", judgments=None, verdicts=None), now=NOW)
    text = "response_id,rater,criterion,score\nr1,ann,It is done.,1\nr1,bo,c1,0\n"
    report = import_any(project, write(tmp_path / "r.csv", text), now=NOW)
    assert report.added == {"judgments": 2}
    assert ratings(project) == {("ann", "c1"): 1, ("bo", "c1"): 0}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("item_id,rater,score\ni9,ann,4\n", "is no response of this project"),
        (LONG + "What?,It.,clarity,ann,1\n", "says something else"),
        (LONG.replace(",2\n", ",fine\n"), "neither a number nor yes or no"),
        (LONG.replace(",2\n", ",2000\n"), "is no scale that is known"),
        ("response,rater,score\nIt.,ann,4\n", "without what was asked"),
    ],
)
def test_what_is_not_clear_is_refused_with_its_row(project, tmp_path, text, said):
    problems = refusal(project, write(tmp_path / "r.csv", text))
    assert any(said in problem.message for problem in problems)
    assert all(problem.remedy for problem in problems)
